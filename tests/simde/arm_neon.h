/* NEON on other processors than ARM, by SIMDe and the functions that its older versions lack. */
#ifndef HONE_TESTS_SIMDE_ARM_NEON_H
#define HONE_TESTS_SIMDE_ARM_NEON_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <math.h>
#include <simde/arm/neon.h>

#ifndef vfmsq_f32
static inline float32x4_t vfmsq_f32(float32x4_t a, float32x4_t b, float32x4_t c)
{
    return vfmaq_f32(a, vnegq_f32(b), c);
}
#endif

#ifndef vsqrtq_f32
static inline float32x4_t vsqrtq_f32(float32x4_t a)
{
    float lanes[4];
    vst1q_f32(lanes, a);
    for (int l = 0; l < 4; l++) lanes[l] = sqrtf(lanes[l]);
    return vld1q_f32(lanes);
}
#endif

#ifndef vdivq_f32
static inline float32x4_t vdivq_f32(float32x4_t a, float32x4_t b)
{
    float x[4], y[4];
    vst1q_f32(x, a);
    vst1q_f32(y, b);
    for (int l = 0; l < 4; l++) x[l] /= y[l];
    return vld1q_f32(x);
}
#endif

#endif
