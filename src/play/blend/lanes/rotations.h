/* Sums and products of rotations, one in each lane. Included after a header that defines the lanes. */
#ifndef HONE_SRC_BLEND_LANES_ROTATIONS_H
#define HONE_SRC_BLEND_LANES_ROTATIONS_H

#include "play/blend/plan.h"

/* Arguments such as `partial` and `back` are constants where these functions are inlined: fast, and twice as large. */
#ifdef __OPTIMIZE_SIZE__
#define INLINED static inline
#else
#define INLINED HONE_ALWAYS_INLINE
#endif

INLINED lanes dot(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

INLINED void normalise(lanes q[4])
{
    lanes scale = lanes_set(1) / lanes_sqrt(dot(q, q));
    for (int i = 0; i < 4; i++) q[i] *= scale;
}

/* Adds a rotation to a sum, negated if that is nearer. */
INLINED void add_nearer(lanes sum[4], const lanes q[4], lanes weight)
{
    weight = lanes_with_sign(weight, dot(sum, q));
    for (int i = 0; i < 4; i++) sum[i] += q[i] * weight;
}

/* Turns by the difference d of an additive layer, which is overwritten. The length of the product is not 1. */
INLINED void turn(lanes q[4], lanes d[4], lanes weights, bool back)
{
    lanes out[4], part = lanes_with_sign(weights, d[3]);
    for (int i = 0; i < 3; i++) d[i] *= back ? -part : part;
    d[3] = d[3] * part + (lanes_set(1) - weights);
    out[0] = (q[3] * d[0] + q[0] * d[3]) + (q[1] * d[2] - q[2] * d[1]);
    out[1] = (q[3] * d[1] - q[0] * d[2]) + (q[1] * d[3] + q[2] * d[0]);
    out[2] = (q[3] * d[2] + q[0] * d[1]) + (q[2] * d[3] - q[1] * d[0]);
    out[3] = (q[3] * d[3] - q[0] * d[0]) - (q[1] * d[1] + q[2] * d[2]);
    for (int i = 0; i < 4; i++) q[i] = out[i];
}

#endif
