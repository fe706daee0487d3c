/* Eight bones at once. Without fused multiplication, so that the results are those of the other kernels. */
#ifndef HONE_SRC_BLEND_LANES_AVX2_H
#define HONE_SRC_BLEND_LANES_AVX2_H

#include <hone/math.h>
#include <immintrin.h>

typedef __m256 lanes;
enum { LANES = 8 };

static inline lanes lanes_load(const float *p)
{
    return _mm256_loadu_ps(p);
}

static inline lanes lanes_set(float x)
{
    return _mm256_set1_ps(x);
}

static inline void lanes_store(float *p, lanes v)
{
    _mm256_storeu_ps(p, v);
}

static inline lanes lanes_sqrt(lanes x)
{
    return _mm256_sqrt_ps(x);
}

static inline lanes lanes_positive(lanes x)
{
    return _mm256_max_ps(x, _mm256_setzero_ps()); /* of two that cannot be compared it is the second */
}

static inline bool lanes_any_positive(lanes x)
{
    return _mm256_movemask_ps(_mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ)) != 0;
}

static inline lanes lanes_pick_positive(lanes x, lanes yes, lanes no)
{
    return _mm256_blendv_ps(no, yes, _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ));
}

/* x with its sign changed where the other is negative */
static inline lanes lanes_with_sign(lanes x, lanes other)
{
    return _mm256_xor_ps(x, _mm256_and_ps(other, _mm256_set1_ps(-0.0f)));
}

/* ---- rotations ---- */

static inline __m256 load_two(const float *low, const float *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

static inline void transpose_halves(__m256 v[4])
{
    __m256 a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    __m256 c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    v[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(c)));
    v[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(c)));
    v[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(b), _mm256_castps_pd(d)));
    v[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(b), _mm256_castps_pd(d)));
}

/* The lanes of rotations are bones 0, 1, 4, 5, 2, 3, 6, 7, because they are written from pairs: see merge_four. */
static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    q[0] = load_two(bones[0].rotation, bones[2].rotation);
    q[1] = load_two(bones[1].rotation, bones[3].rotation);
    q[2] = load_two(bones[4].rotation, bones[6].rotation);
    q[3] = load_two(bones[5].rotation, bones[7].rotation);
    transpose_halves(q);
}

/* Numbers of the bones in the order of their rotations. */
static inline lanes lanes_of_rotations(lanes v)
{
    return _mm256_permutevar8x32_ps(v, _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7));
}

/* ---- translations and scales ---- */

/* All numbers of the bones as they are in memory; those of rotations are not used. */
enum { PARTS = LANES * (int)sizeof(hone_transform) / (int)sizeof(lanes) };
typedef struct parts {
    lanes all[PARTS];
} parts;

/* Four bones take five vectors. The bone at each place of these, and whether a scale is there. */
static const int32_t bone_of_place[PARTS / 2][LANES] = {{0, 0, 0, 0, 0, 0, 0, 0},
                                                        {0, 0, 1, 1, 1, 1, 1, 1},
                                                        {1, 1, 1, 1, 2, 2, 2, 2},
                                                        {2, 2, 2, 2, 2, 2, 3, 3},
                                                        {3, 3, 3, 3, 3, 3, 3, 3}};
static const int32_t scale_at_place[PARTS / 2][LANES] = {{0, 0, 0, 0, 0, 0, 0, -1},
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
    for (int i = 0; i < PARTS; i++) out.all[i] = lanes_load(numbers + i * LANES) * (uniform ? factor : spread(&f, i));
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
    __m256 even = _mm256_permutevar8x32_ps(rows[0], _mm256_setr_epi32(5, 6, 7, 0, 1, 2, 3, 4));
    __m256 odd = _mm256_permutevar8x32_ps(rows[1], _mm256_setr_epi32(3, 4, 5, 6, 7, 0, 1, 2));
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
    transpose_halves(rows);
    merge_four(rows, p.all);
    merge_four(rows + 2, p.all + 5);
    for (int i = 0; i < PARTS; i++) lanes_store(numbers + i * LANES, p.all[i]);
}

#endif
