/* Four slots of a palette side by side: number k of each of them in one vector. The vector types of GCC and clang
 * become SSE2, NEON or plain arithmetic; every operation rounds once, so that the results are the same on all, and
 * those of a slot do not depend on its neighbours. */
#ifndef HONE_SRC_SKIN_SIMD4_H
#define HONE_SRC_SKIN_SIMD4_H

#include <hone/base.h>
#include <math.h>
#include <string.h>

/* Where FLT_EVAL_METHOD is not 0 (x87, s390x in C11) a constant such as 1.0f / 3 is wider than a float: four_set makes
 * it one before it meets a vector. */
typedef float four __attribute__((vector_size(16)));
typedef int32_t four_bits __attribute__((vector_size(16))); /* as a mask: all bits of a lane, or none */

#if defined(__clang__) || __GNUC__ >= 12
#define FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define FOUR_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (four_bits){i, j, k, l})
#endif

static inline four four_load(const float *p)
{
    four v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void four_store(void *p, four v)
{
    memcpy(p, &v, sizeof v);
}

static inline four four_set(float x)
{
    return (four){x, x, x, x};
}

static inline four four_pick(four_bits mask, four yes, four no)
{
    return (four)((mask & (four_bits)yes) | (~mask & (four_bits)no));
}

static inline four four_abs(four x)
{
    return (four)((four_bits)x & 0x7fffffff);
}

static inline four four_min(four a, four b)
{
    return four_pick(a < b, a, b);
}

static inline four four_max(four a, four b)
{
    return four_pick(a > b, a, b);
}

static inline four four_sqrt(four x)
{
    return (four){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
}

static inline bool four_all(four_bits mask)
{
    uint64_t half[2];
    memcpy(half, &mask, sizeof half);
    return (half[0] & half[1]) == UINT64_MAX;
}

/* Rows become columns. */
static inline void four_transpose(four v[4])
{
    four a = FOUR_SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = FOUR_SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    four c = FOUR_SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = FOUR_SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    v[0] = FOUR_SHUFFLE(a, c, 0, 1, 4, 5), v[1] = FOUR_SHUFFLE(a, c, 2, 3, 6, 7);
    v[2] = FOUR_SHUFFLE(b, d, 0, 1, 4, 5), v[3] = FOUR_SHUFFLE(b, d, 2, 3, 6, 7);
}

/* ---- vectors and matrices of four slots --------------------------------------------------------------------- */

typedef struct four_affine {
    four m[3][4];
} four_affine;

static inline four_affine four_affine_load(const hone_affine slots[4])
{
    four_affine out;
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < 4; i++) out.m[r][i] = four_load(slots[i].m[r]);
        four_transpose(out.m[r]);
    }
    return out;
}

/* What the columns a, b, c of the left 3x3 are to one another. */
typedef struct four_shape {
    four aa, bb, cc, ab, bc, ca; /* dot products */
    four determinant;
} four_shape;

static inline four four_dot_columns(const four_affine *m, int i, int j)
{
    return m->m[0][i] * m->m[0][j] + m->m[1][i] * m->m[1][j] + m->m[2][i] * m->m[2][j];
}

/* b x c, c x a or a x b: a column of the cofactor matrix. */
static inline void four_cofactor_column(const four_affine *m, int column, four out[3])
{
    int j = (column + 1) % 3, k = (column + 2) % 3;
    for (int r = 0; r < 3; r++) {
        int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
        out[r] = m->m[r1][j] * m->m[r2][k] - m->m[r2][j] * m->m[r1][k];
    }
}

static inline four_shape four_shape_of(const four_affine *m)
{
    four_shape out = {.aa = four_dot_columns(m, 0, 0),
                      .bb = four_dot_columns(m, 1, 1),
                      .cc = four_dot_columns(m, 2, 2),
                      .ab = four_dot_columns(m, 0, 1),
                      .bc = four_dot_columns(m, 1, 2),
                      .ca = four_dot_columns(m, 2, 0)};
    four bc[3];
    four_cofactor_column(m, 0, bc);
    out.determinant = m->m[0][0] * bc[0] + m->m[1][0] * bc[1] + m->m[2][0] * bc[2];
    return out;
}

/* 1 / length of the three columns; 0 where that is nothing. */
static inline void four_unit_columns(const four_shape *shape, four out[3])
{
    const four squares[3] = {shape->aa, shape->bb, shape->cc};
    for (int i = 0; i < 3; i++)
        out[i] = four_pick(squares[i] > four_set(1e-24f), 1 / four_sqrt(squares[i]), four_set(0));
}

/* The unit quaternions of rotations whose columns are m's times scale[column]. Of Shepperd's four formulas (1978) the
 * one is taken whose root is of 1 or more; the identity of a matrix of zeros. */
static inline void four_quat_from_affine(const four_affine *matrix, const four scale[3], four q[4])
{
    four m[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m[r][c] = matrix->m[r][c] * scale[c];
    four_bits down = m[2][2]<0, x_leads = m[0][0]> m[1][1], z_leads = m[0][0] < -m[1][1];
    four xy = m[1][0] + m[0][1], yz = m[2][1] + m[1][2], zx = m[0][2] + m[2][0];
    four x = m[2][1] - m[1][2], y = m[0][2] - m[2][0], z = m[1][0] - m[0][1];
    four by_x = 1 + m[0][0] - m[1][1] - m[2][2], by_y = 1 - m[0][0] + m[1][1] - m[2][2];
    four by_z = 1 - m[0][0] - m[1][1] + m[2][2], by_w = 1 + m[0][0] + m[1][1] + m[2][2];
    q[0] = four_pick(down, four_pick(x_leads, by_x, xy), four_pick(z_leads, zx, x));
    q[1] = four_pick(down, four_pick(x_leads, xy, by_y), four_pick(z_leads, yz, y));
    q[2] = four_pick(down, four_pick(x_leads, zx, yz), four_pick(z_leads, by_z, z));
    q[3] = four_pick(down, four_pick(x_leads, x, y), four_pick(z_leads, z, by_w));
    four length = four_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

/* The dual part of rotations and the matrices' translations: translation * q / 2. */
static inline void four_dual_part(const four_affine *matrix, const four q[4], four dual[4])
{
    four x = matrix->m[0][3] * 0.5f, y = matrix->m[1][3] * 0.5f, z = matrix->m[2][3] * 0.5f;
    dual[0] = x * q[3] + y * q[2] - z * q[1];
    dual[1] = y * q[3] + z * q[0] - x * q[2];
    dual[2] = z * q[3] + x * q[1] - y * q[0];
    dual[3] = -(x * q[0] + y * q[1] + z * q[2]);
}

#endif
