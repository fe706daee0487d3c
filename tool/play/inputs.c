#include "tool/play/inputs.h"
#include "base/memory/large_pages.h"
#include "tool/files/input_file.h"
#include "tool/options/suggestion.h"
#include "tool/play/motion_fit.h"
#include "tool/play/skeleton.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_motion(hone_format format)
{
    return format == HONE_FORMAT_VMD || format == HONE_FORMAT_VPD || format == HONE_FORMAT_HCLIP;
}

bool input_has_clips(hone_format format)
{
    return format == HONE_FORMAT_X || format == HONE_FORMAT_GLTF || format == HONE_FORMAT_GLB ||
           format == HONE_FORMAT_FBX || format == HONE_FORMAT_BVH || format == HONE_FORMAT_HCLIP;
}

/* Whether a file counts as a character: it has something to draw or to skin, or no clips. */
static bool is_character(const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    return data->mesh.vertex_count || data->mesh.slot_count || data->clip_count == 0;
}

bool input_open(input *item, const input_settings *settings, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(item->path, folder); /* cannot be too long: the path was opened before */
    input_folder beside;
    const hone_file_resolver files = input_folder_files(&beside, folder, settings->allow_outside);
    const hone_load_desc desc = {
        .strict = settings->strict, .files = &files, .camera = settings->camera, .unit = settings->unit};
    item->asset = hone_asset_open_memory(item->bytes.data, item->bytes.size, &desc, error);
    return item->asset != NULL;
}

/* Closes the file; what was loaded from it stays. */
static void close_file(input *item)
{
    hone_asset_close(item->asset);
    item->asset = NULL;
    hone_bytes_release(&item->bytes);
}

/* Adds the clip or camera that was meant to the error about one that the file does not have. */
static void suggest(const input_settings *settings, input *in, hone_error *error)
{
    hone_model *model = hone_asset_model(in->asset, NULL);
    const hone_model_data *data = hone_model_get(model);
    suggestion clip = {.text = settings->clip ? settings->clip : ""};
    suggestion camera = {.text = settings->camera ? settings->camera : ""};
    for (uint32_t i = 0; i < data->clip_count; i++) suggestion_consider(&clip, data->clips[i].name);
    for (uint32_t i = 0; i < data->camera_count; i++) suggestion_consider(&camera, data->cameras[i].name);
    suggestion_add(strstr(error->message, "has no camera ") ? &camera : &clip, error);
    hone_model_release(model);
}

static bool load_motion(const input_settings *settings, input *out, hone_error *error)
{
    out->motion = hone_asset_motion(out->asset, settings->clip, error);
    if (!out->motion && error->code == HONE_ERROR_ARGUMENT && (settings->clip || settings->camera))
        suggest(settings, out, error);
    return out->motion != NULL;
}

static bool decode(const input_settings *settings, bool as_motion, input *out, hone_error *error)
{
    out->format = hone_asset_format(out->asset);
    if (is_motion(out->format) || (as_motion && input_has_clips(out->format)))
        return load_motion(settings, out, error);
    out->model = hone_asset_model(out->asset, error);
    if (!out->model || settings->models || is_character(out->model))
        return out->model != NULL;
    out->bones = out->model;
    out->model = NULL;
    return load_motion(settings, out, error);
}

bool input_load(const char *path, const input_settings *settings, bool as_motion, input *out, hone_error *error)
{
    *out = (input){.path = path};
    const hone_allocator *memory = hone_allocator_or_large_pages(NULL); /* released here */
    bool ok = input_file_read(path, memory, &out->bytes, error) && input_open(out, settings, error) &&
              decode(settings, as_motion, out, error);
    if (!ok)
        input_release(out);
    else if (!out->model || !input_has_clips(out->format))
        close_file(out);
    return ok;
}

bool input_load_motion(const char *path, const input_settings *settings, input *out, hone_error *error)
{
    if (!input_load(path, settings, true, out, error))
        return false;
    if (out->motion)
        return true;
    input_release(out);
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "is no motion");
}

void input_release(input *item)
{
    hone_model_release(item->model);
    hone_model_release(item->bones);
    hone_motion_release(item->motion);
    close_file(item);
    *item = (input){0};
}

