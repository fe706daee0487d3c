#include "view/window/canvas/canvas_paint.h"
#include "tool/overlay/camera_projection.h"
#include "view/document/document_place.h"
#include "view/window/canvas/canvas.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

enum { STEPS_MOST = 12 }; /* touches for one movement of the pointer */

painter *canvas_painter(viewer *v)
{
    hone_error error = {0};
    character *c = viewer_active(v);
    if (!c)
        return NULL;
    if (!c->painter)
        c->painter = painter_create(c->model, &error);
    if (!c->painter || !edit_begin_weights(c->edit, &error)) {
        viewer_say(v, "%s", error.message);
        return NULL;
    }
    return c->painter;
}

/* The surface of the active character under the pointer. */
static bool find_surface(viewer *v, const float pointer[2], pick_surface *out)
{
    for (uint32_t i = 0; i < v->document.model_count && i < v->canvas.count; i++) {
        character *c = v->document.models[i]->character;
        camera_projection s = canvas_projection(v, c);
        if (c->id == v->document.active && c->visible && canvas_skin(v, i))
            return pick_triangle(&s, c->shown, (const float(*)[3])v->canvas.list[i].positions, edit_hidden(c->edit),
                                 pointer, out);
    }
    return false;
}

static float radius_of(const viewer *v)
{
    return (float)v->painting.radius / 100;
}

static const canvas_model *active_model(const viewer *v)
{
    for (uint32_t i = 0; i < v->document.model_count && i < v->canvas.count; i++)
        if (v->document.models[i]->character->id == v->document.active)
            return &v->canvas.list[i];
    return NULL;
}

/* The touch of a surface, from the world into model space. */
static bool describe_touch(const viewer *v, const character *c, const float pointer[2], const pick_surface *hit,
                           brush_touch *touch, brush *b)
{
    const canvas_model *m = active_model(v);
    if (!m)
        return false;
    hone_affine world = camera_projection_world(c->shown); /* a scale of each axis */
    camera_projection s = canvas_projection(v, c);
    float origin[3], direction[3];
    camera_projection_ray(&s, pointer, origin, direction);
    *touch = (brush_touch){
        .vertex = hit->vertex, .skinned = (const float(*)[3])m->positions, .hidden = edit_hidden(c->edit)};
    for (int i = 0; i < 3; i++) {
        touch->point[i] = (hit->point[i] - world.m[i][3]) / world.m[i][i];
        touch->direction[i] = direction[i] / world.m[i][i];
    }
    *b = (brush){.mode = v->painting.mode,
                 .strength = (float)v->painting.strength / 100,
                 .radius = radius_of(v) / fabsf(world.m[0][0]),
                 .through = v->settings.brush_through,
                 .mirror = v->settings.brush_mirror};
    return true;
}

static void touch_at(viewer *v, const float pointer[2])
{
    character *c = viewer_active(v);
    pick_surface hit;
    brush_touch touch;
    brush b;
    painter *p = canvas_painter(v);
    if (!p || !find_surface(v, pointer, &hit) || !describe_touch(v, c, pointer, &hit, &touch, &b))
        return;
    int32_t bone = b.mode == BRUSH_SMOOTH ? 0 : v->bone;
    if (!painter_touch(p, v->document.history, c->edit, &b, bone, &touch))
        viewer_say(v, "%s", _("out of memory"));
    viewer_redraw(v);
}

static brush_mode mode_of(const viewer *v, unsigned modifiers)
{
    brush_mode mode = (brush_mode)v->settings.brush;
    if (modifiers & ORBIT_SHIFT)
        return BRUSH_SMOOTH;
    if (modifiers & ORBIT_CTRL)
        return mode == BRUSH_ADD ? BRUSH_SUBTRACT : BRUSH_ADD;
    return mode;
}

