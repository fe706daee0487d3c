/* Actors: what the page changes of their poses, frames, and results. */
#include "web/actor.h"
#include "web/web.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- changes by hand -------------------------------------------------------------------------------------------- */

void web_actor_change_pose(void *user, double frame, hone_pose *pose)
{
    const web_actor *a = user;
    if (a->edit)
        edit_apply(a->edit, frame, pose);
    if (a->chains_off && pose->ik_count)
        memset(pose->ik_enabled, 0, pose->ik_count);
}

edit *web_actor_edit(web_actor *a)
{
    if (!a->edit)
        a->edit = edit_create(hone_actor_model(a->actor), &web_error);
    return a->edit;
}

/* web_numbers: rotation, translation. */
WEB_CALL(int, actor_set_bone, web_actor *a, uint32_t bone, int on)
{
    uint32_t count = hone_model_skeleton(hone_actor_model(a->actor))->bone_count;
    edit_bone to = EDIT_BONE_NONE;
    float length = 0;
    if (!web_actor_edit(a))
        return 0;
    if (bone >= count)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, bone, "there is no bone %u", bone);
    for (uint32_t i = 0; i < 4; i++) length += (float)(web_numbers[i] * web_numbers[i]);
    if (on && !(length > 0 && isfinite(length)))
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, bone, "a rotation must not be zero");
    if (on) {
        web_take_floats(0, 4, to.rotation);
        web_take_floats(4, 3, to.translation);
    }
    edit_set_bone(a->edit, bone, to);
    return 1;
}

/* weight: NAN: that of the motions. */
WEB_CALL(int, actor_set_morph, web_actor *a, uint32_t morph, double weight)
{
    uint32_t count = hone_model_get(hone_actor_model(a->actor))->morph_count;
    if (!web_actor_edit(a))
        return 0;
    if (morph >= count)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, morph, "there is no morph %u", morph);
    edit_set_morph(a->edit, morph, (edit_morph){!isnan(weight), (float)weight});
    return 1;
}

WEB_CALL(void, actor_reset_by_hand, web_actor *a)
{
    if (a->edit)
        edit_clear(a->edit);
}

void web_actor_begin_frame(web_actor *a, double frame)
{
    const double most = 15; /* frames that are stepped through, and no jump */
    const hone_physics *physics = hone_actor_get_physics(a->actor);
    bool jumps = !(frame >= a->frame && frame < a->frame + most);
    a->frame = frame;
    if (!physics || !jumps || !a->edit || edit_revision(a->edit) == a->revision)
        return;
    a->revision = edit_revision(a->edit);
    hone_physics_world_restart(hone_physics_get_world(physics));
}

/* ---- actors ----------------------------------------------------------------------------------------------------- */

/* web_numbers: gravity, wind, floor, rate, solver, exact, settle_seconds. */
static void take_physics(hone_physics_options *o)
{
    web_take_floats(0, 3, o->gravity);
    web_take_floats(3, 3, o->wind);
    o->floor = web_numbers[6] != 0;
    o->rate = (uint32_t)web_numbers[7];
    o->solver = (hone_physics_solver)web_numbers[8];
    o->exact = web_numbers[9] != 0;
    o->settle_seconds = (float)web_numbers[10];
}

web_actor *web_actor_make(const hone_actor_desc *as)
{
    web_actor *a = calloc(1, sizeof *a);
    if (!a)
        return hone_fail_memory(&web_error), NULL;
    hone_actor_desc desc = *as;
    desc.edit = web_actor_change_pose, desc.edit_user = a;
    a->actor = hone_actor_create(&desc, &web_error);
    if (a->actor)
        return a;
    free(a);
    return NULL;
}

WEB_CALL(web_actor *, actor_create, const hone_model *model, int physics)
{
    hone_actor_desc desc = {.model = model};
    if ((desc.physics.on = physics))
        take_physics(&desc.physics.options);
    return web_actor_make(&desc);
}

WEB_CALL(void, actor_destroy, web_actor *a)
{
    if (a->scene)
        a->scene->over = NULL;
    else
        hone_actor_destroy(a->actor);
    edit_destroy(a->edit);
    free(a->positions);
    free(a->normals);
    free(a->bodies);
    free(a);
}

WEB_CALL(int, actor_update, web_actor *a, double seconds)
{
    web_actor_begin_frame(a, hone_frame_from_seconds(seconds));
    return hone_actor_update(a->actor, seconds, &web_error);
}

WEB_CALL(int, actor_update_frame, web_actor *a, double frame)
{
    web_actor_begin_frame(a, frame);
    return hone_actor_update_frame(a->actor, frame, &web_error);
}

