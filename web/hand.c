/* Poses by hand: what is under the pointer, dragging the handles of a bone, numbers, and names to find bones by. */
#include "tool/edit/known_names.h"
#include "tool/edit/pick.h"
#include "tool/edit/readout.h"
#include "web/actor.h"
#include "web/describe.h"
#include "web/overlay.h"
#include "web/web.h"

#include <hone/math.h>
#include <hone/motion_edit.h>
#include <math.h>
#include <stdlib.h>

/* ---- what is under the pointer ----------------------------------------------------------------------------------- */

/* The pointer in pixels of marks. */
static void take_pointer(const web_picture *p, double x, double y, float out[2])
{
    out[0] = (float)x / p->overlays->scale, out[1] = (float)y / p->overlays->scale;
}

/* Skins the vertices of an actor into room that all share. */
static bool skin(web_overlays *o, hone_actor *actor)
{
    uint32_t count = hone_model_mesh(hone_actor_model(actor))->vertex_count;
    if (count > o->position_count) {
        float(*grown)[3] = realloc(o->positions, count * sizeof *grown);
        if (!grown)
            return hone_fail_memory(&web_error);
        o->positions = grown, o->position_count = count;
    }
    const hone_skin_out out = {.positions = {o->positions, count, sizeof *o->positions}};
    return hone_actor_skin(actor, &out, &web_error);
}

/* The bone that moves the surface there most. */
static int surface_bone(const web_picture *p, const float pointer[2])
{
    pick_surface nearest = {.depth = INFINITY}, hit;
    int found = 0;
    for (uint32_t i = 0; i < p->desc.item_count; i++) {
        hone_actor *actor = p->items[i].actor;
        camera_projection s = web_projection(p, i);
        if (!hone_model_mesh(hone_actor_model(actor))->vertex_count)
            continue;
        if (!skin(p->overlays, actor))
            return -1;
        if (pick_triangle(&s, actor, (const float(*)[3])p->overlays->positions, p->items[i].hidden, pointer, &hit) &&
            hit.depth < nearest.depth && hit.bone != HONE_NONE) {
            nearest = hit;
            web_numbers[0] = i, web_numbers[1] = hit.bone, web_numbers[2] = 1;
            found = 1;
        }
    }
    return found;
}

/* The bone at a pixel: one whose joint or line is within `reach` pixels of marks, if `bones`; otherwise that of the
 * surface there. Returns 1: web_numbers has item, bone, and whether it is of the surface; 0: nothing; -1: an error. */
WEB_CALL(int, picture_pick_bone, web_picture *p, double x, double y, double reach, int bones)
{
    float pointer[2];
    pick best = {0};
    take_pointer(p, x, y, pointer);
    for (uint32_t i = 0; bones && i < p->desc.item_count; i++) {
        camera_projection s = web_projection(p, i);
        pick found = pick_at(&s, p->items[i].actor, pointer, (float)reach, PICK_BONES);
        pick better = pick_better(best, found);
        if (found.kind != PICK_NOTHING && better.index == found.index && better.depth == found.depth)
            web_numbers[0] = i;
        best = better;
    }
    web_numbers[1] = best.index, web_numbers[2] = 0;
    return best.kind != PICK_NOTHING ? 1 : surface_bone(p, pointer);
}

/* ---- handles ------------------------------------------------------------------------------------------------------
 */

/* The handle at a pixel, which is drawn lighter from now on; 0: none. */
WEB_CALL(int, handles_hover, web_picture *p, double x, double y)
{
    web_overlays *o = p->overlays;
    float pointer[2];
    if (!o || !o->on || o->item >= p->desc.item_count)
        return 0;
    camera_projection s = web_projection(p, o->item);
    take_pointer(p, x, y, pointer);
    return (int)(o->hover = gizmo_hit(&o->gizmo, &s, pointer));
}

/* Takes hold of the handle at a pixel. Returns it; 0: there is none; -1: an error. */
WEB_CALL(int, handles_grab, web_picture *p, web_actor *a, double x, double y)
{
    int handle = web_handles_hover(p, x, y);
    if (!handle)
        return 0;
    web_overlays *o = p->overlays;
    float pointer[2];
    if (!web_actor_edit(a))
        return -1;
    camera_projection s = web_projection(p, o->item);
    take_pointer(p, x, y, pointer);
    o->dragging = gizmo_grab(&o->drag, &o->gizmo, (gizmo_handle)handle, &s, a->edit, a->actor, pointer);
    return o->dragging ? handle : 0;
}

/* Bends the bone to where the pointer is. web_numbers: degrees of a rotation, or units of a movement along the axes. */
WEB_CALL(void, handles_drag, web_picture *p, web_actor *a, double x, double y, int snap)
{
    web_overlays *o = p->overlays;
    float pointer[2];
    camera_projection s = web_projection(p, o->item);
    take_pointer(p, x, y, pointer);
    edit_set_bone(a->edit, o->gizmo.bone, gizmo_drag_to(&o->drag, &s, pointer, snap));
    web_give_floats(0, 3, o->drag.amount);
    if (o->gizmo.mode == GIZMO_TURN)
        web_numbers[0] *= 180 / HONE_PI;
}

