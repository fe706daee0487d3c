/* Vectors of four floats for the SIMD kernels, with NEON: every 64-bit ARM has it, and 32-bit ones with VFPv4. There,
 * results below FLT_MIN become 0. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_NEON_H
#define HONE_SRC_SKIN_KERNELS_LANES_NEON_H

#include "core/skin/kernels/half.h"
#include <arm_neon.h>
#if defined(__arm__)
#include "core/skin/kernels/lanes/neon32.h"
#endif
#include <hone/math.h>
#include <string.h>

enum { WIDTH = 4 };
#define TURNING hone_skin_turning_neon /* compiled by neon_turning.c */
#define TWICE_FROM 1u /* from this number of influences on, two vectors at once are faster than one */
#define TWICE_POSITIONS_FROM TWICE_FROM
#define TWICE_TANGENTS_FROM 1u
#define WRITES_LATE 0 /* whether it is faster to write a block after the next one has been computed */
typedef float32x4_t vec;
typedef uint32x4_t mask;

static inline vec v_load(const float *p)
{
    return vld1q_f32(p);
}
static inline void v_store(float *p, vec a)
{
    vst1q_f32(p, a);
}
static inline vec v_set(float a)
{
    return vdupq_n_f32(a);
}
static inline vec v_add(vec a, vec b)
{
    return vaddq_f32(a, b);
}
static inline vec v_sub(vec a, vec b)
{
    return vsubq_f32(a, b);
}
static inline vec v_mul(vec a, vec b)
{
    return vmulq_f32(a, b);
}
static inline vec v_fma(vec a, vec b, vec c) /* a b + c */
{
    return vfmaq_f32(c, a, b);
}
static inline vec v_fnma(vec a, vec b, vec c) /* c - a b */
{
    return vfmsq_f32(c, a, b);
}
static inline vec v_abs(vec a)
{
    return vabsq_f32(a);
}
static inline vec v_sqrt(vec a)
{
    return vsqrtq_f32(a);
}
/* The architecture defines each bit of the estimates; they have eight bits of precision, which each step doubles. */
static inline vec v_reciprocal_sqrt(vec a)
{
    vec half = v_mul(v_set(0.5f), a), y = vrsqrteq_f32(a);
    for (int i = 0; i < 2; i++) y = v_mul(y, v_fnma(v_mul(half, y), y, v_set(1.5f)));
    return y;
}
static inline vec v_reciprocal(vec a)
{
    vec y = vrecpeq_f32(a);
    for (int i = 0; i < 2; i++) y = v_mul(y, v_fnma(a, y, v_set(2)));
    return y;
}
static inline mask v_less(vec a, vec b)
{
    return vcltq_f32(a, b);
}
static inline mask m_and(mask a, mask b)
{
    return vandq_u32(a, b);
}
static inline bool m_all(mask a)
{
    return vminvq_u32(a) == UINT32_MAX;
}
static inline vec v_pick(mask m, vec yes, vec no)
{
    return vbslq_f32(m, yes, no);
}
static inline vec v_flip(mask m, vec a) /* -a where m is set */
{
    return vbslq_f32(m, vnegq_f32(a), a);
}
/* Clamps to low..high; NaN becomes low. */
static inline vec v_clamp(vec a, vec low, vec high)
{
    return vbslq_f32(vcltq_f32(low, a), vminq_f32(a, high), low);
}
static inline vec v_divide(vec a, vec b)
{
    return vdivq_f32(a, b);
}
/* Returns a and b as half floats, b in the upper half of each lane. */
static inline vec v_two_halves(vec a, vec b)
{
    return (vec)(simd4_half_bits((simd4)a) | simd4_half_bits((simd4)b) << 16);
}
static inline vec v_from_u16(const uint16_t *p)
{
    return vcvtq_f32_u32(vmovl_u16(vld1_u16(p)));
}
static inline vec v_from_i16(const int16_t *p)
{
    return vcvtq_f32_s32(vmovl_s16(vld1_s16(p)));
}

#if !defined(__arm__)
/* Transposes the 4x4 matrix. */
static inline void transpose(vec v[4])
{
    float64x2_t a = vreinterpretq_f64_f32(vtrn1q_f32(v[0], v[1])), b = vreinterpretq_f64_f32(vtrn2q_f32(v[0], v[1]));
    float64x2_t c = vreinterpretq_f64_f32(vtrn1q_f32(v[2], v[3])), d = vreinterpretq_f64_f32(vtrn2q_f32(v[2], v[3]));
    v[0] = vreinterpretq_f32_f64(vtrn1q_f64(a, c));
    v[1] = vreinterpretq_f32_f64(vtrn1q_f64(b, d));
    v[2] = vreinterpretq_f32_f64(vtrn2q_f64(a, c));
    v[3] = vreinterpretq_f32_f64(vtrn2q_f64(b, d));
}
#endif

/* Stores x0 y0 x1 y1 … of all lanes. */
static inline void v_store2(float *p, vec x, vec y)
{
    vst1q_f32(p, vzip1q_f32(x, y));
    vst1q_f32(p + 4, vzip2q_f32(x, y));
}

/* Stores x0 y0 z0 x1 … of all lanes. */
static inline void v_store3(float *p, vec x, vec y, vec z)
{
    const float32x4x3_t all = {{x, y, z}};
    vst3q_f32(p, all);
}

