/* Ragdolls: bodies that follow bones are let go. Models have no joints between these, so they are made here. */
#include "base/arena.h"
#include "base/error.h"
#include "physics/world.h"
#include <hone/math.h>

#include <string.h>

static const float most_turn = 0.9f; /* radians, about each axis */
static const float least_mass = 0.1f;

/* ---- joints ---------------------------------------------------------------------------------------------------- */

static bool can_fall(const hone_rigid *rigid)
{
    return rigid->mode == HONE_BODY_FOLLOWS && rigid->bone != HONE_NONE;
}

/* The body that moves a bone in the end, as for other bodies: the last one. */
static int32_t body_of(const hone_physics *physics, int32_t bone)
{
    for (uint32_t i = physics->rigid_count; i-- > 0;)
        if (can_fall(&physics->rigids[i]) && physics->rigids[i].bone == bone)
            return (int32_t)i;
    return HONE_NONE;
}

/* The body to which another is joined: that of its own bone, or of the nearest bone above. */
static int32_t holder_of(const hone_physics *physics, uint32_t rigid)
{
    const hone_skeleton *skeleton = hone_model_skeleton(physics->model);
    int32_t bone = physics->rigids[rigid].bone, found = body_of(physics, bone);
    if (found != (int32_t)rigid)
        return found;
    found = HONE_NONE;
    for (uint32_t depth = 0; found == HONE_NONE && bone != HONE_NONE && depth <= skeleton->bone_count; depth++) {
        bone = skeleton->bones[bone].parent;
        found = bone == HONE_NONE ? HONE_NONE : body_of(physics, bone);
    }
    return found != (int32_t)rigid ? found : HONE_NONE;
}

static void add_joint(hone_physics *physics, uint32_t holder, uint32_t rigid)
{
    int32_t bone = physics->rigids[rigid].bone;
    bool fixed = physics->rigids[holder].bone == bone;
    hone_affine frame = hone_affine_translation(hone_model_skeleton(physics->model)->bones[bone].position);
    hone_affine rest_a = hone_rigid_rest(physics, holder), rest_b = hone_rigid_rest(physics, rigid);
    hone_affine from_a = hone_affine_invert_rigid(&rest_a), from_b = hone_affine_invert_rigid(&rest_b);
    hone_bullet_joint joint = {.kind = HONE_BULLET_SIX_DOF, .a = holder, .b = rigid, .stop_erp = 0.475f};
    joint.frame_a = hone_affine_multiply(&from_a, &frame);
    joint.frame_b = hone_affine_multiply(&from_b, &frame);
    for (int i = 0; i < 3; i++) {
        joint.linear_lower[i] = joint.linear_upper[i] = 1.37e-7f; /* see bodies.c: lock */
        joint.angular_lower[i] = fixed ? 1.37e-7f : -most_turn;
        joint.angular_upper[i] = fixed ? 1.37e-7f : most_turn;
    }
    physics->joints[physics->joint_count++] = joint;
}

void hone_ragdoll_make(hone_physics *physics)
{
    for (uint32_t i = 0; physics->loose && physics->joints && i < physics->rigid_count; i++) {
        hone_rigid *rigid = &physics->rigids[i];
        int32_t holder = can_fall(rigid) ? holder_of(physics, i) : HONE_NONE;
        if (can_fall(rigid) && rigid->body.mass < least_mass) /* it meant nothing so far */
            rigid->body.mass = 1;
        if (holder != HONE_NONE)
            add_joint(physics, (uint32_t)holder, i);
    }
}

/* ---- letting go ------------------------------------------------------------------------------------------------ */

bool hone_physics_set_ragdoll(hone_physics *physics, const float *weights, hone_error *error)
{
    if (!physics || !physics->loose)
        return hone_fail_null(error, "bodies that were made for a ragdoll");
    if (physics->world->options.exact)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "an exact world depends on its time alone: nothing falls");
    for (uint32_t b = 0; weights && b < hone_model_bone_count(physics->model); b++)
        if (!(weights[b] >= 0 && weights[b] <= 1))
            return hone_fail(error, HONE_ERROR_ARGUMENT, b, "the weight of bone %u is %g, not from 0 to 1", b,
                             (double)weights[b]);
    for (uint32_t i = 0; i < physics->rigid_count; i++)
        if (can_fall(&physics->rigids[i]))
            physics->loose[i] = weights ? weights[physics->rigids[i].bone] : 0;
    return true;
}

void hone_ragdoll_speed(const hone_affine *from, const hone_affine *to, float rate, hone_body_motion *out)
{
    float before[4], after[4], turn[4];
    hone_quat_from_affine(from, before);
    hone_quat_from_affine(to, after);
    hone_quat_conjugate(before, before);
    hone_quat_multiply(after, before, turn);
    float sine = hone_vec3_length(turn), sign = turn[3] < 0 ? -1.0f : 1.0f;
    float angle = 2 * atan2f(sine, fabsf(turn[3]));
    for (int i = 0; i < 3; i++) {
        out->velocity[i] = (to->m[i][3] - from->m[i][3]) * rate;
        out->spin[i] = sine > 0 ? sign * turn[i] / sine * angle * rate : 0;
    }
}

void hone_ragdoll_blend(const hone_physics *physics, const hone_affine *bones, hone_affine *places)
{
    for (uint32_t i = 0; i < physics->rigid_count; i++) {
        float weight = physics->loose[i];
        if (!(weight > 0 && weight < 1))
            continue;
        const hone_rigid *rigid = &physics->rigids[i];
        hone_affine animated = hone_affine_multiply(&bones[rigid->bone], &rigid->bone_from_body);
        places[i] = hone_place_between(&animated, &places[i], 1 - (double)weight);
    }
}
