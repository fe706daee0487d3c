#include "play/actor/goals/goal.h"

#include "base/error.h"
#include "core/motion/pose.h"

/* ---- checking -------------------------------------------------------------------------------------------------- */

static bool are_finite(const float *values, int count)
{
    bool all = true;
    for (int i = 0; i < count; i++) all &= isfinite(values[i]) != 0;
    return all;
}

static bool is_unit(const float v[3])
{
    return fabsf(hone_vec3_dot(v, v) - 1) < 1e-3f;
}

bool hone_goal_is_below(const hone_skeleton *skeleton, int32_t bone, int32_t ancestor)
{
    uint32_t steps = 0;
    for (int32_t b = skeleton->bones[bone].parent; b != HONE_NONE && steps++ < skeleton->bone_count;
         b = skeleton->bones[b].parent)
        if (b == ancestor)
            return true;
    return false;
}

static bool check_bone(const hone_model_data *model, int32_t bone, hone_error *error)
{
    const hone_skeleton *skeleton = &model->skeleton;
    if (bone < 0 || (uint32_t)bone >= skeleton->bone_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)(int64_t)bone, "a goal names bone %d of %u", bone,
                         skeleton->bone_count);
    if (model->space == HONE_SPACE_MMD && skeleton->bones[bone].flags & HONE_BONE_AFTER_PHYSICS)
        return hone_fail(error, HONE_ERROR_ARGUMENT, (uint32_t)bone,
                         "a goal cannot turn bone %d, which is evaluated after physics", bone);
    return true;
}

/* Each bone must be below the one before. */
static bool check_chain(const hone_model_data *model, const int32_t *bones, int count, hone_error *error)
{
    for (int i = 0; i < count; i++) {
        if (!check_bone(model, bones[i], error))
            return false;
        if (i && !hone_goal_is_below(&model->skeleton, bones[i], bones[i - 1]))
            return hone_fail(error, HONE_ERROR_ARGUMENT, (uint32_t)bones[i], "bone %d of a limb is not below bone %d",
                             bones[i], bones[i - 1]);
    }
    return true;
}

bool hone_goal_is_detached(const hone_skeleton *skeleton, const int32_t bones[3])
{
    return !hone_goal_is_below(skeleton, bones[2], bones[0]) && bones[2] != bones[0] &&
           !hone_goal_is_below(skeleton, bones[0], bones[2]);
}

static bool check_limb(const hone_model_data *model, const int32_t bones[3], hone_error *error)
{
    if (!check_chain(model, bones, 2, error) || !check_bone(model, bones[2], error))
        return false;
    return hone_goal_is_detached(&model->skeleton, bones) || check_chain(model, bones + 1, 2, error);
}

static bool check_optional(const hone_model_data *model, int32_t bone, hone_error *error)
{
    return bone == HONE_NONE || check_bone(model, bone, error);
}

static bool check_full_body(const hone_goal_full_body *body, const hone_model_data *model, hone_error *error)
{
    if (!check_optional(model, body->root, error))
        return false;
    for (uint32_t i = 0; i < body->effector_count; i++)
        if (!check_optional(model, body->effectors[i].bone, error))
            return false;
    return true;
}

static bool check_look_at(const hone_goal *goal, const hone_model_data *model, hone_error *error)
{
    if (!hone_goal_may_look(model))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the model has no look-at of its own");
    return check_bone(model, goal->bones[0], error) && check_optional(model, goal->bones[1], error) &&
           check_optional(model, goal->bones[2], error);
}

bool hone_goal_may_look(const hone_model_data *model)
{
    return model->space != HONE_SPACE_MMD && model->avatar && model->avatar->look_at.kind != HONE_LOOK_AT_NONE;
}

bool hone_goal_turns_eyes_only(const hone_goal *goal)
{
    const hone_goal_part *parts = goal->gaze.parts;
    return goal->kind == HONE_GOAL_LOOK_AT ||
           (goal->kind == HONE_GOAL_GAZE && parts[0].bone == HONE_NONE && parts[1].bone == HONE_NONE);
}

