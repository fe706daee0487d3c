/* Vectors of sixteen floats for the SIMD kernels, with AVX-512. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_AVX512_H
#define HONE_SRC_SKIN_KERNELS_LANES_AVX512_H

#include <hone/math.h>
#include <immintrin.h>
#include <string.h>

enum { WIDTH = 16 };
#define TURNING hone_skin_turning_avx512 /* compiled by avx512_turning.c */
#define TWICE_FROM UINT32_MAX /* never: one vector is a whole block */
#define TWICE_POSITIONS_FROM TWICE_FROM
#define TWICE_TANGENTS_FROM UINT32_MAX
#define WRITES_LATE 1 /* whether it is faster to write a block after the next one has been computed */
typedef __m512 vec;
typedef __mmask16 mask;

static inline vec v_load(const float *p)
{
    return _mm512_loadu_ps(p);
}
static inline void v_store(float *p, vec a)
{
    _mm512_storeu_ps(p, a);
}
static inline vec v_set(float a)
{
    return _mm512_set1_ps(a);
}
static inline vec v_add(vec a, vec b)
{
    return _mm512_add_ps(a, b);
}
static inline vec v_sub(vec a, vec b)
{
    return _mm512_sub_ps(a, b);
}
static inline vec v_mul(vec a, vec b)
{
    return _mm512_mul_ps(a, b);
}
static inline vec v_fma(vec a, vec b, vec c) /* a b + c */
{
    return _mm512_fmadd_ps(a, b, c);
}
static inline vec v_fnma(vec a, vec b, vec c) /* c - a b */
{
    return _mm512_fnmadd_ps(a, b, c);
}
static inline vec v_abs(vec a)
{
    return _mm512_abs_ps(a);
}
static inline vec v_sqrt(vec a)
{
    return _mm512_sqrt_ps(a);
}
/* Divisions and roots are exact, because processors differ in their estimates. */
static inline vec v_reciprocal_sqrt(vec a)
{
    return _mm512_div_ps(v_set(1), v_sqrt(a));
}
static inline vec v_reciprocal(vec a)
{
    return _mm512_div_ps(v_set(1), a);
}
static inline mask v_less(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline mask m_and(mask a, mask b)
{
    return a & b;
}
static inline bool m_all(mask a)
{
    return a == 0xffff;
}
static inline vec v_pick(mask m, vec yes, vec no)
{
    return _mm512_mask_blend_ps(m, no, yes);
}
static inline vec v_flip(mask m, vec a) /* -a where m is set */
{
    return _mm512_mask_sub_ps(a, m, _mm512_setzero_ps(), a);
}
/* Clamps to low..high; NaN becomes low. */
static inline vec v_clamp(vec a, vec low, vec high)
{
    return _mm512_min_ps(_mm512_max_ps(a, low), high);
}
static inline vec v_divide(vec a, vec b)
{
    return _mm512_div_ps(a, b);
}
/* Returns a and b as half floats, b in the upper half of each lane. */
static inline vec v_two_halves(vec a, vec b)
{
    __m512i low = _mm512_cvtepu16_epi32(_mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT));
    return _mm512_castsi512_ps(_mm512_or_si512(low, _mm512_slli_epi32(high, 16)));
}
static inline vec v_from_u16(const uint16_t *p)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)p)));
}
static inline vec v_from_i16(const int16_t *p)
{
    return _mm512_cvtepi32_ps(_mm512_cvtepi16_epi32(_mm256_loadu_si256((const void *)p)));
}

/* Stores x0 y0 x1 y1 … of all lanes. */
static inline void v_store2(float *p, vec x, vec y)
{
    const __m512i low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    _mm512_storeu_ps(p, _mm512_permutex2var_ps(x, low, y));
    _mm512_storeu_ps(p + 16, _mm512_permutex2var_ps(x, high, y));
}

