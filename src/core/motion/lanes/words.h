/* Vectors of integers of 32 bits, as many as there are floats in a vector, and the bits of floats as integers. */
#ifndef HONE_SRC_MOTION_LANES_WORDS_H
#define HONE_SRC_MOTION_LANES_WORDS_H

#include "base/lanes/lanes.h"

#if HONE_LANES == 1
typedef int32_t ints;
typedef uint32_t words;
#else
typedef lanes_bits ints;
typedef uint32_t words __attribute__((vector_size(HONE_LANES * 4)));
#endif

static inline words words_load(const uint32_t *p)
{
    words v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline lanes ints_to_lanes(ints v)
{
#if HONE_LANES == 1
    return (float)v;
#else
    return __builtin_convertvector(v, lanes);
#endif
}

/* Drops the fractions. */
static inline ints ints_from_lanes(lanes v)
{
#if HONE_LANES == 1
    return (int32_t)v;
#else
    return __builtin_convertvector(v, ints);
#endif
}

static inline ints lanes_to_bits(lanes v)
{
    ints bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static inline lanes lanes_from_bits(ints bits)
{
    lanes v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Stores a mask: -1 for the lanes that are in it, and 0 for the others. */
static inline void lanes_store_mask(int32_t *p, lanes_bits mask)
{
#if HONE_LANES == 1
    *p = mask ? -1 : 0;
#else
    memcpy(p, &mask, sizeof mask);
#endif
}

#endif
