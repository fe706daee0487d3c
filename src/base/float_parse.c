/* Converts decimal digits to the nearest double, with exact arithmetic where double precision is not enough. */
#include "base/bigint.h"
#include <hone/io.h>
#include <math.h>

enum {
    /* The middle of two neighbouring doubles has at most 767 digits. Further digits only decide on which side of it
     * the number is. */
    DIGIT_LIMIT = 768,
    EXPONENT_LIMIT = 100000000, /* so that sums of a few exponents fit an int */
    MANTISSA_BITS = 53,
    LEAST_EXPONENT = -1074
};

/* digits * 10^exponent */
typedef struct decimal {
    hone_bigint digits;
    int digit_count; /* without leading zeros */
    int exponent;
    bool more; /* digits that are not all 0 were left out */
} decimal;

/* ---- text ---- */

static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

static void add_digit(decimal *d, char digit)
{
    if (d->digit_count == DIGIT_LIMIT) {
        d->more |= digit != '0';
        d->exponent += d->exponent < EXPONENT_LIMIT;
        return;
    }
    if (d->digit_count == 0 && digit == '0')
        return;
    hone_bigint_multiply_add(&d->digits, 10, (uint32_t)(digit - '0'));
    d->digit_count++;
}

/* Reads digits, which may contain a decimal point. Returns the end, NULL if there is no digit. */
static const char *read_digits(const char *at, const char *end, decimal *d)
{
    bool any = is_digit(at, end);
    for (; is_digit(at, end); at++) add_digit(d, *at);
    if (at == end || *at != '.')
        return any ? at : NULL;
    any |= is_digit(++at, end);
    for (; is_digit(at, end); at++) {
        add_digit(d, *at);
        d->exponent -= d->exponent > -EXPONENT_LIMIT;
    }
    return any ? at : NULL;
}

/* Reads an exponent if there is a complete one. Returns the end. */
static const char *read_exponent(const char *at, const char *end, decimal *d)
{
    const char *digits = at + 1;
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    bool negative = digits < end && *digits == '-';
    digits += negative || (digits < end && *digits == '+');
    if (!is_digit(digits, end))
        return at;
    int exponent = 0;
    for (; is_digit(digits, end); digits++)
        exponent = exponent < EXPONENT_LIMIT ? exponent * 10 + (*digits - '0') : exponent;
    d->exponent += negative ? -exponent : exponent;
    return digits;
}

/* ---- value ---- */

/* If the number has at most 15 digits and the power of ten is exact as a double, a single operation rounds correctly
 * (Clinger 1990). */
static bool is_easy(const decimal *d)
{
    return d->digit_count <= 15 && d->exponent >= -22 && d->exponent <= 22;
}

static double easy_value(const decimal *d)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double digits = 0;
    for (int i = d->digits.count; i-- > 0;) digits = digits * 4294967296.0 + d->digits.words[i];
    return d->exponent < 0 ? digits / powers[-d->exponent] : digits * powers[d->exponent];
}

/* mantissa * 2^exponent; `rest`: the exact value is greater, by less than one unit */
typedef struct quotient {
    uint64_t mantissa;
    int exponent;
    bool rest;
} quotient;

/* Computes a / b to 54 or 55 bits, bit by bit. */
static quotient divide(hone_bigint *a, hone_bigint *b)
{
    int shift = hone_bigint_bits(b) - hone_bigint_bits(a);
    quotient q = {.exponent = -shift - (MANTISSA_BITS + 1)};
    hone_bigint_shift(shift > 0 ? a : b, shift > 0 ? shift : -shift);
    for (int bit = 0; bit < MANTISSA_BITS + 2; bit++) {
        bool one = hone_bigint_compare(a, b) >= 0;
        if (one)
            hone_bigint_subtract(a, b);
        q.mantissa = q.mantissa << 1 | one;
        hone_bigint_shift(a, 1);
    }
    q.rest = a->count != 0;
    return q;
}

/* Rounds to the nearest double, ties to even. */
static double round_quotient(quotient q)
{
    int drop = q.mantissa >> (MANTISSA_BITS + 1) ? 2 : 1;
    if (q.exponent + drop < LEAST_EXPONENT)
        drop = LEAST_EXPONENT - q.exponent;
    if (drop > MANTISSA_BITS + 2)
        return 0;
    uint64_t half = (uint64_t)1 << (drop - 1), below = q.mantissa & (2 * half - 1), kept = q.mantissa >> drop;
    if (below > half || (below == half && (q.rest || kept % 2)))
        kept++;
    return ldexp((double)kept, q.exponent + drop);
}

static double hard_value(decimal *d)
{
    hone_bigint divisor;
    int magnitude = d->digit_count + d->exponent; /* the value is below 10^magnitude and at least a tenth of it */
    if (magnitude > 310)
        return (double)INFINITY;
    if (magnitude < -330)
        return 0;
    if (d->more) { /* one extra digit represents them all; its value does not matter */
        hone_bigint_multiply_add(&d->digits, 10, 1);
        d->exponent--;
    }
    hone_bigint_set(&divisor, 1, 0);
    hone_bigint_multiply_by_power_of_10(&d->digits, d->exponent);
    hone_bigint_multiply_by_power_of_10(&divisor, -d->exponent);
    return round_quotient(divide(&d->digits, &divisor));
}

size_t hone_float_parse(const char *text, size_t size, double *out)
{
    decimal d;
    const char *at = text, *end = text + size;
    d.digits.count = d.digit_count = d.exponent = 0;
    d.more = false;
    bool negative = at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    at = read_digits(at, end, &d);
    if (!at)
        return 0;
    at = read_exponent(at, end, &d);
    double value = d.digit_count == 0 ? 0 : is_easy(&d) ? easy_value(&d) : hard_value(&d);
    *out = negative ? -value : value;
    return (size_t)(at - text);
}
