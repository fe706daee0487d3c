/* Vectors of four floats for the SIMD kernels, with the 128-bit vectors of WebAssembly. It has no fused multiplication
 * and addition, as SSE2; results are those of the SSE2 kernel. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_WASM_H
#define HONE_SRC_SKIN_KERNELS_LANES_WASM_H

#include "core/skin/kernels/half.h"
#include <hone/math.h>
#include <string.h>
#include <wasm_simd128.h>

enum { WIDTH = 4 };
#define TURNING hone_skin_turning_wasm /* compiled by wasm_turning.c */
#define TWICE_FROM 1u /* from this number of influences on, two vectors at once are faster than one */
#define TWICE_POSITIONS_FROM TWICE_FROM
#define TWICE_TANGENTS_FROM TWICE_FROM
#define WRITES_LATE 0 /* whether it is faster to write a block after the next one has been computed */
typedef simd4 vec;    /* its operators are those of single floats */
typedef simd4_bits mask;

static inline vec v_load(const float *p)
{
    return (vec)wasm_v128_load(p);
}
static inline void v_store(float *p, vec a)
{
    wasm_v128_store(p, (v128_t)a);
}
static inline vec v_set(float a)
{
    return simd4_set(a);
}
static inline vec v_add(vec a, vec b)
{
    return a + b;
}
static inline vec v_sub(vec a, vec b)
{
    return a - b;
}
static inline vec v_mul(vec a, vec b)
{
    return a * b;
}
static inline vec v_fma(vec a, vec b, vec c) /* a b + c, rounded twice */
{
    return a * b + c;
}
static inline vec v_fnma(vec a, vec b, vec c) /* c - a b */
{
    return c - a * b;
}
static inline vec v_abs(vec a)
{
    return (vec)wasm_f32x4_abs((v128_t)a);
}
static inline vec v_sqrt(vec a)
{
    return (vec)wasm_f32x4_sqrt((v128_t)a);
}
static inline vec v_reciprocal_sqrt(vec a)
{
    return 1 / v_sqrt(a);
}
static inline vec v_reciprocal(vec a)
{
    return 1 / a;
}
static inline mask v_less(vec a, vec b)
{
    return a < b;
}
static inline mask m_and(mask a, mask b)
{
    return a & b;
}
static inline bool m_all(mask a)
{
    return wasm_i32x4_all_true((v128_t)a);
}
static inline vec v_pick(mask m, vec yes, vec no)
{
    return (vec)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)m);
}
static inline vec v_flip(mask m, vec a) /* -a where m is set */
{
    return (vec)((simd4_bits)a ^ (m & INT32_MIN));
}
/* Clamps to low..high; NaN becomes low. */
static inline vec v_clamp(vec a, vec low, vec high)
{
    vec raised = v_pick(a > low, a, low);
    return v_pick(raised < high, raised, high);
}
static inline vec v_divide(vec a, vec b)
{
    return a / b;
}
/* Returns a and b as half floats, b in the upper half of each lane. */
static inline vec v_two_halves(vec a, vec b)
{
    return (vec)(simd4_half_bits(a) | simd4_half_bits(b) << 16);
}
static inline vec v_from_u16(const uint16_t *p)
{
    return (vec)wasm_f32x4_convert_u32x4(wasm_u32x4_load16x4(p));
}
static inline vec v_from_i16(const int16_t *p)
{
    return (vec)wasm_f32x4_convert_i32x4(wasm_i32x4_load16x4(p));
}

/* Stores x0 y0 x1 y1 … of all lanes. */
static inline void v_store2(float *p, vec x, vec y)
{
    v_store(p, SIMD4_SHUFFLE(x, y, 0, 4, 1, 5));
    v_store(p + 4, SIMD4_SHUFFLE(x, y, 2, 6, 3, 7));
}

/* Stores x0 y0 z0 x1 … of all lanes. */
static inline void v_store3(float *p, vec x, vec y, vec z)
{
    const vec xy = SIMD4_SHUFFLE(x, y, 0, 4, 1, 5), last = SIMD4_SHUFFLE(x, y, 2, 6, 3, 7); /* x0 y0 x1 y1, … */
    v_store(p, SIMD4_SHUFFLE(xy, z, 0, 1, 4, 2));
    v_store(p + 4, SIMD4_SHUFFLE(SIMD4_SHUFFLE(xy, z, 3, 5, 3, 5), last, 0, 1, 4, 5));
    v_store(p + 8, SIMD4_SHUFFLE(z, last, 2, 6, 7, 3));
}

