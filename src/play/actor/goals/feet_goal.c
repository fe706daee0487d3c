/* Goals of the kind FEET: finds the legs of a humanoid, and puts its feet on the ground. */
#include "base/error.h"
#include "play/actor/goals/goal.h"

#include <string.h>

/* ---- making ---------------------------------------------------------------------------------------------------- */

/* The distance to which a leg stretches. It is less than the sum of its bones, because knees are not hinged exactly
 * across both. */
static float leg_length(const hone_bone *bones, const hone_goal_leg *leg)
{
    return 0.999f * (hone_vec3_distance(bones[leg->bones[0]].position, bones[leg->bones[1]].position) +
                     hone_vec3_distance(bones[leg->bones[1]].position, bones[leg->bones[2]].position));
}

bool hone_goal_for_feet(const hone_model *model, const hone_humanoid *map, hone_ground *ground, void *user,
                        hone_goal *out, hone_error *error)
{
    hone_goal goal = {.kind = HONE_GOAL_FEET, .weight = 1}, limb;
    hone_goal_feet *feet = &goal.feet;
    if (!out || !ground)
        return hone_fail_null(error, "the goal and its ground");
    hone_humanoid human;
    if (!hone_goal_human(model, map, &human, error))
        return false;
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    for (int i = 0; i < 2; i++) {
        if (!hone_goal_for_limb(model, &human, (hone_humanoid_bone)(HONE_HUMANOID_UPPER_LEG + i), &limb, error))
            return false;
        for (int k = 0; k < 3; k++) feet->legs[i].bones[k] = limb.bones[k];
        hone_vec3_copy(limb.hinge, feet->legs[i].hinge);
    }
    float length = leg_length(bones, &feet->legs[0]);
    float ankles[2] = {bones[feet->legs[0].bones[2]].position[1], bones[feet->legs[1].bones[2]].position[1]};
    float lower = ankles[0] < ankles[1] ? ankles[0] : ankles[1];
    feet->floor = lower > 0 ? 0 : lower - 0.1f * length;
    for (int i = 0; i < 2; i++) {
        feet->legs[i].sole = ankles[i] - feet->floor;
        feet->legs[i].length = leg_length(bones, &feet->legs[i]);
    }
    feet->body = human.body;
    feet->ground = ground, feet->ground_user = user;
    feet->max_drop = feet->max_rise = 0.25f * length;
    feet->max_tilt = 0.6f;
    *out = goal;
    return true;
}

/* ---- applying -------------------------------------------------------------------------------------------------- */

typedef struct foot_task {
    const hone_goal_leg *leg;
    uint32_t bone;      /* the ankle, or the IK bone that the ankle follows */
    bool moves;         /* the leg does not carry it: it is an IK bone, or detached */
    hone_affine before; /* of the bone, in the motions' pose */
    hone_foot_goal to;
} foot_task;

static foot_task find_foot(const hone_goal_leg *leg, const hone_goal_context *context)
{
    int32_t carrier = hone_goal_carrier(context, leg->bones);
    uint32_t bone = (uint32_t)(carrier != HONE_NONE ? carrier : leg->bones[2]);
    return (foot_task){
        .leg = leg, .bone = bone, .moves = carrier != HONE_NONE, .before = hone_goal_axes(context, bone)};
}

/* The ground of the world, for a job in model space. */
typedef struct placed_ground {
    const hone_goal_feet *feet;
    const hone_rigid_transform *world;
} placed_ground;

static bool ground_below(void *user, const float position[3], float *height, float normal[3])
{
    const placed_ground *ground = user;
    float at[3];
    hone_rigid_transform_point(ground->world, position, at);
    if (!ground->feet->ground(ground->feet->ground_user, at, &at[1], normal))
        return false;
    hone_rigid_transform back = hone_rigid_transform_invert(ground->world);
    hone_rigid_transform_point(&back, at, at);
    hone_rigid_transform_direction(&back, normal, normal);
    *height = at[1];
    return true;
}

static bool is_identity(const hone_rigid_transform *a)
{
    static const hone_rigid_transform identity = HONE_RIGID_TRANSFORM_IDENTITY;
    return memcmp(a, &identity, sizeof identity) == 0;
}

