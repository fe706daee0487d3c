#include "view/keys/keys_weigh.h"

#include <hone/math.h>
#include <math.h>
#include <string.h>

static float extrapolate(float below, float value, float weight)
{
    return below == value ? value : below + (value - below) / weight;
}

/* slerp(below, out, weight) = value: the rotation from `below` to `value`, about its own axis, divided by the weight.
 */
static bool extrapolate_rotation(const float below[4], const float value[4], float weight, float out[4])
{
    float back[4], step[4];
    if (memcmp(below, value, 4 * sizeof *below) == 0)
        return true;
    hone_quat_conjugate(below, back);
    hone_quat_multiply(back, value, step);
    if (step[3] < 0)
        for (int i = 0; i < 4; i++) step[i] = -step[i];
    float sine = hone_vec3_length(step), half = atan2f(sine, step[3]) / weight;
    if (half > 0.5f * (float)HONE_PI)
        return false;
    for (int i = 0; i < 3 && sine > 0; i++) step[i] *= sinf(half) / sine;
    step[3] = cosf(half);
    hone_quat_multiply(below, step, out);
    hone_quat_normalise(out, out);
    return true;
}

bool keys_weigh(keys_kind kind, const keys_value *below, float weight, keys_value *value)
{
    if (weight >= 1 || keys_value_equal(kind, below, value))
        return true;
    if (!(weight > 0))
        return false;
    if (kind == KEYS_MORPH)
        value->weight = extrapolate(below->weight, value->weight, weight);
    if (kind != KEYS_BONE)
        return kind == KEYS_MORPH || weight >= 0.5f;
    keys_bone *bone = &value->bone;
    if (!extrapolate_rotation(below->bone.rotation, bone->rotation, weight, bone->rotation))
        return false;
    for (int i = 0; i < 3; i++)
        bone->translation[i] = extrapolate(below->bone.translation[i], bone->translation[i], weight);
    return true;
}
