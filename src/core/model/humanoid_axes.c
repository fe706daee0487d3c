/* Directions of a humanoid at rest: where it looks, and about what its knees and elbows turn. */
#include "core/model/humanoid_axes.h"
#include "core/model/front.h"
#include <hone/math.h>

hone_affine hone_rest_axes(const hone_skeleton *skeleton, int32_t bone)
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

/* The front is perpendicular to up and to the line from the right to the left bone of a pair. Without any pair it is
 * the front of the model. */
void hone_humanoid_front(const hone_model_data *data, const hone_humanoid *human, float out[3])
{
    static const float up[3] = {0, 1, 0};
    float left[3], sign = data->space == HONE_SPACE_GLTF ? 1 : -1; /* the others are left-handed */
    hone_vec3_set(0, 0, hone_front_of(data), out);
    if (!find_left(data, human, left))
        return;
    hone_vec3_cross(left, up, out);
    hone_vec3_scale(out, sign, out);
}

/* The hinge in model space: across both bones, or, if the limb is nearly straight at rest, so that knees point forwards
 * and elbows backwards. */
bool hone_humanoid_hinge(const hone_model_data *data, const hone_humanoid *human, const int32_t bones[3], bool arm,
                         float out[3])
{
    const hone_bone *all = data->skeleton.bones;
    float upper[3], lower[3], whole[3], side[3];
    hone_vec3_subtract(all[bones[0]].position, all[bones[1]].position, upper);
    hone_vec3_subtract(all[bones[2]].position, all[bones[1]].position, lower);
    hone_vec3_cross(upper, lower, out);
    if (hone_vec3_length(out) > 0.1f * hone_vec3_length(upper) * hone_vec3_length(lower))
        return hone_vec3_normalise(out, out);
    hone_humanoid_front(data, human, side);
    hone_vec3_subtract(lower, upper, whole);
    hone_vec3_scale(side, arm ? -1 : 1, side);
    hone_vec3_cross(whole, side, out);
    return hone_vec3_normalise(out, out);
}