/* Whether the brush can change anything; else notes why. */
static bool may_paint(viewer *v, const painter *p, brush_mode mode)
{
    if (mode == BRUSH_SMOOTH)
        return true;
    if (v->bone < 0)
        viewer_note(v, _("Choose the bone whose weights you paint"));
    else if (painter_is_locked(p, (uint32_t)v->bone))
        viewer_note(v, _("This bone is locked"));
    else
        return true;
    return false;
}

bool canvas_paint_begin(viewer *v, const float pointer[2], unsigned modifiers)
{
    pick_surface hit;
    painter *p = v->settings.paint && !v->film ? canvas_painter(v) : NULL;
    if (!p || !find_surface(v, pointer, &hit))
        return false;
    v->painting.mode = mode_of(v, modifiers);
    if (!may_paint(v, p, v->painting.mode))
        return true; /* the camera stays where it is */
    viewer_hold_time(v);
    history_begin(v->document.history, v->painting.mode == BRUSH_SMOOTH ? N_("Smooth weights") : N_("Paint weights"),
                  0);
    v->painting.stroke = true;
    memcpy(v->painting.last, pointer, sizeof v->painting.last);
    touch_at(v, pointer);
    return true;
}

/* Pixels between touches: a third of the radius on the screen. */
static float spacing_of(viewer *v, const float pointer[2])
{
    pick_surface hit;
    camera_projection s = canvas_projection(v, viewer_active(v));
    if (!find_surface(v, pointer, &hit))
        return 8;
    return fmaxf(3, radius_of(v) / camera_projection_pixel(&s, hit.point) / 3);
}

void canvas_paint_move(viewer *v, const float pointer[2])
{
    float *last = v->painting.last;
    float way[2] = {pointer[0] - last[0], pointer[1] - last[1]}, length = hypotf(way[0], way[1]);
    float spacing = spacing_of(v, pointer);
    uint32_t steps = (uint32_t)fminf(length / spacing, STEPS_MOST);
    for (uint32_t i = 1; i <= steps; i++) {
        float part = (float)i / (float)steps;
        const float at[2] = {last[0] + way[0] * part, last[1] + way[1] * part};
        touch_at(v, at);
    }
    if (steps)
        memcpy(last, pointer, sizeof v->painting.last);
    canvas_paint_hover(v, pointer);
}

void canvas_paint_end(viewer *v)
{
    v->painting.stroke = false;
    history_end(v->document.history);
    viewer_edited(v);
}

bool canvas_paint_cancel(viewer *v)
{
    if (!v->painting.stroke)
        return false;
    v->painting.stroke = false;
    history_cancel(v->document.history);
    viewer_edited(v);
    return true;
}

/* ---- the circle ------------------------------------------------------------------------------------------------- */

void canvas_paint_hover(viewer *v, const float pointer[2])
{
    pick_surface hit;
    bool before = v->painting.hovers;
    v->painting.hovers = v->settings.paint && find_surface(v, pointer, &hit);
    if (v->painting.hovers) {
        hone_vec3_copy(hit.point, v->painting.at);
        v->painting.vertex = hit.vertex;
    }
    if (before || v->painting.hovers)
        viewer_redraw(v);
}

void canvas_paint_collect(viewer *v)
{
    static const overlay_colour inner = {{255, 255, 255, 230}}, outer = {{0, 0, 0, 150}};
    const character *c = viewer_active(v);
    if (!v->settings.paint || !v->painting.hovers || !c)
        return;
    camera_projection s = canvas_projection(v, c);
    float centre[3], x[3], y[3], pixel = camera_projection_pixel(&s, v->painting.at);
    const hone_affine place = document_place(c);
    hone_affine_point(&place, v->painting.at, centre);
    camera_projection_axis(&s, 0, x);
    camera_projection_axis(&s, 1, y);
    for (int ring = 0; ring < 2; ring++) {
        float radius = radius_of(v) + (ring ? 1.5f * pixel : 0), across[3], up[3];
        hone_vec3_scale(x, radius, across);
        hone_vec3_scale(y, radius, up);
        overlay_arc(&v->canvas.top_lines, centre, across, up, 0, (float)(2 * HONE_PI), ring ? outer : inner);
    }
}
