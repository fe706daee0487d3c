/* Vectors of eight floats for the SIMD kernels, with AVX2 and FMA. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_AVX2_H
#define HONE_SRC_SKIN_KERNELS_LANES_AVX2_H

#include "core/skin/kernels/lanes/sse_rows.h"
#include <hone/math.h>
#include <immintrin.h>

enum { WIDTH = 8 };
#define TURNING hone_skin_turning_avx2 /* compiled by avx2_turning.c */
#define TWICE_FROM 3u                  /* from this number of influences on, two vectors at once are faster than one */
#define TWICE_POSITIONS_FROM 1u        /* the same for positions alone */
#define TWICE_TANGENTS_FROM UINT32_MAX /* the same for tangents: never */
#define WRITES_LATE 1                  /* whether it is faster to write a block after the next one has been computed */
typedef __m256 vec;
typedef __m256 mask;

static inline vec v_load(const float *p)
{
    return _mm256_loadu_ps(p);
}
static inline void v_store(float *p, vec a)
{
    _mm256_storeu_ps(p, a);
}
static inline vec v_set(float a)
{
    return _mm256_set1_ps(a);
}
static inline vec v_add(vec a, vec b)
{
    return _mm256_add_ps(a, b);
}
static inline vec v_sub(vec a, vec b)
{
    return _mm256_sub_ps(a, b);
}
static inline vec v_mul(vec a, vec b)
{
    return _mm256_mul_ps(a, b);
}
static inline vec v_fma(vec a, vec b, vec c) /* a b + c */
{
    return _mm256_fmadd_ps(a, b, c);
}
static inline vec v_fnma(vec a, vec b, vec c) /* c - a b */
{
    return _mm256_fnmadd_ps(a, b, c);
}
static inline vec v_abs(vec a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
static inline vec v_sqrt(vec a)
{
    return _mm256_sqrt_ps(a);
}
/* Divisions and roots are exact, because processors differ in their estimates. */
static inline vec v_reciprocal_sqrt(vec a)
{
    return _mm256_div_ps(v_set(1), v_sqrt(a));
}
static inline vec v_reciprocal(vec a)
{
    return _mm256_div_ps(v_set(1), a);
}
static inline mask v_less(vec a, vec b)
{
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
static inline mask m_and(mask a, mask b)
{
    return _mm256_and_ps(a, b);
}
static inline bool m_all(mask a)
{
    return _mm256_movemask_ps(a) == 0xff;
}
static inline vec v_pick(mask m, vec yes, vec no)
{
    return _mm256_blendv_ps(no, yes, m);
}
static inline vec v_flip(mask m, vec a) /* -a where m is set */
{
    return _mm256_xor_ps(a, _mm256_and_ps(m, _mm256_set1_ps(-0.0f)));
}
/* Clamps to low..high; NaN becomes low. */
static inline vec v_clamp(vec a, vec low, vec high)
{
    return _mm256_min_ps(_mm256_max_ps(a, low), high);
}
static inline vec v_divide(vec a, vec b)
{
    return _mm256_div_ps(a, b);
}
/* Returns a and b as half floats, b in the upper half of each lane. */
static inline vec v_two_halves(vec a, vec b)
{
    __m256i low = _mm256_cvtepu16_epi32(_mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
    __m256i high = _mm256_cvtepu16_epi32(_mm256_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT));
    return _mm256_castsi256_ps(_mm256_or_si256(low, _mm256_slli_epi32(high, 16)));
}
static inline vec v_from_u16(const uint16_t *p)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)p)));
}
static inline vec v_from_i16(const int16_t *p)
{
    return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128((const void *)p)));
}

/* Stores x0 y0 x1 y1 … of all lanes. */
static inline void v_store2(float *p, vec x, vec y)
{
    vec low = _mm256_unpacklo_ps(x, y), high = _mm256_unpackhi_ps(x, y);
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(low, high, 0x20));
    _mm256_storeu_ps(p + 8, _mm256_permute2f128_ps(low, high, 0x31));
}

/* out, each half: x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3. */
static inline void halves_of_3(vec x, vec y, vec z, vec out[3])
{
    /* each half: x0 x2 y0 y2, y1 y3 z1 z3, z0 z2 x1 x3 */
    vec xy = _mm256_shuffle_ps(x, y, 0x88), yz = _mm256_shuffle_ps(y, z, 0xdd), zx = _mm256_shuffle_ps(z, x, 0xd8);
    out[0] = _mm256_shuffle_ps(xy, zx, 0x88);
    out[1] = _mm256_shuffle_ps(yz, xy, 0xd8);
    out[2] = _mm256_shuffle_ps(zx, yz, 0xdd);
}

