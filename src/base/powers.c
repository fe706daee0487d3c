/* Polynomials in double precision, of nearly minimal relative error over their intervals. A float is rounded once, at
 * the end. */
#include "base/powers.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const double log2_e = 0x1.71547652b82fep+0, log_2 = 0x1.62e42fefa39efp-1;

static double from_bits(uint64_t bits)
{
    double out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

/* The logarithm to the base 2 of a number above 0 that has 53 bits, as every float has. */
static double binary_logarithm(double x)
{
    static const uint64_t fraction = (UINT64_C(1) << 52) - 1, one = UINT64_C(1023) << 52;
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1023;
    double m = from_bits((bits & fraction) | one); /* 1..2 */
    if (m > 0x1.6a09e667f3bcdp+0)                  /* the root of 2 */
        m /= 2, exponent++;
    double s = (m - 1) / (m + 1), z = s * s, high = 0x1.c62b4b8ca208ap-4 + z * 0x1.911292332f521p-4;
    double arc = 0x1.555555561d9a1p-2 + z * (0x1.999996aafd3aep-3 + z * (0x1.2494114030120p-3 + z * high));
    return exponent + 2 * log2_e * (s + s * z * arc); /* of m: twice the hyperbolic arc tangent of s */
}

/* 2 to the power of the exponent, beyond the range of floats roughly. NaN gives NaN. */
static double binary_power(double exponent)
{
    static const double most = 300, round = 0x1.8p52;
    if (!(fabs(exponent) < most))
        return exponent > 0 ? INFINITY : exponent < 0 ? 0 : exponent;
    double whole = exponent + round - round, r = exponent - whole; /* -1 / 2..1 / 2 */
    double high = 0x1.5d8a835f6a1c6p-10 + r * (0x1.445c9b8aed0c7p-13 + r * 0x1.fde9f1c3e6feep-17);
    double low = 0x1.ebfbe077a154fp-3 + r * (0x1.c6b08ac233300p-5 + r * (0x1.3b29f382557b6p-7 + r * high));
    return from_bits((uint64_t)((int)whole + 1023) << 52) * (1 + r * (0x1.62e42ff0e11d9p-1 + r * low));
}

float hone_expf(float exponent)
{
    return (float)binary_power((double)exponent * log2_e);
}

float hone_logf(float x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    return isinf(x) ? x : (float)(binary_logarithm((double)x) * log_2);
}

static bool is_whole(float x)
{
    return fabsf(x) >= 0x1p23F || x == (float)(int)x;
}

static bool is_odd(float x)
{
    return is_whole(x) && fabsf(x) < 0x1p24F && ((int)x & 1);
}

float hone_powf(float base, float exponent)
{
    if (base == 1 || exponent == 0)
        return 1;
    if (base != base || exponent != exponent)
        return base + exponent;
    double size = fabs((double)base), power;
    if (base < 0 && !isinf(base) && !is_whole(exponent))
        return NAN;
    if (size == 1)
        power = 1; /* also to an infinite power */
    else if (size == 0 || isinf(size) || isinf(exponent))
        power = (size < 1) == (exponent > 0) ? 0 : INFINITY;
    else
        power = binary_power((double)exponent * binary_logarithm(size));
    return signbit(base) && is_odd(exponent) ? -(float)power : (float)power;
}

/* The remainder of numbers of 24 bits of which x is at most 2^25 times the divisor. */
static double near_remainder(double x, double divisor)
{
    double rest = x - floor(x / divisor) * divisor; /* exact; the quotient may have been rounded up */
    return rest < 0 ? rest + divisor : rest;
}

float hone_fmodf(float x, float divisor)
{
    double rest = fabs((double)x), unit = fabs((double)divisor), step = unit;
    if (!(rest < INFINITY) || !(unit > 0))
        return NAN;
    while (step * 0x1p24 <= rest) step *= 0x1p24;
    for (; rest >= unit; step /= 0x1p24) rest = near_remainder(rest, step);
    return copysignf((float)rest, x);
}
