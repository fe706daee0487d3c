/* Computes the bones from the bodies after a step. */
#include "base/workers.h"
#include "play/physics/world.h"
#include <hone/math.h>

/* Finds the body that moves each bone. If there are several, the last one wins. at_last: use the states after the
 * last step, else those before it. */
static void find_carriers(hone_physics *physics, bool at_last)
{
    const hone_body_state *states = at_last ? physics->now : physics->before;
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++) physics->carrier[b] = HONE_NONE;
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        bool moves = physics->rigids[i].part != HONE_NONE ? hone_ragdoll_moves(physics, i) : !states[i].motion.follows;
        if (physics->rigids[i].bone != HONE_NONE && moves)
            physics->carrier[physics->rigids[i].bone] = (int32_t)i;
    }
}

static bool is_rigid(const hone_affine *a)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            if (!(fabsf(hone_vec3_dot(a->m[i], a->m[j]) - (i == j ? 1.0f : 0.0f)) < 1e-4f))
                return false;
    return true;
}

/* b as seen from a. In other spaces than MMD's bones may be scaled. */
static hone_affine seen_from(const hone_affine *a, const hone_affine *b)
{
    hone_affine back = hone_affine_invert_rigid(a);
    if (!is_rigid(a) && !hone_affine_invert(a, &back))
        return (hone_affine)HONE_AFFINE_IDENTITY;
    return hone_affine_multiply(&back, b);
}

/* Returns where the bone would be if only its parent moved it. */
static hone_affine under_parent(const hone_affine *animated, const hone_affine *model_from_bone, const uint8_t *carried,
                                uint32_t bone, int32_t parent)
{
    if (parent == HONE_NONE || !carried[parent])
        return animated[bone];
    hone_affine local = seen_from(&animated[parent], &animated[bone]);
    return hone_affine_multiply(&model_from_bone[parent], &local);
}

/* The bones above the first part of a ragdoll keep their places relative to it. */
static void follow_from_above(hone_physics *physics, const uint8_t *above, const hone_affine *places,
                              const hone_affine *animated, hone_affine *model_from_bone)
{
    const hone_rigid *first = hone_ragdoll_first(physics);
    hone_affine bone = hone_affine_multiply(&places[first - physics->rigids], &first->body_from_bone);
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++) {
        if (!above[b])
            continue;
        hone_affine local = seen_from(&animated[first->bone], &animated[b]);
        model_from_bone[b] = hone_affine_multiply(&bone, &local);
        physics->carried[b] = true;
    }
}

/* Where a bone is that is between a part of a ragdoll and its holder. */
static hone_affine place_between_parts(const hone_physics *physics, uint32_t bone, const hone_affine *animated,
                                       const hone_affine *model_from_bone)
{
    uint32_t holder;
    hone_affine local = hone_ragdoll_between(physics, bone, animated, &holder);
    const hone_affine *from = physics->carried[holder] ? &model_from_bone[holder] : &animated[holder];
    return hone_affine_multiply(from, &local);
}

/* Where a bone is that a body moves, or the bone above it. */
static hone_affine place_carried(const hone_physics *physics, uint32_t bone, const hone_affine *places,
                                 const hone_affine *animated, const hone_affine *model_from_bone)
{
    int32_t parent = hone_model_skeleton(physics->model)->bones[bone].parent, carrier = physics->carrier[bone];
    bool pinned = carrier != HONE_NONE && physics->rigids[carrier].mode == HONE_BODY_DYNAMIC_ALIGNED;
    hone_affine follow = HONE_AFFINE_IDENTITY;
    if (carrier == HONE_NONE || pinned)
        follow = under_parent(animated, model_from_bone, physics->carried, bone, parent);
    if (carrier == HONE_NONE)
        return follow;
    hone_affine out = hone_affine_multiply(&places[carrier], &physics->rigids[carrier].body_from_bone);
    for (int i = 0; i < 3 && pinned; i++) out.m[i][3] = follow.m[i][3];
    return out;
}

