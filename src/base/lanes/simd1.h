/* One float in place of a vector, so that code for base/lanes/lanes.h can be compiled for one thing at a time, and
 * where there are no vectors. */
#ifndef HONE_SRC_BASE_LANES_SIMD1_H
#define HONE_SRC_BASE_LANES_SIMD1_H

#include "base/lanes/simd4.h"
#include <stdbool.h>

typedef float simd1;
typedef bool simd1_bits;

static inline simd1 simd1_load(const float *p)
{
    return *p;
}

static inline void simd1_store(void *p, simd1 v)
{
    memcpy(p, &v, sizeof v);
}

static inline simd1 simd1_set(float x)
{
    return x;
}

static inline simd1 simd1_pick(simd1_bits mask, simd1 yes, simd1 no)
{
    return mask ? yes : no;
}

static inline simd1 simd1_max(simd1 a, simd1 b)
{
    return a > b ? a : b;
}

static inline simd1 simd1_sqrt(simd1 x)
{
    return sqrtf(x);
}

/* Changes the sign of x where that of `other` is negative. */
static inline simd1 simd1_with_sign(simd1 x, simd1 other)
{
    return signbit(other) ? -x : x;
}

static inline bool simd1_all(simd1_bits mask)
{
    return mask;
}

static inline bool simd1_any(simd1_bits mask)
{
    return mask;
}

#endif