WEB_CALL(void, actor_sample_frame, web_actor *a, double frame)
{
    hone_actor_sample_frame(a->actor, frame);
}

WEB_CALL(int, actor_evaluate, web_actor *a)
{
    return hone_actor_evaluate(a->actor, &web_error);
}

WEB_CALL(void, actor_apply_morphs, web_actor *a)
{
    hone_actor_apply_morphs(a->actor);
}

WEB_CALL(void, actor_build_palette, web_actor *a)
{
    hone_actor_build_palette(a->actor);
}

/* web_numbers: rotation, translation. teleport: without inertia. */
WEB_CALL(int, actor_set_world, web_actor *a, int teleport)
{
    hone_rigid_transform world;
    web_take_floats(0, 4, world.rotation);
    web_take_floats(4, 3, world.translation);
    return teleport ? hone_actor_teleport(a->actor, &world, &web_error)
                    : hone_actor_set_world(a->actor, &world, &web_error);
}

/* web_numbers: impulse, point. */
WEB_CALL(int, actor_push_body, web_actor *a, uint32_t body, int at_point)
{
    float impulse[3], point[3];
    web_take_floats(0, 3, impulse);
    web_take_floats(3, 3, point);
    return hone_actor_push_body(a->actor, body, impulse, at_point ? point : NULL, &web_error);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

/* An array of the last update: bones, morphs, palette, pose; of the mesh with morphs: positions, normals, uvs; states
 * of materials. web_numbers[0]: how many floats it has. */
WEB_CALL(const void *, actor_array, web_actor *a, int which)
{
    const hone_palette *palette = hone_actor_palette(a->actor);
    const hone_pose *pose = hone_actor_writable_pose(a->actor);
    const hone_morph_result *mesh = hone_actor_morph_result(a->actor);
    const hone_model_data *data = hone_model_get(hone_actor_model(a->actor));
    uint32_t vertices = data->mesh.vertex_count, states = data->material_count * sizeof *mesh->materials / 4;
    const void *arrays[] = {hone_actor_bones(a->actor),
                            hone_actor_morphs(a->actor),
                            palette->affine,
                            pose->bones,
                            mesh->positions,
                            mesh->normals,
                            mesh->uvs,
                            mesh->materials};
    uint32_t counts[] = {pose->bone_count * 12,
                         pose->morph_count,
                         palette->slot_count * 12,
                         pose->bone_count * 10,
                         vertices * 3,
                         vertices * 3,
                         vertices * 2,
                         states};
    web_numbers[0] = arrays[which] ? counts[which] : 0;
    return arrays[which];
}

WEB_CALL(double, actor_morph_revision, web_actor *a)
{
    return (double)hone_actor_morph_result(a->actor)->revision;
}

/* [bodies * 12] places of the bodies, world; NULL without physics, or without memory. web_numbers[0]: how many floats.
 */
WEB_CALL(const float *, actor_bodies, web_actor *a)
{
    const hone_physics *physics = hone_actor_get_physics(a->actor);
    uint32_t count = hone_model_get(hone_actor_model(a->actor))->body_count;
    hone_body_motion body;
    web_numbers[0] = count * 12;
    if (!physics || (!a->bodies && !(a->bodies = calloc(count, 12 * sizeof(float)))))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (hone_physics_body_motion(physics, i, &body))
            memcpy(a->bodies + (size_t)i * 12, &body.place, 12 * sizeof(float));
    return a->bodies;
}

WEB_CALL(int, actor_visible, web_actor *a)
{
    return hone_actor_visible(a->actor);
}

/* web_numbers: low, high. */
WEB_CALL(int, actor_bounds, web_actor *a)
{
    hone_bounds box;
    if (!hone_actor_bounds(a->actor, (hone_skin_method)0, &box, NULL, &web_error))
        return 0;
    web_give_floats(0, 3, box.min);
    web_give_floats(3, 3, box.max);
    return 1;
}

/* Skins the vertices on the CPU. Returns [vertices * 3] positions; normals: actor_normals. */
WEB_CALL(const float *, actor_skin, web_actor *a)
{
    uint32_t count = hone_model_mesh(hone_actor_model(a->actor))->vertex_count;
    size_t size = ((size_t)count + 1) * 3 * sizeof(float);
    if ((!a->positions && !(a->positions = malloc(size))) || (!a->normals && !(a->normals = malloc(size))))
        return hone_fail_memory(&web_error), NULL;
    hone_skin_out out = {.positions = {a->positions, count, 3 * sizeof(float)},
                         .normals = {a->normals, count, 3 * sizeof(float)}};
    return hone_actor_skin(a->actor, &out, &web_error) ? a->positions : NULL;
}

WEB_CALL(const float *, actor_normals, web_actor *a)
{
    return a->normals;
}
