/* Slerp between two rotations, in two steps: what does not depend on the time is computed once. */
#ifndef HONE_SRC_BASE_SLERP_H
#define HONE_SRC_BASE_SLERP_H

#include "base/trigonometry.h"
#include <hone/math.h>

typedef struct hone_slerp {
    float a[4], b[4];
    float sign;        /* -1: the shortest arc ends at -b */
    float angle, sine; /* of the arc; angle 0: nearly equal, so linear interpolation */
} hone_slerp;

static inline hone_slerp hone_slerp_plan(const float a[4], const float b[4])
{
    hone_slerp out = {.sign = 1};
    hone_quat_copy(a, out.a);
    hone_quat_copy(b, out.b);
    float cosine = hone_quat_dot(a, b);
    if (cosine < 0)
        out.sign = -1, cosine = -cosine;
    if (cosine < 0.9995f) { /* closer than that, linear interpolation is within 5e-7, and acos has no digits left */
        out.angle = hone_acosf(cosine);
        out.sine = hone_sinf(out.angle);
    }
    return out;
}

static inline void hone_slerp_at(const hone_slerp *slerp, float t, float out[4])
{
    float from = 1 - t, to = t, sum[4];
    if (slerp->angle > 0) {
        from = hone_sinf(from * slerp->angle) / slerp->sine;
        to = hone_sinf(to * slerp->angle) / slerp->sine;
    }
    for (int i = 0; i < 4; i++) sum[i] = from * slerp->a[i] + to * slerp->sign * slerp->b[i];
    hone_quat_normalise(sum, out);
}

#endif
