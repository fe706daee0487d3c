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

void hone_fbx_quats_multiply(const double a[4], const double b[4][4], double out[4][4])
{
    double result[4][4];
    for (int r = 0; r < 4; r++) {
        const double x = b[0][r], y = b[1][r], z = b[2][r], w = b[3][r];
        result[0][r] = a[3] * x + a[0] * w + a[1] * z - a[2] * y;
        result[1][r] = a[3] * y - a[0] * z + a[1] * w + a[2] * x;
        result[2][r] = a[3] * z + a[0] * y - a[1] * x + a[2] * w;
        result[3][r] = a[3] * w - a[0] * x - a[1] * y - a[2] * z;
    }
    memcpy(out, result, sizeof result);
}

void hone_fbx_quats_multiply_by(const double a[4][4], const double b[4], double out[4][4])
{
    double result[4][4];
    for (int r = 0; r < 4; r++) {
        const double x = a[0][r], y = a[1][r], z = a[2][r], w = a[3][r];
        result[0][r] = w * b[0] + x * b[3] + y * b[2] - z * b[1];
        result[1][r] = w * b[1] - x * b[2] + y * b[3] + z * b[0];
        result[2][r] = w * b[2] + x * b[1] - y * b[0] + z * b[3];
        result[3][r] = w * b[3] - x * b[0] - y * b[1] - z * b[2];
    }
    memcpy(out, result, sizeof result);
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

/* The axes about which angles turn, the first one first, and the sign of the permutation. */
typedef struct axis_order {
    int i, j, k;
    double sign;
} axis_order;

static axis_order axes_of(uint8_t order)
{
    static const uint8_t first_to_last[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *axes = first_to_last[order < 6 ? order : 0];
    return (axis_order){axes[0], axes[1], axes[2], (axes[1] - axes[0] + 3) % 3 == 1 ? 1 : -1};
}

/* The numbers of a quaternion, those of the first, second and last axis before w. */
typedef struct turns {
    double i, j, k, w;
} turns;

/* Makes it from the sines and cosines of half the angles. */
static inline turns compose(double sign, double si, double sj, double sk, double ci, double cj, double ck)
{
    /* after two turns */
    double x = cj * si, y = sj * ci, z = -sign * (sj * si), w = cj * ci;
    return (turns){ck * x - sign * (sk * y) + 0.0, /* -0 becomes 0 */
                   ck * y + sign * (sk * x) + 0.0, ck * z + sk * w + 0.0, ck * w - sk * z + 0.0};
}

void hone_fbx_quat_from_angles(uint8_t order, const double angles[3], double out[4])
{
    const axis_order o = axes_of(order);
    double halves[4] = {0}, s[4], c[4];
    for (int n = 0; n < 3; n++) halves[n] = angles[n] * (HONE_PI / 360);
    hone_sin_cos4(halves, s, c);
    const turns q = compose(o.sign, s[o.i], s[o.j], s[o.k], c[o.i], c[o.j], c[o.k]);
    out[o.i] = q.i, out[o.j] = q.j, out[o.k] = q.k, out[3] = q.w;
}

void hone_fbx_quats_from_angles(uint8_t order, const double angles[3][4], double out[4][4])
{
    const axis_order o = axes_of(order);
    double s[3][4], c[3][4], result[4][4];
    for (int n = 0; n < 3; n++) {
        double halves[4];
        for (int r = 0; r < 4; r++) halves[r] = angles[n][r] * (HONE_PI / 360);
        hone_sin_cos4(halves, s[n], c[n]);
    }
    const double *si = s[o.i], *sj = s[o.j], *sk = s[o.k], *ci = c[o.i], *cj = c[o.j], *ck = c[o.k];
    for (int r = 0; r < 4; r++) {
        const turns q = compose(o.sign, si[r], sj[r], sk[r], ci[r], cj[r], ck[r]);
        result[0][r] = q.i, result[1][r] = q.j, result[2][r] = q.k, result[3][r] = q.w;
    }
    memcpy(out[o.i], result[0], sizeof *out);
    memcpy(out[o.j], result[1], sizeof *out);
    memcpy(out[o.k], result[2], sizeof *out);
    memcpy(out[3], result[3], sizeof *out);
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
