/* Goals of the kind FULL_BODY: finds the effectors and limits of a humanoid, and brings the effectors to their goals.
 */
#include "base/error.h"
#include "base/trigonometry.h"
#include "core/model/humanoid_axes.h"
#include "play/actor/goals/goal.h"

static const float nearness = 3e-4f; /* the tolerance, relative to the height of the skeleton; and radians */

/* ---- limits ---------------------------------------------------------------------------------------------------- */

/* A ball's limits, and the bone to which its axis points. */
typedef struct ball_of {
    hone_humanoid_bone bone; /* left, where there are two */
    int next;                /* offset of the next bone in the map; negative: the axis comes from that bone */
    float swing, twist;
} ball_of;

static const ball_of balls[] = {
    {HONE_HUMANOID_SPINE, HONE_HUMANOID_HEAD - HONE_HUMANOID_SPINE, 0.4f, 0.35f},
    {HONE_HUMANOID_CHEST, HONE_HUMANOID_HEAD - HONE_HUMANOID_CHEST, 0.4f, 0.35f},
    {HONE_HUMANOID_UPPER_CHEST, HONE_HUMANOID_HEAD - HONE_HUMANOID_UPPER_CHEST, 0.3f, 0.3f},
    {HONE_HUMANOID_NECK, HONE_HUMANOID_HEAD - HONE_HUMANOID_NECK, 0.6f, 0.7f},
    {HONE_HUMANOID_HEAD, HONE_HUMANOID_NECK - HONE_HUMANOID_HEAD, 0.6f, 0.7f},
    {HONE_HUMANOID_SHOULDER, 2, 0.35f, 0.1f},
    {HONE_HUMANOID_UPPER_ARM, 2, 2, 1.6f},
    {HONE_HUMANOID_HAND, -2, 1.3f, 1.4f},
    {HONE_HUMANOID_UPPER_LEG, 2, 1.9f, 0.8f},
    {HONE_HUMANOID_FOOT, -2, 0.9f, 0.5f},
};

static bool is_pair(hone_humanoid_bone bone)
{
    return bone >= HONE_HUMANOID_EYE;
}

/* Where a bone's rotation is at rest, relative to the bone above. */
static void set_rest(const hone_model_data *data, int32_t bone, hone_limit *out)
{
    hone_quat_identity(out->rest);
    if (data->space != HONE_SPACE_MMD) /* there all rotations at rest are 0 */
        hone_quat_copy(data->skeleton.bones[bone].rest.rotation, out->rest);
}

static void limit_ball(const hone_model_data *data, const hone_humanoid *human, const ball_of *ball, int side,
                       hone_limit *limits)
{
    int32_t bone = human->bones[(int)ball->bone + side], next = human->bones[(int)ball->bone + side + ball->next];
    if (bone == HONE_NONE)
        return;
    hone_limit *out = &limits[bone];
    float offset[3] = {0, 1, 0};
    hone_affine axes = hone_rest_axes(&data->skeleton, bone);
    if (next != HONE_NONE)
        hone_vec3_subtract(data->skeleton.bones[next].position, data->skeleton.bones[bone].position, offset);
    if (!hone_affine_solve(&axes, offset, out->axis) || !hone_vec3_normalise(out->axis, out->axis))
        return;
    out->kind = HONE_LIMIT_BALL;
    out->max_swing = ball->swing, out->min_angle = -ball->twist, out->max_angle = ball->twist;
    set_rest(data, bone, out);
}

/* An elbow or knee folds up to half a radian, and opens until it is straight. */
static void limit_hinge(const hone_model_data *data, const hone_humanoid *human, hone_humanoid_bone upper, bool arm,
                        hone_limit *limits)
{
    int32_t bones[3];
    float offsets[2][3];
    for (int i = 0; i < 3; i++) bones[i] = human->bones[(int)upper + 2 * i];
    if (bones[0] == HONE_NONE || bones[1] == HONE_NONE || bones[2] == HONE_NONE)
        return;
    hone_limit *out = &limits[bones[1]];
    for (size_t i = 0; i < 2; i++)
        hone_vec3_subtract(data->skeleton.bones[bones[2 * i]].position, data->skeleton.bones[bones[1]].position,
                           offsets[i]);
    float cosine =
        hone_vec3_dot(offsets[0], offsets[1]) / (hone_vec3_length(offsets[0]) * hone_vec3_length(offsets[1]));
    if (!(fabsf(cosine) <= 1.001f) || !hone_goal_hinge(data, human, bones, arm, out->axis))
        return;
    float open = hone_acosf(cosine < -1 ? -1 : cosine > 1 ? 1 : cosine);
    out->kind = HONE_LIMIT_HINGE;
    out->max_angle = (float)HONE_PI - open;
    out->min_angle = open > 0.5f ? 0.5f - open : 0;
    set_rest(data, bones[1], out);
}

