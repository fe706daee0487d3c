/* Goals of the kind LOOK_AT: turns the eyes of an avatar, or weighs its expressions, by its own range maps. Sources:
 * VRMC_vrm-1.0, "lookAt"; VRM 0.x, "Eye control settings". */
#include "base/error.h"
#include "base/trigonometry.h"
#include "core/model/front.h"
#include "core/model/humanoid_axes.h"
#include "play/actor/goals/goal.h"
#include <string.h>

enum { HEAD, LEFT_EYE, RIGHT_EYE };

/* ---- making ---------------------------------------------------------------------------------------------------- */

bool hone_goal_for_look_at(const hone_model *model, const hone_humanoid *map, hone_goal *out, hone_error *error)
{
    hone_humanoid human;
    if (!out)
        return hone_fail_null(error, "the goal");
    if (!hone_goal_human(model, map, &human, error) || !hone_goal_need(&human, HONE_HUMANOID_HEAD, error))
        return false;
    if (!hone_goal_may_look(hone_model_get(model)))
        return hone_goal_for_eyes(model, &human, out, error);
    *out = (hone_goal){.kind = HONE_GOAL_LOOK_AT, .weight = 1};
    out->bones[HEAD] = human.bones[HONE_HUMANOID_HEAD];
    for (int i = 0; i < 2; i++) out->bones[LEFT_EYE + i] = human.bones[HONE_HUMANOID_EYE + i];
    return true;
}

/* ---- yaw and pitch --------------------------------------------------------------------------------------------- */

/* Degrees: yaw to the avatar's left, pitch downwards. */
typedef struct look_angles {
    float yaw, pitch;
} look_angles;

/* A rotation or vector of the model's axes in those of a model that looks along +z, and back: the axes of VRM 0.x are
 * turned by half a turn about y. */
static void face_forwards(const hone_model_data *model, float v[3])
{
    if (hone_front_of(model) < 0)
        v[0] = -v[0], v[2] = -v[2];
}

/* The bone by the pose alone: constraints act after the look-at. */
static hone_affine posed_bone(const hone_goal_context *context, int32_t bone)
{
    hone_affine out = HONE_AFFINE_IDENTITY;
    for (int32_t b = bone; b != HONE_NONE; b = context->model->skeleton.bones[b].parent) {
        const hone_affine local = context->pose->animated[b] ? hone_affine_from_transform(&context->pose->bones[b])
                                                             : context->model->skeleton.bones[b].rest_local;
        out = hone_affine_multiply(&local, &out);
    }
    return out;
}

static void rest_rotation(const hone_goal_context *context, int32_t bone, float out[4])
{
    hone_quat_identity(out);
    if (bone == HONE_NONE)
        return;
    const hone_affine axes = hone_rest_axes(&context->model->skeleton, bone);
    hone_quat_from_affine(&axes, out);
}

static look_angles angles_to(const hone_goal *goal, const hone_goal_context *context)
{
    const float degrees = (float)(180 / HONE_PI);
    const hone_affine head = posed_bone(context, goal->bones[HEAD]);
    float v[3], turn[4], rest[4];
    hone_affine_point(&head, context->model->avatar->look_at.offset, v);
    hone_vec3_subtract(goal->position, v, v);
    hone_quat_from_affine(&head, turn);
    hone_quat_conjugate(turn, turn);
    rest_rotation(context, goal->bones[HEAD], rest);
    hone_quat_multiply(rest, turn, turn);
    hone_quat_rotate(turn, v, v);
    face_forwards(context->model, v);
    return (look_angles){degrees * hone_atan2f(v[0], v[2]), degrees * hone_atan2f(-v[1], hone_hypotf(v[0], v[2]))};
}

/* ---- range maps ------------------------------------------------------------------------------------------------ */

enum { TIME, VALUE, SLOPE_BEFORE, SLOPE_AFTER };

/* Between two keys of a Hermite curve; x is between their times. */
static float hermite(const float a[4], const float b[4], float x)
{
    float length = b[TIME] - a[TIME];
    if (!(length > 0))
        return b[VALUE];
    float t = (x - a[TIME]) / length, s = 1 - t;
    return s * s * (1 + 2 * t) * a[VALUE] + t * t * (1 + 2 * s) * b[VALUE] +
           length * s * t * (s * a[SLOPE_AFTER] - t * b[SLOPE_BEFORE]);
}

