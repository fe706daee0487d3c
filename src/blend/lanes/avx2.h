/* Eight bones at once. Without fused multiplication, so that the results are those of the other kernels. */
#ifndef HONE_SRC_BLEND_LANES_AVX2_H
#define HONE_SRC_BLEND_LANES_AVX2_H

#define HONE_LANES 8
#include "base/lanes.h"
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

/* All numbers of the bones as they are in memory; those of rotations are not used. */
enum { PARTS = HONE_LANES * (int)sizeof(hone_transform) / (int)sizeof(lanes) };
typedef struct parts {
    lanes all[PARTS];
} parts;

/* Four bones take five vectors. The bone at each place of these, and whether a scale is there. */
static const int32_t bone_of_place[PARTS / 2][HONE_LANES] = {{0, 0, 0, 0, 0, 0, 0, 0},
                                                             {0, 0, 1, 1, 1, 1, 1, 1},
                                                             {1, 1, 1, 1, 2, 2, 2, 2},
                                                             {2, 2, 2, 2, 2, 2, 3, 3},
                                                             {3, 3, 3, 3, 3, 3, 3, 3}};
static const int32_t scale_at_place[PARTS / 2][HONE_LANES] = {{0, 0, 0, 0, 0, 0, 0, -1},
                                                              {-1, -1, 0, 0, 0, 0, 0, 0},
                                                              {0, -1, -1, -1, 0, 0, 0, 0},
                                                              {0, 0, 0, -1, -1, -1, 0, 0},
                                                              {0, 0, 0, 0, 0, -1, -1, -1}};

/* Factors of four bones, in both halves, and of the next four. */
typedef struct factors {
    lanes four[2];
} factors;

static inline factors factors_of(lanes v)
{
    return (factors){{_mm256_permute2f128_ps(v, v, 0x00), _mm256_permute2f128_ps(v, v, 0x11)}};
}

/* The factors of the bones at each place of a vector. */
static inline lanes spread(const factors *f, int part)
{
    const __m256i *bones = (const __m256i *)bone_of_place[part % (PARTS / 2)];
    return _mm256_permutevar_ps(f->four[part / (PARTS / 2)], _mm256_loadu_si256(bones));
}

/* uniform: the factors are all equal. */
static inline __attribute__((always_inline)) parts parts_load(const hone_transform *bones, lanes factor, bool uniform)
{
    parts out;
    const float *numbers = bones->translation;
    const factors f = factors_of(factor);
    for (int i = 0; i < PARTS; i++)
        out.all[i] = lanes_load(numbers + i * HONE_LANES) * (uniform ? factor : spread(&f, i));
    return out;
}

static inline __attribute__((always_inline)) void parts_add(parts *sum, parts p)
{
    for (int i = 0; i < PARTS; i++) sum->all[i] += p.all[i];
}

/* Also adds 0: see block.h. */
static inline __attribute__((always_inline)) void parts_scale(parts *p, lanes factor)
{
    const factors f = factors_of(factor);
    for (int i = 0; i < PARTS; i++) p->all[i] = p->all[i] * spread(&f, i) + lanes_set(0);
}

/* Adds a difference to the translation, and multiplies the scale by it plus `one_less`; or the reverse. */
static inline __attribute__((always_inline)) void parts_apply(parts *p, parts difference, lanes one_less, bool uniform,
                                                              bool back)
{
    const factors f = factors_of(one_less);
    for (int i = 0; i < PARTS; i++) {
        const float *is_scale = (const float *)scale_at_place[i % (PARTS / 2)];
        lanes d = difference.all[i], factor = d + (uniform ? one_less : spread(&f, i));
        lanes translation = back ? p->all[i] - d : p->all[i] + d;
        lanes scale = back ? p->all[i] / factor : p->all[i] * factor;
        p->all[i] = _mm256_blendv_ps(translation, scale, _mm256_loadu_ps(is_scale));
    }
}

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
static inline __attribute__((always_inline)) void lanes_store_bones(const lanes q[4], parts p, hone_transform *bones)
{
    float *numbers = bones->translation;
    lanes rows[4] = {q[0], q[1], q[2], q[3]};
    lanes_transpose(rows);
    merge_four(rows, p.all);
    merge_four(rows + 2, p.all + 5);
    for (int i = 0; i < PARTS; i++) lanes_store(numbers + i * HONE_LANES, p.all[i]);
}

#endif
