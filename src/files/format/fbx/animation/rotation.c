#include "files/format/fbx/animation/rotation.h"
#include "base/trigonometry.h"
#include <math.h>

void hone_fbx_quat_slerp(const double a[4], const double b[4], double t, double out[4])
{
    double cosine = 0, square = 0, sign, from = 1 - t, to = t;
    for (int i = 0; i < 4; i++) cosine += a[i] * b[i];
    sign = cosine < 0 ? -1 : 1;
    cosine *= sign;
    if (cosine < 0.999999 && t != 0.5) { /* closer than that, and in the middle, linear interpolation is as good */
        double angle = hone_acos(cosine), sine = hone_sin(angle);
        from = hone_sin(from * angle) / sine, to = hone_sin(to * angle) / sine;
    }
    for (int i = 0; i < 4; i++) {
        out[i] = from * a[i] + sign * to * b[i];
        square += out[i] * out[i];
    }
    double scale = square > 0 ? 1 / sqrt(square) : 0;
    for (int i = 0; i < 4; i++) out[i] *= scale;
}

/* The matrix is R_k R_j R_i, where the angles turn about i first. `sign` is that of the permutation. */
void hone_fbx_angles_from_quat(uint8_t order, const double q[4], double out[3])
{
    static const uint8_t axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *axis = axes[order < 6 ? order : 0];
    int i = axis[0], j = axis[1], k = axis[2];
    double sign = (j - i + 3) % 3 == 1 ? 1 : -1, degrees = 180 / HONE_PI;
    fbx_trs trs = {.rotation = {q[0], q[1], q[2], q[3]}, .scale = {1, 1, 1}};
    fbx_matrix matrix;
    hone_fbx_matrix_from_trs(&trs, &matrix);
    const double(*m)[4] = (const double(*)[4])matrix.m;
    double sine = -sign * m[k][i];
    out[j] = degrees * hone_asin(sine > 1 ? 1 : sine < -1 ? -1 : sine);
    if (fabs(sine) < 1 - 1e-12) {
        out[i] = degrees * hone_atan2(sign * m[k][j], m[k][k]);
        out[k] = degrees * hone_atan2(sign * m[j][i], m[i][i]);
    } else { /* the first and the last axis are one */
        out[i] = degrees * hone_atan2(-sign * m[j][k], m[j][j]);
        out[k] = 0;
    }
}
