/* Slerps of pairs of rotations, HONE_LANES at once: all operations of hone_quat_slerp, so the bits are equal. */
#ifndef HONE_SRC_MOTION_LANES_SLERP_PAIRS_H
#define HONE_SRC_MOTION_LANES_SLERP_PAIRS_H

#include "base/lanes/lanes.h"
#include "core/motion/lanes/doubles.h"
#define HONE_TERM(number) doubles_set(number)
#include "base/trigonometry_terms.h"
#include "core/motion/slerp_pairs.h"

/* hone_sinf of an angle of 0 to pi / 2. */
static inline doubles sine_of_half(doubles angle)
{
    doubles count = angle * HONE_TWO_OVER_PI + HONE_TO_WHOLE - HONE_TO_WHOLE;
    doubles x = HONE_LESS_QUARTERS(angle, count), z = x * x;
    return doubles_pick(count > doubles_set(0.5), HONE_COSINE_TERMS(z), x * HONE_SINE_TERMS(z));
}

/* hone_acosf of a number of 0 to 1. */
static inline doubles arc_cosine_of_half(doubles x)
{
    doubles_bits small = x <= doubles_set(0.5);
    doubles half = (1 - x) / 2;
    doubles s = doubles_pick(small, x, doubles_sqrt(half)), z = doubles_pick(small, x * x, half);
    doubles arc = s + s * z * HONE_ARC_SINE_TERMS(z);
    return doubles_pick(small, doubles_set(HONE_PI / 2) - arc, 2 * arc);
}

static inline lanes sines(lanes angle)
{
    doubles v[HALVES];
    doubles_widen_all(angle, v);
    for (int h = 0; h < HALVES; h++) v[h] = sine_of_half(v[h]);
    return doubles_narrow(v);
}

static inline lanes arc_cosines(lanes cosine)
{
    doubles v[HALVES];
    doubles_widen_all(cosine, v);
    for (int h = 0; h < HALVES; h++) v[h] = arc_cosine_of_half(v[h]);
    return doubles_narrow(v);
}

static inline lanes dot_in_turn(const lanes a[4], const lanes b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static inline void slerp_pairs_at(hone_slerp_pairs *pairs, int at)
{
    const lanes one = lanes_set(1), zero = lanes_set(0);
    lanes a[4], b[4], sum[4], to = lanes_aligned(pairs->weight + at), from = one - to;
    for (int i = 0; i < 4; i++) a[i] = lanes_aligned(pairs->from[i] + at), b[i] = lanes_aligned(pairs->to[i] + at);
    lanes cosine = dot_in_turn(a, b);
    lanes_bits opposite = cosine < zero;
    cosine = lanes_pick(opposite, -cosine, cosine);
    lanes_bits apart = cosine < lanes_set(0.9995f);
    lanes angle = arc_cosines(lanes_pick(apart, cosine, zero)), sine = sines(angle);
    from = lanes_pick(apart, sines(from * angle) / sine, from);
    to = lanes_pick(apart, sines(to * angle) / sine, to) * lanes_pick(opposite, -one, one);
    for (int i = 0; i < 4; i++) sum[i] = from * a[i] + to * b[i];
    lanes square = dot_in_turn(sum, sum);
    lanes_bits is_rotation = (square > lanes_set(1e-24f)) & (square < lanes_set(INFINITY));
    lanes scale = one / lanes_sqrt(square);
    for (int i = 0; i < 4; i++)
        lanes_store(pairs->from[i] + at, lanes_pick(is_rotation, sum[i] * scale, i == 3 ? one : zero));
}

static void slerp_pairs(hone_slerp_pairs *pairs)
{
    for (int g = 0; g < GROUPS; g++) slerp_pairs_at(pairs, g * HONE_LANES);
}

#endif
