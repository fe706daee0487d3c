/* Slerps between two keys, four at once. What does not change between the keys is computed when they are set; then a
 * sample is cheap. The result of a lane does not depend on the other lanes. */
#ifndef HONE_SRC_MOTION_SLERP_LANES_H
#define HONE_SRC_MOTION_SLERP_LANES_H

#include "base/simd2.h"
#include "base/simd4.h"

enum { HONE_SLERP_LANES = 4 };

/* The slerp of a lane is first cos(v) + across sin(v), with v from 0 to `angle`. */
typedef struct hone_slerp_lanes {
    double angle[HONE_SLERP_LANES]; /* in quaternion space: 0 to a quarter turn */
    float first[HONE_SLERP_LANES][4];
    /* Unit quaternion perpendicular to the first, in the plane of the slerp. Minus 0 if the angle is 0: adding that
     * keeps the bits of the first. */
    float across[HONE_SLERP_LANES][4];
    float second[HONE_SLERP_LANES][4];
} hone_slerp_lanes;

/* The coefficients of sine and cosine. They are not constants of the compiler, which would broadcast each one anew. */
extern const simd4 hone_slerp_constants[10];

/* Sets angles and `across` to the shorter arcs from the first to the second rotations, which are set: unit
 * quaternions. The angle is 0 if both are the same rotation. Exact at every angle; small ones need no special case. */
void hone_slerp_lanes_plan(hone_slerp_lanes *lanes);

/* Sines and cosines of angles from 0 to a quarter turn, by polynomials whose own error is below 5e-9. Rounding adds
 * about 6e-8. The sine of a small angle is as exact as the angle. */
static inline void hone_slerp_sine_and_cosine(simd4 v, simd4 *sine, simd4 *cosine)
{
    simd4 u = v * v;
    simd4 s = hone_slerp_constants[0] + u * hone_slerp_constants[1];
    simd4 c = hone_slerp_constants[2] - u * hone_slerp_constants[3];
    s = hone_slerp_constants[4] + u * (hone_slerp_constants[5] + u * s);
    c = hone_slerp_constants[6] + u * (hone_slerp_constants[7] + u * c);
    *sine = v + v * (u * s);
    *cosine = hone_slerp_constants[9] - u * (hone_slerp_constants[8] - u * c);
}

/* Evaluates the slerps, each at its part t of the way, 0 to 1. Each number is within 3e-7 of the exact one. t: of two
 * lanes each. */
static inline void hone_slerp_lanes_at(const hone_slerp_lanes *lanes, const simd2 t[HONE_SLERP_LANES / 2],
                                       simd4 out[HONE_SLERP_LANES])
{
    simd2 low = t[0] * simd2_load(lanes->angle), high = t[1] * simd2_load(lanes->angle + 2);
    simd4 sine, cosine, v = {(float)low[0], (float)low[1], (float)high[0], (float)high[1]};
    hone_slerp_sine_and_cosine(v, &sine, &cosine);
    for (int i = 0; i < HONE_SLERP_LANES; i++)
        out[i] = simd4_load(lanes->first[i]) * simd4_set(cosine[i]) + simd4_load(lanes->across[i]) * simd4_set(sine[i]);
}

#endif
