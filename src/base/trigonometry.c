/* Polynomials in double precision, of nearly minimal relative error over their intervals. A float is rounded once, at
 * the end. */
#include "base/trigonometry.h"
#define HONE_TERM(number) (number)
#include "base/trigonometry_terms.h"

#include <float.h>
#include <hone/math.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const double quarter_turn = HONE_PI / 2, eighth_turn = HONE_PI / 4;

/* ---- sine and cosine ------------------------------------------------------------------------------------------- */

/* Farther angles are reduced by whole turns first. */
#define FARTHEST 1e6

/* Returns the angle less the nearest multiple of a quarter turn, and that multiple modulo 4. */
static double reduce(double angle, int *quarter)
{
    *quarter = 0;
    if (!(fabs(angle) < FARTHEST))
        angle = remainder(angle, 2 * HONE_PI); /* which is exact; NaN for what is not finite */
    if (angle != angle)
        return angle;
    double count = angle * HONE_TWO_OVER_PI + HONE_TO_WHOLE - HONE_TO_WHOLE;
    *quarter = (int)count & 3;
    return HONE_LESS_QUARTERS(angle, count);
}

/* The next functions take angles of -pi / 4..pi / 4. */
static double sine_for_float(double x)
{
    double z = x * x;
    return x * HONE_SINE_TERMS(z);
}

static double cosine_for_float(double x)
{
    double z = x * x;
    return HONE_COSINE_TERMS(z);
}

static double sine_for_double(double x)
{
    double z = x * x, high = 0x1.71de379654304p-19 + z * (-0x1.ae600aca92c64p-26 + z * 0x1.5e0b05bff20f2p-33);
    return x + x * z * (-0x1.5555555555555p-3 + z * (0x1.1111111110bb2p-7 + z * (-0x1.a01a019e83816p-13 + z * high)));
}

static double cosine_for_double(double x)
{
    double z = x * x, high = -0x1.27e4fa17bf139p-22 + z * (0x1.1eeb68cd22f56p-29 + z * -0x1.907d8f29fe831p-37);
    return 1 - (z / 2 -
                z * z * (0x1.5555555555555p-5 + z * (-0x1.6c16c16c16967p-10 + z * (0x1.a01a019f4e9b4p-16 + z * high))));
}

static double sine_of_quarter(double x, int quarter)
{
    double value = quarter & 1 ? cosine_for_float(x) : sine_for_float(x);
    return quarter & 2 ? -value : value;
}

float hone_sinf(float angle)
{
    int quarter;
    double x = reduce((double)angle, &quarter);
    return (float)sine_of_quarter(x, quarter);
}

float hone_cosf(float angle)
{
    int quarter;
    double x = reduce((double)angle, &quarter);
    return (float)sine_of_quarter(x, quarter + 1);
}

void hone_sin_cosf(float angle, float *sine, float *cosine)
{
    int quarter;
    double x = reduce((double)angle, &quarter);
    *sine = (float)sine_of_quarter(x, quarter);
    *cosine = (float)sine_of_quarter(x, quarter + 1);
}

float hone_tanf(float angle)
{
    int quarter;
    double x = reduce((double)angle, &quarter);
    return (float)(sine_of_quarter(x, quarter) / sine_of_quarter(x, quarter + 1));
}

double hone_sin(double angle)
{
    int quarter;
    double x = reduce(angle, &quarter), value = quarter & 1 ? cosine_for_double(x) : sine_for_double(x);
    return quarter & 2 ? -value : value;
}

double hone_cos(double angle)
{
    int quarter;
    double x = reduce(angle, &quarter), value = quarter & 1 ? sine_for_double(x) : cosine_for_double(x);
    return (quarter + 1) & 2 ? -value : value;
}

/* All four angles are within the limit of reduce. There are no branches, so that compilers make vectors of them. */
static void sin_cos4(const double angles[4], double sines[4], double cosines[4])
{
    double whole[4], sine[4], cosine[4];
    uint64_t quarters[4], of_sine[4], of_cosine[4];
    for (int i = 0; i < 4; i++) whole[i] = angles[i] * HONE_TWO_OVER_PI + HONE_TO_WHOLE;
    for (int i = 0; i < 4; i++) {
        double x = HONE_LESS_QUARTERS(angles[i], whole[i] - HONE_TO_WHOLE);
        sine[i] = sine_for_double(x), cosine[i] = cosine_for_double(x);
    }
    memcpy(quarters, whole, sizeof quarters); /* in the lowest bits */
    memcpy(of_sine, sine, sizeof of_sine);
    memcpy(of_cosine, cosine, sizeof of_cosine);
    for (int i = 0; i < 4; i++) {
        uint64_t swap = (of_sine[i] ^ of_cosine[i]) & (0 - (quarters[i] & 1));
        of_sine[i] ^= swap ^ (quarters[i] & 2) << 62; /* the sign */
        of_cosine[i] ^= swap ^ ((quarters[i] + 1) & 2) << 62;
    }
    memcpy(sines, of_sine, sizeof of_sine);
    memcpy(cosines, of_cosine, sizeof of_cosine);
}

