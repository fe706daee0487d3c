/* Vector arithmetic on two doubles at once, as base/lanes/simd4.h on four floats. Here too, a constant that is not a
 * whole number goes through simd2_set. */
#ifndef HONE_SRC_BASE_LANES_SIMD2_H
#define HONE_SRC_BASE_LANES_SIMD2_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef double simd2 __attribute__((vector_size(16)));
typedef int64_t simd2_bits __attribute__((vector_size(16))); /* as a mask: all bits of a lane are set, or none */

static inline simd2 simd2_load(const double *p)
{
    simd2 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void simd2_store(double *p, simd2 v)
{
    memcpy(p, &v, sizeof v);
}

static inline simd2 simd2_set(double x)
{
    return (simd2){x, x};
}

static inline simd2 simd2_pick(simd2_bits mask, simd2 yes, simd2 no)
{
    return (simd2)((mask & (simd2_bits)yes) | (~mask & (simd2_bits)no));
}

static inline simd2 simd2_abs(simd2 x)
{
    return (simd2)((simd2_bits)x & INT64_MAX);
}

static inline simd2 simd2_sqrt(simd2 x)
{
    return (simd2){sqrt(x[0]), sqrt(x[1])};
}

/* Returns the numbers that are greater than 0, and 0 for others and NaN. */
static inline simd2 simd2_positive(simd2 v)
{
    return (simd2)((simd2_bits)(v > 0) & (simd2_bits)v);
}

#endif