/* Loads the chosen clip of each model from its own file. */
static int load_clips(const inputs *in, const input_settings *settings, report *r)
{
    hone_error error = {0};
    const input *model = NULL;
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->items[i].motion && input_has_clips(in->items[i].format))
            return STATUS_OK; /* the clip is chosen from this motion file */
        model = !model && in->items[i].model ? &in->items[i] : model;
    }
    for (uint32_t i = 0; i < in->count; i++) {
        input *item = &in->items[i];
        if (!item->model || item->motion || hone_model_get(item->model)->clip_count == 0)
            continue;
        if (!load_motion(settings, item, &error))
            return report_failure(r, item->path, &error);
        report_warn_all(r, item->path, hone_motion_warnings(item->motion));
        any = true;
    }
    if (any || !model)
        return STATUS_OK;
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "has no clips");
    return report_failure(r, model->path, &error);
}

/* Whether a motion of another file moves model `at`. */
static bool is_moved(const inputs *in, uint32_t at)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i <= at; i++) number += in->items[i].model != NULL;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        if (!item->model && inputs_plays_on(in, item, number) && timeline_moves(item->motion))
            return true;
    }
    return false;
}

static void warn_of_first_clip(const input *item, report *r)
{
    const hone_model_data *data = hone_model_get(item->model);
    const char *name = data->clip_count ? data->clips[0].name : "";
    char text[400];
    if (*name)
        snprintf(text, sizeof text, "plays the first of its %u clips, \"%.200s\" (--clip)", data->clip_count, name);
    else
        snprintf(text, sizeof text, "plays the first of its %u clips (--clip)", data->clip_count);
    if (data->clip_count > 1)
        report_warn(r, item->path, text);
}

/* Loads the first clip of each model that no other motion moves. */
static int load_first_clips(const inputs *in, const input_settings *settings, report *r)
{
    hone_error error = {0};
    for (uint32_t i = 0; i < in->count; i++) {
        input *item = &in->items[i];
        const hone_model_data *data = hone_model_get(item->model);
        if (!item->model || item->motion || data->clip_count == 0 || is_moved(in, i))
            continue;
        if (!load_motion(settings, item, &error))
            return report_failure(r, item->path, &error);
        report_warn_all(r, item->path, hone_motion_warnings(item->motion));
        warn_of_first_clip(item, r);
    }
    return STATUS_OK;
}

static int load_one(const char *path, const input_settings *settings, bool as_motion, inputs *out, report *r)
{
    hone_error error = {0};
    input *item = &out->items[out->count++];
    bool ok = input_load(path, settings, as_motion, item, &error);
    if (!ok)
        return report_failure(r, path, &error);
    out->model_count += item->model != NULL;
    item->target = out->model_count;
    report_warn_all(r, path, item->model ? hone_model_warnings(item->model) : hone_motion_warnings(item->motion));
    return STATUS_OK;
}

/* A file that is said to be a motion. */
static int load_motion_file(const char *path, const input_settings *settings, inputs *out, report *r)
{
    hone_error error = {0};
    int status = load_one(path, settings, true, out, r);
    if (status != STATUS_OK || out->items[out->count - 1].motion)
        return status;
    hone_fail(&error, HONE_ERROR_FORMAT, 0, "is no motion");
    return report_failure(r, path, &error);
}

/* ---- motions that do not fit their model ------------------------------------------------------------------------- */

static const input *model_at(const inputs *in, uint32_t number)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->items[i].model && --number == 0)
            return &in->items[i];
    return NULL;
}

bool inputs_plays_on(const inputs *in, const input *motion, uint32_t number)
{
    const input *model = model_at(in, number);
    return motion->target == number ||
           (motion->target == 0 && (!motion->fitting || (model && motion_fits(motion->motion, model->model))));
}

/* The number of the nearest model that the motion fits, first of those before its own; 0: none. */
static uint32_t find_fitting(const inputs *in, const input *item)
{
    for (uint32_t number = item->target; number-- > 1;)
        if (motion_fits(item->motion, model_at(in, number)->model))
            return number;
    for (uint32_t number = item->target + 1; number <= in->model_count; number++)
        if (motion_fits(item->motion, model_at(in, number)->model))
            return number;
    return 0;
}

