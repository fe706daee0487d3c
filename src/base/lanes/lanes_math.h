/* Products of matrices, and rotations, of HONE_LANES things at once. Sums and products are in the order of hone/math.h,
 * so that each lane has the bits of the function that is named there. */
#ifndef HONE_SRC_BASE_LANES_LANES_MATH_H
#define HONE_SRC_BASE_LANES_LANES_MATH_H

#include "base/lanes/lanes_affine.h"

/* hone_affine_multiply */
static inline lanes_affine lanes_affine_multiply(const lanes_affine *a, const lanes_affine *b)
{
    lanes_affine out, by = *b;
    for (int r = 0; r < 3; r++) lanes_multiply_row(a->m[r], by.m, out.m[r]);
    return out;
}

/* hone_quat_multiply */
static inline void lanes_quat_multiply(const lanes a[4], const lanes b[4], lanes out[4])
{
    lanes x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    lanes y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    lanes z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    lanes w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* Returns which of these squared lengths are those of what can be normalised. */
static inline lanes_bits lanes_has_length(lanes square)
{
    const lanes least = lanes_set(1e-24f), most = lanes_set(INFINITY);
    return (square > least) & (square < most);
}

/* hone_quat_normalise */
static inline void lanes_quat_normalise(lanes q[4])
{
    lanes square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    lanes_bits good = lanes_has_length(square);
    lanes scale = 1 / lanes_sqrt(square);
    for (int i = 0; i < 4; i++) q[i] = lanes_pick(good, q[i] * scale, lanes_set(i == 3));
}

/* The rotation q before it is normalised, by the largest element of the diagonal, `i`. */
static inline void lanes_quat_by_diagonal(const lanes m[3][3], int i, lanes q[4])
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    q[i] = 1 + m[i][i] - m[j][j] - m[k][k];
    q[j] = m[j][i] + m[i][j];
    q[k] = m[k][i] + m[i][k];
    q[3] = m[k][j] - m[j][k];
}

/* hone_quat_from_affine */
static inline void lanes_quat_from_matrix(const lanes_affine *matrix, lanes q[4])
{
    lanes m[3][3], by[4];
    for (int c = 0; c < 3; c++) {
        lanes x = matrix->m[0][c], y = matrix->m[1][c], z = matrix->m[2][c], square = x * x + y * y + z * z;
        lanes_bits good = lanes_has_length(square);
        lanes scale = 1 / lanes_sqrt(square);
        for (int r = 0; r < 3; r++) m[r][c] = lanes_pick(good, matrix->m[r][c] * scale, matrix->m[r][c]);
    }
    lanes trace = m[0][0] + m[1][1] + m[2][2];
    lanes_bits by_x = m[0][0] > m[1][1];
    lanes largest = lanes_pick(by_x, m[0][0], m[1][1]);
    lanes_bits by_z = m[2][2] > largest;
    lanes_bits by_trace = trace >= lanes_pick(by_z, m[2][2], largest);
    q[0] = m[2][1] - m[1][2], q[1] = m[0][2] - m[2][0], q[2] = m[1][0] - m[0][1], q[3] = 1 + trace;
    if (!lanes_all(by_trace)) {
        const lanes_bits leads[3] = {by_x & lanes_not(by_z), lanes_not(by_x | by_z), by_z};
        for (int i = 0; i < 3; i++) {
            lanes_quat_by_diagonal((const lanes(*)[3])m, i, by);
            for (int c = 0; c < 4; c++) q[c] = lanes_pick(leads[i] & lanes_not(by_trace), by[c], q[c]);
        }
    }
    lanes_quat_normalise(q);
}

#endif
