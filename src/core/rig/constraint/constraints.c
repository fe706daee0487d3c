#include "core/rig/constraint/constraints.h"
#include "core/rig/constraint/constraint_turn.h"
#include <hone/math.h>

/* ---- local transforms ------------------------------------------------------------------------------------------ */

static const hone_transform *rest_of(const hone_constraints *c, int32_t bone)
{
    return &c->model->skeleton.bones[bone].rest;
}

static const hone_transform *transform_of(const hone_constraints *c, const hone_pose *pose, int32_t bone)
{
    return pose->animated[bone] ? &pose->bones[bone] : rest_of(c, bone);
}

static void rotation_of(const hone_constraints *c, const hone_pose *pose, int32_t bone, float out[4])
{
    int32_t own = c->of_bone[bone];
    hone_quat_normalise(own != HONE_NONE ? c->rotations[own] : transform_of(c, pose, bone)->rotation, out);
}

hone_affine hone_constraints_local(const hone_constraints *c, const hone_pose *pose, uint32_t bone)
{
    int32_t own = hone_constraints_of(c, bone);
    if (own == HONE_NONE)
        return pose->animated[bone] ? hone_affine_from_transform(&pose->bones[bone])
                                    : c->model->skeleton.bones[bone].rest_local;
    hone_transform turned = *transform_of(c, pose, (int32_t)bone);
    hone_quat_copy(c->rotations[own], turned.rotation);
    return hone_affine_from_transform(&turned);
}

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

typedef struct constraint_context {
    hone_constraints *constraints;
    const hone_pose *pose;
    hone_affine *model_from_bone;
} constraint_context;

/* The origin of a bone in model space. Its parent is placed; the bone itself need not be. */
static void origin_of(const constraint_context *with, int32_t bone, float out[3])
{
    int32_t parent = with->constraints->model->skeleton.bones[bone].parent;
    hone_vec3_copy(transform_of(with->constraints, with->pose, bone)->translation, out);
    if (parent != HONE_NONE)
        hone_affine_point(&with->model_from_bone[parent], out, out);
}

static void aim(const constraint_context *with, const hone_constraint *constraint, const float rest[4], float out[4])
{
    int32_t above = with->constraints->model->skeleton.bones[constraint->bone].parent;
    float from[3], to[3], parent[4] = {0, 0, 0, 1};
    origin_of(with, constraint->bone, from);
    origin_of(with, constraint->source, to);
    hone_vec3_subtract(to, from, to);
    if (above != HONE_NONE)
        hone_quat_from_affine(&with->model_from_bone[above], parent);
    hone_constraint_aim(rest, parent, constraint->axis, to, out);
}

static void evaluate(const constraint_context *with, uint32_t index)
{
    hone_constraints *c = with->constraints;
    const hone_constraint *constraint = &c->list[index];
    hone_constraint_turn turn;
    float target[4];
    hone_quat_normalise(rest_of(c, constraint->bone)->rotation, turn.rest);
    if (constraint->kind == HONE_CONSTRAINT_AIM) {
        aim(with, constraint, turn.rest, target);
    } else {
        hone_quat_normalise(rest_of(c, constraint->source)->rotation, turn.source_rest);
        rotation_of(c, with->pose, constraint->source, turn.source);
        if (constraint->kind == HONE_CONSTRAINT_ROLL)
            hone_constraint_roll(&turn, constraint->axis, target);
        else
            hone_constraint_rotation(&turn, target);
    }
    hone_quat_slerp(turn.rest, target, constraint->weight, c->rotations[index]);
}

static void place(const constraint_context *with, uint32_t bone)
{
    int32_t parent = with->constraints->model->skeleton.bones[bone].parent;
    hone_affine local = hone_constraints_local(with->constraints, with->pose, bone);
    with->model_from_bone[bone] =
        parent == HONE_NONE ? local : hone_affine_multiply(&with->model_from_bone[parent], &local);
}

void hone_constraints_apply(hone_constraints *constraints, const hone_pose *pose, hone_affine *model_from_bone)
{
    const constraint_context with = {constraints, pose, model_from_bone};
    for (uint32_t i = 0; i < constraints->step_count; i++)
        if (constraints->steps[i].places)
            place(&with, constraints->steps[i].at);
        else
            evaluate(&with, constraints->steps[i].at);
}
