/* Goals for the limbs of a humanoid: finds the bones, and the hinge of the knee or elbow. */
#include "base/error.h"
#include "core/model/humanoid.h"
#include "core/model/humanoid_axes.h"
#include "play/actor/goals/goal.h"

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
    hone_affine axes = hone_rest_axes(&data->skeleton, bones[1]);
    return hone_humanoid_hinge(data, human, bones, arm, hinge) && into_bone(&axes, hinge, out);
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
    *out = given ? *given : hone_model_humanoid(model);
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

/* A foot that hangs on no leg, as exporters leave it that do not resolve IK. */
static bool is_loose_foot(const hone_skeleton *skeleton, const int32_t bones[3], hone_humanoid_bone upper)
{
    return upper < HONE_HUMANOID_UPPER_ARM && hone_goal_is_detached(skeleton, bones) &&
           hone_humanoid_ends_leg(skeleton, bones[0], bones[1], bones[2]);
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
        if (i && !hone_goal_is_below(&data->skeleton, goal.bones[i], goal.bones[i - 1]) &&
            !(i == 2 && is_loose_foot(&data->skeleton, goal.bones, upper)))
            return hone_fail(error, HONE_ERROR_ARGUMENT, (uint32_t)goal.bones[i],
                             "the bone \"%s\" is not below \"%s\", as in a limb",
                             data->skeleton.bones[goal.bones[i]].name, data->skeleton.bones[goal.bones[i - 1]].name);
    }
    if (!hone_goal_hinge(data, &human, goal.bones, upper >= HONE_HUMANOID_UPPER_ARM, goal.hinge))
        return hone_fail(error, HONE_ERROR_ARGUMENT, (uint64_t)upper, "the limb has no length");
    *out = goal;
    return true;
}
