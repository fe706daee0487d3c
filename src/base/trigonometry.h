/* Trigonometry with the same bits on every machine. The functions of the C library differ between libraries, and
 * within one between processors. These use only operations that IEEE 754 rounds in one way. */
#ifndef HONE_SRC_BASE_TRIGONOMETRY_H
#define HONE_SRC_BASE_TRIGONOMETRY_H

#ifdef __cplusplus
extern "C" {
#endif

/* Floats: within 0.52 units in the last place; angles in radians. Beyond 1e6 radians the angle is reduced by a period
 * that is 2 pi only to the precision of a double. NaN, infinite angles, and asin and acos of numbers beyond 1 give
 * NaN. */
float hone_sinf(float angle);
float hone_cosf(float angle);
void hone_sin_cosf(float angle, float *sine, float *cosine);
float hone_tanf(float angle);
float hone_asinf(float sine);
float hone_acosf(float cosine);
float hone_atanf(float tangent);
float hone_atan2f(float y, float x); /* with the special cases of atan2f in the C standard */
float hone_hypotf(float x, float y);
float hone_cbrtf(float x);

/* Doubles: within 9e-16, sine and cosine within 4e-16. */
double hone_sin(double angle);
double hone_cos(double angle);
/* Four angles side by side, with the bits of the functions above. */
void hone_sin_cos4(const double angles[4], double sines[4], double cosines[4]);
double hone_asin(double sine);
double hone_acos(double cosine);
double hone_atan2(double y, double x);

#ifdef __cplusplus
}
#endif
#endif
