/* A bone key in three parts, and the repair that many keys of MMD need. */
#ifndef HONE_SRC_MOTION_BONE_PARTS_H
#define HONE_SRC_MOTION_BONE_PARTS_H

#include "base/lanes/simd4.h"
#include <hone/motion.h>
#include <stddef.h>

/* How far the square of a length is from 1. */
#define HONE_UNIT_EXCESS 2.5e-7   /* less is rounding */
#define HONE_SERIES_EXCESS 1.0e-5 /* less is for the series */
#define HONE_MUCH_EXCESS 0.02     /* more gives a warning */

/* ---- vectors ---- */

#if HONE_VECTORS
typedef double hone_doubles __attribute__((vector_size(16)));
typedef int64_t hone_long_bits __attribute__((vector_size(16)));

/* The first bytes of a hone_bone_key. */
typedef struct hone_bone_parts {
    simd4_bits place; /* the frame, and the bits of the translation */
    simd4 rotation;
    hone_long_bits curves; /* a byte for each value of the control points */
} hone_bone_parts;

/* Returns two of the numbers of a rotation. */
static inline hone_doubles hone_xy(simd4 q)
{
    return (hone_doubles){q[0], q[1]};
}

static inline hone_doubles hone_zw(simd4 q)
{
    return hone_xy(SIMD4_SHUFFLE(q, q, 2, 3, 2, 3));
}

/* Whether nothing but the length may need a repair: a frame that may be late, an infinite number or NaN, or a control
 * point above 127 does. */
static inline bool hone_bone_parts_are_sound(const hone_bone_parts *parts)
{
    const simd4_bits tested = {INT32_MIN, 0x7f800000, 0x7f800000, 0x7f800000};
    const hone_long_bits highs = {(int64_t)UINT64_C(0x8080808080808080), (int64_t)UINT64_C(0x8080808080808080)};
    return !simd4_any(((parts->place & tested) == tested) | (simd4_bits)(parts->curves & highs));
}

/* Returns the square of the length of the rotation. */
static inline double hone_bone_parts_square(const hone_bone_parts *parts)
{
    hone_doubles xy = hone_xy(parts->rotation), zw = hone_zw(parts->rotation), xy2 = xy * xy, zw2 = zw * zw;
    return xy2[0] + xy2[1] + zw2[0] + zw2[1];
}

static inline void hone_bone_parts_scale(hone_bone_parts *parts, double by)
{
    const hone_doubles scale = {by, by}, xy = hone_xy(parts->rotation) * scale, zw = hone_zw(parts->rotation) * scale;
    parts->rotation = (simd4){(float)xy[0], (float)xy[1], (float)zw[0], (float)zw[1]};
}

/* Returns the excess, or 0 if it is rounding. This is no branch, because for half of MMD's keys it is. */
static inline double hone_real_excess(double excess)
{
    const hone_doubles both = {excess, excess}, least = {HONE_UNIT_EXCESS, HONE_UNIT_EXCESS};
    const hone_doubles size = (hone_doubles)((hone_long_bits)both & INT64_MAX);
    return ((hone_doubles)((size >= least) & (hone_long_bits)both))[0];
}

/* ---- plain C ---- */

#else
typedef struct hone_bone_parts {
    uint32_t place[4];
    float rotation[4];
    uint64_t curves[2];
} hone_bone_parts;

static inline bool hone_bone_parts_are_sound(const hone_bone_parts *parts)
{
    bool odd = parts->place[0] >> 31 || (parts->curves[0] | parts->curves[1]) & UINT64_C(0x8080808080808080);
    for (int i = 1; i < 4; i++) odd |= (parts->place[i] & 0x7f800000) == 0x7f800000;
    return !odd;
}

static inline double hone_bone_parts_square(const hone_bone_parts *parts)
{
    double square = 0;
    for (int i = 0; i < 4; i++) square += (double)parts->rotation[i] * parts->rotation[i];
    return square;
}

static inline void hone_bone_parts_scale(hone_bone_parts *parts, double by)
{
    for (int i = 0; i < 4; i++) parts->rotation[i] = (float)(parts->rotation[i] * by);
}

static inline double hone_real_excess(double excess)
{
    return fabs(excess) >= HONE_UNIT_EXCESS ? excess : 0;
}
#endif

/* ---- both ---- */

_Static_assert(offsetof(hone_bone_key, translation) == 4 && offsetof(hone_bone_key, rotation) == 16 &&
                   offsetof(hone_bone_key, curves) == 32 && offsetof(hone_bone_key, physics_off) == 48 &&
                   sizeof(hone_bone_parts) == 48,
               "the parts are the bytes of a key");

static inline hone_bone_parts hone_bone_parts_load(const hone_bone_key *key)
{
    hone_bone_parts out;
    memcpy(&out, key, sizeof out);
    return out;
}

static inline void hone_bone_parts_store(const hone_bone_parts *parts, hone_bone_key *key)
{
    memcpy(key, &parts->place, sizeof parts->place);
    memcpy(key->rotation, &parts->rotation, sizeof parts->rotation);
    memcpy(key->curves, &parts->curves, sizeof parts->curves);
}

/* Returns 1 / sqrt(1 + excess). */
static inline double hone_inverse_root(double excess)
{
    if (fabs(excess) < HONE_SERIES_EXCESS)
        return 1 - excess * (0.5 - excess * 0.375); /* within 2^-51 */
    return 1 / sqrt(1 + excess);
}

/* Brings a rotation whose length is nearly 1 to unit length. Returns false if the key needs a repair with a warning,
 * and leaves it unchanged. */
static inline bool hone_repair_length(hone_bone_parts *parts)
{
    double excess = hone_bone_parts_square(parts) - 1;
    if (!hone_bone_parts_are_sound(parts) || !(fabs(excess) < HONE_MUCH_EXCESS))
        return false;
    hone_bone_parts_scale(parts, hone_inverse_root(hone_real_excess(excess)));
    return true;
}

#endif
