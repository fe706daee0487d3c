/* Vectors, quaternions and affine matrices in double precision. Only operations that are rounded in one way are used,
 * so that results have the same bits everywhere. Results may overwrite arguments. */
#ifndef HONE_SRC_BASE_DOUBLE_AFFINE_H
#define HONE_SRC_BASE_DOUBLE_AFFINE_H

#include <hone/math.h>
#include <math.h>

/* x -> m * (x, 1): m[row][column]. */
typedef struct hone_double_affine {
    double m[3][4];
} hone_double_affine;

/* ---- vectors --------------------------------------------------------------------------------------------------- */

static inline double hone_dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void hone_copy3(const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = v[i];
}

static inline void hone_subtract3(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/* out = a + b * factor */
static inline void hone_add3(const double a[3], const double b[3], double factor, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[i] + b[i] * factor;
}

static inline void hone_cross3(const double a[3], const double b[3], double out[3])
{
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y, out[2] = z;
}

/* Returns false, and leaves out, if the vector has no direction. */
static inline bool hone_normalise3(const double v[3], double out[3])
{
    double square = hone_dot3(v, v);
    if (!(square > 1e-30 && square < 1e30))
        return false;
    double share = 1 / sqrt(square);
    for (int i = 0; i < 3; i++) out[i] = v[i] * share;
    return true;
}

/* ---- quaternions x,y,z,w ---------------------------------------------------------------------------------------- */

static inline void hone_multiply4(const double a[4], const double b[4], double out[4])
{
    const double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    const double y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    const double z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    const double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

/* A quaternion without a direction becomes the identity. */
static inline void hone_normalise4(double q[4])
{
    double square = hone_dot3(q, q) + q[3] * q[3];
    if (!(square > 1e-30 && square < 1e30)) {
        q[0] = q[1] = q[2] = 0, q[3] = 1;
        return;
    }
    double share = 1 / sqrt(square);
    for (int i = 0; i < 4; i++) q[i] *= share;
}

static inline void hone_rotate3(const double q[4], const double v[3], double out[3])
{
    const double c[3] = {q[1] * v[2] - q[2] * v[1] + q[3] * v[0], q[2] * v[0] - q[0] * v[2] + q[3] * v[1],
                         q[0] * v[1] - q[1] * v[0] + q[3] * v[2]};
    const double x = v[0] + 2 * (q[1] * c[2] - q[2] * c[1]), y = v[1] + 2 * (q[2] * c[0] - q[0] * c[2]),
                 z = v[2] + 2 * (q[0] * c[1] - q[1] * c[0]);
    out[0] = x, out[1] = y, out[2] = z;
}

static inline void hone_rotate_back3(const double q[4], const double v[3], double out[3])
{
    const double back[4] = {-q[0], -q[1], -q[2], q[3]};
    hone_rotate3(back, v, out);
}

/* The shortest rotation from one unit vector to another. Near half a turn the real part is a small difference of large
 * numbers: single precision does not do. Between opposite vectors it is half a turn about an axis perpendicular to z,
 * or to x where the vectors are nearer to z. */
static inline void hone_shortest_rotation(const double from[3], const double to[3], double out[4])
{
    static const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    double real = 1 + hone_dot3(from, to), axis[3];
    bool opposite = real < 1e-14;
    hone_cross3(from, opposite ? (fabs(from[0]) > fabs(from[2]) ? z : x) : to, axis);
    hone_copy3(axis, out);
    out[3] = opposite ? 0 : real;
    hone_normalise4(out);
}

/* ---- matrices --------------------------------------------------------------------------------------------------- */

static inline hone_double_affine hone_double_affine_from(const hone_affine *a)
{
    hone_double_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = (double)a->m[r][c];
    return out;
}

static inline hone_affine hone_double_affine_round(const hone_double_affine *a)
{
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = (float)a->m[r][c];
    return out;
}

static inline hone_double_affine hone_double_affine_from_rotation(const double q[4])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const hone_double_affine out = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                                     {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                                     {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0}}};
    return out;
}

static inline hone_double_affine hone_double_affine_multiply(const hone_double_affine *a, const hone_double_affine *b)
{
    hone_double_affine out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++)
            out.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c];
        out.m[r][3] += a->m[r][3];
    }
    return out;
}

static inline void hone_double_affine_direction(const hone_double_affine *a, const double v[3], double out[3])
{
    const double x = hone_dot3(a->m[0], v), y = hone_dot3(a->m[1], v), z = hone_dot3(a->m[2], v);
    out[0] = x, out[1] = y, out[2] = z;
}

static inline void hone_double_affine_point(const hone_double_affine *a, const double p[3], double out[3])
{
    hone_double_affine_direction(a, p, out);
    for (int i = 0; i < 3; i++) out[i] += a->m[i][3];
}

static inline void hone_double_affine_origin(const hone_double_affine *a, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a->m[i][3];
}

static inline bool hone_double_affine_is_finite(const hone_double_affine *a)
{
    double sum = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) sum += a->m[r][c] * 0;
    return sum == 0;
}

/* The cofactors of the 3x3 part: its inverse, transposed, times the determinant, which is returned. */
static inline double hone_double_affine_cofactors(const hone_double_affine *a, double out[3][3])
{
    hone_cross3(a->m[1], a->m[2], out[0]);
    hone_cross3(a->m[2], a->m[0], out[1]);
    hone_cross3(a->m[0], a->m[1], out[2]);
    return hone_dot3(a->m[0], out[0]);
}

static inline double hone_double_affine_determinant(const hone_double_affine *a)
{
    double first[3];
    hone_cross3(a->m[1], a->m[2], first);
    return hone_dot3(a->m[0], first);
}

/* Whether a matrix of this determinant has an inverse, as far as numbers go. */
static inline bool hone_has_inverse(double determinant)
{
    return fabs(determinant) > 1e-30 && fabs(determinant) < 1e30;
}

/* The inverse. False, and out untouched, if there is none. */
static inline bool hone_double_affine_invert(const hone_double_affine *a, hone_double_affine *out)
{
    double cofactors[3][3], at[3], determinant = hone_double_affine_cofactors(a, cofactors);
    if (!hone_has_inverse(determinant))
        return false;
    double share = 1 / determinant;
    hone_double_affine_origin(a, at);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out->m[r][c] = cofactors[c][r] * share;
        out->m[r][3] = -hone_dot3(out->m[r], at);
    }
    return true;
}

#endif
