#include "inputs.h"
#include "base/error.h"
#include "base/file.h"
#include "interrupt.h"

#include <stdlib.h>

static bool is_motion(hone_format format)
{
    return format == HONE_FORMAT_VMD || format == HONE_FORMAT_VPD;
}

bool input_has_clips(hone_format format)
{
    return format == HONE_FORMAT_X || format == HONE_FORMAT_GLTF || format == HONE_FORMAT_GLB;
}

/* Something to see or to skin, or at least nothing to play. */
static bool is_character(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    return data->mesh.vertex_count || data->mesh.slot_count || data->clip_count == 0;
}

/* How a file is loaded, and where what it names is found. */
typedef struct loading {
    hone_load_desc desc;
    hone_files files;
    char folder[HONE_PATH_SIZE];
} loading;

static const hone_load_desc *describe(const input_wishes *wishes, const input *item, loading *out)
{
    out->folder[0] = '\0';
    hone_folder_of(item->path, out->folder); /* which was opened: it is not too long */
    out->files = (wishes->allow_outside ? hone_files_anywhere : hone_files_in_folder)(out->folder);
    out->desc = (hone_load_desc){.strict = wishes->strict, .clip = wishes->clip, .files = &out->files};
    return &out->desc;
}

static bool load_motion(const input_wishes *wishes, input *out, hone_error *error)
{
    loading how;
    out->motion = hone_motion_load_memory(out->bytes.data, out->bytes.size, describe(wishes, out, &how), error);
    return out->motion != NULL;
}

static bool decode(const input_wishes *wishes, bool as_motion, input *out, hone_error *error)
{
    out->format = hone_format_detect(out->bytes.data, out->bytes.size);
    if (is_motion(out->format) || (as_motion && input_has_clips(out->format)))
        return load_motion(wishes, out, error);
    loading how;
    out->model = hone_model_load_memory(out->bytes.data, out->bytes.size, describe(wishes, out, &how), error);
    if (!out->model || is_character(out->model))
        return out->model != NULL;
    hone_model_release(out->model);
    out->model = NULL;
    return load_motion(wishes, out, error);
}

bool input_load(const char *path, const input_wishes *wishes, bool as_motion, input *out, hone_error *error)
{
    *out = (input){.path = path};
    bool ok = hone_file_read(path, NULL, &out->bytes, error) && decode(wishes, as_motion, out, error);
    if (!out->model || !input_has_clips(out->format))
        hone_bytes_release(&out->bytes);
    return ok;
}

void input_release(input *item)
{
    hone_model_release(item->model);
    hone_motion_release(item->motion);
    hone_bytes_release(&item->bytes);
    *item = (input){0};
}

/* The clips that models play of their own files. */
static int load_clips(const inputs *in, const input_wishes *wishes, report *r)
{
    hone_error error = {0};
    const input *model = NULL;
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->items[i].motion && input_has_clips(in->items[i].format))
            return STATUS_OK; /* which the clip is of */
        model = !model && in->items[i].model ? &in->items[i] : model;
    }
    for (uint32_t i = 0; i < in->count; i++) {
        input *item = &in->items[i];
        if (!item->model || hone_model_get(item->model)->clip_count == 0)
            continue;
        if (!load_motion(wishes, item, &error))
            return report_failure(r, item->path, &error);
        report_warn_all(r, item->path, hone_motion_warnings(item->motion));
        any = true;
    }
    if (any || !model)
        return STATUS_OK;
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "has no clips");
    return report_failure(r, model->path, &error);
}

int inputs_load(const char *const *paths, uint32_t count, const input_wishes *wishes, inputs *out, report *r)
{
    hone_error error = {0};
    *out = (inputs){.items = calloc(count ? count : 1, sizeof *out->items)};
    if (!out->items)
        return hone_fail_memory(&error), report_failure(r, NULL, &error);
    for (uint32_t i = 0; i < count; i++) {
        input *item = &out->items[out->count++];
        bool ok = input_load(paths[i], wishes, wishes->one_model && out->model_count, item, &error);
        if (interrupted())
            return interrupted_status();
        if (!ok)
            return report_failure(r, paths[i], &error);
        out->model_count += item->model != NULL;
        report_warn_all(r, paths[i],
                        item->model ? hone_model_warnings(item->model) : hone_motion_warnings(item->motion));
    }
    int status = wishes->clip ? load_clips(out, wishes, r) : STATUS_OK;
    for (uint32_t i = 0; i < count; i++) hone_bytes_release(&out->items[i].bytes);
    return status;
}

void inputs_release(inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++) input_release(&in->items[i]);
    free(in->items);
    *in = (inputs){0};
}
