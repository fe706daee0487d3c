/* Reads eight coefficients at once with AVX2. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_AVX2_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_AVX2_H

#include "clip/kernels/components.h"
#include <immintrin.h>

/* Eight numbers whose sum is a component, in steps. */
typedef __m256 component;

/* The polynomials at a time. */
typedef struct polynomials {
    __m256 halves[2];
} polynomials;

INLINED void set_polynomials(const float *from, const float *to, float part, polynomials *out)
{
    for (size_t h = 0; h < 2; h++) {
        __m256 a = _mm256_loadu_ps(from + h * WIDE), b = _mm256_loadu_ps(to + h * WIDE);
        out->halves[h] = _mm256_add_ps(a, _mm256_mul_ps(_mm256_set1_ps(part), _mm256_sub_ps(b, a)));
    }
}

static inline __m128i load_bytes(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

static inline __m256i load_counts(const uint8_t counts[WIDE])
{
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)counts));
}

/* Eight coefficients; each half of the vector has the 16 bytes of its four. */
static inline __m256 unpack(__m256i bytes, const hone_clip_half *half)
{
    __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)half->places);
    __m256i left = _mm256_sllv_epi32(_mm256_shuffle_epi8(bytes, places), load_counts(half->left));
    return _mm256_cvtepi32_ps(_mm256_srav_epi32(left, load_counts(half->right)));
}

static inline component sum_halves(__m256i low, __m256i high, const hone_clip_profile *profile,
                                   const polynomials *weights)
{
    return _mm256_add_ps(_mm256_mul_ps(unpack(low, &profile->halves[0]), weights->halves[0]),
                         _mm256_mul_ps(unpack(high, &profile->halves[1]), weights->halves[1]));
}

/* A component with a half of more than 16 bytes. */
static __attribute__((noinline)) component sum_large(const uint8_t *bytes, const hone_clip_profile *profile,
                                                     const polynomials *weights)
{
    const uint8_t *offsets = profile->offsets;
    if (profile->fit == CLIP_NUMBERS) {
        float sums[WIDE], factors[HONE_CLIP_SEGMENT];
        memcpy(factors, weights, sizeof factors);
        sum_numbers(bytes, profile, factors, sums);
        return _mm256_loadu_ps(sums);
    }
    __m256i low = _mm256_set_m128i(load_bytes(bytes + offsets[1]), load_bytes(bytes));
    __m256i high = _mm256_set_m128i(load_bytes(bytes + offsets[3]), load_bytes(bytes + offsets[2]));
    return sum_halves(low, high, profile, weights);
}

INLINED component sum_component(const uint8_t *bytes, const hone_clip_profile *profile, const polynomials *weights)
{
    if (__builtin_expect(profile->fit != CLIP_HALVES, 0))
        return sum_large(bytes, profile, weights);
    const uint8_t *second = bytes + profile->offsets[HONE_CLIP_QUARTERS / 2];
    return sum_halves(_mm256_broadcastsi128_si256(load_bytes(bytes)), _mm256_broadcastsi128_si256(load_bytes(second)),
                      profile, weights);
}

/* Returns four components. */
INLINED simd4 add_components(const component sums[LANES])
{
    __m256 a = _mm256_add_ps(_mm256_unpacklo_ps(sums[0], sums[1]), _mm256_unpackhi_ps(sums[0], sums[1]));
    __m256 b = _mm256_add_ps(_mm256_unpacklo_ps(sums[2], sums[3]), _mm256_unpackhi_ps(sums[2], sums[3]));
    __m256 c = _mm256_add_ps(_mm256_shuffle_ps(a, b, 0x44), _mm256_shuffle_ps(a, b, 0xee));
    return (simd4)_mm_add_ps(_mm256_castps256_ps128(c), _mm256_extractf128_ps(c, 1));
}

#endif
