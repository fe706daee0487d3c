/* Rotations and matrices in double. */
#include "files/format/fbx/scene/matrix.h"
#include "base/trigonometry.h"
#include <string.h>

/* ---- quaternions ---------------------------------------------------------------------------------------------- */

void hone_fbx_quat_multiply(const double a[4], const double b[4], double out[4])
{
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

void hone_fbx_quat_rotate(const double q[4], const double v[3], double out[3])
{
    double t[3], u[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        t[i] = q[j] * v[k] - q[k] * v[j] + q[3] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        u[i] = v[i] + 2 * (q[j] * t[k] - q[k] * t[j]);
    }
    memcpy(out, u, sizeof u);
}

void hone_fbx_quat_from_angles(uint8_t order, const double angles[3], double out[4])
{
    static const uint8_t first_to_last[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *axes = first_to_last[order < 6 ? order : 0];
    const int i = axes[0], j = axes[1], k = axes[2];
    const double sign = (j - i + 3) % 3 == 1 ? 1 : -1; /* of the permutation */
    double halves[4] = {0}, sines[4], cosines[4];
    for (int n = 0; n < 3; n++) halves[n] = angles[n] * (HONE_PI / 360);
    hone_sin_cos4(halves, sines, cosines);
    /* after two turns */
    double x = cosines[j] * sines[i], y = sines[j] * cosines[i], z = -sign * (sines[j] * sines[i]);
    double w = cosines[j] * cosines[i], s = sines[k], c = cosines[k];
    out[i] = c * x - sign * (s * y) + 0.0; /* -0 becomes 0 */
    out[j] = c * y + sign * (s * x) + 0.0;
    out[k] = c * z + s * w + 0.0;
    out[3] = c * w - s * z + 0.0;
}

/* Shepperd's method, as in hone_quat_from_affine. */
static void quat_from_matrix(const fbx_matrix *matrix, double out[4])
{
    const double(*m)[4] = matrix->m;
    double trace = m[0][0] + m[1][1] + m[2][2], most = trace, q[4], square = 0;
    int best = 3;
    for (int i = 0; i < 3; i++)
        if (m[i][i] > most)
            most = m[i][i], best = i;
    int j = (best + 1) % 3, k = (best + 2) % 3;
    if (best == 3) {
        q[3] = 1 + trace;
        for (int i = 0; i < 3; i++) q[i] = m[(i + 2) % 3][(i + 1) % 3] - m[(i + 1) % 3][(i + 2) % 3];
    } else {
        q[best] = 1 + m[best][best] - m[j][j] - m[k][k];
        q[j] = m[best][j] + m[j][best];
        q[k] = m[best][k] + m[k][best];
        q[3] = m[k][j] - m[j][k];
    }
    for (int i = 0; i < 4; i++) square += q[i] * q[i];
    for (int i = 0; i < 4; i++) out[i] = q[i] / sqrt(square);
}

/* ---- matrices ------------------------------------------------------------------------------------------------- */

void hone_fbx_matrix_from_trs(const fbx_trs *trs, fbx_matrix *out)
{
    for (int c = 0; c < 3; c++) {
        double axis[3] = {0};
        axis[c] = trs->scale[c];
        hone_fbx_quat_rotate(trs->rotation, axis, axis);
        for (int r = 0; r < 3; r++) out->m[r][c] = axis[r];
    }
    for (int r = 0; r < 3; r++) out->m[r][3] = trs->translation[r];
}

void hone_fbx_matrix_multiply(const fbx_matrix *a, const fbx_matrix *b, fbx_matrix *out)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out->m[r][c] =
                a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c] + (c == 3 ? a->m[r][3] : 0);
}

/* Computes the matrix of cofactors, and returns the determinant. */
static double cofactors(const fbx_matrix *matrix, double out[3][3])
{
    const double(*m)[4] = matrix->m;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out[r][c] = m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
        }
    return m[0][0] * out[0][0] + m[0][1] * out[0][1] + m[0][2] * out[0][2];
}

bool hone_fbx_matrix_invert(const fbx_matrix *matrix, fbx_matrix *out)
{
    double cofactor[3][3], determinant = cofactors(matrix, cofactor), sum = 0;
    fbx_matrix inverse;
    for (int r = 0; r < 3; r++) {
        inverse.m[r][3] = 0;
        for (int c = 0; c < 3; c++) {
            inverse.m[r][c] = cofactor[c][r] / determinant;
            inverse.m[r][3] -= inverse.m[r][c] * matrix->m[c][3];
        }
        for (int c = 0; c < 4; c++) sum += fabs(inverse.m[r][c]);
    }
    if (!(sum < INFINITY))
        return false;
    *out = inverse;
    return true;
}

/* ---- rotation and scale of a matrix --------------------------------------------------------------------------- */

/* Makes the nearest rotation of a matrix that is nearly one, or at least has a positive determinant: each step takes
 * the mean of the matrix and its inverse transposed. Source: N. Higham, "Computing the Polar Decomposition", 1986. */
static bool nearest_rotation(fbx_matrix *matrix)
{
    for (int step = 0; step < 32; step++) {
        double cofactor[3][3], determinant = cofactors(matrix, cofactor), change = 0;
        if (!(determinant > 1e-12))
            return false;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                double mean = (matrix->m[r][c] + cofactor[r][c] / determinant) / 2;
                change = fmax(change, fabs(mean - matrix->m[r][c]));
                matrix->m[r][c] = mean;
            }
        if (change < 1e-15)
            break;
    }
    return true;
}

/* Divides each column by its length, and gives it the sign of the scale. Returns the largest cosine between two. */
static double normalise_columns(fbx_matrix *matrix, double scale[3])
{
    double(*m)[4] = matrix->m, most = 0;
    for (int c = 0; c < 3; c++) {
        scale[c] = copysign(sqrt(m[0][c] * m[0][c] + m[1][c] * m[1][c] + m[2][c] * m[2][c]), scale[c]);
        for (int r = 0; r < 3 && scale[c] != 0; r++) m[r][c] /= scale[c];
    }
    for (int c = 0; c < 3; c++) {
        int d = (c + 1) % 3;
        most = fmax(most, fabs(m[0][c] * m[0][d] + m[1][c] * m[1][d] + m[2][c] * m[2][d]));
    }
    return most;
}

bool hone_fbx_matrix_split(const fbx_matrix *matrix, double rotation[4], double scale[3])
{
    fbx_matrix unit = *matrix;
    double cofactor[3][3], shear = normalise_columns(&unit, scale);
    if (cofactors(&unit, cofactor) < 0) {
        scale[0] = -scale[0];
        for (int r = 0; r < 3; r++) unit.m[r][0] = -unit.m[r][0];
    }
    if (!nearest_rotation(&unit))
        return false;
    quat_from_matrix(&unit, rotation);
    return shear < 1e-9;
}