void hone_sin_cos4(const double angles[4], double sines[4], double cosines[4])
{
    bool near = true;
    for (int i = 0; i < 4; i++) near = near && fabs(angles[i]) < FARTHEST;
    if (near) {
        sin_cos4(angles, sines, cosines);
        return;
    }
    for (int i = 0; i < 4; i++) sines[i] = hone_sin(angles[i]), cosines[i] = hone_cos(angles[i]);
}

/* ---- arc tangent ------------------------------------------------------------------------------------------------- */

/* The next functions take numbers from -tan(pi / 8) to tan(pi / 8). */
static double arc_for_float(double t)
{
    double z = t * t, high = 0x1.c57b9120eab27p-4 + z * (-0x1.6143778c10af3p-4 + z * 0x1.9d86ebba846aap-5);
    return t + t * z * (-0x1.5555554c099a8p-2 + z * (0x1.99997b10270eap-3 + z * (-0x1.248a16707762dp-3 + z * high)));
}

static double arc_for_double(double t)
{
    double z = t * t, highest = -0x1.ac7a5a79b3f26p-5 +
                                z * (0x1.74dccfb93fff0p-5 + z * (-0x1.1b311bb48c215p-5 + z * 0x1.0acd9e91a5a35p-6));
    double high = -0x1.745d165dc9713p-4 +
                  z * (0x1.3b1392d519db1p-4 + z * (-0x1.110e87b4357d2p-4 + z * (0x1.e19a0bfa3eef9p-5 + z * highest)));
    return t + t * z *
                   (-0x1.5555555555555p-2 +
                    z * (0x1.9999999999953p-3 + z * (-0x1.249249248d7dcp-3 + z * (0x1.c71c71c303dbbp-4 + z * high))));
}

/* Returns the arc tangent of y / x, given that of numbers up to tan(pi / 8). */
static inline double arc_of(double y, double x, double (*arc)(double))
{
    double up = fabs(y), along = fabs(x);
    bool steep = up > along;
    double small = steep ? along : up, large = steep ? up : along, angle;
    if (x != x || y != y)
        return x + y;
    if (large > DBL_MAX) /* infinite */
        small = small > DBL_MAX, large = 1;
    if (small > 0x1.a827999fcef32p-2 * large)
        angle = eighth_turn + arc((small - large) / (small + large));
    else
        angle = large > 0 ? arc(small / large) : 0;
    angle = steep ? quarter_turn - angle : angle;
    return copysign(signbit(x) ? HONE_PI - angle : angle, y);
}

float hone_atan2f(float y, float x)
{
    return (float)arc_of((double)y, (double)x, arc_for_float);
}

float hone_atanf(float tangent)
{
    return hone_atan2f(tangent, 1);
}

double hone_atan2(double y, double x)
{
    return arc_of(y, x, arc_for_double);
}

/* ---- arc sine and cosine ----------------------------------------------------------------------------------------- */

/* The arc sine of numbers up to 1 / 2, whose square is given, too. */
static double arc_sine_near(double x, double z)
{
    return x + x * z * HONE_ARC_SINE_TERMS(z);
}

/* The arc cosine of numbers of 1 / 2 to 1. */
static double arc_cosine_near(double x)
{
    double z = (1 - x) / 2;
    return 2 * arc_sine_near(sqrt(z), z);
}

float hone_asinf(float sine)
{
    double x = fabs((double)sine), angle = x <= 0.5 ? arc_sine_near(x, x * x) : quarter_turn - arc_cosine_near(x);
    return copysignf((float)angle, sine);
}

float hone_acosf(float cosine)
{
    double x = (double)cosine;
    if (fabs(x) <= 0.5)
        return (float)(quarter_turn - arc_sine_near(x, x * x));
    return (float)(x < 0 ? HONE_PI - arc_cosine_near(-x) : arc_cosine_near(x));
}

double hone_asin(double sine)
{
    return hone_atan2(sine, sqrt((1 - sine) * (1 + sine)));
}

double hone_acos(double cosine)
{
    return hone_atan2(sqrt((1 - cosine) * (1 + cosine)), cosine);
}

/* ---- roots ------------------------------------------------------------------------------------------------------ */

float hone_hypotf(float x, float y)
{
    if (isinf(x) || isinf(y))
        return INFINITY;
    return (float)sqrt((double)x * (double)x + (double)y * (double)y);
}

float hone_cbrtf(float x)
{
    int exponent;
    double whole = (double)x, fraction = frexp(fabs(whole), &exponent);
    if (!isfinite(x) || x == 0)
        return x;
    int third = (exponent + 300) / 3 - 100; /* rounded down */
    double y = ldexp(fraction, exponent - 3 * third), root = 0.55 + 0.4 * y;
    for (int i = 0; i < 5; i++) root = (2 * root + y / (root * root)) / 3; /* Newton's method */
    return (float)copysign(ldexp(root, third), whole);
}
