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

/* first estimates of 1 / the root of x, which is above 0: within 4 % */
static inline lanes lanes_inverse_root_estimate(lanes x)
{
    __m256i half = _mm256_srli_epi32(_mm256_castps_si256(x), 1);
    return _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(0x5f3759df), half));
}

static inline lanes lanes_positive(lanes x)
{
    return _mm256_and_ps(x, _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_GT_OQ));
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

/* The rotations of bones 0 to 3 are in the lower halves of the vectors, those of 4 to 7 in the upper ones. */
static inline void transpose_halves(__m256 v[4])
{
    __m256 a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    __m256 c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    v[0] = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(a), _mm256_castps_pd(c)));
    v[1] = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(a), _mm256_castps_pd(c)));
    v[2] = _mm256_castpd_ps(_mm256_unpacklo_pd(_mm256_castps_pd(b), _mm256_castps_pd(d)));
    v[3] = _mm256_castpd_ps(_mm256_unpackhi_pd(_mm256_castps_pd(b), _mm256_castps_pd(d)));
}

static inline __m256 load_two(const float *low, const float *high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}

static inline void lanes_load_rotations(const hone_transform *bones, lanes q[4])
{
    for (int i = 0; i < 4; i++) q[i] = load_two(bones[i].rotation, bones[i + 4].rotation);
    transpose_halves(q);
}

/* All numbers of the bones as they are in memory; those of rotations are not used. */
enum { PARTS = LANES * (int)sizeof(hone_transform) / (int)sizeof(lanes) };
typedef struct parts {
    lanes all[PARTS];
} parts;

/* Bone and number of the transform at a place of the memory. */
#define BONE(part, i) (((part)*8 + (i)) / 10)
#define IS_SCALE(part, i) (((part)*8 + (i)) % 10 > 6)
#define EIGHT(of, part)                                                                                                \
    {                                                                                                                  \
        of(part, 0), of(part, 1), of(part, 2), of(part, 3), of(part, 4), of(part, 5), of(part, 6), of(part, 7)         \
    }
#define TEN(of)                                                                                                        \
    {                                                                                                                  \
        EIGHT(of, 0), EIGHT(of, 1), EIGHT(of, 2), EIGHT(of, 3), EIGHT(of, 4), EIGHT(of, 5), EIGHT(of, 6),              \
            EIGHT(of, 7), EIGHT(of, 8), EIGHT(of, 9)                                                                   \
    }
#define SCALE_MASK(part, i) (IS_SCALE(part, i) ? -1 : 0)
static const int32_t bone_of_place[PARTS][LANES] = TEN(BONE);
static const int32_t scale_at_place[PARTS][LANES] = TEN(SCALE_MASK);

/* The factors of the bones at each place. uniform: they are all equal. */
static inline lanes spread(lanes factors, int part, bool uniform)
{
    if (uniform)
        return factors;
    return _mm256_permutevar8x32_ps(factors, _mm256_loadu_si256((const __m256i *)bone_of_place[part]));
}

static inline __attribute__((always_inline)) parts parts_load(const hone_transform *bones, lanes factors, bool uniform)
{
    parts out;
    const float *numbers = bones->translation;
    for (int i = 0; i < PARTS; i++) out.all[i] = lanes_load(numbers + i * LANES) * spread(factors, i, uniform);
    return out;
}

static inline __attribute__((always_inline)) void parts_add(parts *sum, parts p)
{
    for (int i = 0; i < PARTS; i++) sum->all[i] += p.all[i];
}

static inline __attribute__((always_inline)) void parts_scale(parts *p, lanes factors)
{
    for (int i = 0; i < PARTS; i++) p->all[i] *= spread(factors, i, false);
}

/* Adds a difference to the translation, and multiplies the scale by it plus `one_less`; or the reverse. */
static inline __attribute__((always_inline)) void parts_apply(parts *p, parts difference, lanes one_less, bool uniform,
                                                              bool back)
{
    for (int i = 0; i < PARTS; i++) {
        lanes d = difference.all[i], factor = d + spread(one_less, i, uniform);
        lanes translation = back ? p->all[i] - d : p->all[i] + d;
        lanes scale = back ? p->all[i] / factor : p->all[i] * factor;
        p->all[i] = _mm256_blendv_ps(translation, scale, _mm256_loadu_ps((const float *)scale_at_place[i]));
    }
}

/* Puts the rotations of four bones, which are the halves of rows, between translations and scales. place: 0 or 5.
 * PICK rotates a half so that it is at the lanes where the bone has its rotation. */
#define PICK(row, half, a, b, c, d, e, f, g, h)                                                                        \
    _mm256_permutevar8x32_ps(row, _mm256_setr_epi32((a) + (half), (b) + (half), (c) + (half), (d) + (half),            \
                                                    (e) + (half), (f) + (half), (g) + (half), (h) + (half)))
#define MERGE(all, rows, place, half)                                                                                  \
    do {                                                                                                               \
        __m256 first = PICK(rows[0], half, 0, 0, 0, 0, 1, 2, 3, 0),                                                    \
               second = PICK(rows[1], half, 3, 0, 0, 0, 0, 0, 1, 2);                                                   \
        __m256 third = PICK(rows[2], half, 1, 2, 3, 0, 0, 0, 0, 0),                                                    \
               fourth = PICK(rows[3], half, 0, 0, 1, 2, 3, 0, 0, 0);                                                   \
        (all)[(place)] = _mm256_blend_ps((all)[(place)], first, 0x78);                                                 \
        (all)[(place) + 1] = _mm256_blend_ps((all)[(place) + 1], second, 0xe0);                                        \
        (all)[(place) + 2] = _mm256_blend_ps(_mm256_blend_ps((all)[(place) + 2], second, 0x01), third, 0x80);          \
        (all)[(place) + 3] = _mm256_blend_ps((all)[(place) + 3], third, 0x07);                                         \
        (all)[(place) + 4] = _mm256_blend_ps((all)[(place) + 4], fourth, 0x1e);                                        \
    } while (0)

/* Writes whole vectors, because smaller and unaligned writes are slow. */
static inline __attribute__((always_inline)) void lanes_store_bones(const lanes q[4], parts p, hone_transform *bones)
{
    float *numbers = bones->translation;
    lanes rows[4] = {q[0], q[1], q[2], q[3]};
    transpose_halves(rows);
    MERGE(p.all, rows, 0, 0);
    MERGE(p.all, rows, 5, 4);
    for (int i = 0; i < PARTS; i++) lanes_store(numbers + i * LANES, p.all[i]);
}

#endif
