#include "view/window/canvas/canvas_paint.h"
#include "tool/overlay/camera_projection.h"
#include "view/document/document_place.h"
#include "view/window/canvas/canvas.h"
#include <hone/math.h>

#include <math.h>
#include <string.h>

enum { STEPS_MOST = 12 }; /* touches for one movement of the pointer */

painter *canvas_painter(viewer_stage *s)
{
    hone_error error = {0};
    character *c = viewer_active(s);
    if (!c)
        return NULL;
    if (!c->painter)
        c->painter = painter_create(c->model, &error);
    if (!c->painter || !edit_begin_weights(c->edit, &error)) {
        viewer_say(s->shell, "%s", error.message);
        return NULL;
    }
    return c->painter;
}

/* The surface of the active character under the pointer. */
static bool find_surface(viewer_stage *stage, const float pointer[2], pick_surface *out)
{
    for (uint32_t i = 0; i < stage->document.model_count && i < stage->canvas.count; i++) {
        character *c = stage->document.models[i]->character;
        camera_projection s = canvas_projection(stage, c);
        if (c->id == stage->document.active && c->visible && canvas_skin(stage, i))
            return pick_triangle(&s, c->shown, (const float(*)[3])stage->canvas.list[i].positions, edit_hidden(c->edit),
                                 pointer, out);
    }
    return false;
}

static float radius_of(const viewer_stage *s)
{
    return (float)s->painting.radius / 100;
}

static const canvas_model *active_model(const viewer_stage *s)
{
    for (uint32_t i = 0; i < s->document.model_count && i < s->canvas.count; i++)
        if (s->document.models[i]->character->id == s->document.active)
            return &s->canvas.list[i];
    return NULL;
}

/* The touch of a surface, from the world into model space. */
static bool describe_touch(const viewer_stage *stage, const character *c, const float pointer[2],
                           const pick_surface *hit, brush_touch *touch, brush *b)
{
    const canvas_model *m = active_model(stage);
    if (!m)
        return false;
    hone_affine world = camera_projection_world(c->shown); /* a scale of each axis */
    camera_projection s = canvas_projection(stage, c);
    float origin[3], direction[3];
    camera_projection_ray(&s, pointer, origin, direction);
    *touch = (brush_touch){
        .vertex = hit->vertex, .skinned = (const float(*)[3])m->positions, .hidden = edit_hidden(c->edit)};
    for (int i = 0; i < 3; i++) {
        touch->point[i] = (hit->point[i] - world.m[i][3]) / world.m[i][i];
        touch->direction[i] = direction[i] / world.m[i][i];
    }
    *b = (brush){.mode = stage->painting.mode,
                 .strength = (float)stage->painting.strength / 100,
                 .radius = radius_of(stage) / fabsf(world.m[0][0]),
                 .through = stage->settings.brush_through,
                 .mirror = stage->settings.brush_mirror};
    return true;
}

static void touch_at(viewer_stage *s, const float pointer[2])
{
    character *c = viewer_active(s);
    pick_surface hit;
    brush_touch touch;
    brush b;
    painter *p = canvas_painter(s);
    if (!p || !find_surface(s, pointer, &hit) || !describe_touch(s, c, pointer, &hit, &touch, &b))
        return;
    int32_t bone = b.mode == BRUSH_SMOOTH ? 0 : s->bone;
    if (!painter_touch(p, s->document.history, c->edit, &b, bone, &touch))
        viewer_say(s->shell, "%s", _("out of memory"));
    viewer_redraw(s);
}

static brush_mode mode_of(const viewer_stage *s, unsigned modifiers)
{
    brush_mode mode = (brush_mode)s->settings.brush;
    if (modifiers & ORBIT_SHIFT)
        return BRUSH_SMOOTH;
    if (modifiers & ORBIT_CTRL)
        return mode == BRUSH_ADD ? BRUSH_SUBTRACT : BRUSH_ADD;
    return mode;
}

