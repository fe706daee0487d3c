/* AVX-512 on processors without it: the intrinsics of src/core/skin/kernels/lanes/avx512.h in plain C, lane by lane.
 * The estimates of reciprocals are wrong by as much as the real ones may be. */
#ifndef HONE_TESTS_AVX512_IMMINTRIN_H
#define HONE_TESTS_AVX512_IMMINTRIN_H

#pragma GCC system_header /* #include_next is an extension */
#include_next <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float wide __attribute__((vector_size(64)));
typedef int32_t wide_bits __attribute__((vector_size(64)));
#define __m512 wide
#define __m512i wide_bits
#define WIDE static inline __attribute__((unused))
#define EACH_LANE for (int l = 0; l < 16; l++)

/* ---- loads and stores ---- */

WIDE wide wide_load(const void *p)
{
    wide r;
    memcpy(&r, p, sizeof r);
    return r;
}

WIDE wide wide_load_some(uint16_t which, const void *p)
{
    wide r = {0};
    EACH_LANE
    if (which >> l & 1)
        memcpy((char *)&r + 4 * l, (const char *)p + 4 * l, 4);
    return r;
}

WIDE void wide_store(void *p, wide a)
{
    memcpy(p, &a, sizeof a);
}

WIDE void wide_stream(void *p, wide a)
{
    *(wide *)p = a; /* p is aligned */
}

WIDE void wide_store_some(void *p, unsigned which, const void *a, int lanes)
{
    for (int l = 0; l < lanes; l++)
        if (which >> l & 1)
            memcpy((char *)p + 4 * l, (const char *)a + 4 * l, 4);
}

WIDE void wide_store_some4(void *p, unsigned which, __m128 a)
{
    wide_store_some(p, which, &a, 4);
}

WIDE void wide_store_some8(void *p, unsigned which, __m256 a)
{
    wide_store_some(p, which, &a, 8);
}

/* ---- arithmetic ---- */

WIDE wide wide_set(float a)
{
    wide r;
    EACH_LANE r[l] = a;
    return r;
}

WIDE wide wide_fma(wide a, wide b, wide c)
{
    wide r;
    EACH_LANE r[l] = fmaf(a[l], b[l], c[l]);
    return r;
}

WIDE wide wide_fnma(wide a, wide b, wide c)
{
    wide r;
    EACH_LANE r[l] = fmaf(-a[l], b[l], c[l]);
    return r;
}

WIDE wide wide_abs(wide a)
{
    EACH_LANE a[l] = fabsf(a[l]);
    return a;
}

WIDE wide wide_sqrt(wide a)
{
    EACH_LANE a[l] = sqrtf(a[l]);
    return a;
}

WIDE wide wide_rsqrt(wide a)
{
    EACH_LANE a[l] = (1 / sqrtf(a[l])) * (1 + 0x1p-15f);
    return a;
}

WIDE wide wide_reciprocal(wide a)
{
    EACH_LANE a[l] = (1 / a[l]) * (1 - 0x1p-15f);
    return a;
}

WIDE wide wide_min(wide a, wide b)
{
    EACH_LANE a[l] = a[l] < b[l] ? a[l] : b[l];
    return a;
}

WIDE wide wide_max(wide a, wide b)
{
    EACH_LANE a[l] = a[l] > b[l] ? a[l] : b[l];
    return a;
}

WIDE uint16_t wide_less(wide a, wide b)
{
    uint16_t r = 0;
    EACH_LANE r = (uint16_t)(r | (a[l] < b[l]) << l);
    return r;
}

WIDE wide wide_choose(uint16_t which, wide no, wide yes)
{
    EACH_LANE no[l] = which >> l & 1 ? yes[l] : no[l];
    return no;
}

WIDE wide wide_sub_some(wide rest, uint16_t which, wide a, wide b)
{
    return wide_choose(which, rest, a - b);
}

/* ---- conversions ---- */

WIDE wide_bits wide_from_u16(__m256i a)
{
    uint16_t x[16];
    wide_bits r;
    memcpy(x, &a, sizeof x);
    EACH_LANE r[l] = x[l];
    return r;
}

WIDE wide_bits wide_from_i16(__m256i a)
{
    int16_t x[16];
    wide_bits r;
    memcpy(x, &a, sizeof x);
    EACH_LANE r[l] = x[l];
    return r;
}

WIDE wide wide_from_bits(wide_bits a)
{
    wide r;
    EACH_LANE r[l] = (float)a[l];
    return r;
}

WIDE __m128 wide_part4(wide a, int part)
{
    __m128 r;
    memcpy(&r, (const char *)&a + sizeof r * (size_t)part, sizeof r);
    return r;
}

WIDE __m256 wide_part8(wide a, int part)
{
    __m256 r;
    memcpy(&r, (const char *)&a + sizeof r * (size_t)part, sizeof r);
    return r;
}