void hone_bones_follow(hone_physics *physics, const hone_affine *places, const hone_affine *animated,
                       hone_affine *model_from_bone)
{
    const hone_skeleton *skeleton = hone_model_skeleton(physics->model);
    const uint8_t *above = hone_ragdoll_above(physics);
    if (above)
        follow_from_above(physics, above, places, animated, model_from_bone);
    for (uint32_t k = 0; k < skeleton->bone_count; k++) {
        uint32_t bone = physics->order[k];
        int32_t parent = skeleton->bones[bone].parent, carrier = physics->carrier[bone];
        if (above && above[bone])
            continue;
        bool between = carrier == HONE_NONE && hone_ragdoll_is_between(physics, bone);
        physics->carried[bone] = between || carrier != HONE_NONE || (parent != HONE_NONE && physics->carried[parent]);
        if (between)
            model_from_bone[bone] = place_between_parts(physics, bone, animated, model_from_bone);
        else if (physics->carried[bone])
            model_from_bone[bone] = place_carried(physics, bone, places, animated, model_from_bone);
    }
}

/* ---- between steps -------------------------------------------------------------------------------------------- */

/* Interpolates the places of bodies for the requested time, in model space. At the time of a step they are exactly the
 * step's. */
/* The times and the space in which show_bodies places bodies. */
typedef struct show_context {
    hone_physics *physics;
    double behind;
    const hone_affine *back; /* model space from the world; NULL: model space is the world */
} show_context;

static void show_bodies(void *user, uint32_t begin, uint32_t end)
{
    const show_context *c = user;
    hone_physics *physics = c->physics;
    for (uint32_t i = begin; i < end; i++) {
        const hone_affine *from = &physics->before[i].motion.place, *to = &physics->now[i].motion.place;
        physics->shown[i] = hone_place_between(from, to, c->behind);
        if (c->back)
            physics->shown[i] = hone_affine_multiply(c->back, &physics->shown[i]);
    }
}

/* Interpolating takes time that is worth dividing, copying does not. */
static void show(hone_physics *physics, double behind, const hone_affine *place)
{
    enum { GRAIN = 32 };
    hone_affine back = HONE_AFFINE_IDENTITY;
    if (place)
        back = hone_affine_invert_rigid(place);
    show_context context = {physics, behind, place ? &back : NULL};
    bool between = behind > 0 && behind < 1;
    hone_workers_run_short(between ? physics->world->workers : NULL, show_bodies, &context, physics->rigid_count,
                           GRAIN);
}

void hone_bodies_show(hone_physics *physics, const hone_affine *bones, const hone_affine *place,
                      hone_affine *model_from_bone, uint8_t *dynamic)
{
    double behind = physics->world->behind;
    show(physics, behind, place);
    find_carriers(physics, behind == 0);
    if (physics->ragdoll)
        hone_ragdoll_show(physics, bones, physics->shown);
    hone_bones_follow(physics, physics->shown, bones, model_from_bone);
    const uint8_t *above = hone_ragdoll_above(physics);
    for (uint32_t b = 0; b < hone_model_bone_count(physics->model); b++) {
        int32_t carrier = physics->carrier[b];
        bool part = (above && above[b]) || (carrier == HONE_NONE && hone_ragdoll_is_between(physics, b)) ||
                    (carrier != HONE_NONE && physics->rigids[carrier].part != HONE_NONE);
        dynamic[b] = part ? HONE_DYNAMIC_RAGDOLL : carrier != HONE_NONE ? HONE_DYNAMIC_BODY : HONE_DYNAMIC_NONE;
    }
}

void hone_bones_at_step(hone_physics *physics, hone_affine *world_from_bone)
{
    find_carriers(physics, true);
    for (uint32_t i = 0; i < physics->rigid_count; i++) physics->shown[i] = physics->now[i].motion.place;
    if (physics->ragdoll)
        hone_ragdoll_show(physics, physics->animated, physics->shown);
    hone_bones_follow(physics, physics->shown, physics->animated, world_from_bone);
}

/* ---- mode 2 --------------------------------------------------------------------------------------------------- */

void hone_bodies_pin(hone_physics *physics)
{
    if (!physics->pins)
        return;
    float rate = (float)physics->world->options.rate;
    hone_bones_at_step(physics, physics->model_from_bone);
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
