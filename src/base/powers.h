/* Powers, logarithms and remainders with the same bits on every machine; see trigonometry.h. */
#ifndef HONE_SRC_BASE_POWERS_H
#define HONE_SRC_BASE_POWERS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Within 0.51 units in the last place, with the special cases of expf, logf and powf in the C standard. */
float hone_expf(float exponent);
float hone_logf(float x);
float hone_powf(float base, float exponent);
/* Exact, with the special cases of fmodf. */
float hone_fmodf(float x, float divisor);

#ifdef __cplusplus
}
#endif
#endif
