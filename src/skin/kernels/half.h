/* Conversion to half floats (IEEE 754 binary16), four at a time. */
#ifndef HONE_SRC_SKIN_KERNELS_HALF_H
#define HONE_SRC_SKIN_KERNELS_HALF_H

#include "base/lanes/simd4.h"

typedef uint16_t simd4_halves __attribute__((vector_size(8)));

enum {
    HALF_BEYOND = 0x477ff000,          /* bits of 65520, the smallest float that rounds to infinity */
    HALF_SMALLEST_NORMAL = 0x38800000, /* bits of 2^-14 */
    HALF_EXPONENT_SHIFT = 112 << 23,   /* difference of the exponents' biases */
    HALF_ONE_HALF = 0x3f000000         /* bits of 0.5 */
};

/* Rounds to the nearest half, ties to even. The values must pass simd4_fits_half. */
static inline simd4_halves simd4_to_half(simd4 x)
{
    simd4_bits bits = (simd4_bits)x, sign = (bits >> 16) & 0x8000, size = bits & 0x7fffffff;
    simd4_bits odd = (size >> 13) & 1; /* the last bit that stays when 13 bits are dropped */
    simd4_bits normal = (size + 0xfff + odd - HALF_EXPONENT_SHIFT) >> 13;
    /* In 0.5..1 the last bit of a float is worth as much as the smallest half float. So adding 0.5 rounds correctly. */
    simd4_bits small = (simd4_bits)((simd4)size + 0.5f) - HALF_ONE_HALF;
    simd4_bits is_small = size < HALF_SMALLEST_NORMAL;
    return __builtin_convertvector((is_small & small) | (~is_small & normal) | sign, simd4_halves);
}

/* Rounds any float: infinity from 65520 on, and one of the NaNs for NaN. Returns the bits in the lower half of a lane.
 */
static inline simd4_bits simd4_half_bits(simd4 x)
{
    simd4_bits bits = (simd4_bits)x, size = bits & 0x7fffffff;
    simd4_bits held = __builtin_convertvector(simd4_to_half(x), simd4_bits), beyond = size >= HALF_BEYOND;
    simd4_bits other = ((bits >> 16) & 0x8000) | 0x7c00 | ((size > 0x7f800000) & 0x200);
    return (beyond & other) | (~beyond & held);
}

/* Returns which lanes a half float can hold. */
static inline simd4_bits simd4_fits_half(simd4 x)
{
    return ((simd4_bits)x & 0x7fffffff) < HALF_BEYOND;
}

#endif