/* x: 0 to 1. */
static float curve_at(const hone_range_map *range, float x)
{
    const float(*keys)[4] = range->keys;
    if (range->key_count == 0)
        return x;
    uint32_t after = 0;
    while (after < range->key_count && keys[after][TIME] <= x) after++;
    if (after == 0)
        return keys[0][VALUE];
    return after == range->key_count ? keys[after - 1][VALUE] : hermite(keys[after - 1], keys[after], x);
}

static float max_input(const hone_range_map *range)
{
    static const float least = 0.001f; /* as the specification recommends */
    return range->max_input > least ? range->max_input : least;
}

static float mapped(const hone_range_map *range, float angle)
{
    float x = fabsf(angle) / max_input(range);
    return curve_at(range, x < 1 ? x : 1) * range->output_scale;
}

/* ---- kinds ----------------------------------------------------------------------------------------------------- */

static void turn_eye(const hone_goal *goal, const hone_goal_context *context, int eye, look_angles to)
{
    const hone_range_map *ranges = context->model->avatar->look_at.ranges;
    const float radians = (float)(HONE_PI / 180);
    int32_t bone = goal->bones[eye];
    if (bone == HONE_NONE)
        return;
    bool outer = (to.yaw > 0) == (eye == LEFT_EYE), down = to.pitch > 0;
    float yaw = mapped(&ranges[outer ? HONE_LOOK_AT_OUTER : HONE_LOOK_AT_INNER], to.yaw);
    float pitch = mapped(&ranges[down ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP], to.pitch);
    float angles[3] = {radians * (down ? pitch : -pitch), radians * (to.yaw > 0 ? yaw : -yaw), 0};
    float turn[4], above[4], back[4];
    hone_quat_from_euler(HONE_EULER_YXZ, angles, turn);
    face_forwards(context->model, turn);
    rest_rotation(context, context->model->skeleton.bones[bone].parent, above);
    hone_quat_conjugate(above, back);
    hone_quat_multiply(back, turn, turn);
    hone_quat_multiply(turn, above, turn);
    hone_quat_multiply(turn, context->model->skeleton.bones[bone].rest.rotation, turn);
    hone_goal_rotate_to(context, (uint32_t)bone, turn, goal->weight);
}

static void weigh(const hone_goal *goal, const hone_goal_context *context, const char *name, float weight)
{
    const hone_avatar *avatar = context->model->avatar;
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        const hone_expression *e = &avatar->expressions[i];
        if (e->group != HONE_EXPRESSION_LOOK_AT || strcmp(context->model->morphs[e->morph].name, name) != 0)
            continue;
        float *shown = &context->pose->morphs[e->morph];
        *shown += goal->weight * (weight - *shown);
    }
}

static void weigh_expressions(const hone_goal *goal, const hone_goal_context *context, look_angles to)
{
    const hone_range_map *ranges = context->model->avatar->look_at.ranges;
    float side = mapped(&ranges[HONE_LOOK_AT_OUTER], to.yaw);
    float height = mapped(&ranges[to.pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP], to.pitch);
    weigh(goal, context, "lookLeft", to.yaw > 0 ? side : 0);
    weigh(goal, context, "lookRight", to.yaw > 0 ? 0 : side);
    weigh(goal, context, "lookDown", to.pitch > 0 ? height : 0);
    weigh(goal, context, "lookUp", to.pitch > 0 ? 0 : height);
}

/* Whether no eye has to turn farther than its range. */
static bool is_within(const hone_look_at *look, look_angles to)
{
    bool one = look->kind == HONE_LOOK_AT_EXPRESSION;
    float side = max_input(&look->ranges[HONE_LOOK_AT_OUTER]);
    float inner = one ? side : max_input(&look->ranges[HONE_LOOK_AT_INNER]);
    return fabsf(to.yaw) <= (inner < side ? inner : side) &&
           fabsf(to.pitch) <= max_input(&look->ranges[to.pitch > 0 ? HONE_LOOK_AT_DOWN : HONE_LOOK_AT_UP]);
}

bool hone_goal_apply_look_at(const hone_goal *goal, const hone_goal_context *context)
{
    const look_angles to = angles_to(goal, context);
    const hone_look_at *look = &context->model->avatar->look_at;
    if (look->kind == HONE_LOOK_AT_EXPRESSION) {
        weigh_expressions(goal, context, to);
    } else {
        turn_eye(goal, context, LEFT_EYE, to);
        turn_eye(goal, context, RIGHT_EYE, to);
    }
    return is_within(look, to);
}
