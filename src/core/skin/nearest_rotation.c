#include "core/skin/nearest_rotation.h"
#include <hone/math.h>

enum { SWEEPS = 12 }; /* each sweep squares the error; five are enough for double precision */

/* Builds the matrix N of Horn (1987), Closed-form solution of absolute orientation: the wanted q maximises the trace
 * of R(q)^T M, which is the quadratic form q^T N q. */
static void quadratic_form(const hone_affine *matrix, double n[4][4])
{
    const float(*m)[4] = (const float(*)[4])matrix->m;
    double xx = m[0][0], yy = m[1][1], zz = m[2][2];
    double form[4][4] = {
        {xx - yy - zz, (double)m[1][0] + m[0][1], (double)m[0][2] + m[2][0], (double)m[2][1] - m[1][2]},
        {0, yy - xx - zz, (double)m[2][1] + m[1][2], (double)m[0][2] - m[2][0]},
        {0, 0, zz - xx - yy, (double)m[1][0] - m[0][1]},
        {0, 0, 0, xx + yy + zz},
    };
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) n[r][c] = r <= c ? form[r][c] : form[c][r];
}

/* Does one Jacobi rotation: makes n[p][q] zero, unless it already is nearly zero, and rotates the columns of v
 * along. */
static void annihilate(double n[4][4], double v[4][4], int p, int q, double nothing)
{
    if (fabs(n[p][q]) <= nothing)
        return;
    double theta = (n[q][q] - n[p][p]) / (2 * n[p][q]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 4; k++) {
        double kp = n[k][p], kq = n[k][q], vp = v[k][p], vq = v[k][q];
        n[k][p] = c * kp - s * kq, n[k][q] = s * kp + c * kq;
        v[k][p] = c * vp - s * vq, v[k][q] = s * vp + c * vq;
    }
    for (int k = 0; k < 4; k++) {
        double pk = n[p][k], qk = n[q][k];
        n[p][k] = c * pk - s * qk, n[q][k] = s * pk + c * qk;
    }
}

void hone_diagonalise(double n[4][4], double v[4][4])
{
    double square = 0;
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) square += n[r][c] * n[r][c], v[r][c] = r == c;
    double nothing = 1e-15 * sqrt(square);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int p = 0; p < 3; p++)
            for (int q = p + 1; q < 4; q++) annihilate(n, v, p, q, nothing);
}

void hone_nearest_rotation(const hone_affine *matrix, float out[4])
{
    double n[4][4], v[4][4];
    quadratic_form(matrix, n);
    hone_diagonalise(n, v);
    int best = 3; /* starts with the identity, which wins if several are equally near */
    for (int i = 0; i < 3; i++)
        if (n[i][i] > n[best][best])
            best = i;
    float nearest[4];
    for (int i = 0; i < 4; i++) nearest[i] = (float)v[i][best];
    hone_quat_normalise(nearest, out);
}