static bool check_bones(const hone_goal *goal, const hone_model_data *model, hone_error *error)
{
    const hone_goal_feet *feet = &goal->feet;
    const hone_goal_gaze *gaze = &goal->gaze;
    switch (goal->kind) {
    case HONE_GOAL_REACH:
        return check_limb(model, goal->bones, error);
    case HONE_GOAL_GAZE:
        return check_optional(model, gaze->parts[0].bone, error) && check_optional(model, gaze->parts[1].bone, error) &&
               check_optional(model, gaze->eyes[0].bone, error) && check_optional(model, gaze->eyes[1].bone, error) &&
               check_optional(model, gaze->base, error);
    case HONE_GOAL_FEET:
        return check_limb(model, feet->legs[0].bones, error) && check_limb(model, feet->legs[1].bones, error) &&
               check_optional(model, feet->body, error);
    case HONE_GOAL_CHAIN:
        return check_chain(model, goal->bones, 2, error);
    case HONE_GOAL_FULL_BODY:
        return check_full_body(&goal->full_body, model, error);
    case HONE_GOAL_LOOK_AT:
        return check_look_at(goal, model, error);
    default:
        return check_bone(model, goal->bones[0], error);
    }
}

bool hone_goal_needs_scratch(const hone_goal *goal)
{
    return goal->kind == HONE_GOAL_CHAIN || goal->kind == HONE_GOAL_FULL_BODY;
}

bool hone_goal_needs_bones(const hone_goal *goal)
{
    return goal->kind != HONE_GOAL_LOOK_AT;
}

/* The axes that must have unit length. The other numbers of GAZE, FEET and FULL_BODY may be any: the jobs define what
 * they do. */
static bool check_axes(const hone_goal *goal)
{
    switch (goal->kind) {
    case HONE_GOAL_REACH:
        return is_unit(goal->hinge);
    case HONE_GOAL_AIM:
        return is_unit(goal->forward);
    case HONE_GOAL_FEET:
        return is_unit(goal->feet.legs[0].hinge) && is_unit(goal->feet.legs[1].hinge);
    default:
        return true;
    }
}

bool hone_goal_check(const hone_goal *goal, const hone_model *model, hone_error *error)
{
    if (!goal)
        return hone_fail_null(error, "the goal");
    if ((unsigned)goal->kind >= HONE_GOAL_KIND_COUNT)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "there is no goal of kind %u", (unsigned)goal->kind);
    bool sane = are_finite(goal->position, 3) && are_finite(goal->pole, 3) && are_finite(goal->offset, 3) &&
                are_finite(goal->up, 3) && are_finite(&goal->twist, 1) && goal->max_angle >= 0 &&
                goal->max_angle < (float)HONE_PI && goal->softness >= 0 && goal->softness <= 1 && goal->weight >= 0 &&
                goal->weight <= 1;
    if (!sane || !check_axes(goal) ||
        (goal->kind == HONE_GOAL_FULL_BODY && goal->full_body.effector_count > HONE_MAX_EFFECTORS))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a number of a goal is out of range");
    return check_bones(goal, hone_model_get(model), error);
}

/* ---- changing bones -------------------------------------------------------------------------------------------- */

hone_affine hone_goal_axes(const hone_goal_context *context, uint32_t bone)
{
    const hone_transform *local =
        context->pose->animated[bone] ? &context->pose->bones[bone] : &context->model->skeleton.bones[bone].rest;
    hone_affine out = hone_rig_bones(context->rig)[bone];
    for (int c = 0; c < 3 && context->model->space != HONE_SPACE_MMD; c++)
        for (int r = 0; r < 3 && local->scale[c] != 0; r++) out.m[r][c] /= local->scale[c];
    return out;
}

/* Makes the pose hold the bone's transform, also where no motion has written it. */
static hone_transform *own_transform(const hone_goal_context *context, uint32_t bone)
{
    hone_transform *local = &context->pose->bones[bone];
    if (!context->pose->animated[bone])
        *local = context->model->skeleton.bones[bone].rest;
    context->pose->animated[bone] = 1;
    return local;
}

/* MMD: the rig computes r = ik morph keys append, and the correction belongs behind all of it. The keys take over the
 * rotation by IK, because chains begin each evaluation without one. */
