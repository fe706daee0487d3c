/* Reads eight coefficients at once with AVX2. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_AVX2_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_AVX2_H

#include "core/clip/kernels/components.h"
#include <immintrin.h>

/* The coefficients of a component. */
typedef struct component {
    __m256 low, high;
} component;

/* The polynomials of degree 0 to 7, and those of degree 8 to 15. */
typedef struct polynomials {
    __m256 low, high;
} polynomials;

typedef __m256 product;

/* Values at two samples: of the tracks of a vector at the first one, then at the second one. */
typedef __m256 pair;

INLINED polynomials load_polynomials(const float *from)
{
    return (polynomials){_mm256_loadu_ps(from), _mm256_loadu_ps(from + WIDE)};
}

INLINED polynomials mix_polynomials(polynomials a, polynomials b, float part)
{
    __m256 p = _mm256_set1_ps(part);
    return (polynomials){_mm256_add_ps(a.low, _mm256_mul_ps(p, _mm256_sub_ps(b.low, a.low))),
                         _mm256_add_ps(a.high, _mm256_mul_ps(p, _mm256_sub_ps(b.high, a.high)))};
}

static inline __m128i load_bytes(const uint8_t *bytes)
{
    return _mm_loadu_si128((const __m128i *)(const void *)bytes);
}

/* Makes numbers of 32 bits of the four bytes from `first` on, in one half of the vector, and of the next four in the
 * other. */
INLINED __m256i spread(__m256i bytes, char first)
{
    const char a = first, n = (char)CLIP_NO_BYTE;
    const __m256i places = _mm256_setr_epi8(a, n, n, n, (char)(a + 1), n, n, n, (char)(a + 2), n, n, n, (char)(a + 3),
                                            n, n, n, (char)(a + 4), n, n, n, (char)(a + 5), n, n, n, (char)(a + 6), n,
                                            n, n, (char)(a + 7), n, n, n);
    return _mm256_shuffle_epi8(bytes, places);
}

/* Eight coefficients; each half of the vector has the 16 bytes of its four. */
INLINED __m256 unpack(__m256i bytes, const hone_clip_half *half)
{
    __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)half->places);
    __m256i shifts = _mm256_broadcastsi128_si256(load_bytes(half->shifts[0])); /* both rows */
    __m256i left = _mm256_sllv_epi32(_mm256_shuffle_epi8(bytes, places), spread(shifts, 0));
    return _mm256_cvtepi32_ps(_mm256_srav_epi32(left, spread(shifts, WIDE)));
}

static inline component unpack_both(__m256i low, __m256i high, const hone_clip_profile *profile)
{
    return (component){unpack(low, &profile->halves[0]), unpack(high, &profile->halves[1])};
}

/* A component with a half of more than 16 bytes. */
HONE_NEVER_INLINE component read_large(const uint8_t *bytes, const hone_clip_profile *profile)
{
    const uint8_t *offsets = profile->offsets;
    if (profile->fit == CLIP_NUMBERS) {
        float numbers[HONE_CLIP_SEGMENT];
        read_numbers(bytes, profile, numbers);
        return (component){_mm256_loadu_ps(numbers), _mm256_loadu_ps(numbers + WIDE)};
    }
    return unpack_both(_mm256_set_m128i(load_bytes(bytes + offsets[1]), load_bytes(bytes)),
                       _mm256_set_m128i(load_bytes(bytes + offsets[3]), load_bytes(bytes + offsets[2])), profile);
}

INLINED component read_component(const uint8_t *bytes, const hone_clip_profile *profile)
{
    if (HONE_UNLIKELY(profile->fit != CLIP_HALVES))
        return read_large(bytes, profile);
    const uint8_t *second = bytes + profile->offsets[HONE_CLIP_QUARTERS / 2];
    return unpack_both(_mm256_broadcastsi128_si256(load_bytes(bytes)), _mm256_broadcastsi128_si256(load_bytes(second)),
                       profile);
}

/* ---- values ---- */

/* Returns eight numbers whose sum is the component at the time of the polynomials, in steps. */
INLINED product multiply(component c, const polynomials *p)
{
    return _mm256_add_ps(_mm256_mul_ps(c.low, p->low), _mm256_mul_ps(c.high, p->high));
}

/* Adds the numbers of each of four vectors, but for a last addition of the halves of the result. */
INLINED __m256 add_most(const product v[HONE_LANES])
{
    __m256 a = _mm256_add_ps(_mm256_unpacklo_ps(v[0], v[1]), _mm256_unpackhi_ps(v[0], v[1]));
    __m256 b = _mm256_add_ps(_mm256_unpacklo_ps(v[2], v[3]), _mm256_unpackhi_ps(v[2], v[3]));
    return _mm256_add_ps(_mm256_shuffle_ps(a, b, 0x44), _mm256_shuffle_ps(a, b, 0xee));
}

/* Returns four components, times their steps. */
INLINED lanes add_products(const product v[HONE_LANES], lanes steps)
{
    __m256 sum = add_most(v);
    return (lanes)_mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)) * steps;
}

/* The same at two samples. */
INLINED pair add_pairs(const product first[HONE_LANES], const product second[HONE_LANES], lanes steps)
{
    __m256 a = add_most(first), b = add_most(second);
    __m256 sum = _mm256_add_ps(_mm256_permute2f128_ps(a, b, 0x20), _mm256_permute2f128_ps(a, b, 0x31));
    return _mm256_mul_ps(sum, _mm256_set_m128((__m128)steps, (__m128)steps));
}

/* Returns w of rotations from x, y and z; 0 if these are too long. */
INLINED pair last_of(pair x, pair y, pair z)
{
    __m256 square = _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y)), _mm256_mul_ps(z, z));
    return _mm256_sqrt_ps(_mm256_max_ps(_mm256_sub_ps(_mm256_set1_ps(1), square), _mm256_setzero_ps()));
}

/* Returns values between those of the two samples. */
INLINED lanes mix_pair(pair v, float part)
{
    __m128 a = _mm256_castps256_ps128(v), b = _mm256_extractf128_ps(v, 1);
    return (lanes)_mm_add_ps(a, _mm_mul_ps(_mm_set1_ps(part), _mm_sub_ps(b, a)));
}

#endif
