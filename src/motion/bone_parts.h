/* A bone key in three vectors, and the repair that many keys of MMD need. */
#ifndef HONE_SRC_MOTION_BONE_PARTS_H
#define HONE_SRC_MOTION_BONE_PARTS_H

#include "base/lanes/simd2.h"
#include "base/lanes/simd4.h"
#include <hone/motion.h>
#include <stddef.h>

/* The first bytes of a hone_bone_key. */
typedef struct hone_bone_parts {
    simd4_bits place; /* the frame, and the bits of the translation */
    simd4 rotation;
    simd2_bits curves; /* a byte for each value of the control points */
} hone_bone_parts;

/* Returns the first two. */
static inline simd2 hone_doubles(simd4 v)
{
    return (simd2){v[0], v[1]};
}

static inline hone_bone_parts hone_bone_parts_load(const hone_bone_key *key)
{
    hone_bone_parts out;
    memcpy(&out, key, sizeof out);
    return out;
}

static inline void hone_bone_parts_store(const hone_bone_parts *parts, hone_bone_key *key)
{
    simd4_bits place = parts->place;
    simd4 rotation = parts->rotation;
    simd2_bits curves = parts->curves;
    memcpy(key, &place, sizeof place);
    memcpy(key->rotation, &rotation, sizeof rotation);
    memcpy(key->curves, &curves, sizeof curves);
}

_Static_assert(offsetof(hone_bone_key, translation) == 4 && offsetof(hone_bone_key, rotation) == 16 &&
                   offsetof(hone_bone_key, curves) == 32 && offsetof(hone_bone_key, physics_off) == 48,
               "the parts are the bytes of a key");

/* How far the square of a length is from 1. */
#define HONE_UNIT_EXCESS 2.5e-7   /* less is rounding */
#define HONE_SERIES_EXCESS 1.0e-5 /* less is for the series */
#define HONE_MUCH_EXCESS 0.02     /* more gives a warning */

/* Returns 1 / sqrt(1 + excess). Both are the same number. */
static inline simd2 hone_inverse_root(simd2 excess)
{
    if (fabs(excess[0]) < HONE_SERIES_EXCESS)
        return 1 - excess * (simd2_set(0.5) - excess * simd2_set(0.375)); /* within 2^-51 */
    return simd2_set(1 / sqrt(1 + excess[0]));
}

/* Whether nothing but the length may need a repair: a frame that may be late, an infinite number or NaN, or a control
 * point above 127 does. */
static inline bool hone_bone_parts_are_sound(const hone_bone_parts *parts)
{
    const simd4_bits tested = {INT32_MIN, 0x7f800000, 0x7f800000, 0x7f800000};
    const simd2_bits highs = {(int64_t)UINT64_C(0x8080808080808080), (int64_t)UINT64_C(0x8080808080808080)};
    return !simd4_any(((parts->place & tested) == tested) | (simd4_bits)(parts->curves & highs));
}

/* Brings a rotation whose length is nearly 1 to unit length. Returns false if the key needs a repair with a warning,
 * and leaves it unchanged. Whether the length is 1 up to rounding is no branch, because for half of MMD's keys it is.
 */
static inline bool hone_repair_length(hone_bone_parts *parts)
{
    simd2 xy = hone_doubles(parts->rotation),
          zw = hone_doubles(SIMD4_SHUFFLE(parts->rotation, parts->rotation, 2, 3, 2, 3));
    simd2 xy2 = xy * xy, zw2 = zw * zw;
    double square = xy2[0] + xy2[1] + zw2[0] + zw2[1];
    if (!hone_bone_parts_are_sound(parts) || !(fabs(square - 1) < HONE_MUCH_EXCESS))
        return false;
    simd2 excess = simd2_set(square - 1);
    excess = (simd2)((simd2_abs(excess) >= simd2_set(HONE_UNIT_EXCESS)) & (simd2_bits)excess);
    simd2 scale = hone_inverse_root(excess);
    xy *= scale, zw *= scale;
    parts->rotation = (simd4){(float)xy[0], (float)xy[1], (float)zw[0], (float)zw[1]};
    return true;
}

#endif
