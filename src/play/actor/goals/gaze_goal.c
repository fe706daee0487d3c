/* Goals of the kind GAZE: finds the bones of a humanoid's gaze, and turns them. */
#include "base/error.h"
#include "core/model/humanoid_axes.h"
#include "play/actor/goals/goal.h"

/* ---- making ---------------------------------------------------------------------------------------------------- */

/* A direction of model space at rest in the axes of a bone. */
static void into_rest(const hone_skeleton *skeleton, int32_t bone, const float direction[3], float out[3])
{
    hone_vec3_copy(direction, out);
    if (bone == HONE_NONE)
        return;
    hone_affine axes = hone_rest_axes(skeleton, bone);
    if (!hone_affine_solve(&axes, direction, out) || !hone_vec3_normalise(out, out))
        hone_vec3_copy(direction, out);
}

static hone_goal_part make_part(const hone_model_data *data, int32_t bone, const float front[3], float share, float yaw,
                                float pitch)
{
    hone_goal_part out = {.bone = bone, .share = share, .max_yaw = yaw, .max_pitch = pitch};
    if (bone != HONE_NONE && data->space == HONE_SPACE_MMD &&
        data->skeleton.bones[bone].flags & HONE_BONE_AFTER_PHYSICS)
        out.bone = HONE_NONE;
    into_rest(&data->skeleton, out.bone, front, out.forward);
    return out;
}

bool hone_goal_for_gaze(const hone_model *model, const hone_humanoid *map, hone_goal *out, hone_error *error)
{
    static const float up[3] = {0, 1, 0};
    hone_humanoid human;
    if (!out)
        return hone_fail_null(error, "the goal");
    if (!hone_goal_human(model, map, &human, error) || !hone_goal_need(&human, HONE_HUMANOID_HEAD, error))
        return false;
    const hone_model_data *data = hone_model_get(model);
    const int32_t *bones = human.bones;
    hone_goal goal = {.kind = HONE_GOAL_GAZE, .weight = 1};
    hone_goal_gaze *gaze = &goal.gaze;
    float front[3];
    hone_humanoid_front(data, &human, front);
    for (int i = 0; i < 2; i++) gaze->eyes[i] = make_part(data, bones[HONE_HUMANOID_EYE + i], front, 1, 0.35f, 0.25f);
    bool eyes = gaze->eyes[0].bone != HONE_NONE || gaze->eyes[1].bone != HONE_NONE;
    gaze->parts[0] = make_part(data, bones[HONE_HUMANOID_NECK], front, 0.3f, 0.7f, 0.4f);
    gaze->parts[1] = make_part(data, bones[HONE_HUMANOID_HEAD], front, eyes ? 0.75f : 1, 0.9f, 0.6f);
    int32_t first = gaze->parts[0].bone != HONE_NONE ? gaze->parts[0].bone : bones[HONE_HUMANOID_HEAD];
    gaze->base = data->skeleton.bones[first].parent;
    into_rest(&data->skeleton, gaze->base, front, gaze->front);
    into_rest(&data->skeleton, gaze->base, up, gaze->up);
    *out = goal;
    return true;
}

bool hone_goal_for_eyes(const hone_model *model, const hone_humanoid *human, hone_goal *out, hone_error *error)
{
    static const float up[3] = {0, 1, 0};
    hone_goal goal;
    if (!hone_goal_for_gaze(model, human, &goal, error))
        return false;
    if (goal.gaze.eyes[0].bone == HONE_NONE && goal.gaze.eyes[1].bone == HONE_NONE)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the model has no look-at of its own, and no eyes");
    goal.gaze.base = human->bones[HONE_HUMANOID_HEAD];
    hone_vec3_copy(goal.gaze.parts[1].forward, goal.gaze.front);
    into_rest(&hone_model_get(model)->skeleton, goal.gaze.base, up, goal.gaze.up);
    for (int i = 0; i < 2; i++) goal.gaze.parts[i].bone = HONE_NONE;
    *out = goal;
    return true;
}

/* ---- applying -------------------------------------------------------------------------------------------------- */

typedef struct part_list {
    uint32_t count, bones[2];
    hone_affine axes[2];
    hone_gaze_part parts[2];
    float corrections[2][4];
} part_list;

static void list_parts(const hone_goal_part parts[2], const hone_goal_context *context, part_list *out)
{
    out->count = 0;
    for (int i = 0; i < 2; i++) {
        if (parts[i].bone == HONE_NONE)
            continue;
        uint32_t n = out->count++;
        out->bones[n] = (uint32_t)parts[i].bone;
        out->axes[n] = hone_goal_axes(context, out->bones[n]);
        out->parts[n] = (hone_gaze_part){.bone = &out->axes[n],
                                         .share = parts[i].share,
                                         .max_yaw = parts[i].max_yaw,
                                         .max_pitch = parts[i].max_pitch};
        hone_vec3_copy(parts[i].forward, out->parts[n].forward);
    }
}

static void turn_parts(const part_list *list, const hone_goal_context *context)
{
    for (uint32_t i = 0; i < list->count; i++) hone_goal_turn(context, list->bones[i], list->corrections[i]);
}

bool hone_goal_apply_gaze(const hone_goal *goal, const hone_goal_context *context)
{
    part_list parts, eyes;
    list_parts(goal->gaze.parts, context, &parts);
    list_parts(goal->gaze.eyes, context, &eyes);
    hone_gaze_job job = {.part_count = parts.count,
                         .parts = parts.parts,
                         .eye_count = eyes.count,
                         .eyes = eyes.parts,
                         .weight = goal->weight};
    hone_vec3_copy(goal->gaze.front, job.front);
    hone_vec3_copy(goal->gaze.up, job.up);
    hone_vec3_copy(goal->position, job.target);
    if (goal->gaze.base != HONE_NONE) {
        hone_affine base = hone_goal_axes(context, (uint32_t)goal->gaze.base);
        hone_affine_direction(&base, job.front, job.front);
        hone_affine_direction(&base, job.up, job.up);
    }
    bool reached = hone_gaze_solve(&job, parts.corrections, eyes.corrections);
    turn_parts(&parts, context), turn_parts(&eyes, context);
    return reached;
}
