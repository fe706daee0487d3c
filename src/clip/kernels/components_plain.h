/* Reads four coefficients at once, with the vector types of GCC and clang. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_PLAIN_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_PLAIN_H

#include "clip/kernels/components.h"

/* Eight numbers whose sum is a component, in steps. */
typedef struct component {
    simd4 low, high;
} component;

/* The polynomials at a time. */
typedef struct polynomials {
    simd4 quarters[HONE_CLIP_QUARTERS];
} polynomials;

typedef uint64_t two_words __attribute__((vector_size(16)));

INLINED void set_polynomials(const float *from, const float *to, float part, polynomials *out)
{
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) {
        simd4 a = simd4_load(from + q * LANES), b = simd4_load(to + q * LANES);
        out->quarters[q] = a + part * (b - a);
    }
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { LOW_A = 0, LOW_B = 4 }; /* the low half of a word, among the lanes of two vectors */
#else
enum { LOW_A = 1, LOW_B = 5 };
#endif

/* The low halves of four words. */
static inline simd4_bits low_halves(two_words a, two_words b, two_words c, two_words d)
{
    simd4 ab = SIMD4_SHUFFLE((simd4)a, (simd4)b, LOW_A, LOW_B, LOW_A, LOW_B);
    simd4 cd = SIMD4_SHUFFLE((simd4)c, (simd4)d, LOW_A, LOW_B, LOW_A, LOW_B);
    return (simd4_bits)SIMD4_SHUFFLE(ab, cd, 0, 1, 4, 5);
}

/* Four coefficients: the first one of `first` bits, the others of `bits`. What is masked gets its sign. */
INLINED simd4 unpack(const uint8_t *bytes, uint32_t shift, uint32_t first, uint32_t bits)
{
    uint64_t word = load_word(bytes) >> shift;
    two_words a = {word, word}, b = a >> (uint64_t)first, c = b >> (uint64_t)bits, d = c >> (uint64_t)bits;
    int32_t mask = (int32_t)((1u << bits) - 1);
    simd4_bits masks = {(int32_t)((1u << first) - 1), mask, mask, mask}, signs = masks ^ masks >> 1;
    return __builtin_convertvector(((low_halves(a, b, c, d) & masks) ^ signs) - signs, simd4);
}

static __attribute__((noinline)) component sum_large(const uint8_t *bytes, const hone_clip_profile *profile,
                                                     const polynomials *weights)
{
    float sums[WIDE], factors[HONE_CLIP_SEGMENT];
    memcpy(factors, weights, sizeof factors);
    sum_numbers(bytes, profile, factors, sums);
    return (component){simd4_load(sums), simd4_load(sums + LANES)};
}

INLINED component sum_component(const uint8_t *bytes, const hone_clip_profile *profile, const polynomials *weights)
{
    const uint8_t *bits = profile->bits, *shifts = profile->shifts, *offsets = profile->offsets;
    if (__builtin_expect(profile->has_long_quarter, 0))
        return sum_large(bytes, profile, weights);
    simd4 a = unpack(bytes, 0, bits[0], bits[1]), b = unpack(bytes + offsets[1], shifts[1], bits[2], bits[2]);
    simd4 c = unpack(bytes + offsets[2], shifts[2], bits[3], bits[3]);
    simd4 d = unpack(bytes + offsets[3], shifts[3], bits[4], bits[4]);
    return (component){a * weights->quarters[0] + c * weights->quarters[2],
                       b * weights->quarters[1] + d * weights->quarters[3]};
}

/* Returns four components. */
INLINED simd4 add_components(const component sums[LANES])
{
    simd4 low[LANES], high[LANES];
    for (int t = 0; t < LANES; t++) low[t] = sums[t].low, high[t] = sums[t].high;
    simd4_transpose(low);
    simd4_transpose(high);
    return ((low[0] + low[2]) + (low[1] + low[3])) + ((high[0] + high[2]) + (high[1] + high[3]));
}

#endif
