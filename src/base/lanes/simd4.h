/* Four floats. With vectors they are a type for arithmetic on four things at once (bones, palette slots): each vector
 * holds the same component of all four. The vector types of GCC and clang become SSE2, NEON or plain arithmetic. Every
 * operation rounds once, so that the results are the same on all processors, and the result of one does not depend on
 * its neighbours. Without vectors they are a row that is loaded, stored, added and multiplied. */
#ifndef HONE_SRC_BASE_LANES_SIMD4_H
#define HONE_SRC_BASE_LANES_SIMD4_H

#include "base/lanes/vectors.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

#if HONE_VECTORS
/* If FLT_EVAL_METHOD is not 0 (x87, s390x in C11), a constant such as 1.0f / 3 has more precision than a float.
 * simd4_set rounds it to float before it is combined with a vector. */
typedef float simd4 __attribute__((vector_size(16)));
typedef int32_t simd4_bits __attribute__((vector_size(16))); /* as a mask: all bits of a lane are set, or none */

#if defined(__clang__) || __GNUC__ >= 12
#define SIMD4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SIMD4_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (simd4_bits){i, j, k, l})
#endif
#else
typedef struct simd4 {
    float at[4];
} simd4;
#endif

static inline simd4 simd4_load(const float *p)
{
    simd4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void simd4_store(void *p, simd4 v)
{
    memcpy(p, &v, sizeof v);
}

static inline simd4 simd4_set(float x)
{
#if HONE_VECTORS
    return (simd4){x, x, x, x};
#else
    return (simd4){{x, x, x, x}};
#endif
}

static inline simd4 simd4_add(simd4 a, simd4 b)
{
#if HONE_VECTORS
    return a + b;
#else
    return (simd4){{a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2], a.at[3] + b.at[3]}};
#endif
}

static inline simd4 simd4_subtract(simd4 a, simd4 b)
{
#if HONE_VECTORS
    return a - b;
#else
    return (simd4){{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2], a.at[3] - b.at[3]}};
#endif
}

static inline simd4 simd4_multiply(simd4 a, simd4 b)
{
#if HONE_VECTORS
    return a * b;
#else
    return (simd4){{a.at[0] * b.at[0], a.at[1] * b.at[1], a.at[2] * b.at[2], a.at[3] * b.at[3]}};
#endif
}

static inline simd4 simd4_scale(simd4 a, float by)
{
#if HONE_VECTORS
    return a * simd4_set(by);
#else
    return (simd4){{a.at[0] * by, a.at[1] * by, a.at[2] * by, a.at[3] * by}};
#endif
}

/* Transposes the 4x4 matrix. */
static inline void simd4_transpose(simd4 v[4])
{
#if HONE_VECTORS
    simd4 a = SIMD4_SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = SIMD4_SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    simd4 c = SIMD4_SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = SIMD4_SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    v[0] = SIMD4_SHUFFLE(a, c, 0, 1, 4, 5), v[1] = SIMD4_SHUFFLE(a, c, 2, 3, 6, 7);
    v[2] = SIMD4_SHUFFLE(b, d, 0, 1, 4, 5), v[3] = SIMD4_SHUFFLE(b, d, 2, 3, 6, 7);
#else
    const simd4 m[4] = {v[0], v[1], v[2], v[3]};
    for (int r = 0; r < 4; r++) v[r] = (simd4){{m[0].at[r], m[1].at[r], m[2].at[r], m[3].at[r]}};
#endif
}

/* ---- with vectors ---------------------------------------------------------------------------------------------- */

#if HONE_VECTORS
static inline simd4 simd4_pick(simd4_bits mask, simd4 yes, simd4 no)
{
    return (simd4)((mask & (simd4_bits)yes) | (~mask & (simd4_bits)no));
}

static inline simd4 simd4_abs(simd4 x)
{
    return (simd4)((simd4_bits)x & 0x7fffffff);
}

static inline simd4 simd4_max(simd4 a, simd4 b)
{
    return simd4_pick(a > b, a, b);
}

static inline simd4 simd4_sqrt(simd4 x)
{
    return (simd4){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
}

/* Changes the sign of x where that of `other` is negative. */
static inline simd4 simd4_with_sign(simd4 x, simd4 other)
{
    return (simd4)((simd4_bits)x ^ ((simd4_bits)other & INT32_MIN));
}

static inline bool simd4_all(simd4_bits mask)
{
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

static inline bool simd4_any(simd4_bits mask)
{
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    return (half[0] | half[1]) != 0;
}
#endif

#endif
