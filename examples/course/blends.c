/* Chapter 11: rotations and translations that are blended apart, which is wrong. */
#include "blends.h"

#include <math.h>

void blend_apart(const hone_rigid_transform *const *transforms, const float *weights, int count, bool signs,
                 const float p[3], float out[3])
{
    hone_rigid_transform mean = {{0, 0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < count; i++) {
        const float *q = transforms[i]->rotation, *first = transforms[0]->rotation;
        float dot = q[0] * first[0] + q[1] * first[1] + q[2] * first[2] + q[3] * first[3];
        float sign = signs && dot < 0 ? -1.0f : 1.0f;
        for (int k = 0; k < 4; k++) mean.rotation[k] += sign * weights[i] * q[k];
        hone_vec3_add_scaled(mean.translation, transforms[i]->translation, weights[i], mean.translation);
    }
    float *q = mean.rotation, length = sqrtf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++) q[k] /= length > 0 ? length : 1;
    hone_rigid_transform_point(&mean, p, out);
}
