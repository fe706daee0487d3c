/* The difference of two poses. */
#include <hone/blend.h>

static float ratio(float of, float to)
{
    return to != 0 ? of / to : 1;
}

void hone_blend_subtract(const hone_transform *bones, const hone_transform *reference, uint32_t bone_count,
                         hone_transform *out)
{
    for (uint32_t b = 0; b < bone_count; b++) {
        hone_transform difference;
        float back[4];
        hone_vec3_subtract(bones[b].translation, reference[b].translation, difference.translation);
        hone_quat_conjugate(reference[b].rotation, back);
        hone_quat_multiply(back, bones[b].rotation, difference.rotation);
        float sign = difference.rotation[3] < 0 ? -1 : 1;
        for (int i = 0; i < 4; i++) difference.rotation[i] *= sign;
        hone_quat_normalise(difference.rotation, difference.rotation);
        for (int i = 0; i < 3; i++) difference.scale[i] = ratio(bones[b].scale[i], reference[b].scale[i]);
        out[b] = difference;
    }
}