WEB_CALL(void, handles_let_go, web_picture *p)
{
    p->overlays->dragging = false;
    p->overlays->hover = GIZMO_NONE;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* web_numbers: rotation and translation by hand. Returns whether there are any. */
WEB_CALL(int, actor_bone_by_hand, const web_actor *a, uint32_t bone)
{
    if (!a->edit || !edit_bone_changed(a->edit, bone))
        return 0;
    edit_bone is = edit_get_bone(a->edit, bone);
    web_give_floats(0, 4, is.rotation);
    web_give_floats(4, 3, is.translation);
    return 1;
}

/* NAN: that of the motions. */
WEB_CALL(double, actor_morph_by_hand, const web_actor *a, uint32_t morph)
{
    edit_morph is = a->edit ? edit_get_morph(a->edit, morph) : (edit_morph){0};
    return is.on ? (double)is.weight : (double)NAN;
}

/* web_numbers: degrees and offset of its pose before IK and physics, place in model space, degrees of the result
 * relative to the parent; what else moves it: 0 nothing, 1 IK, 2 physics; the goal of that IK, or -1. */
WEB_CALL(int, actor_read_bone, web_actor *a, uint32_t bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(a->actor));
    float degrees[3];
    uint32_t chain = 0;
    if (bone >= skeleton->bone_count)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, bone, "there is no bone %u", bone);
    const hone_transform *pose = &hone_actor_writable_pose(a->actor)->bones[bone];
    readout now = readout_of(a->actor, bone);
    edit_hold hold = edit_held(a->actor, bone, &chain);
    readout_degrees(pose->rotation, degrees);
    web_give_floats(0, 3, degrees);
    web_give_floats(3, 3, pose->translation);
    web_give_floats(6, 3, now.position);
    web_give_floats(9, 3, now.degrees);
    web_numbers[12] = hold;
    web_numbers[13] = hold == EDIT_HOLD_CHAIN ? skeleton->iks[chain].bone : -1;
    return 1;
}

/* Gives its pose before IK and physics this rotation and offset, whatever the motions say. web_numbers: degrees,
 * offset. */
WEB_CALL(int, actor_pose_bone, web_actor *a, uint32_t bone)
{
    float degrees[3], rotation[4], offset[3];
    if (!web_actor_edit(a))
        return 0;
    if (bone >= hone_model_skeleton(hone_actor_model(a->actor))->bone_count)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, bone, "there is no bone %u", bone);
    web_take_floats(0, 3, degrees);
    web_take_floats(3, 3, offset);
    readout_rotation(degrees, rotation);
    edit_set_bone(a->edit, bone, edit_bone_posed(a->edit, a->actor, bone, rotation, offset));
    return 1;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void write_bone(hone_json *json, const hone_model *model, const hone_humanoid *roles, uint32_t bone)
{
    const hone_bone *b = &hone_model_skeleton(model)->bones[bone];
    known_names known = known_names_of_bone(model, roles, bone);
    char mirror[512];
    bool has_mirror = hone_mirror_name(b->name, mirror, sizeof mirror) < sizeof mirror;
    hone_json_object(json);
    web_write_text(json, "role", known.role ? known.role : "");
    web_write_text(json, "japanese", known.japanese);
    web_write_text(json, "english", known_names_english(&known, b));
    web_write_text(json, "standard", known.english);
    web_write_text(json, "mirror", has_mirror ? mirror : "");
    hone_json_end(json, '}');
}

static void write_morph(hone_json *json, const hone_morph *morph)
{
    known_morph_names known = known_names_of_morph(morph);
    hone_json_object(json);
    web_write_text(json, "english", *morph->english_name ? morph->english_name : known.english);
    web_write_text(json, "synonyms", known.synonyms);
    hone_json_end(json, '}');
}

/* {"bones": [{"role", "japanese", "english", "standard", "mirror"}, …], "morphs": [{"english", "synonyms"}, …]} */
WEB_CALL(hone_bytes *, model_known_names, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    hone_humanoid roles = hone_model_humanoid(model);
    web_text text;
    web_text_begin(&text);
    hone_json_object(&text.json);
    hone_json_key(&text.json, "bones");
    hone_json_array(&text.json);
    for (uint32_t i = 0; i < data->skeleton.bone_count; i++) write_bone(&text.json, model, &roles, i);
    hone_json_end(&text.json, ']');
    hone_json_key(&text.json, "morphs");
    hone_json_array(&text.json);
    for (uint32_t i = 0; i < data->morph_count; i++) write_morph(&text.json, &data->morphs[i]);
    hone_json_end(&text.json, ']');
    hone_json_end(&text.json, '}');
    return web_text_end(&text);
}

/* {VRM's name: bone, …} */
WEB_CALL(hone_bytes *, model_humanoid, const hone_model *model)
{
    hone_humanoid map = hone_model_humanoid(model);
    web_text text;
    web_text_begin(&text);
    hone_json_object(&text.json);
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++)
        if (map.bones[i] != HONE_NONE)
            web_write_integer(&text.json, hone_humanoid_bone_name((hone_humanoid_bone)i), map.bones[i]);
    hone_json_end(&text.json, '}');
    return web_text_end(&text);
}
