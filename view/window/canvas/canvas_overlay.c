/* The lines over the models: bones, axes, bodies, joints, normals and the gizmo. */
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_physics.h"
#include "tool/overlay/overlay_points.h"
#include "view/document/document_place.h"
#include "view/overlay/overlay_material.h"
#include "view/window/canvas/canvas.h"
#include "view/window/canvas/canvas_paint.h"
#include "view/window/scene_look.h"

enum { POINT_SIZE = 3 }; /* pixels */

static float normal_length(const character *c)
{
    const hone_mesh *mesh = hone_model_mesh(c->model);
    return mesh->vertex_count ? 0.3f : 0;
}

static void collect_bones(viewer_stage *stage, character *c, const camera_projection *s, bool active)
{
    const view_settings *l = &stage->settings;
    if (l->bones) {
        overlay_bones_desc desc = {.actor = c->shown,
                                   .camera_projection = s,
                                   .style = (overlay_bone_style)l->bone_style,
                                   .hidden = l->all_bones,
                                   .selected = active ? stage->bone : HONE_NONE,
                                   .hovered = HONE_NONE};
        if (active && stage->canvas.hovered.kind == PICK_BONE)
            desc.hovered = (int32_t)stage->canvas.hovered.index;
        /* faces of octahedra would hide the colours */
        overlay_bones(&desc, &stage->canvas.top_lines, l->colours ? NULL : &stage->canvas.top_triangles);
    }
    if (l->bone_axes)
        overlay_axes(c->shown, s, l->all_bones, HONE_NONE, &stage->canvas.top_lines);
    if (l->chains)
        overlay_chains(c->shown, s, HONE_NONE, l->limits, &stage->canvas.top_lines);
}

static void collect_one(viewer_stage *stage, uint32_t model)
{
    canvas *k = &stage->canvas;
    character *c = stage->document.models[model]->character;
    bool active = c->id == stage->document.active;
    camera_projection s = canvas_projection(stage, c);
    overlay *const all[] = {&k->lines, &k->triangles, &k->top_lines, &k->top_triangles, &k->points};
    uint32_t before[CANVAS_OVERLAYS];
    for (int i = 0; i < CANVAS_OVERLAYS; i++) before[i] = all[i]->count;
    collect_bones(stage, c, &s, active);
    if (stage->settings.bodies)
        overlay_bodies(c->shown, c->id == stage->inspected.character ? stage->inspected.body : HONE_NONE, HONE_NONE,
                       &k->top_lines);
    if (stage->settings.joints)
        overlay_joints(c->shown, &s, HONE_NONE, stage->settings.limits, &k->top_lines);
    if (stage->settings.normals && canvas_skin(stage, model))
        overlay_normals(c->shown, (const float(*)[3])k->list[model].positions,
                        (const float(*)[3])k->list[model].normals, normal_length(c), &k->lines);
    if (stage->settings.points && canvas_skin(stage, model))
        overlay_points(c->shown, (const float(*)[3])k->list[model].positions, &s, POINT_SIZE, &k->points);
    if (active && stage->lit_material >= 0 && canvas_skin(stage, model))
        overlay_material(c->shown, (const float(*)[3])k->list[model].positions, (uint32_t)stage->lit_material,
                         &k->top_triangles);
    if (active && stage->settings.handles && !stage->settings.paint && stage->bone >= 0) {
        if (!k->dragging)
            k->gizmo_on = gizmo_place(&k->gizmo, &s, c->shown, (uint32_t)stage->bone, (gizmo_mode)stage->settings.gizmo,
                                      (gizmo_axes)stage->settings.axes, 0);
        k->gizmo.on_light = scene_look_is_light(stage);
        if (k->gizmo_on)
            gizmo_draw(&k->gizmo, &s, k->hover, k->dragging ? &k->drag : NULL, &k->top_lines, &k->top_triangles);
    }
    const hone_affine place = document_place(c);
    for (int i = 0; i < CANVAS_OVERLAYS && document_is_placed(c); i++) overlay_move(all[i], before[i], &place);
}

void canvas_collect(viewer_stage *s)
{
    canvas *k = &s->canvas;
    overlay_clear(&k->lines), overlay_clear(&k->triangles);
    overlay_clear(&k->top_lines), overlay_clear(&k->top_triangles), overlay_clear(&k->points);
    if (!k->dragging)
        k->gizmo_on = false;
    for (uint32_t i = 0; i < k->count; i++)
        if (s->document.models[i]->character->visible)
            collect_one(s, i);
    canvas_paint_collect(s);
}

uint32_t canvas_overlays(viewer_stage *s, hone_overlay out[CANVAS_OVERLAYS])
{
    const canvas *k = &s->canvas;
    out[0] = overlay_triangles(&k->triangles, false);
    out[1] = overlay_lines(&k->lines, 1, false);
    out[2] = overlay_triangles(&k->top_triangles, true);
    out[3] = overlay_lines(&k->top_lines, 2, true);
    out[4] = overlay_lines(&k->points, POINT_SIZE, false);
    return CANVAS_OVERLAYS;
}
