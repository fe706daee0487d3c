/* Rotations and matrices of four things at once. Sums and products are in the order of hone/math.h, so that each lane
 * has the bits of the function that is named there. */
#ifndef HONE_SRC_BASE_LANES_SIMD4_MATH_H
#define HONE_SRC_BASE_LANES_SIMD4_MATH_H

#define HONE_LANES 4
#include "base/lanes/lanes_affine.h"

/* Four matrices that are not beside each other. */
static inline simd4_affine simd4_affine_gather(const hone_affine *const from[4])
{
    simd4_affine out;
    for (int r = 0; r < 3; r++) {
        for (int i = 0; i < 4; i++) out.m[r][i] = simd4_load(from[i]->m[r]);
        simd4_transpose(out.m[r]);
    }
    return out;
}

static inline void simd4_affine_scatter(const simd4_affine *matrices, hone_affine *const to[4])
{
    for (int r = 0; r < 3; r++) {
        simd4 rows[4] = {matrices->m[r][0], matrices->m[r][1], matrices->m[r][2], matrices->m[r][3]};
        simd4_transpose(rows);
        for (int i = 0; i < 4; i++) simd4_store(to[i]->m[r], rows[i]);
    }
}

/* hone_affine_multiply */
static inline simd4_affine simd4_affine_multiply(const simd4_affine *a, const simd4_affine *b)
{
    simd4_affine out, by = *b;
    for (int r = 0; r < 3; r++) lanes_multiply_row(a->m[r], by.m, out.m[r]);
    return out;
}

/* hone_quat_multiply */
static inline void simd4_quat_multiply(const simd4 a[4], const simd4 b[4], simd4 out[4])
{
    simd4 x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    simd4 y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    simd4 z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    simd4 w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* Returns which of these squared lengths are those of what can be normalised. */
static inline simd4_bits simd4_has_length(simd4 square)
{
    return (square > simd4_set(1e-24f)) & (square < simd4_set(INFINITY));
}

/* hone_quat_normalise */
static inline void simd4_quat_normalise(simd4 q[4])
{
    simd4 square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    simd4_bits good = simd4_has_length(square);
    simd4 scale = 1 / simd4_sqrt(square);
    for (int i = 0; i < 4; i++) q[i] = simd4_pick(good, q[i] * scale, simd4_set(i == 3));
}

/* The rotation q before it is normalised, by the largest element of the diagonal, `i`. */
static inline void simd4_quat_by_diagonal(const simd4 m[3][3], int i, simd4 q[4])
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = 1 + m[i][i] - m[j][j] - m[k][k];
    q[j] = m[j][i] + m[i][j];
    q[k] = m[k][i] + m[i][k];
    q[3] = m[k][j] - m[j][k];
}

/* hone_quat_from_affine */
static inline void simd4_quat_from_matrix(const simd4_affine *matrix, simd4 q[4])
{
    simd4 m[3][3], by[4];
    for (int c = 0; c < 3; c++) {
        simd4 x = matrix->m[0][c], y = matrix->m[1][c], z = matrix->m[2][c], square = x * x + y * y + z * z;
        simd4_bits good = simd4_has_length(square);
        simd4 scale = 1 / simd4_sqrt(square);
        for (int r = 0; r < 3; r++) m[r][c] = simd4_pick(good, matrix->m[r][c] * scale, matrix->m[r][c]);
    }
    simd4 trace = m[0][0] + m[1][1] + m[2][2];
    simd4_bits by_x = m[0][0] > m[1][1];
    simd4 largest = simd4_pick(by_x, m[0][0], m[1][1]);
    simd4_bits by_z = m[2][2] > largest;
    simd4_bits by_trace = trace >= simd4_pick(by_z, m[2][2], largest);
    q[0] = m[2][1] - m[1][2], q[1] = m[0][2] - m[2][0], q[2] = m[1][0] - m[0][1], q[3] = 1 + trace;
    if (!simd4_all(by_trace)) {
        const simd4_bits leads[3] = {by_x & ~by_z, ~by_x & ~by_z, by_z};
        for (int i = 0; i < 3; i++) {
            simd4_quat_by_diagonal((const simd4(*)[3])m, i, by);
            for (int c = 0; c < 4; c++) q[c] = simd4_pick(leads[i] & ~by_trace, by[c], q[c]);
        }
    }
    simd4_quat_normalise(q);
}

#endif