static void make_limits(const hone_model_data *data, const hone_humanoid *human, hone_limit *limits)
{
    int32_t hips = human->bones[HONE_HUMANOID_HIPS];
    for (uint32_t i = 0; i < data->skeleton.bone_count; i++) limits[i] = (hone_limit){.kind = HONE_LIMIT_FIXED};
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++)
        for (int side = 0; side <= is_pair(balls[i].bone); side++) limit_ball(data, human, &balls[i], side, limits);
    for (int side = 0; side < 2; side++) {
        limit_hinge(data, human, (hone_humanoid_bone)(HONE_HUMANOID_UPPER_ARM + side), true, limits);
        limit_hinge(data, human, (hone_humanoid_bone)(HONE_HUMANOID_UPPER_LEG + side), false, limits);
    }
    if (hips == HONE_NONE)
        return;
    limits[hips].kind = HONE_LIMIT_NONE;
    if (hips == human->body)
        return;
    limits[hips] = (hone_limit){
        .kind = HONE_LIMIT_BALL, .axis = {0, 1, 0}, .max_swing = 0.6f, .min_angle = -0.6f, .max_angle = 0.6f};
    set_rest(data, hips, &limits[hips]); /* MMD: the hips hang beside the spine */
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

static void make_effector(const hone_model_data *data, int32_t bone, bool stays, hone_effector *out)
{
    *out = (hone_effector){.bone = bone, .rotation = {0, 0, 0, 1}, .stays = stays};
    out->position_weight = out->rotation_weight = stays ? 1 : 0;
    if (bone == HONE_NONE)
        return;
    hone_affine axes = hone_rest_axes(&data->skeleton, bone);
    hone_transform rest = hone_transform_from_affine(&axes);
    hone_quat_copy(rest.rotation, out->rotation);
    hone_vec3_copy(data->skeleton.bones[bone].position, out->position);
}

/* A foot that hangs on no leg, as exporters leave it that do not resolve IK: the end of the shin stays at the foot. */
static void attach_foot(const hone_model_data *data, int32_t shin, hone_effector *foot)
{
    if (foot->bone == HONE_NONE || shin == HONE_NONE || foot->bone == shin ||
        hone_goal_is_below(&data->skeleton, foot->bone, shin))
        return;
    hone_affine axes = hone_rest_axes(&data->skeleton, shin);
    float offset[3];
    hone_vec3_subtract(foot->position, data->skeleton.bones[shin].position, offset);
    if (!hone_affine_solve(&axes, offset, foot->offset))
        return;
    foot->bone = shin;
    foot->rotation_weight = 0;
}

bool hone_goal_for_full_body(const hone_model *model, const hone_humanoid *map, hone_limit *limits, hone_goal *out,
                             hone_error *error)
{
    static const hone_humanoid_bone bones[HONE_FULL_BODY_COUNT] = {HONE_HUMANOID_HIPS, HONE_HUMANOID_HEAD,
                                                                   HONE_HUMANOID_HAND, HONE_HUMANOID_HAND + 1,
                                                                   HONE_HUMANOID_FOOT, HONE_HUMANOID_FOOT + 1};
    hone_humanoid human;
    if (!out)
        return hone_fail_null(error, "the goal");
    if (!hone_goal_human(model, map, &human, error) || !hone_goal_need(&human, HONE_HUMANOID_HEAD, error))
        return false;
    const hone_model_data *data = hone_model_get(model);
    hone_goal goal = {.kind = HONE_GOAL_FULL_BODY, .weight = 1, .limits = limits};
    goal.full_body.root = human.body;
    goal.full_body.effector_count = HONE_FULL_BODY_COUNT;
    for (int i = 0; i < HONE_FULL_BODY_COUNT; i++)
        make_effector(data, human.bones[bones[i]], i >= HONE_FULL_BODY_FOOT, &goal.full_body.effectors[i]);
    for (int i = 0; i < 2; i++)
        attach_foot(data, human.bones[HONE_HUMANOID_LOWER_LEG + i], &goal.full_body.effectors[HONE_FULL_BODY_FOOT + i]);
    if (limits)
        make_limits(data, &human, limits);
    *out = goal;
    return true;
}

/* ---- applying -------------------------------------------------------------------------------------------------- */

static float height_of(const hone_skeleton *skeleton)
{
    float low = 0, high = 0;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        low = fminf(low, skeleton->bones[i].position[1]);
        high = fmaxf(high, skeleton->bones[i].position[1]);
    }
    return high - low;
}

/* The matrices of the bones: of those that turn, without their own scale. */
static void find_bones(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_affine *bones = hone_rig_bones(context->rig);
    for (uint32_t i = 0; i < context->model->skeleton.bone_count; i++) {
        bool turns = !goal->limits || goal->limits[i].kind != HONE_LIMIT_FIXED;
        context->scratch->bones[i] = turns ? hone_goal_axes(context, i) : bones[i];
    }
}

bool hone_goal_apply_full_body(const hone_goal *goal, const hone_goal_context *context)
{
    const hone_skeleton *skeleton = &context->model->skeleton;
    const hone_goal_scratch *scratch = context->scratch;
    hone_full_body_job job = {.bone_count = skeleton->bone_count,
                              .parents = scratch->parents,
                              .bones = scratch->bones,
                              .limits = goal->limits,
                              .stiffness = goal->stiffness,
                              .effector_count = goal->full_body.effector_count,
                              .effectors = goal->full_body.effectors,
                              .root = goal->full_body.root,
                              .tolerance = nearness * height_of(skeleton),
                              .angle_tolerance = nearness,
                              .weight = goal->weight,
                              .memory = scratch->solver};
    float move[3];
    find_bones(goal, context);
    bool reached = hone_full_body_solve(&job, scratch->corrections, move);
    hone_goal_correct(context, goal->full_body.root, move);
    return reached;
}
