/* Vectors of half as many doubles as there are floats in a vector: HONE_LANES / 2. */
#ifndef HONE_SRC_MOTION_LANES_DOUBLES_H
#define HONE_SRC_MOTION_LANES_DOUBLES_H

#include "base/lanes.h"

enum { DOUBLES = HONE_LANES / 2 };

typedef double doubles __attribute__((vector_size(HONE_LANES * 4)));
typedef int64_t doubles_bits __attribute__((vector_size(HONE_LANES * 4)));
typedef float floats __attribute__((vector_size(HONE_LANES * 2))); /* as many */

static inline doubles doubles_load(const double *p)
{
    doubles v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void doubles_store(double *p, doubles v)
{
    memcpy(p, &v, sizeof v);
}

static inline doubles doubles_set(double x)
{
#if HONE_LANES == 8
    return (doubles){x, x, x, x};
#else
    return (doubles){x, x};
#endif
}

/* Returns the numbers that are greater than 0, and 0 for others and NaN. */
static inline doubles doubles_positive(doubles v)
{
    return (doubles)((doubles_bits)(v > 0) & (doubles_bits)v);
}

static inline doubles doubles_pick(doubles_bits mask, doubles yes, doubles no)
{
    return (doubles)((mask & (doubles_bits)yes) | (~mask & (doubles_bits)no));
}

/* Rounds to floats. low: the first half of the lanes. */
static inline lanes doubles_narrow(doubles low, doubles high)
{
    floats a = __builtin_convertvector(low, floats), b = __builtin_convertvector(high, floats);
#if (defined(__clang__) || __GNUC__ >= 12) && HONE_LANES == 8
    return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
#elif defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, 0, 1, 2, 3);
#else
    lanes v;
    memcpy(&v, &a, sizeof a);
    memcpy((char *)&v + sizeof a, &b, sizeof b);
    return v;
#endif
}

/* Returns four floats. */
static inline simd4 simd4_of_floats(const floats part[4 / DOUBLES])
{
#if HONE_LANES == 8
    return part[0];
#elif defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(part[0], part[1], 0, 1, 2, 3);
#else
    return (simd4){part[0][0], part[0][1], part[1][0], part[1][1]};
#endif
}

#endif
