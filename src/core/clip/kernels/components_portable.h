/* Reads four coefficients at once if there are vectors; else one by one. */
#ifndef HONE_SRC_CLIP_KERNELS_COMPONENTS_PORTABLE_H
#define HONE_SRC_CLIP_KERNELS_COMPONENTS_PORTABLE_H

#include "core/clip/kernels/components.h"

/* The coefficients of a component, or the polynomials at a time: four degrees at a time. */
typedef struct component {
    simd4 quarters[HONE_CLIP_QUARTERS];
} component;

typedef component polynomials;

typedef struct product {
    simd4 low, high;
} product;

/* Values of the tracks of a vector at two samples. */
typedef struct pair {
    lanes ends[2];
} pair;

INLINED polynomials load_polynomials(const float *from)
{
    polynomials out;
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) out.quarters[q] = simd4_load(from + 4 * q);
    return out;
}

INLINED polynomials mix_polynomials(polynomials a, polynomials b, float part)
{
    for (size_t q = 0; q < HONE_CLIP_QUARTERS; q++) {
        simd4 change = simd4_subtract(b.quarters[q], a.quarters[q]);
        a.quarters[q] = simd4_add(a.quarters[q], simd4_scale(change, part));
    }
    return a;
}

/* Four coefficients: the first one of `first` bits, the others of `bits`. */
#if HONE_VECTORS
typedef uint64_t two_words __attribute__((vector_size(16)));

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

INLINED simd4 unpack(const uint8_t *bytes, uint32_t shift, uint32_t first, uint32_t bits)
{
    uint64_t word = load_word(bytes) >> shift;
    two_words a = {word, word}, b = a >> (uint64_t)first, c = b >> (uint64_t)bits, d = c >> (uint64_t)bits;
    int32_t mask = (int32_t)((1u << bits) - 1); /* what is masked gets its sign, as in number_of */
    simd4_bits masks = {(int32_t)((1u << first) - 1), mask, mask, mask}, signs = masks ^ masks >> 1;
    return __builtin_convertvector(((low_halves(a, b, c, d) & masks) ^ signs) - signs, simd4);
}
#else
INLINED simd4 unpack(const uint8_t *bytes, uint32_t shift, uint32_t first, uint32_t bits)
{
    uint64_t word = load_word(bytes) >> shift, rest = word >> first;
    const float numbers[4] = {(float)number_of(word, first), (float)number_of(rest, bits),
                              (float)number_of(rest >> bits, bits), (float)number_of(rest >> 2 * bits, bits)};
    return simd4_load(numbers);
}
#endif

HONE_NEVER_INLINE component read_large(const uint8_t *bytes, const hone_clip_profile *profile)
{
    float numbers[HONE_CLIP_SEGMENT];
    read_numbers(bytes, profile, numbers);
    return load_polynomials(numbers);
}

INLINED component read_component(const uint8_t *bytes, const hone_clip_profile *profile)
{
    const uint8_t *bits = profile->bits, *shifts = profile->shifts, *offsets = profile->offsets;
    if (HONE_UNLIKELY(profile->has_long_quarter))
        return read_large(bytes, profile);
    return (component){{unpack(bytes, 0, bits[0], bits[1]), unpack(bytes + offsets[1], shifts[1], bits[2], bits[2]),
                        unpack(bytes + offsets[2], shifts[2], bits[3], bits[3]),
                        unpack(bytes + offsets[3], shifts[3], bits[4], bits[4])}};
}

/* ---- values ---- */

/* Returns eight numbers whose sum is the component at the time of the polynomials, in steps. */
INLINED product multiply(component c, const polynomials *p)
{
    simd4 v[HONE_CLIP_QUARTERS];
    for (int q = 0; q < HONE_CLIP_QUARTERS; q++) v[q] = simd4_multiply(c.quarters[q], p->quarters[q]);
    return (product){simd4_add(v[0], v[2]), simd4_add(v[1], v[3])};
}

/* Returns a component of each track of a vector, times its step. */
INLINED lanes add_products(const product v[HONE_LANES], lanes steps)
{
    simd4 rows[2][HONE_LANES];
    lanes low[4], high[4];
    for (int t = 0; t < HONE_LANES; t++) rows[0][t] = v[t].low, rows[1][t] = v[t].high;
    lanes_columns(rows[0], low);
    lanes_columns(rows[1], high);
    return (((low[0] + low[2]) + (low[1] + low[3])) + ((high[0] + high[2]) + (high[1] + high[3]))) * steps;
}

/* The same at two samples. */
INLINED pair add_pairs(const product first[HONE_LANES], const product second[HONE_LANES], lanes steps)
{
    return (pair){{add_products(first, steps), add_products(second, steps)}};
}

/* Returns w of rotations from x, y and z; 0 if these are too long. */
INLINED pair last_of(pair x, pair y, pair z)
{
    pair out;
    for (int e = 0; e < 2; e++) {
        lanes square = x.ends[e] * x.ends[e] + y.ends[e] * y.ends[e] + z.ends[e] * z.ends[e];
        out.ends[e] = lanes_sqrt(lanes_positive(1 - square));
    }
    return out;
}

/* Returns values between those of the two samples. */
INLINED lanes mix_pair(pair v, float part)
{
    return v.ends[0] + lanes_set(part) * (v.ends[1] - v.ends[0]);
}

#endif
