/* Vectors of four floats for the SIMD kernels, with SSE2, which every x86-64 has. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_SSE2_H
#define HONE_SRC_SKIN_KERNELS_LANES_SSE2_H

#include "core/skin/kernels/lanes/sse_rows.h"
#include <emmintrin.h>
#include <hone/math.h>

enum { WIDTH = 4 };
#define TURNING hone_skin_turning_sse2 /* compiled by sse2_turning.c */
#define TWICE_FROM 1u /* from this number of influences on, two vectors at once are faster than one */
#define TWICE_POSITIONS_FROM TWICE_FROM
#define TWICE_TANGENTS_FROM TWICE_FROM
#define WRITES_LATE 0 /* whether it is faster to write a block after the next one has been computed */
typedef __m128 vec;
typedef __m128 mask;

static inline vec v_load(const float *p)
{
    return _mm_loadu_ps(p);
}
static inline void v_store(float *p, vec a)
{
    _mm_storeu_ps(p, a);
}
static inline vec v_set(float a)
{
    return _mm_set1_ps(a);
}
static inline vec v_add(vec a, vec b)
{
    return _mm_add_ps(a, b);
}
static inline vec v_sub(vec a, vec b)
{
    return _mm_sub_ps(a, b);
}
static inline vec v_mul(vec a, vec b)
{
    return _mm_mul_ps(a, b);
}
static inline vec v_fma(vec a, vec b, vec c) /* a b + c, rounded twice */
{
    return _mm_add_ps(_mm_mul_ps(a, b), c);
}
static inline vec v_fnma(vec a, vec b, vec c) /* c - a b */
{
    return _mm_sub_ps(c, _mm_mul_ps(a, b));
}
static inline vec v_abs(vec a)
{
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
static inline vec v_sqrt(vec a)
{
    return _mm_sqrt_ps(a);
}
/* Divisions and roots are exact, because processors differ in their estimates. */
static inline vec v_reciprocal_sqrt(vec a)
{
    return _mm_div_ps(v_set(1), v_sqrt(a));
}
static inline vec v_reciprocal(vec a)
{
    return _mm_div_ps(v_set(1), a);
}
static inline mask v_less(vec a, vec b)
{
    return _mm_cmplt_ps(a, b);
}
static inline mask m_and(mask a, mask b)
{
    return _mm_and_ps(a, b);
}
static inline bool m_all(mask a)
{
    return _mm_movemask_ps(a) == 0xf;
}
static inline vec v_pick(mask m, vec yes, vec no)
{
    return _mm_or_ps(_mm_and_ps(m, yes), _mm_andnot_ps(m, no));
}
static inline vec v_flip(mask m, vec a) /* -a where m is set */
{
    return _mm_xor_ps(a, _mm_and_ps(m, _mm_set1_ps(-0.0f)));
}
/* Clamps to low..high; NaN becomes low. */
static inline vec v_clamp(vec a, vec low, vec high)
{
    return _mm_min_ps(_mm_max_ps(a, low), high);
}
static inline vec v_divide(vec a, vec b)
{
    return _mm_div_ps(a, b);
}
/* Rounds the absolute values of floats to half floats (IEEE 754 binary16), ties to even. Adding 2^13 times the power of
 * two of a float leaves the eleven bits of the half float, which the sum rounds correctly. For the floats below the
 * normal half floats, that power is the one of the smallest of these. */
static inline __m128i half_size(__m128 a)
{
    const int bias = 113 << 10, shift = 13 << 23;
    __m128 nan = _mm_cmpunord_ps(a, a);
    a = _mm_min_ps(v_abs(a), v_set(65536)); /* which becomes infinity; for NaN too */
    __m128i power = _mm_and_si128(_mm_castps_si128(a), _mm_set1_epi32(0x7f800000));
    power = _mm_max_epi16(power, _mm_set1_epi32(0x38800000));
    __m128 sum = _mm_add_ps(a, _mm_castsi128_ps(_mm_add_epi32(power, _mm_set1_epi32(shift))));
    __m128i steps = _mm_sub_epi32(_mm_castps_si128(sum), power);
    steps = _mm_add_epi32(_mm_add_epi32(steps, _mm_srli_epi32(power, 13)), _mm_set1_epi32(-shift - bias));
    return _mm_or_si128(steps, _mm_and_si128(_mm_castps_si128(nan), _mm_set1_epi32(0x200)));
}
/* Returns a and b as half floats, b in the upper half of each lane. */
static inline vec v_two_halves(vec a, vec b)
{
    const __m128i sign = _mm_set1_epi32(INT32_MIN);
    __m128i low = _mm_or_si128(half_size(a), _mm_srli_epi32(_mm_and_si128(_mm_castps_si128(a), sign), 16));
    __m128i high = _mm_or_si128(_mm_slli_epi32(half_size(b), 16), _mm_and_si128(_mm_castps_si128(b), sign));
    return _mm_castsi128_ps(_mm_or_si128(low, high));
}
static inline vec v_from_u16(const uint16_t *p)
{
    return _mm_cvtepi32_ps(_mm_unpacklo_epi16(_mm_loadl_epi64((const void *)p), _mm_setzero_si128()));
}
static inline vec v_from_i16(const int16_t *p)
{
    __m128i twice = _mm_loadl_epi64((const void *)p);
    return _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(twice, twice), 16));
}

