/* Matrices and rotations of HONE_LANES things at once: each vector holds the same element of all. Sums and products are
 * in the order of hone/math.h, so that each lane has the bits of the function that is named there. */
#ifndef HONE_SRC_BASE_LANES_LANES_AFFINE_H
#define HONE_SRC_BASE_LANES_LANES_AFFINE_H

#include "base/lanes/lanes.h"

/* ---- rows ------------------------------------------------------------------------------------------------------ */

/* hone_affine_from_rotation, but for the translation */
static inline void lanes_set_rotation(const lanes q[4], lanes m[3][4])
{
    lanes x = q[0], y = q[1], z = q[2], w = q[3];
    m[0][0] = 1 - 2 * (y * y + z * z);
    m[0][1] = 2 * (x * y - w * z);
    m[0][2] = 2 * (x * z + w * y);
    m[1][0] = 2 * (x * y + w * z);
    m[1][1] = 1 - 2 * (x * x + z * z);
    m[1][2] = 2 * (y * z - w * x);
    m[2][0] = 2 * (x * z - w * y);
    m[2][1] = 2 * (y * z + w * x);
    m[2][2] = 1 - 2 * (x * x + y * y);
}

static inline lanes lanes_dot(const lanes row[4], lanes x, lanes y, lanes z)
{
    return row[0] * x + row[1] * y + row[2] * z;
}

/* Multiplies columns 0 to 2 of a row by m. */
static inline void lanes_rotate_row(const lanes row[4], lanes m[3][4], lanes out[4])
{
    for (int c = 0; c < 3; c++) out[c] = lanes_dot(row, m[0][c], m[1][c], m[2][c]);
}

/* A row of hone_affine_multiply */
static inline void lanes_multiply_row(const lanes row[4], lanes m[3][4], lanes out[4])
{
    lanes_rotate_row(row, m, out);
    out[3] = lanes_dot(row, m[0][3], m[1][3], m[2][3]) + row[3];
}

/* ---- whole matrices --------------------------------------------------------------------------------------------- */

#if HONE_LANES <= 8
typedef struct lanes_affine {
    lanes m[3][4];
} lanes_affine;

static inline lanes_affine lanes_affine_gather(const hone_affine *const from[HONE_LANES])
{
    lanes_affine out;
    for (int r = 0; r < 3; r++) {
        const float *rows[HONE_LANES];
        for (int i = 0; i < HONE_LANES; i++) rows[i] = from[i]->m[r];
        lanes_gather(rows, out.m[r]);
    }
    return out;
}

static inline lanes_affine lanes_affine_load(const hone_affine from[HONE_LANES])
{
    const hone_affine *each[HONE_LANES];
    for (int i = 0; i < HONE_LANES; i++) each[i] = &from[i];
    return lanes_affine_gather(each);
}

static inline void lanes_affine_scatter(const lanes_affine *matrices, hone_affine *const to[HONE_LANES])
{
    for (int r = 0; r < 3; r++) {
        lanes columns[4] = {matrices->m[r][0], matrices->m[r][1], matrices->m[r][2], matrices->m[r][3]};
        simd4 rows[HONE_LANES];
        lanes_rows(columns, rows);
        for (int i = 0; i < HONE_LANES; i++) simd4_store(to[i]->m[r], rows[i]);
    }
}
#endif

#endif