/* out: x0 y0 z0 x1 … of all lanes. */
static inline void interleave_3(vec x, vec y, vec z, vec out[3])
{
    const __m512i xy0 = _mm512_setr_epi32(0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    const __m512i z0 = _mm512_setr_epi32(0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    const __m512i xy1 = _mm512_setr_epi32(21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    const __m512i z1 = _mm512_setr_epi32(0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    const __m512i xy2 = _mm512_setr_epi32(0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    const __m512i z2 = _mm512_setr_epi32(26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
    out[0] = _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy0, y), z0, z);
    out[1] = _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy1, y), z1, z);
    out[2] = _mm512_permutex2var_ps(_mm512_permutex2var_ps(x, xy2, y), z2, z);
}

/* v_stream: as v_store, with stores that go around the caches. p must be aligned to 64 bytes. */
#define CAN_STREAM 1
static inline void v_store3(float *p, vec x, vec y, vec z)
{
    vec lines[3];
    interleave_3(x, y, z, lines);
    for (int i = 0; i < 3; i++) _mm512_storeu_ps(p + 16 * i, lines[i]);
}
static inline void v_stream3(float *p, vec x, vec y, vec z)
{
    vec lines[3];
    interleave_3(x, y, z, lines);
    for (int i = 0; i < 3; i++) _mm512_stream_ps(p + 16 * i, lines[i]);
}
static inline void finish_streams(void)
{
    _mm_sfence();
}

typedef __m128 row4; /* four floats of a lane */
typedef __m128 row3; /* three floats of a lane; the last lane of the vector is not stored */
typedef __m256 row6; /* six floats of a lane; the last two lanes of the vector are not stored */

/* One masked store takes less time than two stores. p need not be aligned. */
static inline void store_row3(char *p, row3 r, int lane)
{
    (void)lane;
    _mm_mask_storeu_ps(p, 0x7, r);
}
static inline void store_row4(char *p, row4 r)
{
    _mm_storeu_ps((float *)p, r);
}
static inline void store_row6(char *p, row6 r, int lane)
{
    (void)lane;
    _mm256_mask_storeu_ps(p, 0x3f, r);
}

/* Transposes a 4x4 matrix in each quarter. */
static inline void transpose_quarters(const vec in[4], vec out[4])
{
    vec a = _mm512_unpacklo_ps(in[0], in[1]), b = _mm512_unpackhi_ps(in[0], in[1]);
    vec c = _mm512_unpacklo_ps(in[2], in[3]), d = _mm512_unpackhi_ps(in[2], in[3]);
    out[0] = _mm512_shuffle_ps(a, c, 0x44);
    out[1] = _mm512_shuffle_ps(a, c, 0xee);
    out[2] = _mm512_shuffle_ps(b, d, 0x44);
    out[3] = _mm512_shuffle_ps(b, d, 0xee);
}

/* out: quarters 0 and 2 of the three vectors, and then quarters 1 and 3. */
static inline void join_pairs(const vec v[3], vec out[3])
{
    out[0] = _mm512_shuffle_f32x4(v[0], v[1], 0x88);
    out[1] = _mm512_shuffle_f32x4(v[2], v[0], 0xd8);
    out[2] = _mm512_shuffle_f32x4(v[1], v[2], 0xdd);
}

/* out: x0 y0 z0 u0 v0 w0 x1 … of all lanes. */
static inline void interleave_6(const vec v[6], vec out[6])
{
    vec in[4];
    transpose_quarters(v, in);
    vec low = _mm512_unpacklo_ps(v[4], v[5]), high = _mm512_unpackhi_ps(v[4], v[5]); /* each quarter: v0 w0 v1 w1 */
    const vec quarters[6] = {in[0], _mm512_shuffle_ps(low, in[1], 0x44),  _mm512_shuffle_ps(in[1], low, 0xee),
                             in[2], _mm512_shuffle_ps(high, in[3], 0x44), _mm512_shuffle_ps(in[3], high, 0xee)};
    vec pairs[3];
    for (int i = 0; i < 3; i++) pairs[i] = _mm512_shuffle_f32x4(quarters[2 * i], quarters[2 * i + 1], 0x44);
    join_pairs(pairs, out);
    for (int i = 0; i < 3; i++) pairs[i] = _mm512_shuffle_f32x4(quarters[2 * i], quarters[2 * i + 1], 0xee);
    join_pairs(pairs, out + 3);
}
static inline void v_store6(float *p, const vec v[6])
{
    vec lines[6];
    interleave_6(v, lines);
    for (int i = 0; i < 6; i++) _mm512_storeu_ps(p + 16 * i, lines[i]);
}
static inline void v_stream6(float *p, const vec v[6])
{
    vec lines[6];
    interleave_6(v, lines);
    for (int i = 0; i < 6; i++) _mm512_stream_ps(p + 16 * i, lines[i]);
}

static inline void rows_of_quarters(const vec quarters[4], row4 rows[16])
{
    for (int l = 0; l < 4; l++) {
        rows[l] = _mm512_castps512_ps128(quarters[l]);
        rows[4 + l] = _mm512_extractf32x4_ps(quarters[l], 1);
        rows[8 + l] = _mm512_extractf32x4_ps(quarters[l], 2);
        rows[12 + l] = _mm512_extractf32x4_ps(quarters[l], 3);
    }
}

/* v_rows: the floats of each lane, side by side. */
static inline void v_rows3(vec x, vec y, vec z, row3 rows[16])
{
    vec xy_low = _mm512_unpacklo_ps(x, y), xy_high = _mm512_unpackhi_ps(x, y); /* each quarter: x0 y0 x1 y1 */
    const vec quarters[4] = {_mm512_shuffle_ps(xy_low, z, 0x04), _mm512_shuffle_ps(xy_low, z, 0x1e),
                             _mm512_shuffle_ps(xy_high, z, 0x24), _mm512_shuffle_ps(xy_high, z, 0x3e)};
    rows_of_quarters(quarters, rows);
}
static inline void v_rows4(vec x, vec y, vec z, vec u, row4 rows[16])
{
    const vec in[4] = {x, y, z, u};
    vec quarters[4];
    transpose_quarters(in, quarters);
    rows_of_quarters(quarters, rows);
}
static inline void v_rows6(vec x, vec y, vec z, vec u, vec v, vec w, row6 rows[16])
{
    const vec in[4] = {x, y, z, u}, rest[2] = {_mm512_unpacklo_ps(v, w), _mm512_unpackhi_ps(v, w)};
    /* by the parity of the lane: from the lower two quarters; from the upper two */
    const __m512i pick[2][2] = {{_mm512_setr_epi32(0, 1, 2, 3, 16, 17, 0, 0, 4, 5, 6, 7, 20, 21, 0, 0),
                                 _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 0, 0, 12, 13, 14, 15, 28, 29, 0, 0)},
                                {_mm512_setr_epi32(0, 1, 2, 3, 18, 19, 0, 0, 4, 5, 6, 7, 22, 23, 0, 0),
                                 _mm512_setr_epi32(8, 9, 10, 11, 26, 27, 0, 0, 12, 13, 14, 15, 30, 31, 0, 0)}};
    vec first[4];
    transpose_quarters(in, first);
    for (int l = 0; l < 4; l++) {
        vec low = _mm512_permutex2var_ps(first[l], pick[l % 2][0], rest[l / 2]);
        vec high = _mm512_permutex2var_ps(first[l], pick[l % 2][1], rest[l / 2]);
        rows[l] = _mm512_castps512_ps256(low), rows[4 + l] = _mm512_extractf32x8_ps(low, 1);
        rows[8 + l] = _mm512_castps512_ps256(high), rows[12 + l] = _mm512_extractf32x8_ps(high, 1);
    }
}

/* Stores x0 y0 z0 u0 x1 … of all lanes. */
static inline void v_store4(float *p, vec x, vec y, vec z, vec u)
{
    const vec in[4] = {x, y, z, u};
    vec q[4];
    transpose_quarters(in, q);
    vec low01 = _mm512_shuffle_f32x4(q[0], q[1], 0x44), low23 = _mm512_shuffle_f32x4(q[2], q[3], 0x44);
    vec high01 = _mm512_shuffle_f32x4(q[0], q[1], 0xee), high23 = _mm512_shuffle_f32x4(q[2], q[3], 0xee);
    _mm512_storeu_ps(p, _mm512_shuffle_f32x4(low01, low23, 0x88));
    _mm512_storeu_ps(p + 16, _mm512_shuffle_f32x4(low01, low23, 0xdd));
    _mm512_storeu_ps(p + 32, _mm512_shuffle_f32x4(high01, high23, 0x88));
    _mm512_storeu_ps(p + 48, _mm512_shuffle_f32x4(high01, high23, 0xdd));
}

static inline void v_subtract_matrix(const hone_affine *a, const hone_affine *b, float out[16])
{
    _mm512_storeu_ps(out, _mm512_sub_ps(_mm512_maskz_loadu_ps(0xfff, a), _mm512_maskz_loadu_ps(0xfff, b)));
}

/* Loads base[index[l] * stride + 0..4) of lanes l = 0, 4, 8, 12, one per quarter. A load that fills one quarter of a
 * vector needs no shuffle. */
static inline vec rows_of(const float *base, size_t stride, const uint32_t *index)
{
    vec v = _mm512_castps128_ps512(_mm_loadu_ps(base + index[0] * stride));
    v = _mm512_mask_broadcast_f32x4(v, 0x00f0, _mm_loadu_ps(base + index[4] * stride));
    v = _mm512_mask_broadcast_f32x4(v, 0x0f00, _mm_loadu_ps(base + index[8] * stride));
    return _mm512_mask_broadcast_f32x4(v, 0xf000, _mm_loadu_ps(base + index[12] * stride));
}

/* Loads the weights of lanes l, l + 4, l + 8, l + 12, one per quarter. */
static inline void weights_of(const float *weights, vec of[4])
{
    vec all = v_load(weights);
    of[0] = _mm512_permute_ps(all, 0x00);
    of[1] = _mm512_permute_ps(all, 0x55);
    of[2] = _mm512_permute_ps(all, 0xaa);
    of[3] = _mm512_permute_ps(all, 0xff);
}

/* Loads base[index[l] * stride + 0..4) for each lane l. */
static inline void v_load4(const float *base, const uint32_t *index, size_t stride, vec out[4])
{
    vec quarters[4];
    for (int l = 0; l < 4; l++) quarters[l] = rows_of(base, stride, index + l);
    transpose_quarters(quarters, out);
}

/* Blends matrices row by row. Each result holds the rows of lanes l, l + 4, l + 8, l + 12, one per quarter. */
static inline void blend_rows(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                              uint32_t count, vec rows[3][4])
{
    vec of[4];
    weights_of(weights, of);
    for (int r = 0; r < 3; r++)
        for (int l = 0; l < 4; l++) rows[r][l] = v_mul(of[l], rows_of(palette + 4 * r, stride, slots + l));
    for (uint32_t i = 1; i < count; i++) {
        slots += HONE_SKIN_LANES, weights += HONE_SKIN_LANES;
        weights_of(weights, of);
        for (int r = 0; r < 3; r++)
            for (int l = 0; l < 4; l++)
                rows[r][l] = v_fma(of[l], rows_of(palette + 4 * r, stride, slots + l), rows[r][l]);
    }
}

/* Blends one lane's matrix as a whole. The last quarter holds whatever is between the matrices. */
static inline vec lane_matrix(const float *palette, const uint32_t *slots, const float *weights, uint32_t count)
{
    vec sum = v_mul(v_set(weights[0]), v_load(palette + slots[0] * (size_t)WIDTH));
    for (uint32_t i = 1; i < count; i++) {
        slots += HONE_SKIN_LANES, weights += HONE_SKIN_LANES;
        sum = v_fma(v_set(weights[0]), v_load(palette + slots[0] * (size_t)WIDTH), sum);
    }
    return sum;
}

/* Computes the same rows from matrices blended as a whole, which must be WIDTH floats apart. Needs fewer
 * instructions if there is more than one influence. */
static inline void blend_whole(const float *palette, const uint32_t *slots, const float *weights, uint32_t count,
                               vec rows[3][4])
{
    for (int l = 0; l < 4; l++) {
        vec lane[4];
        for (int q = 0; q < 4; q++) lane[q] = lane_matrix(palette, slots + l + 4 * q, weights + l + 4 * q, count);
        vec low01 = _mm512_shuffle_f32x4(lane[0], lane[1], 0x44), high01 = _mm512_shuffle_f32x4(lane[2], lane[3], 0x44);
        vec low2 = _mm512_shuffle_f32x4(lane[0], lane[1], 0xee), high2 = _mm512_shuffle_f32x4(lane[2], lane[3], 0xee);
        rows[0][l] = _mm512_shuffle_f32x4(low01, high01, 0x88);
        rows[1][l] = _mm512_shuffle_f32x4(low01, high01, 0xdd);
        rows[2][l] = _mm512_shuffle_f32x4(low2, high2, 0x88);
    }
}

/* Blends the matrices of WIDTH lanes that have their own slots. In slots and weights, influence i of a lane is at
 * offset i * HONE_SKIN_LANES. Matrices are `stride` floats apart. m: row by row. */
static inline void v_matrices(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                              uint32_t count, vec m[12])
{
    vec rows[3][4];
    if (count > 1 && stride == WIDTH)
        blend_whole(palette, slots, weights, count, rows);
    else
        blend_rows(palette, stride, slots, weights, count, rows);
    for (int r = 0; r < 3; r++) transpose_quarters(rows[r], m + 4 * r);
}

#endif
