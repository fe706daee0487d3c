/* Computes the bones from the bodies after a step. */
#include "physics/world.h"
#include <hone/math.h>

/* Finds the body that moves each bone. If there are several, the last one wins. at_last: use the states after the
 * last step, else those before it. */
static void find_carriers(hone_physics *physics, bool at_last)
{
    const hone_body_state *states = at_last ? physics->now : physics->before;
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++) physics->carrier[b] = HONE_NONE;
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (physics->rigids[i].bone != HONE_NONE && !states[i].motion.follows)
            physics->carrier[physics->rigids[i].bone] = (int32_t)i;
}

/* Returns where the bone would be if only its parent moved it. */
static hone_affine under_parent(const hone_affine *animated, const hone_affine *model_from_bone, const uint8_t *carried,
                                uint32_t bone, int32_t parent)
{
    if (parent == HONE_NONE || !carried[parent])
        return animated[bone];
    hone_affine back = hone_affine_invert_rigid(&animated[parent]);
    hone_affine local = hone_affine_multiply(&back, &animated[bone]);
    return hone_affine_multiply(&model_from_bone[parent], &local);
}

void hone_bones_follow(hone_physics *physics, const hone_affine *places, const hone_affine *animated,
                       hone_affine *model_from_bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(physics->model);
    for (uint32_t k = 0; k < skeleton->bone_count; k++) {
        uint32_t bone = physics->order[k];
        int32_t parent = skeleton->bones[bone].parent, carrier = physics->carrier[bone];
        physics->carried[bone] = carrier != HONE_NONE || (parent != HONE_NONE && physics->carried[parent]);
        if (!physics->carried[bone])
            continue;
        bool pinned = carrier != HONE_NONE && physics->rigids[carrier].mode == HONE_BODY_DYNAMIC_ALIGNED;
        hone_affine follow = HONE_AFFINE_IDENTITY;
        if (carrier == HONE_NONE || pinned)
            follow = under_parent(animated, model_from_bone, physics->carried, bone, parent);
        model_from_bone[bone] = follow;
        if (carrier == HONE_NONE)
            continue;
        model_from_bone[bone] = hone_affine_multiply(&places[carrier], &physics->rigids[carrier].body_from_bone);
        for (int i = 0; i < 3 && pinned; i++) model_from_bone[bone].m[i][3] = follow.m[i][3];
    }
}

/* ---- between steps -------------------------------------------------------------------------------------------- */

static hone_affine interpolate(const hone_affine *a, const hone_affine *b, float t)
{
    float from[4], to[4], turn[4], at[3];
    hone_quat_from_affine(a, from);
    hone_quat_from_affine(b, to);
    hone_quat_slerp(from, to, t, turn);
    for (int i = 0; i < 3; i++) at[i] = a->m[i][3] + (b->m[i][3] - a->m[i][3]) * t;
    return hone_affine_from_rotation(turn, at);
}

hone_affine hone_place_between(const hone_affine *before, const hone_affine *now, double behind)
{
    if (behind == 0)
        return *now;
    return behind == 1 ? *before : interpolate(before, now, (float)(1 - behind));
}

/* Interpolates the places of bodies for the requested time, in model space. At the time of a step they are exactly the
 * step's. */
static void show(hone_physics *physics, double behind, const hone_affine *place)
{
    hone_affine back = HONE_AFFINE_IDENTITY;
    if (place)
        back = hone_affine_invert_rigid(place);
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        const hone_affine *from = &physics->before[i].motion.place, *to = &physics->now[i].motion.place;
        physics->shown[i] = hone_place_between(from, to, behind);
        if (place)
            physics->shown[i] = hone_affine_multiply(&back, &physics->shown[i]);
    }
}

void hone_physics_bones_at(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                           hone_affine *model_from_bone, uint8_t *dynamic)
{
    double behind = physics->world->behind;
    show(physics, behind, place);
    find_carriers(physics, behind == 0);
    if (physics->loose)
        hone_ragdoll_blend(physics, bones, physics->shown);
    hone_bones_follow(physics, physics->shown, bones, model_from_bone);
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++) dynamic[b] = physics->carrier[b] != HONE_NONE;
}

void hone_physics_bones(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone, uint8_t *dynamic)
{
    hone_physics_bones_at(physics, bones, physics->placed ? &physics->place : NULL, model_from_bone, dynamic);
}

/* ---- mode 2 --------------------------------------------------------------------------------------------------- */

void hone_bodies_pin(hone_physics *physics)
{
    if (!physics->pins)
        return;
    float rate = (float)physics->world->options.rate;
    find_carriers(physics, true);
    for (uint32_t i = 0; i < physics->rigid_count; i++) physics->shown[i] = physics->now[i].motion.place;
    hone_bones_follow(physics, physics->shown, physics->animated, physics->model_from_bone);
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        const hone_rigid *rigid = &physics->rigids[i];
        hone_body_motion *body = &physics->now[i].motion;
        if (rigid->mode != HONE_BODY_DYNAMIC_ALIGNED || body->follows)
            continue;
        hone_affine bone = hone_affine_multiply(&body->place, &rigid->body_from_bone), pinned = body->place;
        float slip[3];
        for (int k = 0; k < 3; k++) {
            slip[k] = physics->model_from_bone[rigid->bone].m[k][3] - bone.m[k][3];
            pinned.m[k][3] += slip[k];
        }
        if (!hone_place_is_sane(&pinned))
            continue;
        /* The velocity must include this movement; otherwise the body's weight would add up in it. */
        body->place = pinned;
        for (int k = 0; k < 3; k++) body->velocity[k] += slip[k] * rate;
    }
}
