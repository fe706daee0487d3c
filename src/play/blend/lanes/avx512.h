/* Sixteen bones at once. Without fused multiplication, so that the results are those of the other kernels. The
 * operations are those of all compilers, so that the tests can compile them for processors without AVX-512. */
#ifndef HONE_SRC_BLEND_LANES_AVX512_H
#define HONE_SRC_BLEND_LANES_AVX512_H

#define HONE_LANES 16
#include "base/lanes/lanes.h"

/* clang-format off: a line is a vector */

/* All numbers of the bones as they are in memory. Eight bones take five vectors. */
enum { PARTS = HONE_LANES * (int)sizeof(hone_transform) / (int)sizeof(lanes), HALF = PARTS / 2 };

/* ---- rotations ---- */

/* The rotations of eight bones, from five vectors: those of the first four, and of the others. */
static inline void load_eight(const float *numbers, lanes rows[2])
{
    lanes v[HALF];
    for (int i = 0; i < HALF; i++) v[i] = lanes_load(numbers + i * HONE_LANES);
    lanes a = SIMD16_SHUFFLE(v[0], v[1], 3, 4, 5, 6, 13, 14, 15, 16, 23, 24, 25, 26, 0, 0, 0, 0);
    lanes b = SIMD16_SHUFFLE(v[2], v[3], 11, 12, 13, 14, 21, 22, 23, 24, 31, 0, 0, 0, 0, 0, 0, 0);
    rows[0] = SIMD16_SHUFFLE(a, v[2], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 17, 18, 19, 20);
    rows[1] = SIMD16_SHUFFLE(b, v[4], 0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 18, 25, 26, 27, 28);
}

static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    load_eight(bones[0].translation, q);
    load_eight(bones[8].translation, q + 2);
    lanes_transpose(q);
}

/* Numbers of the bones in the order of their rotations. */
static inline lanes lanes_of_rotations(lanes v)
{
    return SIMD16_SHUFFLE(v, v, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
}

/* ---- translations and scales ---- */

/* Takes scales from one and the other numbers from the other, of five vectors. */
static inline void pick_scales(const lanes s[HALF], lanes v[HALF])
{
    v[0] = SIMD16_SHUFFLE(v[0], s[0], 0, 1, 2, 3, 4, 5, 6, 23, 24, 25, 10, 11, 12, 13, 14, 15);
    v[1] = SIMD16_SHUFFLE(v[1], s[1], 0, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 27, 28, 29, 14, 15);
    v[2] = SIMD16_SHUFFLE(v[2], s[2], 0, 1, 2, 3, 4, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 31);
    v[3] = SIMD16_SHUFFLE(v[3], s[3], 16, 17, 2, 3, 4, 5, 6, 7, 8, 25, 26, 27, 12, 13, 14, 15);
    v[4] = SIMD16_SHUFFLE(v[4], s[4], 0, 1, 2, 19, 20, 21, 6, 7, 8, 9, 10, 11, 12, 29, 30, 31);
}

/* Puts the numbers of all bones at all their places. */
static inline void spread_bones(lanes v, lanes out[PARTS])
{
    out[0] = SIMD16_SHUFFLE(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1);
    out[1] = SIMD16_SHUFFLE(v, v, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3);
    out[2] = SIMD16_SHUFFLE(v, v, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4);
    out[3] = SIMD16_SHUFFLE(v, v, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6);
    out[4] = SIMD16_SHUFFLE(v, v, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7);
    out[5] = SIMD16_SHUFFLE(v, v, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9);
    out[6] = SIMD16_SHUFFLE(v, v, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 11, 11);
    out[7] = SIMD16_SHUFFLE(v, v, 11, 11, 11, 11, 11, 11, 11, 11, 12, 12, 12, 12, 12, 12, 12, 12);
    out[8] = SIMD16_SHUFFLE(v, v, 12, 12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 14, 14, 14, 14);
    out[9] = SIMD16_SHUFFLE(v, v, 14, 14, 14, 14, 14, 14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15);
}

static inline lanes lanes_pick_negative(lanes sign, lanes yes, lanes no)
{
    return lanes_pick((lanes_bits)sign >> 31, yes, no);
}

/* must come after these */
#include "play/blend/lanes/parts.h"

/* ---- writing ---- */

/* Puts the rotations of eight bones between their translations and scales. */
static inline void merge_eight(const lanes r[2], lanes v[HALF])
{
    v[0] = SIMD16_SHUFFLE(v[0], r[0], 0, 1, 2, 16, 17, 18, 19, 7, 8, 9, 10, 11, 12, 20, 21, 22);
    v[1] = SIMD16_SHUFFLE(v[1], r[0], 23, 1, 2, 3, 4, 5, 6, 24, 25, 26, 27, 11, 12, 13, 14, 15);
    v[2] = SIMD16_SHUFFLE(v[2], r[0], 0, 28, 29, 30, 31, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    v[2] = SIMD16_SHUFFLE(v[2], r[1], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 18, 19, 15);
    v[3] = SIMD16_SHUFFLE(v[3], r[1], 0, 1, 2, 3, 4, 20, 21, 22, 23, 9, 10, 11, 12, 13, 14, 24);
    v[4] = SIMD16_SHUFFLE(v[4], r[1], 25, 26, 27, 3, 4, 5, 6, 7, 8, 28, 29, 30, 31, 13, 14, 15);
}

/* clang-format on */

HONE_ALWAYS_INLINE void lanes_store_bones(const lanes q[4], parts p, hone_transform *bones)
{
    float *numbers = bones->translation;
    lanes rows[4] = {q[0], q[1], q[2], q[3]};
    lanes_transpose(rows);
    merge_eight(rows, p.all);
    merge_eight(rows + 2, p.all + HALF);
    for (int i = 0; i < PARTS; i++) lanes_store(numbers + i * HONE_LANES, p.all[i]);
}

#endif