/* Stores x0 y0 z0 x1 … of all lanes. */
static inline void v_store3(float *p, vec x, vec y, vec z)
{
    vec h[3];
    halves_of_3(x, y, z, h);
    _mm256_storeu_ps(p, _mm256_permute2f128_ps(h[0], h[1], 0x20));
    _mm256_storeu_ps(p + 8, _mm256_blend_ps(h[2], h[0], 0xf0));
    _mm256_storeu_ps(p + 16, _mm256_permute2f128_ps(h[1], h[2], 0x31));
}

/* v_stream: as v_store, with stores that go around the caches. p must be aligned to 32 bytes: stores of 16 bytes are
 * slower. */
#define CAN_STREAM 1
static inline void v_stream3(float *p, vec x, vec y, vec z)
{
    vec h[3];
    halves_of_3(x, y, z, h);
    _mm256_stream_ps(p, _mm256_permute2f128_ps(h[0], h[1], 0x20));
    _mm256_stream_ps(p + 8, _mm256_permute2f128_ps(h[2], h[0], 0x30));
    _mm256_stream_ps(p + 16, _mm256_permute2f128_ps(h[1], h[2], 0x31));
}
static inline void finish_streams(void)
{
    _mm_sfence();
}

/* Transposes a 4x4 matrix in each half. */
static inline void transpose_halves(const vec in[4], vec out[4])
{
    vec a = _mm256_unpacklo_ps(in[0], in[1]), b = _mm256_unpackhi_ps(in[0], in[1]);
    vec c = _mm256_unpacklo_ps(in[2], in[3]), d = _mm256_unpackhi_ps(in[2], in[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}

/* out, each half: x0 y0 z0 u0, v0 w0 x1 y1, z1 u1 v1 w1, and the same of lanes 2 and 3. */
static inline void halves_of_6(const vec v[6], vec out[6])
{
    vec in[4];
    transpose_halves(v, in);
    vec low = _mm256_unpacklo_ps(v[4], v[5]), high = _mm256_unpackhi_ps(v[4], v[5]); /* each half: v0 w0 v1 w1 */
    out[0] = in[0];
    out[1] = _mm256_shuffle_ps(low, in[1], 0x44);
    out[2] = _mm256_shuffle_ps(in[1], low, 0xee);
    out[3] = in[2];
    out[4] = _mm256_shuffle_ps(high, in[3], 0x44);
    out[5] = _mm256_shuffle_ps(in[3], high, 0xee);
}

/* Stores x0 y0 z0 u0 v0 w0 x1 … of all lanes. */
static inline void v_store6(float *p, const vec v[6])
{
    vec halves[6];
    halves_of_6(v, halves);
    for (int i = 0; i < 6; i++) _mm_storeu_ps(p + 4 * i, _mm256_castps256_ps128(halves[i]));
    for (int i = 0; i < 6; i++) _mm_storeu_ps(p + 24 + 4 * i, _mm256_extractf128_ps(halves[i], 1));
}
static inline void v_stream6(float *p, const vec v[6])
{
    vec h[6];
    halves_of_6(v, h);
    for (int i = 0; i < 3; i++) _mm256_stream_ps(p + 8 * i, _mm256_permute2f128_ps(h[2 * i], h[2 * i + 1], 0x20));
    for (int i = 0; i < 3; i++) _mm256_stream_ps(p + 24 + 8 * i, _mm256_permute2f128_ps(h[2 * i], h[2 * i + 1], 0x31));
}

static inline void rows_of_halves(const vec halves[4], row4 rows[8])
{
    for (int l = 0; l < 4; l++) {
        rows[l] = _mm256_castps256_ps128(halves[l]);
        rows[4 + l] = _mm256_extractf128_ps(halves[l], 1);
    }
}

/* v_rows: the floats of each lane, side by side. */
static inline void v_rows3(vec x, vec y, vec z, row3 rows[8])
{
    vec low = _mm256_unpacklo_ps(x, y), high = _mm256_unpackhi_ps(x, y); /* each half: x0 y0 x1 y1 */
    const row4 pairs[4] = {_mm256_castps256_ps128(low), _mm256_castps256_ps128(high), _mm256_extractf128_ps(low, 1),
                           _mm256_extractf128_ps(high, 1)};
    const row4 thirds[2] = {_mm256_castps256_ps128(z), _mm256_extractf128_ps(z, 1)};
    for (int l = 0; l < 8; l++) rows[l] = (row3){pairs[l / 2], thirds[l / 4]};
}
static inline void store_row3(char *p, row3 r, int lane)
{
    store_pair(p, r.pairs, lane);
    const int third = lane % 4 == 0   ? _mm_extract_ps(r.thirds, 0)
                      : lane % 4 == 1 ? _mm_extract_ps(r.thirds, 1)
                      : lane % 4 == 2 ? _mm_extract_ps(r.thirds, 2)
                                      : _mm_extract_ps(r.thirds, 3);
    memcpy(p + 8, &third, sizeof third);
}
static inline void v_rows4(vec x, vec y, vec z, vec u, row4 rows[8])
{
    const vec in[4] = {x, y, z, u};
    vec halves[4];
    transpose_halves(in, halves);
    rows_of_halves(halves, rows);
}
static inline void v_rows6(vec x, vec y, vec z, vec u, vec v, vec w, row6 rows[8])
{
    row4 first[8];
    vec low = _mm256_unpacklo_ps(v, w), high = _mm256_unpackhi_ps(v, w); /* each half: v0 w0 v1 w1 */
    const row4 rest[4] = {_mm256_castps256_ps128(low), _mm256_castps256_ps128(high), _mm256_extractf128_ps(low, 1),
                          _mm256_extractf128_ps(high, 1)};
    v_rows4(x, y, z, u, first);
    for (int l = 0; l < 8; l++) rows[l] = (row6){first[l], rest[l / 2]};
}

/* Stores x0 y0 z0 u0 x1 … of all lanes. */
static inline void v_store4(float *p, vec x, vec y, vec z, vec u)
{
    const vec in[4] = {x, y, z, u};
    vec halves[4];
    transpose_halves(in, halves);
    _mm256_storeu_ps(p, _mm256_insertf128_ps(halves[0], _mm256_castps256_ps128(halves[1]), 1));
    _mm256_storeu_ps(p + 8, _mm256_insertf128_ps(halves[2], _mm256_castps256_ps128(halves[3]), 1));
    _mm256_storeu_ps(p + 16, _mm256_permute2f128_ps(halves[0], halves[1], 0x31));
    _mm256_storeu_ps(p + 24, _mm256_permute2f128_ps(halves[2], halves[3], 0x31));
}

static inline void v_subtract_matrix(const hone_affine *a, const hone_affine *b, float out[16])
{
    const float *m = (const float *)a, *n = (const float *)b;
    _mm256_storeu_ps(out, _mm256_sub_ps(_mm256_loadu_ps(m), _mm256_loadu_ps(n)));
    _mm_storeu_ps(out + 8, _mm_sub_ps(_mm_loadu_ps(m + 8), _mm_loadu_ps(n + 8)));
}

/* The weighted sum of one lane's matrices: rows 0 and 1, and row 2. */
typedef struct lane_rows {
    __m256 rows01;
    __m128 row2;
} lane_rows;

static inline lane_rows lane_matrix(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                                    uint32_t count)
{
    const float *m = palette + slots[0] * stride;
    __m256 w = _mm256_set1_ps(weights[0]);
    lane_rows sum = {_mm256_mul_ps(w, _mm256_loadu_ps(m)), _mm_mul_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(m + 8))};
    for (uint32_t i = 1; i < count; i++) {
        m = palette + slots[i * HONE_SKIN_LANES] * stride;
        w = _mm256_set1_ps(weights[i * HONE_SKIN_LANES]);
        sum.rows01 = _mm256_fmadd_ps(w, _mm256_loadu_ps(m), sum.rows01);
        sum.row2 = _mm_fmadd_ps(_mm256_castps256_ps128(w), _mm_loadu_ps(m + 8), sum.row2);
    }
    return sum;
}

/* Loads base[index[l] * stride + 0..4) for each lane l. */
static inline void v_load4(const float *base, const uint32_t *index, size_t stride, vec out[4])
{
    vec halves[4];
    for (int l = 0; l < 4; l++)
        halves[l] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(base + index[l] * stride)),
                                         _mm_loadu_ps(base + index[l + 4] * stride), 1);
    transpose_halves(halves, out);
}

/* Blends the matrices of WIDTH lanes that have their own slots. In slots and weights, influence i of a lane is at
 * offset i * HONE_SKIN_LANES. Matrices are `stride` floats apart. m: row by row. */
static inline void v_matrices(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                              uint32_t count, vec m[12])
{
    vec low[4], high[4], row2[4], columns_low[4], columns_high[4];
    for (int l = 0; l < 4; l++) {
        lane_rows a = lane_matrix(palette, stride, slots + l, weights + l, count);
        lane_rows b = lane_matrix(palette, stride, slots + 4 + l, weights + 4 + l, count);
        low[l] = a.rows01;
        high[l] = b.rows01;
        row2[l] = _mm256_insertf128_ps(_mm256_castps128_ps256(a.row2), b.row2, 1);
    }
    transpose_halves(low, columns_low);
    transpose_halves(high, columns_high);
    transpose_halves(row2, m + 8);
    for (int c = 0; c < 4; c++) {
        m[c] = _mm256_permute2f128_ps(columns_low[c], columns_high[c], 0x20);
        m[4 + c] = _mm256_permute2f128_ps(columns_low[c], columns_high[c], 0x31);
    }
}

#endif
