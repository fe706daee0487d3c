#include "view/window/scene_look.h"
#include "tool/picture/renderer_session.h"
#include "view/document/document_look.h"
#include "view/window/actions/actions.h"
#include "view/window/canvas/canvas.h"

#include <hone/math.h>
#include <math.h>
#include <string.h>

static const scene *scene_of(const viewer *v)
{
    return &v->document.scene;
}

static void set_switch(viewer *v, const char *name, bool on)
{
    g_action_group_change_action_state(G_ACTION_GROUP(v->actions), name, g_variant_new_boolean(on));
}

/* ---- the camera ------------------------------------------------------------------------------------------------- */

static bool uses_keys(const viewer *v)
{
    return v->settings.camera_keys && v->document.camera_keys;
}

static bool is_equal(const orbit *a, const orbit *b)
{
    bool same = a->distance == b->distance && a->yaw == b->yaw && a->pitch == b->pitch && a->fov == b->fov &&
                a->orthographic == b->orthographic;
    return same && memcmp(a->target, b->target, sizeof a->target) == 0;
}

/* Whether the camera is still the one that the scene began with. */
static bool is_unmoved(const viewer *v)
{
    const scene_look *look = &v->scene_look;
    return look->camera && v->canvas.flight >= 1 && is_equal(&v->orbit, &look->begun);
}

bool scene_look_camera(const viewer *v, hone_camera *out)
{
    if (uses_keys(v) || !is_unmoved(v))
        return false;
    *out = scene_of(v)->camera.is_fixed ? scene_of(v)->camera.fixed : v->scene_look.placed;
    if (scene_of(v)->camera.is_fixed && scene_of(v)->camera.fov > 0)
        out->fov = scene_of(v)->camera.fov;
    return true;
}

/* Nothing says where the camera is. hone render then frames the whole motion, and the window what it shows. */
static bool is_automatic(const scene *s)
{
    return !s->camera.is_fixed && !s->camera.source && !canvas_is_shot(&s->camera);
}

static void show_camera(viewer *v)
{
    const scene *s = scene_of(v);
    scene_look *look = &v->scene_look;
    look->camera = s->camera.is_fixed || canvas_is_shot(&s->camera) || (is_automatic(s) && !v->document.camera_keys);
    set_switch(v, "camera-keys", !look->camera);
    if (!look->camera)
        return;
    if (s->camera.is_fixed) {
        v->orbit = orbit_from_camera(&s->camera.fixed);
    } else {
        document_update(&v->document, s->frame, true, 0, &v->frame_timing, NULL); /* the next tick reports */
        canvas_take_scene_shot(v, &s->camera, &look->placed);
        look->placing = true, look->frame = s->frame;
    }
    v->canvas.flight = 1;
    v->framed = v->document.model_count; /* the camera stays */
    look->begun = v->orbit;
}

void scene_look_begin_at(viewer *v, double frame)
{
    if (v->scene_look.placing)
        v->scene_look.frame = frame;
}

void scene_look_follow_bodies(viewer *v)
{
    scene_look *look = &v->scene_look;
    bool there = fabs(v->document.frame - look->frame) < 1e-6;
    if (!look->placing || (there && document_catch_up_progress(&v->document) >= 0))
        return;
    if (there)
        scene_look_follow_size(v);
    look->placing = false;
}

void scene_look_follow_size(viewer *v)
{
    const scene *s = scene_of(v);
    if (s->camera.is_fixed || !is_unmoved(v))
        return;
    canvas_take_scene_shot(v, &s->camera, &v->scene_look.placed);
    v->scene_look.begun = v->orbit;
}

/* ---- showing ---------------------------------------------------------------------------------------------------- */

void scene_look_show(viewer *v)
{
    const scene *s = scene_of(v);
    v->settings.method = s->play.method;
    set_switch(v, "shadows", s->look.draw.shadows != HONE_SHADOWS_OFF);
    set_switch(v, "edges", !s->look.draw.no_edges);
    set_switch(v, "grid", s->look.draw.grid);
    v->scene_look = (scene_look){.shown = true, .background = true};
    show_camera(v);
}

void scene_look_forget(viewer *v)
{
    v->scene_look = (scene_look){0};
    document_forget_scene(&v->document);
    g_clear_pointer(&v->scene_path, g_free);
    g_clear_pointer(&v->scene_title, g_free);
}

void handle_backdrop(viewer *v, int unused)
{
    (void)unused;
    v->scene_look.background = false;
}

look_values scene_look_values(const viewer *v)
{
    static const float backdrops[2][4] = {{0.105f, 0.113f, 0.13f, 1}, {0.86f, 0.88f, 0.9f, 1}};
    const view_settings *settings = &v->settings;
    look_values look = scene_of(v)->look;
    if (!v->scene_look.background) {
        look.background.given = true;
        memcpy(look.background.rgba, backdrops[settings->backdrop ? 1 : 0], sizeof look.background.rgba);
    }
    if (!settings->shadows || look.draw.shadows == HONE_SHADOWS_OFF)
        look.draw.shadows = settings->shadows ? HONE_SHADOWS_BOTH : HONE_SHADOWS_OFF;
    look.draw.no_edges = !settings->edges;
    look.draw.grid = settings->grid && v->document.model_count;
    return look;
}

bool scene_look_is_light(const viewer *v)
{
    float rgba[4];
    picture_background(&scene_of(v)->look, rgba);
    if (!v->scene_look.background)
        return v->settings.backdrop != 0;
    return rgba[3] > 0.5f && 0.3f * rgba[0] + 0.6f * rgba[1] + 0.1f * rgba[2] > 0.5f;
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

document_shown scene_look_shown(viewer *v, hone_camera *camera)
{
    const look_values look = canvas_look(v, canvas_pixels(v));
    *camera = look.draw.camera;
    document_shown out = {.camera = uses_keys(v) ? NULL : camera,
                          .same_camera = !uses_keys(v) && is_unmoved(v) && !is_automatic(scene_of(v)),
                          .shadows = look.draw.shadows,
                          .edges = v->settings.edges,
                          .grid = v->settings.grid,
                          .method = look.draw.method};
    picture_background(&look, out.background);
    return out;
}
