#include "cmd/render/render_camera.h"
#include "tool/messages/progress.h"
#include "tool/options/suggestion.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS_MAX = CAMERA_MOMENTS_MAX };

/* Whether the camera is placed by what it shows; otherwise keys move it, from a file or from the motions. */
static bool is_shot(const camera_values *c)
{
    camera_preset preset;
    if (c->is_fixed)
        return false;
    return c->source ? camera_preset_named(c->source, &preset) : camera_is_placed(c);
}

/* Whether the camera follows a part of the first character. */
static bool follows(const camera_values *c)
{
    camera_preset preset = CAMERA_AUTO;
    return c->source && camera_preset_named(c->source, &preset) && preset >= CAMERA_FULL;
}

int render_camera_check(const render_camera_use *use, report *r)
{
    const camera_values *c = use->values;
    bool aimed = c->target.given || c->target.bone;
    if (camera_is_placed(c) && !c->is_fixed && !is_shot(c))
        return report_usage(r, "render: --camera-orbit, --look-at and --turntable need a camera that no keys move: "
                               "leave out --camera, or give a preset");
    if (c->name && is_shot(c))
        return report_usage(r, "render: --camera-name is of camera keys: leave out the preset and other placing");
    if (aimed && follows(c))
        return report_usage(r, "render: --camera %s already has a target: leave out --look-at", c->source);
    if (use->crowd && (follows(c) || c->target.bone))
        return report_usage(r, "render: in a --crowd the camera follows no one; use front, side or back");
    if (c->turntable && !use->moving)
        return report_usage(r, "render: --turntable needs a film or a sequence of pictures");
    return STATUS_OK;
}

/* Loads the keys of a camera of a file; name NULL: of the first that moves, else of the first. */
static bool load_keys(const char *path, const char *name, input_settings settings, input *out, hone_error *error)
{
    hone_error why = {0};
    settings.camera = name;
    bool ok = input_load(path, &settings, true, out, error);
    if ((ok && hone_motion_get(out->motion)->camera_key_count) || name)
        return ok;
    settings.camera = "0";
    input still;
    if (!input_load(path, &settings, true, &still, &why))
        return ok;
    if (ok)
        input_release(out);
    *out = still;
    return true;
}

static int load_file(render_camera *camera, const camera_values *values, const input_settings *settings, report *r)
{
    hone_error error = {0};
    const char *path = values->source;
    if (!load_keys(path, values->name, *settings, &camera->file, &error))
        return report_failure(r, path, &error);
    if (hone_motion_get(camera->file.motion)->camera_key_count == 0)
        return report_failure(r, path, &(hone_error){.message = "has no camera keys"});
    report_warn_all(r, path, hone_motion_warnings(camera->file.motion));
    return STATUS_OK;
}

/* The clip of a file that an input plays; NULL: the first. */
static const char *clip_of(const input *item, const char *chosen)
{
    if (item->set_up)
        return item->set_up->clip;
    return item->weighted ? item->weighted->clip : chosen;
}

/* Loads a camera of the inputs, the last one that has it; without a name one that stands still. */
static int load_own(render_camera *camera, const char *name, input_settings settings, const inputs *in, report *r)
{
    hone_error error = {0};
    const char *clip = settings.clip;
    for (uint32_t i = in->count; i-- > 0 && !camera->file.motion;) {
        const input *item = &in->items[i];
        settings.clip = clip_of(item, clip);
        bool has_cameras =
            input_has_clips(item->format) && load_keys(item->path, name, settings, &camera->file, &error);
        if (has_cameras && hone_motion_get(camera->file.motion)->camera_key_count == 0)
            input_release(&camera->file);
    }
    if (camera->file.motion || !name)
        return STATUS_OK;
    suggestion meant = {.text = name};
    for (uint32_t i = 0; i < in->count; i++) {
        const hone_model_data *data = hone_model_get(in->items[i].model ? in->items[i].model : in->items[i].bones);
        for (uint32_t c = 0; c < data->camera_count; c++) suggestion_consider(&meant, data->cameras[c].name);
    }
    hone_fail(&error, HONE_ERROR_ARGUMENT, 0, "none of the files has a camera \"%.200s\" (hone info lists them)", name);
    suggestion_add(&meant, &error);
    return report_failure(r, "--camera-name", &error);
}

static bool have_keys(const inputs *in)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->items[i].motion && hone_motion_get(in->items[i].motion)->camera_key_count)
            return true;
    return false;
}

