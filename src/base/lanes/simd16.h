/* Vector arithmetic on sixteen things at once, as base/lanes/simd4.h on four, with the same results. It is fast only in
 * files that are compiled for AVX-512. */
#ifndef HONE_SRC_BASE_LANES_SIMD16_H
#define HONE_SRC_BASE_LANES_SIMD16_H

#include "base/lanes/simd4.h"
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h> /* where compilers make more of an operation than it is */
#define SIMD16_AVX512 1
#endif

typedef float simd16 __attribute__((vector_size(64)));
typedef int32_t simd16_bits __attribute__((vector_size(64))); /* as a mask: all bits of a lane are set, or none */

#if defined(__clang__) || __GNUC__ >= 12
#define SIMD16_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SIMD16_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (simd16_bits){__VA_ARGS__})
#endif

static inline simd16 simd16_load(const float *p)
{
    simd16 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void simd16_store(void *p, simd16 v)
{
    memcpy(p, &v, sizeof v);
}

static inline simd16 simd16_set(float x)
{
    return (simd16){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}

static inline simd16 simd16_pick(simd16_bits mask, simd16 yes, simd16 no)
{
#if SIMD16_AVX512
    return _mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)mask), no, yes);
#else
    return (simd16)((mask & (simd16_bits)yes) | (~mask & (simd16_bits)no));
#endif
}

static inline simd16 simd16_max(simd16 a, simd16 b)
{
#if SIMD16_AVX512
    return _mm512_max_ps(a, b);
#else
    return simd16_pick(a > b, a, b);
#endif
}

static inline simd16 simd16_sqrt(simd16 x)
{
    for (int i = 0; i < 16; i++) x[i] = sqrtf(x[i]);
    return x;
}

/* Changes the sign of x where that of `other` is negative. */
static inline simd16 simd16_with_sign(simd16 x, simd16 other)
{
    return (simd16)((simd16_bits)x ^ ((simd16_bits)other & INT32_MIN));
}

/* Returns the sign of each lane, the first in bit 0. */
static inline int simd16_signs(simd16_bits mask)
{
#if SIMD16_AVX512
    return _mm512_movepi32_mask((__m512i)mask);
#else
    int signs = 0;
    for (int i = 0; i < 16; i++) signs |= (mask[i] < 0) << i;
    return signs;
#endif
}

static inline bool simd16_all(simd16_bits mask)
{
    return simd16_signs(mask) == 0xffff;
}

static inline bool simd16_any(simd16_bits mask)
{
    return simd16_signs(mask) != 0;
}

/* Transposes four 4x4 matrices, each in a quarter of the vectors. */
static inline void simd16_transpose(simd16 v[4])
{
    simd16 a = SIMD16_SHUFFLE(v[0], v[1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    simd16 b = SIMD16_SHUFFLE(v[0], v[1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    simd16 c = SIMD16_SHUFFLE(v[2], v[3], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    simd16 d = SIMD16_SHUFFLE(v[2], v[3], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    v[0] = SIMD16_SHUFFLE(a, c, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
    v[1] = SIMD16_SHUFFLE(a, c, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
    v[2] = SIMD16_SHUFFLE(b, d, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
    v[3] = SIMD16_SHUFFLE(b, d, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}

#endif
