/* The functions of 64-bit ARM's NEON that 32-bit ARM lacks. Roots and quotients are calculated by VFP, which rounds
 * correctly. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_NEON32_H
#define HONE_SRC_SKIN_KERNELS_LANES_NEON32_H

#include <arm_neon.h>
#include <math.h>

static inline float32x4_t vzip1q_f32(float32x4_t a, float32x4_t b)
{
    return vzipq_f32(a, b).val[0];
}
static inline float32x4_t vzip2q_f32(float32x4_t a, float32x4_t b)
{
    return vzipq_f32(a, b).val[1];
}
static inline uint32_t vminvq_u32(uint32x4_t a)
{
    uint32x2_t two = vmin_u32(vget_low_u32(a), vget_high_u32(a));
    return vget_lane_u32(vpmin_u32(two, two), 0);
}
static inline float32x4_t vsqrtq_f32(float32x4_t a)
{
    return (float32x4_t){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])};
}
static inline float32x4_t vdivq_f32(float32x4_t a, float32x4_t b)
{
    return (float32x4_t){a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]};
}

/* Transposes the 4x4 matrix. */
static inline void transpose(float32x4_t v[4])
{
    const float32x4x2_t a = vtrnq_f32(v[0], v[1]), b = vtrnq_f32(v[2], v[3]);
    for (int l = 0; l < 2; l++) {
        v[l] = vcombine_f32(vget_low_f32(a.val[l]), vget_low_f32(b.val[l]));
        v[l + 2] = vcombine_f32(vget_high_f32(a.val[l]), vget_high_f32(b.val[l]));
    }
}

#endif
