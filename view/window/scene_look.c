#include "view/window/scene_look.h"
#include "tool/picture/renderer_session.h"
#include "tool/settings/settings.h"
#include "view/document/document_look.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"

#include <hone/math.h>
#include <math.h>
#include <string.h>

static const scene *scene_of(const viewer_stage *s)
{
    return &s->document.scene;
}

/* ---- the camera ------------------------------------------------------------------------------------------------- */

static bool uses_keys(const viewer_stage *s)
{
    return s->settings.camera_keys && s->document.camera_keys;
}

static bool is_equal(const orbit *a, const orbit *b)
{
    bool same = a->distance == b->distance && a->yaw == b->yaw && a->pitch == b->pitch && a->fov == b->fov &&
                a->orthographic == b->orthographic;
    return same && memcmp(a->target, b->target, sizeof a->target) == 0;
}

/* Whether the camera is still the one that the scene began with. */
static bool is_unmoved(const viewer_stage *s)
{
    const scene_look *look = &s->scene_look;
    return look->camera && s->canvas.flight >= 1 && is_equal(&s->orbit, &look->begun);
}

bool scene_look_camera(const viewer_stage *s, hone_camera *out)
{
    if (uses_keys(s) || !is_unmoved(s))
        return false;
    *out = scene_of(s)->camera.is_fixed ? scene_of(s)->camera.fixed : s->scene_look.placed;
    if (scene_of(s)->camera.is_fixed && scene_of(s)->camera.fov > 0)
        out->fov = scene_of(s)->camera.fov;
    return true;
}

/* Nothing says where the camera is. hone render then frames the whole motion, and the window what it shows. */
static bool is_automatic(const scene *s)
{
    return !s->camera.is_fixed && !s->camera.source && !canvas_is_shot(&s->camera);
}

static void show_camera(viewer_stage *stage)
{
    const scene *s = scene_of(stage);
    scene_look *look = &stage->scene_look;
    look->camera =
        s->camera.is_fixed || canvas_is_shot(&s->camera) || (is_automatic(s) && !stage->document.camera_keys);
    actions_set_named(stage, "camera-keys", !look->camera);
    if (!look->camera)
        return;
    if (s->camera.is_fixed) {
        stage->orbit = orbit_from_camera(&s->camera.fixed);
    } else {
        document_update(&stage->document, s->frame, true, 0, &stage->frame_timing, NULL); /* the next tick reports */
        canvas_take_scene_shot(stage, &s->camera, &look->placed);
        look->placing = true, look->frame = s->frame;
    }
    stage->canvas.flight = 1;
    stage->framed = stage->document.model_count; /* the camera stays */
    look->begun = stage->orbit;
}

void scene_look_begin_at(viewer_stage *s, double frame)
{
    if (s->scene_look.placing)
        s->scene_look.frame = frame;
}

void scene_look_follow_bodies(viewer_stage *s)
{
    scene_look *look = &s->scene_look;
    bool there = fabs(s->document.frame - look->frame) < 1e-6;
    if (!look->placing || (there && document_catch_up_progress(&s->document) >= 0))
        return;
    if (there)
        scene_look_follow_size(s);
    look->placing = false;
}

void scene_look_follow_size(viewer_stage *stage)
{
    const scene *s = scene_of(stage);
    if (s->camera.is_fixed || !is_unmoved(stage))
        return;
    canvas_take_scene_shot(stage, &s->camera, &stage->scene_look.placed);
    stage->scene_look.begun = stage->orbit;
}

/* ---- switches and choices --------------------------------------------------------------------------------------- */

/* The setting that a scene has of an action, if its value is that of the action; NULL: there is none. */
static const option *setting_of(const action *a)
{
    const option *o = a->in_scene ? setting_named(a->in_scene) : NULL;
    bool simple = o && (o->kind == &value_flag || o->kind == &value_off || o->kind == &value_choice);
    return simple ? o : NULL;
}

/* The choice that a switch turns off to, which is the last one. */
static int off_choice(const option *o)
{
    const char *const *words = option_words(o);
    int last = 0;
    while (words[last + 1]) last++;
    return last;
}

static int value_in(const option *o, const action *a, const scene *s)
{
    const void *field = (const char *)s + o->field;
    if (o->kind != &value_choice)
        return *(const bool *)field == (o->kind == &value_flag);
    return a->kind == ACTION_TOGGLE ? *(const int *)field != off_choice(o) : *(const int *)field;
}

/* A choice that the scene has stays as it is while its switch is on. */
static void put_value(const option *o, const action *a, int value, scene *s)
{
    void *field = (char *)s + o->field;
    if (o->kind != &value_choice)
        *(bool *)field = (value != 0) == (o->kind == &value_flag);
    else if (a->kind == ACTION_CHOICE)
        *(int *)field = value;
    else if (value != value_in(o, a, s))
        *(int *)field = value ? 0 : off_choice(o);
}

/* ---- showing ---------------------------------------------------------------------------------------------------- */

void scene_look_show(viewer_stage *stage)
{
    const scene *s = scene_of(stage);
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        const option *o = setting_of(a);
        if (o)
            actions_set(stage, a, value_in(o, a, s));
    }
    stage->scene_look = (scene_look){.shown = true, .background = true};
    show_camera(stage);
}

void scene_look_forget(viewer_stage *s)
{
    s->scene_look = (scene_look){0};
    document_forget_scene(&s->document);
    g_clear_pointer(&s->scene.path, g_free);
    g_clear_pointer(&s->scene.title, g_free);
}

void handle_backdrop(viewer_stage *s, int unused)
{
    (void)unused;
    s->scene_look.background = false;
}

look_values scene_look_values(const viewer_stage *s)
{
    static const float backdrops[2][4] = {{0.105f, 0.113f, 0.13f, 1}, {0.86f, 0.88f, 0.9f, 1}};
    scene out = {.look = scene_of(s)->look};
    const action *a;
    for (uint32_t i = 0; (a = actions_at(i)); i++) {
        const option *o = setting_of(a);
        if (o)
            put_value(o, a, actions_get(&s->settings, a), &out);
    }
    if (!s->scene_look.background) {
        out.look.background.given = true;
        memcpy(out.look.background.rgba, backdrops[s->settings.backdrop ? 1 : 0], sizeof out.look.background.rgba);
    }
    return out.look;
}

bool scene_look_is_light(const viewer_stage *s)
{
    float rgba[4];
    picture_background(&scene_of(s)->look, rgba);
    if (!s->scene_look.background)
        return s->settings.backdrop != 0;
    return rgba[3] > 0.5f && 0.3f * rgba[0] + 0.6f * rgba[1] + 0.1f * rgba[2] > 0.5f;
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

document_shown scene_look_shown(const viewer_stage *s, scene_look_saved *saved)
{
    *saved = (scene_look_saved){canvas_camera(s), scene_look_values(s)};
    picture_background(&saved->look, saved->look.background.rgba); /* white if none is given */
    saved->look.background.given = true;
    return (document_shown){.camera = uses_keys(s) ? NULL : &saved->camera,
                            .same_camera = !uses_keys(s) && is_unmoved(s) && !is_automatic(scene_of(s)),
                            .look = &saved->look,
                            .method = (hone_skin_method)s->settings.method};
}