void hone_goal_turn_link(const hone_goal_context *context, uint32_t bone, const float correction[4])
{
    hone_bone_parts parts = hone_rig_bone_parts(context->rig, context->pose, bone);
    float *keys = context->pose->bones[bone].rotation, before[4], after[4];
    hone_quat_conjugate(parts.morph.rotation, before);
    hone_quat_conjugate(parts.append.rotation, after);
    hone_quat_multiply(parts.whole.rotation, correction, keys);
    hone_quat_multiply(before, keys, keys);
    hone_quat_multiply(keys, after, keys);
    hone_quat_normalise(keys, keys);
    context->pose->animated[bone] = 1;
}

void hone_goal_turn(const hone_goal_context *context, uint32_t bone, const float correction[4])
{
    if (correction[0] == 0 && correction[1] == 0 && correction[2] == 0)
        return;
    if (context->model->space == HONE_SPACE_MMD) {
        hone_goal_turn_link(context, bone, correction);
        return;
    }
    hone_transform *local = own_transform(context, bone);
    hone_quat_multiply(local->rotation, correction, local->rotation);
    hone_quat_normalise(local->rotation, local->rotation);
}

void hone_goal_rotate_to(const hone_goal_context *context, uint32_t bone, const float rotation[4], float weight)
{
    hone_transform *local = own_transform(context, bone);
    hone_quat_slerp(local->rotation, rotation, weight, local->rotation);
}

void hone_goal_move(const hone_goal_context *context, uint32_t bone, const float offset[3])
{
    int32_t parent = context->model->skeleton.bones[bone].parent;
    float local[3] = {offset[0], offset[1], offset[2]};
    if (parent != HONE_NONE && !hone_affine_solve(&hone_rig_bones(context->rig)[parent], offset, local))
        return;
    hone_transform *own =
        context->model->space == HONE_SPACE_MMD ? &context->pose->bones[bone] : own_transform(context, bone);
    context->pose->animated[bone] = 1;
    hone_vec3_add(own->translation, local, own->translation);
}

int32_t hone_goal_chain_bone(const hone_goal_context *context, uint32_t effector)
{
    const hone_skeleton *skeleton = &context->model->skeleton;
    for (uint32_t k = 0; k < skeleton->ik_count && context->model->space == HONE_SPACE_MMD; k++)
        if (skeleton->iks[k].effector == (int32_t)effector && hone_pose_ik_weight(context->pose, k) > 0)
            return skeleton->iks[k].bone;
    return HONE_NONE;
}

/* Turns a vector of model space by a correction of a bone. */
static void turn_direction(const hone_affine *axes, const float correction[4], const float direction[3], float out[3])
{
    hone_vec3_copy(direction, out);
    if (!hone_affine_solve(axes, direction, out))
        return;
    hone_quat_rotate(correction, out, out);
    hone_affine_direction(axes, out, out);
}

void hone_goal_bend(const hone_goal_context *context, const int32_t bones[3], const float corrections[2][4],
                    float end[3])
{
    float at[3][3], upper[3], lower[3];
    for (int i = 0; i < 3; i++) hone_affine_origin(&hone_rig_bones(context->rig)[bones[i]], at[i]);
    hone_affine start = hone_goal_axes(context, (uint32_t)bones[0]);
    hone_affine middle = hone_goal_axes(context, (uint32_t)bones[1]);
    hone_vec3_subtract(at[1], at[0], upper), hone_vec3_subtract(at[2], at[1], lower);
    turn_direction(&middle, corrections[1], lower, lower);
    hone_vec3_add(upper, lower, upper);
    turn_direction(&start, corrections[0], upper, upper);
    hone_vec3_add(at[0], upper, end);
    bool chain = hone_goal_chain_bone(context, (uint32_t)bones[2]) != HONE_NONE;
    for (int i = 0; i < 2; i++)
        if (chain)
            hone_goal_turn_link(context, (uint32_t)bones[i], corrections[i]);
        else
            hone_goal_turn(context, (uint32_t)bones[i], corrections[i]);
}

/* ---- kinds ----------------------------------------------------------------------------------------------------- */

int32_t hone_goal_carrier(const hone_goal_context *context, const int32_t bones[3])
{
    int32_t chain = hone_goal_chain_bone(context, (uint32_t)bones[2]);
    return chain == HONE_NONE && hone_goal_is_detached(&context->model->skeleton, bones) ? bones[2] : chain;
}