/* Stores x0 y0 z0 u0 v0 w0 x1 … of all lanes. */
static inline void v_store6(float *p, const vec v[6])
{
    const vec low = vzip1q_f32(v[4], v[5]), high = vzip2q_f32(v[4], v[5]);
    vec in[4] = {v[0], v[1], v[2], v[3]};
    transpose(in);
    vst1q_f32(p, in[0]);
    vst1q_f32(p + 4, vcombine_f32(vget_low_f32(low), vget_low_f32(in[1])));
    vst1q_f32(p + 8, vcombine_f32(vget_high_f32(in[1]), vget_high_f32(low)));
    vst1q_f32(p + 12, in[2]);
    vst1q_f32(p + 16, vcombine_f32(vget_low_f32(high), vget_low_f32(in[3])));
    vst1q_f32(p + 20, vcombine_f32(vget_high_f32(in[3]), vget_high_f32(high)));
}

typedef float32x4_t row4; /* four floats of a lane */

/* Three floats of a lane: x y in the lower half of `pairs` for even lanes, in the upper half for odd ones, and z in
 * float lane % 4 of `thirds`. */
typedef struct row3 {
    row4 pairs, thirds;
} row3;

/* Pointers need not be aligned. */
static inline void store_pair(char *p, row4 pairs, int lane)
{
    vst1_f32((float *)p, lane % 2 ? vget_high_f32(pairs) : vget_low_f32(pairs));
}
static inline void store_row3(char *p, row3 r, int lane)
{
    const float third = lane % 4 == 0   ? vgetq_lane_f32(r.thirds, 0)
                        : lane % 4 == 1 ? vgetq_lane_f32(r.thirds, 1)
                        : lane % 4 == 2 ? vgetq_lane_f32(r.thirds, 2)
                                        : vgetq_lane_f32(r.thirds, 3);
    store_pair(p, r.pairs, lane);
    memcpy(p + 8, &third, sizeof third);
}
static inline void store_row4(char *p, row4 r)
{
    vst1q_f32((float *)p, r);
}

/* Six floats of a lane: x y z u, and v w in the lower half of `rest` for even lanes, in the upper half for odd ones. */
typedef struct row6 {
    row4 first, rest;
} row6;

static inline void store_row6(char *p, row6 r, int lane)
{
    vst1q_f32((float *)p, r.first);
    store_pair(p + 16, r.rest, lane);
}

/* v_rows: the floats of each lane, side by side. */
static inline void v_rows4(vec x, vec y, vec z, vec u, row4 rows[4])
{
    rows[0] = x, rows[1] = y, rows[2] = z, rows[3] = u;
    transpose(rows);
}
static inline void v_rows3(vec x, vec y, vec z, row3 rows[4])
{
    const row4 pairs[2] = {vzip1q_f32(x, y), vzip2q_f32(x, y)};
    for (int l = 0; l < 4; l++) rows[l] = (row3){pairs[l / 2], z};
}
static inline void v_rows6(vec x, vec y, vec z, vec u, vec v, vec w, row6 rows[4])
{
    row4 first[4];
    const row4 rest[2] = {vzip1q_f32(v, w), vzip2q_f32(v, w)};
    v_rows4(x, y, z, u, first);
    for (int l = 0; l < 4; l++) rows[l] = (row6){first[l], rest[l / 2]};
}

/* Stores x0 y0 z0 u0 x1 … of all lanes. */
static inline void v_store4(float *p, vec x, vec y, vec z, vec u)
{
    const float32x4x4_t all = {{x, y, z, u}};
    vst4q_f32(p, all);
}

static inline void v_subtract_matrix(const hone_affine *a, const hone_affine *b, float out[16])
{
    for (int r = 0; r < 3; r++) v_store(out + 4 * r, v_sub(v_load(a->m[r]), v_load(b->m[r])));
}

/* Loads base[index[l] * stride + 0..4) for each lane l. */
static inline void v_load4(const float *base, const uint32_t *index, size_t stride, vec out[4])
{
    for (int l = 0; l < 4; l++) out[l] = v_load(base + index[l] * stride);
    transpose(out);
}

/* Computes row r of the weighted sum of one lane's matrices. */
static inline vec lane_row(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                           uint32_t count, int r)
{
    vec sum = v_mul(v_set(weights[0]), v_load(palette + slots[0] * stride + 4 * r));
    for (uint32_t i = 1; i < count; i++)
        sum = v_fma(v_set(weights[i * HONE_SKIN_LANES]), v_load(palette + slots[i * HONE_SKIN_LANES] * stride + 4 * r),
                    sum);
    return sum;
}

/* Blends the matrices of WIDTH lanes that have their own slots. In slots and weights, influence i of a lane is at
 * offset i * HONE_SKIN_LANES. Matrices are `stride` floats apart. m: row by row. */
static inline void v_matrices(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                              uint32_t count, vec m[12])
{
    for (int r = 0; r < 3; r++) {
        vec *row = m + 4 * r;
        for (int l = 0; l < 4; l++) row[l] = lane_row(palette, stride, slots + l, weights + l, count, r);
        transpose(row);
    }
}

#endif