/* Stores x0 y0 x1 y1 … of all lanes. */
static inline void v_store2(float *p, vec x, vec y)
{
    _mm_storeu_ps(p, _mm_unpacklo_ps(x, y));
    _mm_storeu_ps(p + 4, _mm_unpackhi_ps(x, y));
}

/* Stores x0 y0 z0 x1 … of all lanes. */
static inline void v_store3(float *p, vec x, vec y, vec z)
{
    vec xy = _mm_shuffle_ps(x, y, 0x88), yz = _mm_shuffle_ps(y, z, 0xdd), zx = _mm_shuffle_ps(z, x, 0xd8);
    _mm_storeu_ps(p, _mm_shuffle_ps(xy, zx, 0x88));
    _mm_storeu_ps(p + 4, _mm_shuffle_ps(yz, xy, 0xd8));
    _mm_storeu_ps(p + 8, _mm_shuffle_ps(zx, yz, 0xdd));
}

/* Stores x0 y0 z0 u0 v0 w0 x1 … of all lanes. */
static inline void v_store6(float *p, const vec v[6])
{
    vec a = v[0], b = v[1], c = v[2], d = v[3], low = _mm_unpacklo_ps(v[4], v[5]), high = _mm_unpackhi_ps(v[4], v[5]);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(p, a);
    _mm_storeu_ps(p + 4, _mm_shuffle_ps(low, b, 0x44));
    _mm_storeu_ps(p + 8, _mm_shuffle_ps(b, low, 0xee));
    _mm_storeu_ps(p + 12, c);
    _mm_storeu_ps(p + 16, _mm_shuffle_ps(high, d, 0x44));
    _mm_storeu_ps(p + 20, _mm_shuffle_ps(d, high, 0xee));
}

/* v_rows: the floats of each lane, side by side. */
static inline void v_rows3(vec x, vec y, vec z, row3 rows[4])
{
    const row4 pairs[2] = {_mm_unpacklo_ps(x, y), _mm_unpackhi_ps(x, y)};
    for (int l = 0; l < 4; l++) rows[l] = (row3){pairs[l / 2], z};
}
static inline void store_row3(char *p, row3 r, int lane)
{
    const row4 z = r.thirds;
    const float third = _mm_cvtss_f32(lane % 4 == 0   ? z
                                      : lane % 4 == 1 ? _mm_shuffle_ps(z, z, 0x55)
                                      : lane % 4 == 2 ? _mm_movehl_ps(z, z)
                                                      : _mm_shuffle_ps(z, z, 0xff));
    store_pair(p, r.pairs, lane);
    memcpy(p + 8, &third, sizeof third);
}
static inline void v_rows4(vec x, vec y, vec z, vec u, row4 rows[4])
{
    rows[0] = x, rows[1] = y, rows[2] = z, rows[3] = u;
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
}
static inline void v_rows6(vec x, vec y, vec z, vec u, vec v, vec w, row6 rows[4])
{
    row4 first[4];
    const row4 rest[2] = {_mm_unpacklo_ps(v, w), _mm_unpackhi_ps(v, w)};
    v_rows4(x, y, z, u, first);
    for (int l = 0; l < 4; l++) rows[l] = (row6){first[l], rest[l / 2]};
}

/* Stores x0 y0 z0 u0 x1 … of all lanes. */
static inline void v_store4(float *p, vec x, vec y, vec z, vec u)
{
    _MM_TRANSPOSE4_PS(x, y, z, u);
    _mm_storeu_ps(p, x), _mm_storeu_ps(p + 4, y), _mm_storeu_ps(p + 8, z), _mm_storeu_ps(p + 12, u);
}

static inline void v_subtract_matrix(const hone_affine *a, const hone_affine *b, float out[16])
{
    for (int r = 0; r < 3; r++) _mm_storeu_ps(out + 4 * r, _mm_sub_ps(_mm_loadu_ps(a->m[r]), _mm_loadu_ps(b->m[r])));
}

/* Computes row r of the weighted sum of one lane's matrices. */
static inline vec lane_row(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                           uint32_t count, int r)
{
    vec sum = v_mul(v_set(weights[0]), v_load(palette + slots[0] * stride + 4 * r));
    for (uint32_t i = 1; i < count; i++)
        sum = v_fma(v_set(weights[i * HONE_SKIN_LANES]), v_load(palette + slots[i * HONE_SKIN_LANES] * stride + 4 * r),
                    sum);
    return sum;
}

/* Loads base[index[l] * stride + 0..4) for each lane l. */
static inline void v_load4(const float *base, const uint32_t *index, size_t stride, vec out[4])
{
    for (int l = 0; l < 4; l++) out[l] = v_load(base + index[l] * stride);
    _MM_TRANSPOSE4_PS(out[0], out[1], out[2], out[3]);
}

/* Blends the matrices of WIDTH lanes that have their own slots. In slots and weights, influence i of a lane is at
 * offset i * HONE_SKIN_LANES. Matrices are `stride` floats apart. m: row by row. */
static inline void v_matrices(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                              uint32_t count, vec m[12])
{
    for (int r = 0; r < 3; r++) {
        vec *row = m + 4 * r;
        for (int l = 0; l < 4; l++) row[l] = lane_row(palette, stride, slots + l, weights + l, count, r);
        _MM_TRANSPOSE4_PS(row[0], row[1], row[2], row[3]);
    }
}

#endif