int render_camera_load(render_camera *camera, const camera_values *values, const playback_values *play,
                       const inputs *in, report *r)
{
    const char *source = values->source;
    const input_settings settings = {.strict = play->strict, .allow_outside = play->allow_outside, .clip = play->clip};
    *camera = (render_camera){0};
    if (values->is_fixed || is_shot(values) || (!source && !values->name))
        return STATUS_OK;
    if (source && strcmp(source, "keys") != 0)
        return load_file(camera, values, &(input_settings){.strict = play->strict}, r);
    return values->name || !have_keys(in) ? load_own(camera, values->name, settings, in, r) : STATUS_OK;
}

void render_camera_release(render_camera *camera)
{
    free(camera->subjects);
    input_release(&camera->file);
    *camera = (render_camera){0};
}

/* Looks at up to MOMENTS_MAX moments, and puts the camera where all that the shot shows is in view. */
static int place_shot(const render_camera_use *use, renderer_session *s, camera_shot *shot, report *r)
{
    double first = use->frames.first, length = use->frames.last - first;
    if (use->measured) {
        shot->bounds = *use->measured;
        camera_shot_finish(shot, use->aspect);
        s->shot = shot;
        return STATUS_OK;
    }
    uint32_t moments = length < MOMENTS_MAX - 1 ? (uint32_t)ceil(length) + 1 : MOMENTS_MAX;
    progress p = progress_begin(r, moments);
    p.what = "measuring the frame: ";
    int status = STATUS_OK;
    for (uint32_t i = 0; i < moments && status == STATUS_OK; i++) {
        progress_show(&p, i);
        status = renderer_session_add_to_shot(s, first + (moments > 1 ? i * length / (moments - 1) : 0), shot, r);
    }
    progress_end(&p);
    camera_shot_settle(shot);
    if (s->crowd.grid.count)
        crowd_grid_extend(&s->crowd.grid, &shot->bounds);
    camera_shot_finish(shot, use->aspect);
    s->shot = shot;
    return status;
}

/* Lists the models that the camera looks at: those that the scene shows, or all. Returns how many there are. */
static uint32_t list_seen(camera_subject *subjects, const actor_list *c, bool all)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const actor_entry *member = &c->members[i];
        const scene_model *from = member->source->set_up;
        if (all || !from || !from->invisible)
            subjects[count++] = (camera_subject){member->actor, actor_entry_place(member), &member->opacity};
    }
    return count;
}

static bool list_subjects(camera_subjects *out, const actor_list *c, hone_error *error)
{
    out->count = list_seen(out->items, c, false);
    out->count = out->count ? out->count : list_seen(out->items, c, true);
    return camera_subjects_find_surroundings(out, error);
}

static int make_shot(render_camera *camera, const render_camera_use *use, renderer_session *s, report *r)
{
    hone_error error = {0};
    actor_list *c = s->actor_list;
    const camera_shot_desc desc = camera_shot_wanted(use->values);
    camera_subjects subjects = {.items = camera->subjects = calloc(c->count, sizeof *camera->subjects)};
    if (!camera->subjects)
        return hone_fail_memory(&error), report_failure(r, s->target, &error);
    if (!list_subjects(&subjects, c, &error))
        return report_failure(r, s->target, &error);
    if (!camera_shot_begin(&camera->shot, &desc, &subjects, &error))
        return report_failure(r, "--look-at", &error);
    if (camera->shot.note[0])
        report_warn(r, c->members[0].source->path, camera->shot.note);
    return place_shot(use, s, &camera->shot, r);
}

static bool is_of_scene(const inputs *in, const hone_motion *motion)
{
    for (uint32_t i = 0; i < in->count; i++)
        if (in->items[i].motion == motion)
            return in->items[i].weighted != NULL;
    return false;
}

int render_camera_place(render_camera *camera, const render_camera_use *use, const inputs *in, renderer_session *s,
                        report *r)
{
    const char *source = use->values->source;
    renderer_session_use_keys(s, in);
    if (camera->file.motion)
        s->keys.camera = camera->file.motion;
    if (source && strcmp(source, "keys") == 0 && !s->keys.camera)
        return report_failure(r, "--camera keys", &(hone_error){.message = "none of the files has camera keys"});
    if (is_shot(use->values))
        s->keys.camera = NULL;
    s->keys.fov = use->values->fov;
    bool of_scene = s->keys.camera && !use->crowd && is_of_scene(in, s->keys.camera);
    if (of_scene)
        camera_followed_make(use->scene, in, s->actor_list, &s->followed, r);
    if (use->values->is_fixed) {
        s->keys.camera = NULL;
        s->fixed_camera = use->values->fixed;
        return STATUS_OK;
    }
    return s->keys.camera ? STATUS_OK : make_shot(camera, use, s, r);
}