static void move_to_fitting(const inputs *in, input *item, report *r)
{
    uint32_t other =
        item->target && !motion_fits(item->motion, model_at(in, item->target)->model) ? find_fitting(in, item) : 0;
    if (!other)
        return;
    report_warn_of(r, item->path, "does not fit %s; it plays on %s", model_at(in, item->target)->path,
                   model_at(in, other)->path);
    item->target = other;
}

/* A motion for all models leaves those alone that it does not fit. */
static void leave_unfitting(const inputs *in, input *item, report *r)
{
    uint32_t fits = 0;
    for (uint32_t number = 1; number <= in->model_count; number++)
        fits += motion_fits(item->motion, model_at(in, number)->model);
    item->fitting = fits > 0 && fits < in->model_count;
    for (uint32_t number = 1; number <= in->model_count && item->fitting; number++)
        if (!inputs_plays_on(in, item, number))
            report_warn_of(r, item->path, "does not fit %s, and does not play on it", model_at(in, number)->path);
}

/* A motion plays on the model that a scene gives for it, whether it fits or not. */
static void fit_motions(inputs *in, report *r)
{
    for (uint32_t i = 0; i < in->count; i++) {
        input *item = &in->items[i];
        if (item->model || !timeline_moves(item->motion) || (item->weighted && item->target))
            continue;
        (item->target ? move_to_fitting : leave_unfitting)(in, item, r);
    }
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

/* Loads the clip that a scene names for a model. */
static bool load_own_clip(const input_settings *settings, input *item, hone_error *error)
{
    if (!item->asset) /* closed, because its format has no clips */
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "has no clips");
    return load_motion(settings, item, error);
}

static int load_scene_model(const scene_model *m, const input_settings *settings, inputs *out, report *r)
{
    input_settings own = *settings;
    hone_error error = {0};
    own.models = true;
    int status = load_one(m->path, &own, false, out, r);
    input *item = &out->items[out->count - 1];
    if (status != STATUS_OK)
        return status;
    item->place = m->place;
    item->set_up = m;
    item->set_up_first = settings->first_model;
    if (item->place.attach)
        item->place.attach += settings->first_model;
    own.clip = m->clip;
    if (m->clip && !load_own_clip(&own, item, &error))
        return report_failure(r, m->path, &error);
    return STATUS_OK;
}

static int load_scene_motion(const scene_motion *m, const input_settings *settings, inputs *out, report *r)
{
    input_settings own = *settings;
    int status = STATUS_OK;
    own.clip = m->clip;
    if (m->motion)
        out->items[out->count++] = (input){
            .path = m->path ? m->path : "keys", .format = HONE_FORMAT_VMD, .motion = hone_motion_retain(m->motion)};
    else
        status = load_motion_file(m->path, &own, out, r);
    input *item = &out->items[out->count - 1];
    item->weighted = m;
    item->target = m->model ? settings->first_model + m->model : 0;
    return status;
}

static int load_scene(const input_settings *settings, inputs *out, report *r)
{
    const scene *s = settings->scene;
    input_settings own = *settings;
    int status = STATUS_OK;
    own.first_model = out->model_count;
    for (uint32_t i = 0; i < s->model_count && status == STATUS_OK; i++)
        status = load_scene_model(&s->models[i], &own, out, r);
    for (uint32_t i = 0; i < s->motion_count && status == STATUS_OK; i++)
        if (!s->motions[i].off)
            status = load_scene_motion(&s->motions[i], &own, out, r);
    return status;
}

/* ---- skeletons --------------------------------------------------------------------------------------------------- */

/* A motion plays on the model before it. */
static void number_targets(inputs *in)
{
    in->model_count = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        in->model_count += in->items[i].model != NULL;
        in->items[i].target = in->items[i].weighted ? in->items[i].target : in->model_count;
    }
}

