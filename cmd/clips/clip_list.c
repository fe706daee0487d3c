#include "cmd/clips/clip_list.h"
#include "tool/files/input_file.h"
#include "tool/options/length_options.h"
#include "tool/play/retarget_motions.h"
#include "tool/system/system.h"

#include <hone/format.h>
#include <hone/io.h>
#include <stdlib.h>
#include <string.h>

const option clip_settings[] = {
    {.name = "--clip",
     .value = "NAME|N",
     .help = "of .x and glTF files: only this clip, by name or number from 0\n"
             "(default: all clips)",
     .field = offsetof(clip_values, clip),
     .read = option_read_text,
     .expected = "a name or a number"},
    {.name = "--scale",
     .value = "N",
     .help = "metres in one unit of a .x or glTF (default: 1); MMD's unit is 0.08",
     .field = offsetof(clip_values, scale),
     .read = length_read_scale,
     .expected = LENGTH_SCALE_EXPECTED},
    {.name = "--strict", .help = "treat the loader's warnings as errors", .field = offsetof(clip_values, strict)},
    {.name = "--json",
     .help = "print what is in the file, and its errors, as JSON",
     .field = offsetof(clip_values, json)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings", .field = offsetof(clip_values, quiet)},
    {0},
};

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
static bool add(clip_list *list, hone_motion *motion, const char *name, const char *path, hone_error *error)
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
    report_warn_all(list->report, path, hone_motion_warnings(motion));
    list->items[list->count++] = (clip_item){motion, own, path};
    return true;
}

/* Which clip of a file the motion is: the name in the file's list. */
static const char *name_of(const hone_motion *motion, uint32_t index)
{
    const hone_motion_data *data = hone_motion_get(motion);
    return index < data->clip_count ? data->clips[index].name : NULL;
}

/* Adds all clips of a file, or the one that is asked for. */
static bool add_file(clip_list *list, const char *path, hone_error *error)
{
    const char *clip = list->values->clip;
    const hone_load_desc desc = {.strict = list->values->strict};
    hone_bytes bytes = {0};
    hone_asset *asset = input_file_open(path, &desc, &bytes, error);
    hone_motion *first = asset ? hone_asset_motion(asset, clip, error) : NULL;
    if (asset && !first)
        hone_error_prefix(error, path);
    uint32_t count = clip ? 1 : hone_motion_get(first)->clip_count;
    bool ok = first && add(list, first, clip ? clip : name_of(first, 0), path, error);
    for (uint32_t i = 1; i < count && ok; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", i);
        hone_motion *motion = hone_asset_motion(asset, number, error);
        if (!motion)
            hone_error_prefix(error, path);
        ok = motion && add(list, motion, name_of(motion, i), path, error);
    }
    hone_asset_close(asset);
    hone_bytes_release(&bytes);
    return ok;
}

static bool retarget(const clip_list *list, clip_item *item, hone_error *error)
{
    static const playback_values nothing_said;
    const input from = {.path = item->path, .motion = item->motion};
    hone_motion *other = NULL;
    if (hone_motion_get(item->motion)->source == hone_model_get(list->model)->source &&
        hone_model_get(list->model)->source)
        return true;
    if (!retarget_motion(&from, NULL, list->model, &nothing_said, list->report, &other, error))
        return false;
    if (other) {
        hone_motion_release(item->motion);
        item->motion = other;
    }
    return true;
}

int clip_list_load(clip_list *out, const char *name, const clip_values *values, const char *const *files,
                   uint32_t file_count, report *r)
{
    hone_error error = {0};
    *out = (clip_list){.values = values, .report = r};
    if (file_count == 0)
        return report_usage(r, "%s: no model given (hone %s -h)", name, name);
    if (!values->output)
        return report_usage(r, "%s: -o OUT is missing", name);
    r->quiet = values->quiet;
    out->model_path = files[0];
    out->model = input_file_model(files[0], &(hone_load_desc){.strict = values->strict}, &error);
    if (!out->model)
        return report_failure(r, NULL, &error);
    report_warn_all(r, files[0], hone_model_warnings(out->model));
    for (uint32_t i = file_count > 1; i < file_count; i++)
        if (!add_file(out, files[i], &error))
            return report_failure(r, NULL, &error);
    for (uint32_t i = 0; i < out->count; i++)
        if (!retarget(out, &out->items[i], &error))
            return report_failure(r, out->items[i].path, &error);
    return STATUS_OK;
}

void clip_list_warn_of_lost(const clip_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t lost = 0;
        hone_motion_unbound(list->items[i].motion, list->model, NULL, 0, &lost, NULL);
        if (lost)
            report_warn_of(list->report, list->items[i].path,
                           "%u tracks are left out: the model has no such bone or morph", lost);
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
    hone_model_release(list->model);
    *list = (clip_list){0};
}

double clip_list_unit(const clip_list *list)
{
    if (hone_model_get(list->model)->space == HONE_SPACE_MMD)
        return HONE_MMD_METRES;
    return list->values->scale > 0 ? (double)list->values->scale : 1;
}
