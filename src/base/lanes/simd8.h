/* Vector arithmetic on eight things at once, as base/lanes/simd4.h on four, with the same results. It is fast only in
 * files that are compiled for AVX. */
#ifndef HONE_SRC_BASE_LANES_SIMD8_H
#define HONE_SRC_BASE_LANES_SIMD8_H

#include "base/lanes/simd4.h"
#if defined(__AVX__)
#include <immintrin.h> /* where compilers make more of an operation than it is */
#endif

typedef float simd8 __attribute__((vector_size(32)));
typedef int32_t simd8_bits __attribute__((vector_size(32))); /* as a mask: all bits of a lane are set, or none */

#if defined(__clang__) || __GNUC__ >= 12
#define SIMD8_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SIMD8_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (simd8_bits){__VA_ARGS__})
#endif

static inline simd8 simd8_load(const float *p)
{
    simd8 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void simd8_store(void *p, simd8 v)
{
    memcpy(p, &v, sizeof v);
}

static inline simd8 simd8_set(float x)
{
    return (simd8){x, x, x, x, x, x, x, x};
}

static inline simd8 simd8_pick(simd8_bits mask, simd8 yes, simd8 no)
{
#if defined(__AVX__)
    return _mm256_blendv_ps(no, yes, (__m256)mask);
#else
    return (simd8)((mask & (simd8_bits)yes) | (~mask & (simd8_bits)no));
#endif
}

static inline simd8 simd8_max(simd8 a, simd8 b)
{
#if defined(__AVX__)
    return _mm256_max_ps(a, b);
#else
    return simd8_pick(a > b, a, b);
#endif
}

static inline simd8 simd8_sqrt(simd8 x)
{
    for (int i = 0; i < 8; i++) x[i] = sqrtf(x[i]);
    return x;
}

/* Changes the sign of x where that of `other` is negative. */
static inline simd8 simd8_with_sign(simd8 x, simd8 other)
{
    return (simd8)((simd8_bits)x ^ ((simd8_bits)other & INT32_MIN));
}

/* Returns the sign of each lane, the first in bit 0. */
static inline int simd8_signs(simd8_bits mask)
{
#if defined(__AVX__)
    return _mm256_movemask_ps((__m256)mask);
#else
    int signs = 0;
    for (int i = 0; i < 8; i++) signs |= (mask[i] < 0) << i;
    return signs;
#endif
}

static inline bool simd8_all(simd8_bits mask)
{
    return simd8_signs(mask) == 0xff;
}

static inline bool simd8_any(simd8_bits mask)
{
    return simd8_signs(mask) != 0;
}

/* Returns the lanes of `low`, then those of `high`. */
static inline simd8 simd8_join(simd4 low, simd4 high)
{
#if defined(__AVX__)
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
#elif defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
    return (simd8){low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]};
#endif
}

static inline simd4 simd8_low(simd8 v)
{
    simd4 low;
    memcpy(&low, &v, sizeof low);
    return low;
}

static inline simd4 simd8_high(simd8 v)
{
    simd4 high;
    memcpy(&high, (const char *)&v + sizeof high, sizeof high);
    return high;
}

/* Transposes two 4x4 matrices: one in the lower halves of the vectors, one in the upper halves. */
static inline void simd8_transpose(simd8 v[4])
{
    simd8 a = SIMD8_SHUFFLE(v[0], v[1], 0, 8, 1, 9, 4, 12, 5, 13);
    simd8 b = SIMD8_SHUFFLE(v[0], v[1], 2, 10, 3, 11, 6, 14, 7, 15);
    simd8 c = SIMD8_SHUFFLE(v[2], v[3], 0, 8, 1, 9, 4, 12, 5, 13);
    simd8 d = SIMD8_SHUFFLE(v[2], v[3], 2, 10, 3, 11, 6, 14, 7, 15);
    v[0] = SIMD8_SHUFFLE(a, c, 0, 1, 8, 9, 4, 5, 12, 13), v[1] = SIMD8_SHUFFLE(a, c, 2, 3, 10, 11, 6, 7, 14, 15);
    v[2] = SIMD8_SHUFFLE(b, d, 0, 1, 8, 9, 4, 5, 12, 13), v[3] = SIMD8_SHUFFLE(b, d, 2, 3, 10, 11, 6, 7, 14, 15);
}

#endif