WIDE __m256i wide_to_half(wide a)
{
    __m128i low = _mm256_cvtps_ph(wide_part8(a, 0), 0), high = _mm256_cvtps_ph(wide_part8(a, 1), 0);
    return _mm256_insertf128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Lanes 4 to 15 are undefined: here they are NaN. */

WIDE wide wide_from4(__m128 a)
{
    wide r = wide_set(NAN);
    memcpy(&r, &a, sizeof a);
    return r;
}

/* ---- shuffles: `m` has two bits for each lane, or quarter, of a group ---- */

WIDE wide wide_repeat4(wide rest, uint16_t which, __m128 a)
{
    EACH_LANE rest[l] = which >> l & 1 ? a[l & 3] : rest[l];
    return rest;
}

WIDE wide wide_pick2(wide a, wide_bits i, wide b)
{
    wide r;
    EACH_LANE r[l] = i[l] & 16 ? b[i[l] & 15] : a[i[l] & 15];
    return r;
}

WIDE wide wide_permute(wide a, int m)
{
    wide r;
    EACH_LANE r[l] = a[(l & ~3) + (m >> 2 * (l & 3) & 3)];
    return r;
}

WIDE wide wide_shuffle(wide a, wide b, int m)
{
    wide r;
    EACH_LANE r[l] = ((l & 3) < 2 ? a : b)[(l & ~3) + (m >> 2 * (l & 3) & 3)];
    return r;
}

WIDE wide wide_shuffle_parts(wide a, wide b, int m)
{
    wide r;
    EACH_LANE r[l] = (l < 8 ? a : b)[4 * (m >> 2 * (l / 4) & 3) + (l & 3)];
    return r;
}

WIDE wide wide_interleave_low(wide a, wide b)
{
    wide r;
    EACH_LANE r[l] = (l & 1 ? b : a)[(l & ~3) + (l & 2) / 2];
    return r;
}

WIDE wide wide_interleave_high(wide a, wide b)
{
    wide r;
    EACH_LANE r[l] = (l & 1 ? b : a)[(l & ~3) + 2 + (l & 2) / 2];
    return r;
}

/* ---- names ---- */

#undef _mm256_mask_storeu_ps
#define _mm256_mask_storeu_ps wide_store_some8
#undef _mm512_abs_ps
#define _mm512_abs_ps wide_abs
#undef _mm512_add_ps
#define _mm512_add_ps(a, b) ((a) + (b))
#undef _mm512_castps128_ps512
#define _mm512_castps128_ps512 wide_from4
#undef _mm512_castps512_ps128
#define _mm512_castps512_ps128(a) wide_part4(a, 0)
#undef _mm512_castps512_ps256
#define _mm512_castps512_ps256(a) wide_part8(a, 0)
#undef _mm512_castsi512_ps
#define _mm512_castsi512_ps(a) ((wide)(a))
#undef _mm512_cmp_ps_mask
#define _mm512_cmp_ps_mask(a, b, how) wide_less(a, b)
#undef _mm512_cvtepi16_epi32
#define _mm512_cvtepi16_epi32 wide_from_i16
#undef _mm512_cvtepi32_ps
#define _mm512_cvtepi32_ps wide_from_bits
#undef _mm512_cvtepu16_epi32
#define _mm512_cvtepu16_epi32 wide_from_u16
#undef _mm512_cvtps_ph
#define _mm512_cvtps_ph(a, r) wide_to_half(a)
#undef _mm512_div_ps
#define _mm512_div_ps(a, b) ((a) / (b))
#undef _mm512_extractf32x4_ps
#define _mm512_extractf32x4_ps wide_part4
#undef _mm512_extractf32x8_ps
#define _mm512_extractf32x8_ps wide_part8
#undef _mm512_fmadd_ps
#define _mm512_fmadd_ps wide_fma
#undef _mm512_fnmadd_ps
#define _mm512_fnmadd_ps wide_fnma
#undef _mm512_loadu_ps
#define _mm512_loadu_ps wide_load
#undef _mm512_mask_blend_ps
#define _mm512_mask_blend_ps wide_choose
#undef _mm512_mask_broadcast_f32x4
#define _mm512_mask_broadcast_f32x4 wide_repeat4
#undef _mm512_mask_sub_ps
#define _mm512_mask_sub_ps wide_sub_some
#undef _mm512_maskz_loadu_ps
#define _mm512_maskz_loadu_ps wide_load_some
#undef _mm512_max_ps
#define _mm512_max_ps wide_max
#undef _mm512_min_ps
#define _mm512_min_ps wide_min
#undef _mm512_mul_ps
#define _mm512_mul_ps(a, b) ((a) * (b))
#undef _mm512_or_si512
#define _mm512_or_si512(a, b) ((a) | (b))
#undef _mm512_permute_ps
#define _mm512_permute_ps wide_permute
#undef _mm512_permutex2var_ps
#define _mm512_permutex2var_ps wide_pick2
#undef _mm512_rcp14_ps
#define _mm512_rcp14_ps wide_reciprocal
#undef _mm512_rsqrt14_ps
#define _mm512_rsqrt14_ps wide_rsqrt
#undef _mm512_set1_ps
#define _mm512_set1_ps wide_set
#undef _mm512_setr_epi32
#define _mm512_setr_epi32(...) ((wide_bits){__VA_ARGS__})
#undef _mm512_setzero_ps
#define _mm512_setzero_ps() wide_set(0)
#undef _mm512_shuffle_f32x4
#define _mm512_shuffle_f32x4 wide_shuffle_parts
#undef _mm512_shuffle_ps
#define _mm512_shuffle_ps wide_shuffle
#undef _mm512_slli_epi32
#define _mm512_slli_epi32(a, n) ((a) << (n))
#undef _mm512_sqrt_ps
#define _mm512_sqrt_ps wide_sqrt
#undef _mm512_storeu_ps
#define _mm512_storeu_ps wide_store
#undef _mm512_stream_ps
#define _mm512_stream_ps wide_stream
#undef _mm512_sub_ps
#define _mm512_sub_ps(a, b) ((a) - (b))
#undef _mm512_unpackhi_ps
#define _mm512_unpackhi_ps wide_interleave_high
#undef _mm512_unpacklo_ps
#define _mm512_unpacklo_ps wide_interleave_low
#undef _mm_mask_storeu_ps
#define _mm_mask_storeu_ps wide_store_some4

#endif
