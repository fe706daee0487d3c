/* Big natural numbers, large enough for exact conversion between doubles and decimal digits. Functions are inline,
 * because most numbers that people write need only one or two words. */
#ifndef HONE_SRC_BASE_TEXT_BIGINT_H
#define HONE_SRC_BASE_TEXT_BIGINT_H

#include "base/error.h"

enum { HONE_NATURAL_WORDS = 122 }; /* 10^1140 and a few bits more; float_parse.c needs the most */

typedef struct hone_bigint {
    int count; /* number of words, lowest first; the last one is not 0 */
    uint32_t words[HONE_NATURAL_WORDS];
} hone_bigint;

static inline void hone_bigint_drop_zeros(hone_bigint *n)
{
    while (n->count && n->words[n->count - 1] == 0) n->count--;
}

/* value * 2^exponent */
static inline void hone_bigint_set(hone_bigint *n, uint64_t value, int exponent)
{
    int zeros = exponent / 32, shift = exponent % 32;
    for (int i = 0; i < zeros; i++) n->words[i] = 0;
    n->words[zeros] = (uint32_t)(value << shift);
    n->words[zeros + 1] = (uint32_t)(value >> (32 - shift));
    n->words[zeros + 2] = shift ? (uint32_t)(value >> (64 - shift)) : 0;
    n->count = zeros + 3;
    hone_bigint_drop_zeros(n);
}

static inline void hone_bigint_multiply_add(hone_bigint *n, uint32_t factor, uint32_t term)
{
    uint64_t carry = term;
    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->words[i] * factor;
        n->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        HONE_ASSERT(n->count < HONE_NATURAL_WORDS);
        n->words[n->count++] = (uint32_t)carry;
    }
}

static inline void hone_bigint_multiply(hone_bigint *n, uint32_t factor)
{
    hone_bigint_multiply_add(n, factor, 0);
}

/* Does nothing if the exponent is negative. */
static inline void hone_bigint_multiply_by_power_of_10(hone_bigint *n, int exponent)
{
    for (; exponent >= 9; exponent -= 9) hone_bigint_multiply(n, 1000000000);
    for (; exponent > 0; exponent--) hone_bigint_multiply(n, 10);
}

/* Shifts to the left. */
static inline void hone_bigint_shift(hone_bigint *n, int bits)
{
    int zeros = bits / 32;
    hone_bigint_multiply(n, (uint32_t)1 << bits % 32);
    if (n->count == 0)
        return;
    HONE_ASSERT(n->count + zeros <= HONE_NATURAL_WORDS);
    for (int i = n->count; i-- > 0;) n->words[i + zeros] = n->words[i];
    for (int i = 0; i < zeros; i++) n->words[i] = 0;
    n->count += zeros;
}

/* Returns the number of bits; 0 for the number 0. */
static inline int hone_bigint_bits(const hone_bigint *n)
{
    int bits = 32 * n->count;
    for (uint32_t top = n->count ? n->words[n->count - 1] : 1u << 31; !(top >> 31); top <<= 1) bits--;
    return bits;
}

/* Returns a number below, equal to or above 0 if a is less than, equal to or greater than b. */
static inline int hone_bigint_compare(const hone_bigint *a, const hone_bigint *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* Computes a - b. b must not be greater than a. */
static inline void hone_bigint_subtract(hone_bigint *a, const hone_bigint *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        int64_t difference = (int64_t)a->words[i] - (i < b->count ? b->words[i] : 0) - borrow;
        a->words[i] = (uint32_t)difference;
        borrow = difference < 0;
    }
    hone_bigint_drop_zeros(a);
}

#endif
