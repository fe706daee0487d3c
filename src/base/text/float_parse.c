/* Converts decimal digits to the nearest double, with exact arithmetic where double precision is not enough. */
#include "base/text/bigint.h"
#include "base/text/number.h"
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

/* ---- short numbers --------------------------------------------------------------------------------------------- */

/* A number whose digits fit a word: digits * 10^exponent. Nearly all numbers of files do. */
typedef struct short_decimal {
    uint64_t digits;
    int digit_count; /* without leading zeros */
    int exponent;
} short_decimal;

static const char *read_short_digits(const char *at, const char *end, short_decimal *d)
{
    for (; is_digit(at, end); at++) {
        d->digit_count += d->digits || *at != '0';
        d->digits = d->digits * 10 + (uint64_t)(*at - '0');
    }
    return at;
}

/* Reads an exponent of at most four digits. Returns the end, or NULL if it is anything else. */
static const char *read_short_exponent(const char *at, const char *end, short_decimal *d)
{
    int exponent = 0;
    bool negative = ++at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    const char *begin = at;
    for (; is_digit(at, end); at++) exponent = at - begin < 4 ? exponent * 10 + (*at - '0') : exponent;
    d->exponent += negative ? -exponent : exponent;
    return at > begin && at - begin <= 4 ? at : NULL;
}

/* Reads a number without its sign. Returns the end, or NULL if it is longer, or no number. */
static const char *read_short(const char *at, const char *end, short_decimal *d)
{
    const char *begin = at, *point;
    bool has_point = false;
    at = point = read_short_digits(at, end, d);
    if (at < end && *at == '.') {
        has_point = true;
        at = read_short_digits(at + 1, end, d);
        d->exponent = (int)(point + 1 - at);
    }
    if (at - begin - has_point == 0 || at - begin > 64 || d->digit_count > 19)
        return NULL;
    return at < end && (*at | 0x20) == 'e' ? read_short_exponent(at, end, d) : at;
}

/* If digits and the power of ten are exact as doubles, a single operation rounds correctly (Clinger 1990). */
bool hone_float_of_digits(uint64_t digits, int exponent, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits > (uint64_t)1 << MANTISSA_BITS || exponent < -22 || exponent > 22)
        return false;
    *out = exponent < 0 ? (double)digits / powers[-exponent] : (double)digits * powers[exponent];
    return true;
}

/* ---- long numbers ---------------------------------------------------------------------------------------------- */

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

#ifdef __SIZEOF_INT128__
/* Computes digits / 10^n to 54 or 55 bits, if 5^n fits a word. */
static bool divide_short(const short_decimal *d, quotient *q)
{
    enum { MOST = 27 };
    uint64_t power = 1, digits = d->digits;
    int shift = 0;
    if (d->exponent >= 0 || d->exponent < -MOST || digits == 0)
        return false;
    for (int i = d->exponent; i < 0; i++) power *= 5;
    while (!(digits >> 63)) digits <<= 1, shift++;
    while (!(power >> 63)) power <<= 1, shift--;
    __extension__ typedef unsigned __int128 wide;
    wide whole = (wide)digits << (MANTISSA_BITS + 1); /* the quotient has 54 or 55 bits */
    q->mantissa = (uint64_t)(whole / power);
    q->rest = whole % power != 0;
    q->exponent = d->exponent - shift - (MANTISSA_BITS + 1);
    return true;
}
#else
static bool divide_short(const short_decimal *d, quotient *q)
{
    (void)d, (void)q;
    return false;
}
#endif

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

/* Reads a number without its sign. Returns the end, or NULL if there is none. */
static const char *read_long(const char *at, const char *end, double *value)
{
    decimal d;
    d.digits.count = d.digit_count = d.exponent = 0;
    d.more = false;
    at = read_digits(at, end, &d);
    if (!at)
        return NULL;
    at = read_exponent(at, end, &d);
    *value = d.digit_count == 0 ? 0 : hard_value(&d);
    return at;
}

size_t hone_float_parse(const char *text, size_t size, double *out)
{
    const char *at = text, *end = text + size;
    bool negative = at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    short_decimal d = {0};
    quotient q;
    double value = 0;
    const char *after = read_short(at, end, &d);
    bool easy = after && hone_float_of_digits(d.digits, d.exponent, &value);
    if (!easy && after && divide_short(&d, &q))
        value = round_quotient(q);
    else if (!easy)
        after = read_long(at, end, &value);
    if (!after)
        return 0;
    *out = negative ? -value : value;
    return (size_t)(after - text);
}