/* Stores x0 y0 z0 u0 v0 w0 x1 … of all lanes. */
static inline void v_store6(float *p, const vec v[6])
{
    const vec low = SIMD4_SHUFFLE(v[4], v[5], 0, 4, 1, 5), high = SIMD4_SHUFFLE(v[4], v[5], 2, 6, 3, 7);
    vec in[4] = {v[0], v[1], v[2], v[3]};
    simd4_transpose(in);
    v_store(p, in[0]);
    v_store(p + 4, SIMD4_SHUFFLE(low, in[1], 0, 1, 4, 5));
    v_store(p + 8, SIMD4_SHUFFLE(in[1], low, 2, 3, 6, 7));
    v_store(p + 12, in[2]);
    v_store(p + 16, SIMD4_SHUFFLE(high, in[3], 0, 1, 4, 5));
    v_store(p + 20, SIMD4_SHUFFLE(in[3], high, 2, 3, 6, 7));
}

typedef vec row4; /* four floats of a lane */

/* Three floats of a lane: x y in the lower half of `pairs` for even lanes, in the upper half for odd ones, and z in
 * float lane % 4 of `thirds`. */
typedef struct row3 {
    row4 pairs, thirds;
} row3;

/* Pointers need not be aligned. */
static inline void store_pair(char *p, row4 pairs, int lane)
{
    memcpy(p, (const char *)&pairs + (lane % 2 ? 8 : 0), 8);
}
static inline void store_row3(char *p, row3 r, int lane)
{
    const float third = r.thirds[lane % 4];
    store_pair(p, r.pairs, lane);
    memcpy(p + 8, &third, sizeof third);
}
static inline void store_row4(char *p, row4 r)
{
    memcpy(p, &r, sizeof r);
}

/* Six floats of a lane: x y z u, and v w in the lower half of `rest` for even lanes, in the upper half for odd ones. */
typedef struct row6 {
    row4 first, rest;
} row6;

static inline void store_row6(char *p, row6 r, int lane)
{
    store_row4(p, r.first);
    store_pair(p + 16, r.rest, lane);
}

/* v_rows: the floats of each lane, side by side. */
static inline void v_rows4(vec x, vec y, vec z, vec u, row4 rows[4])
{
    rows[0] = x, rows[1] = y, rows[2] = z, rows[3] = u;
    simd4_transpose(rows);
}
static inline void v_rows3(vec x, vec y, vec z, row3 rows[4])
{
    const row4 pairs[2] = {SIMD4_SHUFFLE(x, y, 0, 4, 1, 5), SIMD4_SHUFFLE(x, y, 2, 6, 3, 7)};
    for (int l = 0; l < 4; l++) rows[l] = (row3){pairs[l / 2], z};
}
static inline void v_rows6(vec x, vec y, vec z, vec u, vec v, vec w, row6 rows[4])
{
    row4 first[4];
    const row4 rest[2] = {SIMD4_SHUFFLE(v, w, 0, 4, 1, 5), SIMD4_SHUFFLE(v, w, 2, 6, 3, 7)};
    v_rows4(x, y, z, u, first);
    for (int l = 0; l < 4; l++) rows[l] = (row6){first[l], rest[l / 2]};
}

/* Stores x0 y0 z0 u0 x1 … of all lanes. */
static inline void v_store4(float *p, vec x, vec y, vec z, vec u)
{
    row4 rows[4];
    v_rows4(x, y, z, u, rows);
    for (int l = 0; l < 4; l++) v_store(p + 4 * l, rows[l]);
}

static inline void v_subtract_matrix(const hone_affine *a, const hone_affine *b, float out[16])
{
    for (int r = 0; r < 3; r++) v_store(out + 4 * r, v_load(a->m[r]) - v_load(b->m[r]));
}

/* Loads base[index[l] * stride + 0..4) for each lane l. */
static inline void v_load4(const float *base, const uint32_t *index, size_t stride, vec out[4])
{
    for (int l = 0; l < 4; l++) out[l] = v_load(base + index[l] * stride);
    simd4_transpose(out);
}

/* Computes row r of the weighted sum of one lane's matrices. */
static inline vec lane_row(const float *palette, size_t stride, const uint32_t *slots, const float *weights,
                           uint32_t count, int r)
{
    vec sum = v_set(weights[0]) * v_load(palette + slots[0] * stride + 4 * r);
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
        simd4_transpose(row);
    }
}

#endif
