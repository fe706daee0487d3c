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
    set_switch(v, "shadows", s->look.shadows != HONE_SHADOWS_OFF);
    set_switch(v, "edges", !s->look.no_edges);
    set_switch(v, "grid", s->look.grid);
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

/* White, as of hone render, unless the scene says another one. */
static const float *background_of(const viewer *v)
{
    static const float white[4] = {1, 1, 1, 1};
    const look_values *look = &scene_of(v)->look;
    return look->background.given ? look->background.rgba : white;
}

bool scene_look_is_light(const viewer *v)
{
    const float *rgba = background_of(v);
    if (!v->scene_look.background)
        return v->settings.backdrop != 0;
    return rgba[3] > 0.5f && 0.3f * rgba[0] + 0.6f * rgba[1] + 0.1f * rgba[2] > 0.5f;
}

bool scene_look_has_light(const viewer *v)
{
    const look_values *look = &scene_of(v)->look;
    return v->scene_look.shown && (look->light_direction.given || look->light_colour.given);
}

uint32_t scene_look_shadow_size(const viewer *v, uint32_t width, uint32_t height)
{
    const uint32_t asked = scene_of(v)->look.shadow_size;
    return v->scene_look.shown ? picture_shadow_size(asked, width, height) : 0;
}

static uint32_t window_shadow_size(const viewer *v)
{
    int scale = gtk_widget_get_scale_factor(v->canvas.area);
    return scene_look_shadow_size(v, (uint32_t)(MAX(1, gtk_widget_get_width(v->canvas.area)) * scale),
                                  (uint32_t)(MAX(1, gtk_widget_get_height(v->canvas.area)) * scale));
}

void scene_look_describe(viewer *v, hone_draw_desc *out, hone_light *light)
{
    const look_values *look = &scene_of(v)->look;
    v->scene_look.ground_shadow = ground_shadow_wanted(look); /* also where no scene was opened */
    out->ground_shadow = &v->scene_look.ground_shadow;
    if (!v->scene_look.shown)
        return;
    if (v->scene_look.background)
        memcpy(out->background, background_of(v), sizeof out->background);
    if (v->settings.shadows && look->shadows != HONE_SHADOWS_OFF)
        out->shadows = (hone_shadows)look->shadows;
    out->shadow_size = window_shadow_size(v);
    out->edge_scale = look->edge_scale;
    if (look->light_direction.given)
        hone_vec3_normalise(look->light_direction.value, light->direction);
    if (look->light_colour.given)
        hone_vec3_copy(look->light_colour.rgba, light->colour);
    if (scene_look_has_light(v))
        out->light = light;
}

/* ---- saving ----------------------------------------------------------------------------------------------------- */

document_shown scene_look_shown(viewer *v, hone_camera *camera)
{
    hone_draw_desc desc;
    hone_light light;
    hone_self_shadow shadow;
    canvas_describe(v, &desc, &light, &shadow);
    *camera = desc.camera;
    document_shown out = {.camera = uses_keys(v) ? NULL : camera,
                          .same_camera = !uses_keys(v) && is_unmoved(v) && !is_automatic(scene_of(v)),
                          .shadows = desc.shadows,
                          .edges = v->settings.edges,
                          .grid = v->settings.grid,
                          .method = desc.method};
    memcpy(out.background, desc.background, sizeof out.background);
    return out;
}
