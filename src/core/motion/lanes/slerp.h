/* Plans and evaluates slerps, HONE_LANES at once. All arithmetic is the same in every lane and for every number of
 * lanes. */
#ifndef HONE_SRC_MOTION_LANES_SLERP_H
#define HONE_SRC_MOTION_LANES_SLERP_H

#include "base/lanes/lanes.h"
#include "core/motion/lanes/doubles.h"
#include "core/motion/slerps.h"

/* The coefficients of sine, cosine and arc tangent. They are loaded as vectors: the compiler would broadcast constants
 * anew each time. */
#define EIGHT(x)                                                                                                       \
    {                                                                                                                  \
        x, x, x, x, x, x, x, x                                                                                         \
    }
static const _Alignas(32) float circle[10][8] = {EIGHT(-1.98111127e-4f),
                                                 EIGHT(2.60893253e-6f),
                                                 EIGHT(2.47693042e-5f),
                                                 EIGHT(2.61938138e-7f),
                                                 EIGHT(-1.66666605e-1f),
                                                 EIGHT(8.33308817e-3f),
                                                 EIGHT(4.16666558e-2f),
                                                 EIGHT(-1.38885692e-3f),
                                                 EIGHT(0.5f),
                                                 EIGHT(1.0f)};
static const _Alignas(32) float arc_tangent[9][8] = {EIGHT(0.99999998f),  EIGHT(-0.33333037f),  EIGHT(0.19991872f),
                                                     EIGHT(-0.14197798f), EIGHT(0.10618371f),   EIGHT(-0.074568548f),
                                                     EIGHT(0.042137624f), EIGHT(-0.015731249f), EIGHT(0.0027662835f)};
#undef EIGHT

/* ---- planning ---- */

static inline lanes dot4(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/* The angles of points (x, y), both at least 0 and not both 0. The polynomial is that of the arc tangent from 0 to 1,
 * with an error of its own below 2e-8. */
static inline lanes angle_of(lanes x, lanes y)
{
    lanes_bits flat = y < x;
    lanes t = lanes_pick(flat, y, x) / lanes_pick(flat, x, y), u = t * t, sum = lanes_aligned(arc_tangent[8]);
    for (int i = 7; i >= 0; i--) sum = lanes_aligned(arc_tangent[i]) + u * sum;
    lanes arc = t * sum;
    return lanes_pick(flat, arc, lanes_set((float)(HONE_PI / 2)) - arc);
}

/* Plans the slerps of a group of lanes: the shorter arcs from a to b. With d = b - a, and d.d = 2 - 2 cosine, the part
 * of b that is perpendicular to a is d + (1 - cosine) a. Nothing cancels, however small the angle is. */
static inline void plan_group(hone_slerps *slerps, hone_slerp_keys *keys, int at)
{
    lanes a[4], b[4], d[4], across[4];
    lanes_gather(keys->from + at, a);
    lanes_gather(keys->to + at, b);
    lanes_bits opposite = dot4(a, b) < 0;
    for (int i = 0; i < 4; i++) d[i] = lanes_pick(opposite, -b[i], b[i]) - a[i];
    lanes rise = lanes_set(0.5f) * dot4(d, d);
    for (int i = 0; i < 4; i++) across[i] = d[i] + rise * a[i];
    lanes square = dot4(across, across), length = lanes_sqrt(square);
    lanes_bits moves = square > lanes_set(1e-30f);
    lanes scale = 1 / lanes_pick(moves, length, lanes_set(1));
    lanes angle = lanes_pick(moves, angle_of(lanes_max(1 - rise, lanes_set(0)), length), lanes_set(0));
    for (int i = 0; i < 4; i++) lanes_store(slerps->first[i] + at, a[i]);
    for (int i = 0; i < 4; i++)
        lanes_store(slerps->across[i] + at, lanes_pick(moves, across[i] * scale, lanes_set(-0.0f)));
    lanes_store(keys->angle + at, angle);
}

/* Plans all lanes, whose keys are set. The angle is 0 if both keys are the same rotation. */
static inline void plan_slerps(hone_slerps *slerps, hone_slerp_keys *keys)
{
    for (int g = 0; g < GROUPS; g++) plan_group(slerps, keys, g * HONE_LANES);
    for (int i = 0; i < HONE_BLOCK_LANES; i += DOUBLES) {
        doubles length = doubles_load(keys->length + i), any = doubles_pick(length > 0, length, doubles_set(1));
        doubles per_length = doubles_pick(length > 0, 1 / any, doubles_set(0));
        doubles_store(keys->per_length + i, per_length);
        doubles_store(slerps->rate + i, doubles_widen(keys->angle + i) * per_length);
    }
}

/* ---- evaluation ---- */

/* Sines and cosines of angles from 0 to a quarter turn, by polynomials whose own error is below 5e-9. Rounding adds
 * about 6e-8. The sine of a small angle is as exact as the angle. */
static inline void sine_and_cosine(lanes v, lanes *sine, lanes *cosine)
{
    lanes u = v * v;
    lanes s = lanes_aligned(circle[0]) + u * lanes_aligned(circle[1]);
    lanes c = lanes_aligned(circle[2]) - u * lanes_aligned(circle[3]);
    s = lanes_aligned(circle[4]) + u * (lanes_aligned(circle[5]) + u * s);
    c = lanes_aligned(circle[6]) + u * (lanes_aligned(circle[7]) + u * c);
    *sine = v + v * (u * s);
    *cosine = lanes_aligned(circle[9]) - u * (lanes_aligned(circle[8]) - u * c);
}

/* Evaluates a group of slerps at the angles v, which must be at most `angle`. at: the first lane. Each number is within
 * 4e-7 of the exact one. */
static inline void slerp_group(const hone_slerps *slerps, int at, lanes v, simd4 out[HONE_LANES])
{
    lanes sine, cosine, q[4];
    sine_and_cosine(v, &sine, &cosine);
    for (int i = 0; i < 4; i++)
        q[i] = lanes_aligned(slerps->first[i] + at) * cosine + lanes_aligned(slerps->across[i] + at) * sine;
    lanes_rows(q, out);
}

#endif
