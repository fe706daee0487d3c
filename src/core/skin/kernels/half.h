/* Conversion to half floats (IEEE 754 binary16): to the nearest one, ties to even. */
#ifndef HONE_SRC_SKIN_KERNELS_HALF_H
#define HONE_SRC_SKIN_KERNELS_HALF_H

#include "base/lanes/simd4.h"

enum {
    HALF_BEYOND = 65520,               /* the smallest number that rounds to infinity */
    HALF_INFINITY = 0x7c00,            /* its bits */
    HALF_QUIET = 0x200,                /* the bit by which one of the NaNs differs from it */
    HALF_SMALLEST_NORMAL = 0x38800000, /* bits of 2^-14 as a float */
    HALF_EXPONENT_SHIFT = 112 << 23,   /* difference of the exponents' biases */
    HALF_ONE_HALF = 0x3f000000         /* bits of 0.5f */
};

static inline bool fits_half(float x)
{
    return fabsf(x) < HALF_BEYOND;
}

/* Rounds any float: infinity from 65520 on, and one of the NaNs for NaN. */
static inline uint16_t half_of(float x)
{
    uint32_t bits, half;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, size = bits & INT32_MAX;
    if (!fits_half(x))
        half = HALF_INFINITY | (x != x ? HALF_QUIET : 0);
    else if (size < HALF_SMALLEST_NORMAL) {
        /* In 0.5..1 the last bit of a float is worth as much as the smallest half float. So adding 0.5 rounds. */
        const float sum = fabsf(x) + 0.5f;
        memcpy(&bits, &sum, sizeof bits);
        half = bits - HALF_ONE_HALF;
    } else {
        const uint32_t odd = size >> 13 & 1; /* the last bit that stays when 13 bits are dropped */
        half = (size + 0xfff + odd - HALF_EXPONENT_SHIFT) >> 13;
    }
    return (uint16_t)(sign | half);
}

/* ---- four at a time, with the same results --------------------------------------------------------------------- */

#if HONE_VECTORS
typedef uint16_t simd4_halves __attribute__((vector_size(8)));

/* The lower halves of the lanes have the bits. The values must pass fits_half. */
static inline simd4_bits simd4_fitting_half_bits(simd4 x)
{
    simd4_bits bits = (simd4_bits)x, sign = (bits >> 16) & 0x8000, size = bits & INT32_MAX;
    simd4_bits odd = (size >> 13) & 1;
    simd4_bits normal = (size + 0xfff + odd - HALF_EXPONENT_SHIFT) >> 13;
    simd4_bits small = (simd4_bits)((simd4)size + 0.5f) - HALF_ONE_HALF;
    simd4_bits is_small = size < HALF_SMALLEST_NORMAL;
    return (is_small & small) | (~is_small & normal) | sign;
}

/* The same for any floats. */
static inline simd4_bits simd4_half_bits(simd4 x)
{
    simd4_bits fits = simd4_abs(x) < HALF_BEYOND, sign = ((simd4_bits)x >> 16) & 0x8000;
    return (fits & simd4_fitting_half_bits(x)) | (~fits & (sign | HALF_INFINITY | ((x != x) & HALF_QUIET)));
}

/* The values must pass fits_half. */
static inline simd4_halves simd4_to_half(simd4 x)
{
    return __builtin_convertvector(simd4_fitting_half_bits(x), simd4_halves);
}
#else
typedef struct simd4_halves {
    uint16_t at[4];
} simd4_halves;

static inline simd4_halves simd4_to_half(simd4 x)
{
    return (simd4_halves){{half_of(x.at[0]), half_of(x.at[1]), half_of(x.at[2]), half_of(x.at[3])}};
}
#endif

#endif
