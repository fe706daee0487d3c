/* Natural numbers of many words, as many as turning any double into decimal digits, or digits into a double, takes. */
#ifndef HONE_SRC_BASE_NATURAL_H
#define HONE_SRC_BASE_NATURAL_H

#include <hone/base.h>

enum { HONE_NATURAL_WORDS = 122 }; /* 10^1140, and some bits more: see number_parse.c, which needs the most */

typedef struct hone_natural {
    int count; /* of words, the lowest first; the last is not 0 */
    uint32_t words[HONE_NATURAL_WORDS];
} hone_natural;

/* value * 2^exponent */
void hone_natural_set(hone_natural *n, uint64_t value, int exponent);
void hone_natural_multiply(hone_natural *n, uint32_t factor);
void hone_natural_multiply_by_power_of_10(hone_natural *n, int exponent); /* not at all if it is negative */
void hone_natural_multiply_add(hone_natural *n, uint32_t factor, uint32_t term);
void hone_natural_shift(hone_natural *n, int bits); /* to the left */
int hone_natural_bits(const hone_natural *n);       /* of 0 none */
/* Below, at or above 0 as a is below, at or above b. */
int hone_natural_compare(const hone_natural *a, const hone_natural *b);
void hone_natural_subtract(hone_natural *a, const hone_natural *b); /* b is at most a */

#endif