static bool solve(const hone_goal *goal, const hone_goal_context *context, foot_task feet[2], float *hips)
{
    const hone_affine *ankles[2] = {&feet[0].before, &feet[1].before};
    const float soles[2] = {feet[0].leg->sole, feet[1].leg->sole};
    float offsets[2][3];
    for (int i = 0; i < 2; i++) hone_vec3_copy(feet[i].leg->offset, offsets[i]);
    const float lengths[2] = {feet[0].leg->length, feet[1].leg->length};
    const hone_affine *bones = hone_rig_bones(context->rig);
    const hone_affine *tops[2] = {&bones[feet[0].leg->bones[0]], &bones[feet[1].leg->bones[0]]};
    const hone_goal_feet *from = &goal->feet;
    placed_ground placed = {from, &context->world};
    bool here = is_identity(&context->world);
    hone_foot_goal goals[2];
    hone_feet_job job = {.foot_count = 2,
                         .ankles = ankles,
                         .soles = soles,
                         .offsets = (const float(*)[3])offsets,
                         .tops = tops,
                         .lengths = lengths,
                         .ground = here ? from->ground : ground_below,
                         .ground_user = here ? from->ground_user : &placed,
                         .floor = from->floor,
                         .max_drop = from->max_drop,
                         .max_rise = from->max_rise,
                         .max_tilt = from->max_tilt,
                         .weight = goal->weight};
    bool found = hone_feet_solve(&job, hips, goals);
    for (int i = 0; i < 2; i++) feet[i].to = goals[i];
    if (from->body == HONE_NONE)
        *hips = 0;
    return found;
}

/* Bends a leg before the rig has moved it with the hips; so the goal is where it would be without that. `to` becomes
 * where the ankle goes. */
static bool bend(foot_task *foot, const hone_goal *goal, const hone_goal_context *context, float hips)
{
    hone_affine start = hone_goal_axes(context, (uint32_t)foot->leg->bones[0]);
    hone_affine middle = hone_goal_axes(context, (uint32_t)foot->leg->bones[1]);
    hone_two_bone_job job = {.start = &start,
                             .middle = &middle,
                             .end = &hone_rig_bones(context->rig)[foot->leg->bones[2]],
                             .softness = goal->softness,
                             .weight = 1};
    hone_vec3_copy(foot->to.position, job.goal);
    hone_vec3_copy(foot->leg->hinge, job.hinge);
    job.goal[1] -= hips;
    float corrections[2][4];
    bool reached = hone_two_bone_solve(&job, corrections[0], corrections[1]);
    hone_goal_bend(context, foot->leg->bones, (const float(*)[4])corrections, foot->to.position);
    foot->to.position[1] += hips;
    return reached;
}

static void move_foot(const foot_task *foot, const hone_goal_context *context)
{
    float at[3], offset[3];
    hone_affine_origin(&hone_rig_bones(context->rig)[foot->bone], at);
    hone_vec3_subtract(foot->to.position, at, offset);
    hone_goal_move(context, foot->bone, offset);
}

/* Gives the foot its orientation of the motions' pose, then the tilt. The rig has evaluated the leg. */
static void orient(const foot_task *foot, const hone_goal_context *context)
{
    static const float origin[3] = {0, 0, 0};
    hone_affine now = hone_goal_axes(context, foot->bone), tilt = hone_affine_from_rotation(foot->to.tilt, origin);
    hone_affine wanted = hone_affine_multiply(&tilt, &foot->before), turn = tilt;
    for (int c = 0; c < 3; c++) {
        float column[3] = {wanted.m[0][c], wanted.m[1][c], wanted.m[2][c]};
        if (!hone_affine_solve(&now, column, column))
            return;
        for (int r = 0; r < 3; r++) turn.m[r][c] = column[r];
    }
    float correction[4];
    hone_quat_from_affine(&turn, correction);
    hone_goal_turn(context, foot->bone, correction);
}

static bool stays(const foot_task *foot)
{
    float at[3];
    hone_affine_origin(&foot->before, at);
    return hone_vec3_distance(at, foot->to.position) == 0 && foot->to.tilt[3] == 1;
}

bool hone_goal_apply_feet(const hone_goal *goal, const hone_goal_context *context)
{
    foot_task feet[2] = {find_foot(&goal->feet.legs[0], context), find_foot(&goal->feet.legs[1], context)};
    float hips;
    bool reached = solve(goal, context, feet, &hips);
    if (hips == 0 && stays(&feet[0]) && stays(&feet[1]))
        return reached;
    for (int i = 0; i < 2; i++) reached &= bend(&feet[i], goal, context, hips);
    if (hips != 0)
        hone_goal_move(context, (uint32_t)goal->feet.body, (float[3]){0, hips, 0});
    hone_rig_before_physics(context->rig, context->pose);
    for (int i = 0; i < 2; i++) {
        if (feet[i].moves)
            move_foot(&feet[i], context);
        orient(&feet[i], context);
    }
    return reached && goal->weight >= 1;
}