/* Where no file is a model, skeletons are; each keeps the clip that was loaded of it. */
static void use_skeletons(inputs *in, const input_settings *settings, report *r)
{
    if (settings->skeletons == SKELETONS_ARE_MOTIONS || in->model_count)
        return;
    for (uint32_t i = 0; i < in->count; i++) {
        input *item = &in->items[i];
        bool extra = (settings->one_model && in->model_count) || (settings->motion && i == 0);
        if (extra || !skeleton_has_extent(item->bones))
            continue;
        item->model = item->bones;
        item->bones = NULL;
        report_warn_all(r, item->path, hone_model_warnings(item->model));
        number_targets(in);
    }
}

/* Skeletons play their own clip if that is wanted, and no other motion moves them. */
static void choose_skeleton_clips(const inputs *in, const input_settings *settings, report *r)
{
    bool play = settings->own_clips || settings->skeletons == SKELETONS_PLAY;
    for (uint32_t i = 0; i < in->count && !settings->clip; i++) {
        input *item = &in->items[i];
        if (!item->model || !item->motion || item->set_up)
            continue;
        if (play && !is_moved(in, i)) {
            warn_of_first_clip(item, r);
            continue;
        }
        hone_motion_release(item->motion);
        item->motion = NULL;
    }
}

static int load_chosen_clips(const inputs *in, const input_settings *settings, report *r)
{
    choose_skeleton_clips(in, settings, r);
    if (settings->clip)
        return load_clips(in, settings, r);
    return settings->own_clips ? load_first_clips(in, settings, r) : STATUS_OK;
}

/* Gives the last model up to file `file` what was said behind that file, if anything was. */
static int place_model(inputs *in, const char *path, uint32_t file, const input_settings *settings, report *r)
{
    const placement_options *places = settings->places;
    for (uint32_t i = 0; places && i < places->count; i++) {
        if (places->items[i].file != file)
            continue;
        uint32_t at = in->count;
        while (at > 0 && (in->items[at - 1].file > file || !in->items[at - 1].model)) at--;
        if (at == 0)
            return report_usage(r, "%s: --at, --turn, --model-scale and --attach need a model before them", path);
        placed_file_apply(&places->items[i], &in->items[at - 1].place);
    }
    return STATUS_OK;
}

/* Releases the items from `count` on, whose file could not be loaded. */
static void leave_out(inputs *in, uint32_t count, uint32_t model_count)
{
    while (in->count > count) input_release(&in->items[--in->count]);
    in->model_count = model_count;
    in->incomplete = true;
}

/* Loads a file of the command line, a scene with all that it names. */
static int load_path(const char *path, uint32_t file, const input_settings *settings, inputs *out, report *r)
{
    bool is_scene = settings->scene && strcmp(path, settings->scene_path) == 0;
    uint32_t count = out->count, model_count = out->model_count;
    int status = is_scene ? load_scene(settings, out, r)
                          : load_one(path, settings, settings->one_model && out->model_count, out, r);
    if (status == STATUS_FAILED && settings->keep_going) {
        leave_out(out, count, model_count);
        status = STATUS_OK;
    }
    for (; count < out->count; count++) out->items[count].file = file;
    return status;
}

int inputs_load(const char *const *paths, uint32_t count, const input_settings *settings, inputs *out, report *r)
{
    hone_error error = {0};
    size_t room = (size_t)count + 1;
    if (settings->scene)
        room += (size_t)settings->scene->model_count + settings->scene->motion_count;
    *out = (inputs){.items = calloc(room, sizeof *out->items)};
    if (!out->items)
        return hone_fail_memory(&error), report_failure(r, NULL, &error);
    int status = settings->motion ? load_motion_file(settings->motion, settings, out, r) : STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) status = load_path(paths[i], i, settings, out, r);
    if (status == STATUS_OK)
        use_skeletons(out, settings, r);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) status = place_model(out, paths[i], i, settings, r);
    if (status == STATUS_OK && out->model_count > 1 && !settings->mapped)
        fit_motions(out, r);
    if (status == STATUS_OK)
        status = load_chosen_clips(out, settings, r);
    for (uint32_t i = 0; i < out->count; i++) close_file(&out->items[i]);
    return status;
}

void inputs_release(inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++) input_release(&in->items[i]);
    free(in->items);
    *in = (inputs){0};
}

uint32_t inputs_scene_first(const inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->items[i].set_up)
            return in->items[i].set_up_first;
    return 0;
}
