#include "inputs.h"
#include "base/error.h"
#include "base/file.h"
#include "interrupt.h"

#include <stdlib.h>

static bool is_motion(hone_format format)
{
    return format == HONE_FORMAT_VMD || format == HONE_FORMAT_VPD;
}

static bool decode(const hone_bytes *bytes, bool strict, input *out, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_folder_of(out->path, folder); /* which was opened: it is not too long */
    const hone_files files = hone_files_in_folder(folder);
    const hone_load_desc desc = {.strict = strict, .files = &files};
    out->format = hone_format_detect(bytes->data, bytes->size);
    if (is_motion(out->format))
        out->motion = hone_motion_load_memory(bytes->data, bytes->size, &desc, error);
    else
        out->model = hone_model_load_memory(bytes->data, bytes->size, &desc, error);
    return out->model || out->motion;
}

bool input_load(const char *path, bool strict, input *out, hone_error *error)
{
    *out = (input){.path = path};
    hone_bytes bytes = {0};
    bool ok = hone_file_read(path, NULL, &bytes, error) && decode(&bytes, strict, out, error);
    hone_bytes_release(&bytes);
    return ok;
}

void input_release(input *item)
{
    hone_model_release(item->model);
    hone_motion_release(item->motion);
    *item = (input){0};
}

int inputs_load(const char *const *paths, uint32_t count, bool strict, inputs *out, report *r)
{
    hone_error error = {0};
    *out = (inputs){.items = calloc(count ? count : 1, sizeof *out->items)};
    if (!out->items)
        return hone_fail_memory(&error), report_failure(r, NULL, &error);
    for (uint32_t i = 0; i < count; i++) {
        input *item = &out->items[out->count++];
        bool ok = input_load(paths[i], strict, item, &error);
        if (interrupted())
            return interrupted_status();
        if (!ok)
            return report_failure(r, paths[i], &error);
        out->model_count += item->model != NULL;
        report_warn_all(r, paths[i],
                        item->model ? hone_model_warnings(item->model) : hone_motion_warnings(item->motion));
    }
    return STATUS_OK;
}

void inputs_release(inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++) input_release(&in->items[i]);
    free(in->items);
    *in = (inputs){0};
}