/* Whether the brush can change anything; else notes why. */
static bool may_paint(viewer_stage *s, const painter *p, brush_mode mode)
{
    if (mode == BRUSH_SMOOTH)
        return true;
    if (s->bone < 0)
        viewer_note(s->shell, _("Choose the bone whose weights you paint"));
    else if (painter_is_locked(p, (uint32_t)s->bone))
        viewer_note(s->shell, _("This bone is locked"));
    else
        return true;
    return false;
}

bool canvas_paint_begin(viewer_stage *s, const float pointer[2], unsigned modifiers)
{
    pick_surface hit;
    painter *p = s->settings.paint && !s->recording ? canvas_painter(s) : NULL;
    if (!p || !find_surface(s, pointer, &hit))
        return false;
    s->painting.mode = mode_of(s, modifiers);
    if (!may_paint(s, p, s->painting.mode))
        return true; /* the camera stays where it is */
    viewer_hold_time(s);
    history_begin(s->document.history, s->painting.mode == BRUSH_SMOOTH ? N_("Smooth weights") : N_("Paint weights"),
                  0);
    s->painting.stroke = true;
    memcpy(s->painting.last, pointer, sizeof s->painting.last);
    touch_at(s, pointer);
    return true;
}

/* Pixels between touches: a third of the radius on the screen. */
static float spacing_of(viewer_stage *stage, const float pointer[2])
{
    pick_surface hit;
    camera_projection s = canvas_projection(stage, viewer_active(stage));
    if (!find_surface(stage, pointer, &hit))
        return 8;
    return fmaxf(3, radius_of(stage) / camera_projection_pixel(&s, hit.point) / 3);
}

void canvas_paint_move(viewer_stage *s, const float pointer[2])
{
    float *last = s->painting.last;
    float offset[2] = {pointer[0] - last[0], pointer[1] - last[1]}, length = hypotf(offset[0], offset[1]);
    float spacing = spacing_of(s, pointer);
    uint32_t steps = (uint32_t)fminf(length / spacing, STEPS_MOST);
    for (uint32_t i = 1; i <= steps; i++) {
        float part = (float)i / (float)steps;
        const float at[2] = {last[0] + offset[0] * part, last[1] + offset[1] * part};
        touch_at(s, at);
    }
    if (steps)
        memcpy(last, pointer, sizeof s->painting.last);
    canvas_paint_hover(s, pointer);
}

void canvas_paint_end(viewer_stage *s)
{
    s->painting.stroke = false;
    history_end(s->document.history);
    viewer_edited(s);
}

bool canvas_paint_cancel(viewer_stage *s)
{
    if (!s->painting.stroke)
        return false;
    s->painting.stroke = false;
    history_cancel(s->document.history);
    viewer_edited(s);
    return true;
}

/* ---- the circle ------------------------------------------------------------------------------------------------- */

void canvas_paint_hover(viewer_stage *s, const float pointer[2])
{
    pick_surface hit;
    bool before = s->painting.hovers;
    s->painting.hovers = s->settings.paint && find_surface(s, pointer, &hit);
    if (s->painting.hovers) {
        hone_vec3_copy(hit.point, s->painting.at);
        s->painting.vertex = hit.vertex;
    }
    if (before || s->painting.hovers)
        viewer_redraw(s);
}

void canvas_paint_collect(viewer_stage *stage)
{
    static const overlay_colour inner = {{255, 255, 255, 230}}, outer = {{0, 0, 0, 150}};
    const character *c = viewer_active(stage);
    if (!stage->settings.paint || !stage->painting.hovers || !c)
        return;
    camera_projection s = canvas_projection(stage, c);
    float centre[3], x[3], y[3], pixel = camera_projection_pixel(&s, stage->painting.at);
    const hone_affine place = document_place(c);
    hone_affine_point(&place, stage->painting.at, centre);
    camera_projection_axis(&s, 0, x);
    camera_projection_axis(&s, 1, y);
    for (int ring = 0; ring < 2; ring++) {
        float radius = radius_of(stage) + (ring ? 1.5f * pixel : 0), across[3], up[3];
        hone_vec3_scale(x, radius, across);
        hone_vec3_scale(y, radius, up);
        overlay_arc(&stage->canvas.top_lines, centre, across, up, 0, (float)(2 * HONE_PI), ring ? outer : inner);
    }
}
