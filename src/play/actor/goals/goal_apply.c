/* Applies a goal of any kind. */
#include "play/actor/goals/goal.h"

/* Moves what carries the end of a limb to where the limb brings it. */
static void carry_end(const hone_goal_context *context, const int32_t bones[3], const float to[3])
{
    int32_t bone = hone_goal_carrier(context, bones);
    float offset[3];
    if (bone == HONE_NONE)
        return;
    hone_affine_origin(&hone_rig_bones(context->rig)[bone], offset);
    hone_vec3_subtract(to, offset, offset);
    hone_goal_move(context, (uint32_t)bone, offset);
}

static bool reach(const hone_goal *goal, const hone_goal_context *context)
{
    hone_affine start = hone_goal_axes(context, (uint32_t)goal->bones[0]);
    hone_affine middle = hone_goal_axes(context, (uint32_t)goal->bones[1]);
    hone_two_bone_job job = {.start = &start,
                             .middle = &middle,
                             .end = &hone_rig_bones(context->rig)[goal->bones[2]],
                             .twist = goal->twist,
                             .softness = goal->softness,
                             .weight = goal->weight};
    hone_vec3_copy(goal->position, job.goal);
    hone_vec3_copy(goal->hinge, job.hinge);
    hone_vec3_copy(goal->pole, job.pole);
    float corrections[2][4], end[3];
    bool reached = hone_two_bone_solve(&job, corrections[0], corrections[1]);
    hone_goal_bend(context, goal->bones, (const float(*)[4])corrections, end);
    carry_end(context, goal->bones, end);
    return reached;
}

static bool aim(const hone_goal *goal, const hone_goal_context *context)
{
    hone_affine bone = hone_goal_axes(context, (uint32_t)goal->bones[0]);
    hone_aim_job job = {.bone = &bone, .twist = goal->twist, .max_angle = goal->max_angle, .weight = goal->weight};
    hone_vec3_copy(goal->position, job.target);
    hone_vec3_copy(goal->forward, job.forward);
    hone_vec3_copy(goal->offset, job.offset);
    hone_vec3_copy(goal->up, job.up);
    hone_vec3_copy(goal->pole, job.pole);
    float correction[4];
    bool reached = hone_aim_solve(&job, correction);
    hone_goal_turn(context, (uint32_t)goal->bones[0], correction);
    return reached;
}

bool hone_goal_apply(const hone_goal *goal, const hone_goal_context *context)
{
    switch (goal->kind) {
    case HONE_GOAL_REACH:
        return reach(goal, context);
    case HONE_GOAL_AIM:
        return aim(goal, context);
    case HONE_GOAL_GAZE:
        return hone_goal_apply_gaze(goal, context);
    case HONE_GOAL_CHAIN:
        return hone_goal_apply_chain(goal, context);
    case HONE_GOAL_FULL_BODY:
        return hone_goal_apply_full_body(goal, context);
    case HONE_GOAL_LOOK_AT:
        return hone_goal_apply_look_at(goal, context);
    default:
        return hone_goal_apply_feet(goal, context);
    }
}
