#include "cmd/texture/clip_list.h"
#include "tool/files/input_file.h"
#include "tool/play/retarget_motions.h"
#include "tool/system/system.h"

#include <hone/format.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

/* "dance" of "folder/dance.vmd". */
static char *stem_of(const char *path)
{
    const char *name = system_path_name(path), *dot = strrchr(name, '.');
    size_t size = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    char *out = calloc(size + 1, 1);
    if (out)
        memcpy(out, name, size);
    return out;
}

/* Adds a motion, which it takes over. */
static bool add(clip_list *list, hone_motion *motion, const char *name, const char *path, report *r, hone_error *error)
{
    clip_item *items = realloc(list->items, (list->count + (size_t)1) * sizeof *items);
    char *own = name && name[0] ? malloc(strlen(name) + 1) : stem_of(path);
    if (items)
        list->items = items;
    if (!items || !own) {
        hone_motion_release(motion);
        free(own);
        return hone_fail_memory(error);
    }
    if (name && name[0])
        memcpy(own, name, strlen(name) + 1);
    report_warn_all(r, path, hone_motion_warnings(motion));
    list->items[list->count++] = (clip_item){motion, own, path};
    return true;
}

/* Which clip of a file the motion is: the name in the file's list. */
static const char *name_of(const hone_motion *motion, uint32_t index)
{
    const hone_motion_data *data = hone_motion_get(motion);
    return index < data->clip_count ? data->clips[index].name : NULL;
}

bool clip_list_load(clip_list *list, const char *path, const char *clip, bool strict, report *r, hone_error *error)
{
    const hone_load_desc desc = {.strict = strict};
    hone_bytes bytes = {0};
    hone_asset *asset = input_file_open(path, &desc, &bytes, error);
    hone_motion *first = asset ? hone_asset_motion(asset, clip, error) : NULL;
    if (asset && !first)
        hone_error_prefix(error, path);
    uint32_t count = clip ? 1 : hone_motion_get(first)->clip_count;
    bool ok = first && add(list, first, clip ? clip : name_of(first, 0), path, r, error);
    for (uint32_t i = 1; i < count && ok; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i);
        hone_motion *motion = hone_asset_motion(asset, number, error);
        if (!motion)
            hone_error_prefix(error, path);
        ok = motion && add(list, motion, name_of(motion, i), path, r, error);
    }
    hone_asset_close(asset);
    hone_bytes_release(&bytes);
    return ok;
}

static bool retarget(clip_item *item, const hone_model *model, report *r, hone_error *error)
{
    static const playback_values nothing_said;
    const input from = {.path = item->path, .motion = item->motion};
    hone_motion *other = NULL;
    if (hone_motion_get(item->motion)->source == hone_model_get(model)->source && hone_model_get(model)->source)
        return true;
    if (!retarget_motion(&from, NULL, model, &nothing_said, r, &other, error))
        return false;
    if (other) {
        hone_motion_release(item->motion);
        item->motion = other;
    }
    return true;
}

static int retarget_all(clip_list *list, const hone_model *model, report *r)
{
    hone_error error = {0};
    for (uint32_t i = 0; i < list->count; i++)
        if (!retarget(&list->items[i], model, r, &error))
            return report_failure(r, list->items[i].path, &error);
    return STATUS_OK;
}

int clip_list_load_all(clip_list *list, const char *const *files, uint32_t file_count, const char *clip, bool strict,
                       hone_model **model, report *r)
{
    hone_error error = {0};
    *model = input_file_model(files[0], &(hone_load_desc){.strict = strict}, &error);
    if (!*model)
        return report_failure(r, NULL, &error);
    report_warn_all(r, files[0], hone_model_warnings(*model));
    for (uint32_t i = file_count > 1; i < file_count; i++)
        if (!clip_list_load(list, files[i], clip, strict, r, &error))
            return report_failure(r, NULL, &error);
    return retarget_all(list, *model, r);
}

void clip_list_warn_of_lost(const clip_list *list, const hone_model *model, report *r)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t lost = 0;
        hone_motion_unbound(list->items[i].motion, model, NULL, 0, &lost, NULL);
        if (lost)
            report_warn_of(r, list->items[i].path, "%u tracks are left out: the model has no such bone or morph", lost);
    }
}

bool clip_list_arrays(const clip_list *list, const hone_motion ***motions, const char ***names, hone_error *error)
{
    *motions = calloc(list->count + (size_t)1, sizeof **motions);
    *names = calloc(list->count + (size_t)1, sizeof **names);
    if (!*motions || !*names) {
        free(*motions), free(*names);
        *motions = NULL, *names = NULL;
        return hone_fail_memory(error);
    }
    for (uint32_t i = 0; i < list->count; i++) (*motions)[i] = list->items[i].motion, (*names)[i] = list->items[i].name;
    return true;
}

void clip_list_release(clip_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        hone_motion_release(list->items[i].motion);
        free(list->items[i].name);
    }
    free(list->items);
    *list = (clip_list){0};
}

double clip_list_unit(const hone_model *model, float scale)
{
    if (hone_model_get(model)->space == HONE_SPACE_MMD)
        return HONE_MMD_METRES;
    return scale > 0 ? (double)scale : 1;
}
