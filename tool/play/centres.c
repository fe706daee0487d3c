#include "tool/play/centres.h"
#include "tool/files/input_file.h"

#include <hone/deform.h>
#include <hone/io.h>
#include <stdlib.h>

static bool write_new(const hone_mesh *mesh, const char *path, float (*centres)[3], hone_error *error)
{
    hone_bytes file = {0};
    const hone_centres_desc desc = {.mesh = mesh};
    const bool ok = hone_centres_compute(&desc, centres, error) &&
                    hone_centres_encode(mesh, (const float(*)[3])centres, NULL, &file, error) &&
                    hone_file_write(path, file.data, file.size, error);
    hone_bytes_release(&file);
    return ok;
}

static hone_model *with_centres(const hone_model *model, const char *path, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    float(*centres)[3] = calloc((size_t)mesh->vertex_count + 1, sizeof *centres);
    hone_bytes file = {0};
    hone_model *made = NULL;
    bool ok = centres != NULL;
    if (!ok)
        hone_fail_memory(error);
    else if (input_file_exists(path))
        ok =
            hone_file_read(path, NULL, &file, error) && hone_centres_decode(file.data, file.size, mesh, centres, error);
    else
        ok = write_new(mesh, path, centres, error);
    if (ok)
        made = hone_model_with_centres(model, (const float(*)[3])centres, NULL, error);
    hone_bytes_release(&file);
    free(centres);
    return made;
}

static int keep_centres(const inputs *in, const playback_values *play, report *r)
{
    uint32_t first = 0;
    hone_error error = {0};
    while (first < in->count && !in->items[first].model) first++;
    if (!play->centres || first == in->count)
        return STATUS_OK;
    input *item = &in->items[first];
    hone_model *made = with_centres(item->model, play->centres, &error);
    if (!made)
        return report_failure(r, play->centres, &error);
    hone_model_release(item->model);
    item->model = made;
    return STATUS_OK;
}

int actor_list_make_with_centres(const inputs *in, const playback_values *play, bool simulate, actor_list *out,
                                 report *r)
{
    *out = (actor_list){.play = play};
    const int status = keep_centres(in, play, r);
    return status == STATUS_OK ? actor_list_make(in, play, simulate, out, r) : status;
}
