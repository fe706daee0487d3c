/* Goals for the limbs of a humanoid: finds the bones, and the hinge of the knee or elbow. */
#include "actor/goals/goal.h"
#include "base/error.h"

hone_affine hone_goal_rest_axes(const hone_skeleton *skeleton, int32_t bone)
{
    hone_affine out = skeleton->bones[bone].rest_local;
    const float *scale = skeleton->bones[bone].rest.scale;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3 && scale[c] != 0; r++) out.m[r][c] /= scale[c];
    for (int32_t b = skeleton->bones[bone].parent; b != HONE_NONE; b = skeleton->bones[b].parent)
        out = hone_affine_multiply(&skeleton->bones[b].rest_local, &out);
    return out;
}

/* The vector from the right to the left one of a pair of bones, whichever pair is known first. */
static bool find_left(const hone_model_data *data, const hone_humanoid *human, float out[3])
{
    static const hone_humanoid_bone pairs[] = {HONE_HUMANOID_UPPER_LEG, HONE_HUMANOID_UPPER_ARM, HONE_HUMANOID_SHOULDER,
                                               HONE_HUMANOID_EYE, HONE_HUMANOID_FOOT};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        int32_t left = human->bones[pairs[i]], right = human->bones[pairs[i] + 1];
        if (left == HONE_NONE || right == HONE_NONE)
            continue;
        hone_vec3_subtract(data->skeleton.bones[left].position, data->skeleton.bones[right].position, out);
        out[1] = 0;
        if (hone_vec3_normalise(out, out))
            return true;
    }
    return false;
}

/* Across its left and up; if no pair of its bones tells, where characters of the space look. */
void hone_goal_front(const hone_model_data *data, const hone_humanoid *human, float out[3])
{
    static const float up[3] = {0, 1, 0};
    float left[3], sign = data->space == HONE_SPACE_GLTF ? 1 : -1; /* the others are left-handed */
    hone_vec3_set(0, 0, sign, out);
    if (!find_left(data, human, left))
        return;
    hone_vec3_cross(left, up, out);
    hone_vec3_scale(out, sign, out);
}

/* The hinge in model space: across both bones, or, if the limb is nearly straight at rest, so that knees point forwards
 * and elbows backwards. */
static bool find_hinge(const hone_model_data *data, const hone_humanoid *human, const int32_t bones[3], bool arm,
                       float out[3])
{
    const hone_bone *all = data->skeleton.bones;
    float upper[3], lower[3], whole[3], side[3];
    hone_vec3_subtract(all[bones[0]].position, all[bones[1]].position, upper);
    hone_vec3_subtract(all[bones[2]].position, all[bones[1]].position, lower);
    hone_vec3_cross(upper, lower, out);
    if (hone_vec3_length(out) > 0.1f * hone_vec3_length(upper) * hone_vec3_length(lower))
        return hone_vec3_normalise(out, out);
    hone_goal_front(data, human, side);
    hone_vec3_subtract(lower, upper, whole);
    hone_vec3_scale(side, arm ? -1 : 1, side);
    hone_vec3_cross(whole, side, out);
    return hone_vec3_normalise(out, out);
}

/* Converts the hinge to the axes of its bone, in which a mirror reverses it. */
static bool into_bone(const hone_affine *axes, const float hinge[3], float out[3])
{
    float x[3], y[3], z[3], normal[3];
    for (int r = 0; r < 3; r++) x[r] = axes->m[r][0], y[r] = axes->m[r][1], z[r] = axes->m[r][2];
    hone_vec3_cross(x, y, normal);
    bool mirrored = hone_vec3_dot(normal, z) < 0;
    if (!hone_affine_solve(axes, hinge, out) || !hone_vec3_normalise(out, out))
        return false;
    hone_vec3_scale(out, mirrored ? -1 : 1, out);
    return true;
}

bool hone_goal_hinge(const hone_model_data *data, const hone_humanoid *human, const int32_t bones[3], bool arm,
                     float out[3])
{
    float hinge[3];
    hone_affine axes = hone_goal_rest_axes(&data->skeleton, bones[1]);
    return find_hinge(data, human, bones, arm, hinge) && into_bone(&axes, hinge, out);
}

static bool is_limb(hone_humanoid_bone upper)
{
    return upper == HONE_HUMANOID_UPPER_LEG || upper == HONE_HUMANOID_UPPER_LEG + 1 ||
           upper == HONE_HUMANOID_UPPER_ARM || upper == HONE_HUMANOID_UPPER_ARM + 1;
}

bool hone_goal_human(const hone_model *model, const hone_humanoid *given, hone_humanoid *out, hone_error *error)
{
    if (!model)
        return hone_fail_null(error, "the model of a goal");
    *out = given ? *given : hone_humanoid_of(model);
    uint32_t count = hone_model_skeleton(model)->bone_count;
    for (int h = 0; h <= HONE_HUMANOID_COUNT; h++) {
        int32_t bone = h < HONE_HUMANOID_COUNT ? out->bones[h] : out->body;
        if (bone != HONE_NONE && (bone < 0 || (uint32_t)bone >= count))
            return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)(int64_t)bone, "a humanoid map names bone %d of %u",
                             bone, count);
    }
    return true;
}

bool hone_goal_need(const hone_humanoid *human, hone_humanoid_bone bone, hone_error *error)
{
    return human->bones[bone] != HONE_NONE ||
           hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)bone, "the goal needs the bone %s, which was not found",
                     hone_humanoid_bone_name(bone));
}

bool hone_goal_for_limb(const hone_model *model, const hone_humanoid *map, hone_humanoid_bone upper, hone_goal *out,
                        hone_error *error)
{
    hone_humanoid human;
    if (!out)
        return hone_fail_null(error, "the goal");
    if (!is_limb(upper))
        return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)upper, "no limb begins with bone %u of a humanoid",
                         (unsigned)upper);
    if (!hone_goal_human(model, map, &human, error))
        return false;
    const hone_model_data *data = hone_model_get(model);
    hone_goal goal = {.kind = HONE_GOAL_REACH, .weight = 1};
    for (int i = 0; i < 3; i++) {
        if (!hone_goal_need(&human, (hone_humanoid_bone)((int)upper + 2 * i), error))
            return false;
        goal.bones[i] = human.bones[(int)upper + 2 * i];
    }
    if (!hone_goal_hinge(data, &human, goal.bones, upper >= HONE_HUMANOID_UPPER_ARM, goal.hinge))
        return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)upper, "the limb has no length");
    *out = goal;
    return true;
}
