/* Shortest decimal digits by exact arithmetic: R. G. Burger and R. K. Dybvig, "Printing Floating-Point Numbers
 * Quickly and Accurately", 1996, figure 1, free format. The names r, s, above (m+) and below (m-) are those of the
 * paper. */
#include "base/error.h"
#include "base/text/bigint.h"
#include "base/text/number.h"
#include <math.h>
#include <string.h>

/* ---- big numbers ----------------------------------------------------------------------------------------------- */

/* Returns a number below, equal to or above 0 if a + b is less than, equal to or greater than c. */
static int compare_sum(const hone_bigint *a, const hone_bigint *b, const hone_bigint *c)
{
    hone_bigint sum;
    const hone_bigint *longer = a->count < b->count ? b : a, *shorter = longer == a ? b : a;
    uint64_t carry = 0;
    for (int i = 0; i < longer->count; i++) {
        carry += (uint64_t)longer->words[i] + (i < shorter->count ? shorter->words[i] : 0);
        sum.words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum.count = longer->count;
    if (carry)
        sum.words[sum.count++] = (uint32_t)carry;
    return hone_bigint_compare(&sum, c);
}

static uint64_t two_words(const hone_bigint *n)
{
    return (n->count > 0 ? n->words[0] : 0) | (uint64_t)(n->count > 1 ? n->words[1] : 0) << 32;
}

/* Returns the quotient r / s, which is one digit, and leaves the remainder in r. */
static int divide(hone_bigint *r, const hone_bigint *s)
{
    int digit = 0;
    if (r->count <= 2 && s->count <= 2) { /* true for most floats */
        uint64_t dividend = two_words(r), divisor = two_words(s);
        HONE_ASSERT(divisor != 0);
        HONE_ASSERT(divisor);
        digit = (int)(dividend / divisor);
        hone_bigint_set(r, dividend % divisor, 0);
    } else {
        for (; hone_bigint_compare(r, s) >= 0; digit++) hone_bigint_subtract(r, s);
    }
    return digit;
}

/* ---- digits ---- */

/* A binary format: the value of a number is mantissa * 2^exponent. */
typedef struct binary {
    uint64_t mantissa;
    int exponent;
    bool even;       /* the ends of the rounding interval also read back as this number */
    bool power_of_2; /* the next smaller number is nearer than the next larger one */
} binary;

/* The value 0.d1d2d3... * 10^exponent. */
typedef struct decimal {
    char digits[17];
    int count, exponent;
} decimal;

/* The value r / s. All numbers nearer to it than above / s and below / s read back as this value. */
typedef struct fraction {
    hone_bigint r, s, above, below;
    bool even;
} fraction;

static void make_fraction(const binary *b, fraction *out)
{
    /* factor 2, so that half a step is an integer; 4 if the steps on both sides differ */
    int extra = b->power_of_2 ? 2 : 1;
    int up = b->exponent > 0 ? b->exponent : 0, down = b->exponent < 0 ? -b->exponent : 0;
    hone_bigint_set(&out->r, b->mantissa, up + extra);
    hone_bigint_set(&out->s, 1, down + extra);
    hone_bigint_set(&out->above, 1, up + extra - 1);
    hone_bigint_set(&out->below, 1, up);
    out->even = b->even;
}

static bool reaches_below(const fraction *f)
{
    return hone_bigint_compare(&f->r, &f->below) < (f->even ? 1 : 0);
}

static bool reaches_above(const fraction *f)
{
    return compare_sum(&f->r, &f->above, &f->s) > (f->even ? -1 : 0);
}

static void multiply_numerators_by_10(fraction *f)
{
    hone_bigint_multiply(&f->r, 10);
    hone_bigint_multiply(&f->above, 10);
    hone_bigint_multiply(&f->below, 10);
}

/* Scales by a power of ten so that the first digit is directly behind the decimal point. Returns the exponent. */
static int scale(const binary *b, fraction *f)
{
    int highest_bit = b->exponent - 1;
    for (uint64_t m = b->mantissa; m; m >>= 1) highest_bit++;
    /* the logarithm rounded up; it is correct or one too small */
    int exponent = (int)ceil(highest_bit * 0.30102999566398120 - 1e-10);
    hone_bigint_multiply_by_power_of_10(&f->s, exponent);
    hone_bigint_multiply_by_power_of_10(&f->r, -exponent);
    hone_bigint_multiply_by_power_of_10(&f->above, -exponent);
    hone_bigint_multiply_by_power_of_10(&f->below, -exponent);
    if (reaches_above(f))
        return exponent + 1;
    multiply_numerators_by_10(f);
    return exponent;
}

static decimal shortest_decimal(const binary *b)
{
    fraction f;
    make_fraction(b, &f);
    decimal out = {.exponent = scale(b, &f)};
    for (;; multiply_numerators_by_10(&f)) {
        int digit = divide(&f.r, &f.s);
        bool low = reaches_below(&f), high = reaches_above(&f);
        if (low ||
            /* This digit or the next one is the last: the nearer one if both read back, the even one if they are
             * equally near. */
            high) {
            int half = compare_sum(&f.r, &f.r, &f.s);
            if (high && (!low || half > 0 || (half == 0 && digit % 2)))
                digit++;
            out.digits[out.count++] = (char)('0' + digit);
            return out;
        }
        out.digits[out.count++] = (char)('0' + digit);
    }
}

/* ---- text ---- */

static char *put(char *out, const char *text, int count)
{
    memcpy(out, text, (size_t)count);
    return out + count;
}

static char *put_zeros(char *out, int count)
{
    memset(out, '0', (size_t)count);
    return out + count;
}

/* d.ddde-12 */
static char *put_scientific(char *out, const decimal *d)
{
    *out++ = d->digits[0];
    if (d->count > 1) {
        *out++ = '.';
        out = put(out, d->digits + 1, d->count - 1);
    }
    *out++ = 'e';
    int exponent = d->exponent - 1;
    if (exponent < 0) {
        *out++ = '-';
        exponent = -exponent;
    }
    for (int unit = exponent >= 100 ? 100 : exponent >= 10 ? 10 : 1; unit; unit /= 10)
        *out++ = (char)('0' + exponent / unit % 10);
    return out;
}

static char *put_fixed(char *out, const decimal *d)
{
    if (d->exponent <= 0) {
        out = put_zeros(put(out, "0.", 2), -d->exponent);
        return put(out, d->digits, d->count);
    }
    if (d->exponent >= d->count)
        return put_zeros(put(out, d->digits, d->count), d->exponent - d->count);
    out = put(out, d->digits, d->exponent);
    *out++ = '.';
    return put(out, d->digits + d->exponent, d->count - d->exponent);
}

/* Writes a finite number. Large and small numbers get an exponent under the same conditions as in printf's %g with
 * `precision`. */
static size_t put_number(char *out, bool negative, const binary *b, int precision)
{
    char *at = out;
    if (negative)
        *at++ = '-';
    if (b->mantissa == 0) {
        *at++ = '0';
    } else {
        decimal d = shortest_decimal(b);
        at = d.exponent < -3 || d.exponent > precision ? put_scientific(at, &d) : put_fixed(at, &d);
    }
    *at = 0;
    return (size_t)(at - out);
}

static size_t put_special(char *out, double value)
{
    const char *text = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return length;
}

/* Decomposes an IEEE 754 number with `mantissa_bits` bits (without the hidden one). `bits` has no sign bit. */
static binary take_apart(uint64_t bits, int mantissa_bits, int bias)
{
    uint64_t hidden = (uint64_t)1 << mantissa_bits, low = bits & (hidden - 1);
    int exponent = (int)(bits >> mantissa_bits);
    binary b = {.mantissa = exponent ? hidden | low : low,
                .exponent = (exponent ? exponent : 1) - bias - mantissa_bits,
                .even = low % 2 == 0,
                .power_of_2 = low == 0 && exponent > 1};
    return b;
}

size_t hone_text_from_float(float value, char *out)
{
    if (!isfinite(value))
        return put_special(out, (double)value);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    binary b = take_apart(bits & 0x7fffffff, 23, 127);
    return put_number(out, bits >> 31, &b, 9);
}

size_t hone_text_from_double(double value, char *out)
{
    if (!isfinite(value))
        return put_special(out, value);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    binary b = take_apart(bits & 0x7fffffffffffffff, 52, 1023);
    return put_number(out, bits >> 63, &b, 17);
}
