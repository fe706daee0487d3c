/* Reads four coefficients at once, with the vector types of GCC and clang. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_PORTABLE_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_PORTABLE_H

#include "clip/kernels/components.h"

/* The coefficients of a component, four at a time. */
typedef struct component {
    simd4 quarters[HONE_CLIP_QUARTERS];
} component;

/* The polynomials, four degrees at a time. */
typedef struct polynomials {
    simd4 quarters[HONE_CLIP_QUARTERS];
} polynomials;

typedef struct product {
    simd4 low, high;
} product;

/* Values of four tracks at two samples. */
typedef struct pair {
    simd4 ends[2];
} pair;

typedef uint64_t two_words __attribute__((vector_size(16)));

INLINED polynomials load_polynomials(const float *from)
{
    polynomials out;
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) out.quarters[q] = simd4_load(from + q * LANES);
    return out;
}

INLINED polynomials mix_polynomials(polynomials a, polynomials b, float part)
{
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) a.quarters[q] += simd4_set(part) * (b.quarters[q] - a.quarters[q]);
    return a;
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

static __attribute__((noinline)) component read_large(const uint8_t *bytes, const hone_clip_profile *profile)
{
    float numbers[HONE_CLIP_SEGMENT];
    component out;
    read_numbers(bytes, profile, numbers);
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) out.quarters[q] = simd4_load(numbers + q * LANES);
    return out;
}

INLINED component read_component(const uint8_t *bytes, const hone_clip_profile *profile)
{
    const uint8_t *bits = profile->bits, *shifts = profile->shifts, *offsets = profile->offsets;
    if (__builtin_expect(profile->has_long_quarter, 0))
        return read_large(bytes, profile);
    return (component){{unpack(bytes, 0, bits[0], bits[1]), unpack(bytes + offsets[1], shifts[1], bits[2], bits[2]),
                        unpack(bytes + offsets[2], shifts[2], bits[3], bits[3]),
                        unpack(bytes + offsets[3], shifts[3], bits[4], bits[4])}};
}

/* ---- values ---- */

/* Returns eight numbers whose sum is the component at the time of the polynomials, in steps. */
INLINED product multiply(component c, const polynomials *p)
{
    return (product){c.quarters[0] * p->quarters[0] + c.quarters[2] * p->quarters[2],
                     c.quarters[1] * p->quarters[1] + c.quarters[3] * p->quarters[3]};
}

/* Returns four components, times their steps. */
INLINED simd4 add_products(const product v[LANES], simd4 steps)
{
    simd4 low[LANES], high[LANES];
    for (int t = 0; t < LANES; t++) low[t] = v[t].low, high[t] = v[t].high;
    simd4_transpose(low);
    simd4_transpose(high);
    return (((low[0] + low[2]) + (low[1] + low[3])) + ((high[0] + high[2]) + (high[1] + high[3]))) * steps;
}

/* The same at two samples. */
INLINED pair add_pairs(const product first[LANES], const product second[LANES], simd4 steps)
{
    return (pair){{add_products(first, steps), add_products(second, steps)}};
}

/* Returns w of rotations from x, y and z; 0 if these are too long. */
INLINED pair last_of(pair x, pair y, pair z)
{
    pair out;
    for (int e = 0; e < 2; e++) {
        simd4 square = x.ends[e] * x.ends[e] + y.ends[e] * y.ends[e] + z.ends[e] * z.ends[e];
        out.ends[e] = simd4_sqrt(simd4_max(1 - square, simd4_set(0)));
    }
    return out;
}

/* Returns values between those of the two samples. */
INLINED simd4 mix_pair(pair v, float part)
{
    return v.ends[0] + simd4_set(part) * (v.ends[1] - v.ends[0]);
}

#endif
