/* Eight bones at once. Without fused multiplication, so that the results are those of the other kernels. */
#ifndef HONE_SRC_BLEND_LANES_AVX2_H
#define HONE_SRC_BLEND_LANES_AVX2_H

#define HONE_LANES 8
#include "base/lanes/lanes.h"
#include <immintrin.h>

/* ---- rotations ---- */

/* The lanes of rotations are these bones, because they are written from pairs: see merge_four. */
static const int bone_of_row[HONE_LANES] = {0, 1, 4, 5, 2, 3, 6, 7};

static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    simd4 rows[HONE_LANES];
    for (int i = 0; i < HONE_LANES; i++) rows[i] = simd4_load(bones[bone_of_row[i]].rotation);
    lanes_columns(rows, q);
}

/* Numbers of the bones in the order of their rotations. */
static inline lanes lanes_of_rotations(lanes v)
{
    return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7));
}

/* ---- translations and scales ---- */

/* All numbers of the bones as they are in memory; those of rotations are not used. Four bones take five vectors. */
enum { PARTS = HONE_LANES * (int)sizeof(hone_transform) / (int)sizeof(lanes), HALF = PARTS / 2 };

/* Takes scales from one and the other numbers from the other, of five vectors. */
static inline void pick_scales(const lanes scales[HALF], lanes others[HALF])
{
    others[0] = _mm256_blend_ps(others[0], scales[0], 0x80);
    others[1] = _mm256_blend_ps(others[1], scales[1], 0x03);
    others[2] = _mm256_blend_ps(others[2], scales[2], 0x0e);
    others[3] = _mm256_blend_ps(others[3], scales[3], 0x38);
    others[4] = _mm256_blend_ps(others[4], scales[4], 0xe0);
}

/* Puts a number of each of four bones, which are in both halves, at all places of that bone in five vectors. */
static inline void spread_four(lanes v, lanes out[HALF])
{
    lanes a = _mm256_permute_ps(v, 0x00), b = _mm256_permute_ps(v, 0x55);
    lanes c = _mm256_permute_ps(v, 0xaa), d = _mm256_permute_ps(v, 0xff);
    out[0] = a;
    out[1] = _mm256_blend_ps(a, b, 0xfc);
    out[2] = _mm256_blend_ps(b, c, 0xf0);
    out[3] = _mm256_blend_ps(c, d, 0xc0);
    out[4] = d;
}

/* Puts the numbers of all bones at all places of these. */
static inline void spread_bones(lanes v, lanes out[PARTS])
{
    spread_four(_mm256_permute2f128_ps(v, v, 0x00), out);
    spread_four(_mm256_permute2f128_ps(v, v, 0x11), out + HALF);
}

static inline lanes lanes_pick_negative(lanes sign, lanes yes, lanes no)
{
    return _mm256_blendv_ps(no, yes, sign);
}

/* must come after these */
#include "play/blend/lanes/parts.h"

/* ---- writing ---- */

/* Puts the rotations of four bones between their translations and scales: those of bones 0 and 2 are in the first row,
 * those of 1 and 3 in the second. Turned by three lanes or by five, each is at its place in five vectors. */
static inline void merge_four(const lanes rows[2], lanes numbers[5])
{
    lanes even = _mm256_permutevar8x32_ps(rows[0], _mm256_setr_epi32(5, 6, 7, 0, 1, 2, 3, 4));
    lanes odd = _mm256_permutevar8x32_ps(rows[1], _mm256_setr_epi32(3, 4, 5, 6, 7, 0, 1, 2));
    numbers[0] = _mm256_blend_ps(numbers[0], even, 0x78);
    numbers[1] = _mm256_blend_ps(numbers[1], odd, 0xe0);
    numbers[2] = _mm256_blend_ps(_mm256_blend_ps(numbers[2], odd, 0x01), even, 0x80);
    numbers[3] = _mm256_blend_ps(numbers[3], even, 0x07);
    numbers[4] = _mm256_blend_ps(numbers[4], odd, 0x1e);
}

/* Writes whole vectors, because smaller writes are more, and some of them cross lines of the cache. */
HONE_ALWAYS_INLINE void lanes_store_bones(const lanes q[4], parts p, hone_transform *bones)
{
    float *numbers = bones->translation;
    lanes rows[4] = {q[0], q[1], q[2], q[3]};
    lanes_transpose(rows);
    merge_four(rows, p.all);
    merge_four(rows + 2, p.all + 5);
    for (int i = 0; i < PARTS; i++) lanes_store(numbers + i * HONE_LANES, p.all[i]);
}

#endif
