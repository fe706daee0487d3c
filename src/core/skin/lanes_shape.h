/* The shapes of the matrices of HONE_LANES palette slots at once: lengths and angles of columns, rotations. */
#ifndef HONE_SRC_SKIN_LANES_SHAPE_H
#define HONE_SRC_SKIN_LANES_SHAPE_H

#include "base/lanes/lanes_affine.h"

/* Dot products and determinant of the columns a, b, c of the left 3x3. */
typedef struct lanes_shape {
    lanes aa, bb, cc, ab, bc, ca; /* dot products */
    lanes determinant;
} lanes_shape;

static inline lanes lanes_dot_columns(const lanes_affine *m, int i, int j)
{
    return m->m[0][i] * m->m[0][j] + m->m[1][i] * m->m[1][j] + m->m[2][i] * m->m[2][j];
}

/* Computes column 0, 1 or 2 of the cofactor matrix: b x c, c x a or a x b. */
static inline void lanes_cofactor_column(const lanes_affine *m, int column, lanes out[3])
{
    int j = (column + 1) % 3, k = (column + 2) % 3;
    for (int r = 0; r < 3; r++) {
        int r1 = (r + 1) % 3, r2 = (r + 2) % 3;
        out[r] = m->m[r1][j] * m->m[r2][k] - m->m[r2][j] * m->m[r1][k];
    }
}

static inline lanes_shape lanes_shape_of(const lanes_affine *m)
{
    lanes_shape out = {.aa = lanes_dot_columns(m, 0, 0),
                       .bb = lanes_dot_columns(m, 1, 1),
                       .cc = lanes_dot_columns(m, 2, 2),
                       .ab = lanes_dot_columns(m, 0, 1),
                       .bc = lanes_dot_columns(m, 1, 2),
                       .ca = lanes_dot_columns(m, 2, 0)};
    lanes bc[3];
    lanes_cofactor_column(m, 0, bc);
    out.determinant = m->m[0][0] * bc[0] + m->m[1][0] * bc[1] + m->m[2][0] * bc[2];
    return out;
}

/* Computes 1 / length of the three columns; 0 where the length is nearly 0. */
static inline void lanes_unit_columns(const lanes_shape *shape, lanes out[3])
{
    const lanes squares[3] = {shape->aa, shape->bb, shape->cc};
    for (int i = 0; i < 3; i++)
        out[i] = lanes_pick(squares[i] > lanes_set(1e-24f), 1 / lanes_sqrt(squares[i]), lanes_set(0));
}

/* Computes the unit quaternions of the rotations whose columns are those of the matrix times scale[column]. Of
 * Shepperd's four formulas (1978) it uses the one whose square root is at least 1. A zero matrix gives the identity. */
static inline void lanes_quat_from_affine(const lanes_affine *matrix, const lanes scale[3], lanes q[4])
{
    lanes m[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m[r][c] = matrix->m[r][c] * scale[c];
    lanes_bits down = m[2][2] < 0, z_leads = m[0][0] < -m[1][1];
    lanes_bits x_leads = m[0][0] > m[1][1];
    lanes xy = m[1][0] + m[0][1], yz = m[2][1] + m[1][2], zx = m[0][2] + m[2][0];
    lanes x = m[2][1] - m[1][2], y = m[0][2] - m[2][0], z = m[1][0] - m[0][1];
    lanes by_x = 1 + m[0][0] - m[1][1] - m[2][2], by_y = 1 - m[0][0] + m[1][1] - m[2][2];
    lanes by_z = 1 - m[0][0] - m[1][1] + m[2][2], by_w = 1 + m[0][0] + m[1][1] + m[2][2];
    q[0] = lanes_pick(down, lanes_pick(x_leads, by_x, xy), lanes_pick(z_leads, zx, x));
    q[1] = lanes_pick(down, lanes_pick(x_leads, xy, by_y), lanes_pick(z_leads, yz, y));
    q[2] = lanes_pick(down, lanes_pick(x_leads, zx, yz), lanes_pick(z_leads, by_z, z));
    q[3] = lanes_pick(down, lanes_pick(x_leads, x, y), lanes_pick(z_leads, z, by_w));
    lanes length = lanes_sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

/* Computes the dual part of a dual quaternion: translation * q / 2. */
static inline void lanes_dual_part(const lanes_affine *matrix, const lanes q[4], lanes dual[4])
{
    lanes x = matrix->m[0][3] * 0.5f, y = matrix->m[1][3] * 0.5f, z = matrix->m[2][3] * 0.5f;
    dual[0] = x * q[3] + y * q[2] - z * q[1];
    dual[1] = y * q[3] + z * q[0] - x * q[2];
    dual[2] = z * q[3] + x * q[1] - y * q[0];
    dual[3] = -(x * q[0] + y * q[1] + z * q[2]);
}

#endif
