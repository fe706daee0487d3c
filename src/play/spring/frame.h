/* Vectors, quaternions and matrices in double precision. Only operations that are rounded in one way are used, so that
 * springs give the same bits everywhere. */
#ifndef HONE_SRC_SPRING_FRAME_H
#define HONE_SRC_SPRING_FRAME_H

#include <hone/math.h>
#include <math.h>

typedef struct hone_frame {
    double m[3][4];
} hone_frame;

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

/* Returns false, and leaves out, if the vector has no direction. */
static inline bool hone_normalise3(const double v[3], double out[3])
{
    double square = hone_dot3(v, v);
    if (!(square > 1e-30 && square < 1e30))
        return false;
    double length = sqrt(square);
    for (int i = 0; i < 3; i++) out[i] = v[i] / length;
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

static inline void hone_normalise4(double q[4])
{
    double square = hone_dot3(q, q) + q[3] * q[3];
    if (!(square > 1e-30 && square < 1e30)) {
        q[0] = q[1] = q[2] = 0, q[3] = 1;
        return;
    }
    double length = sqrt(square);
    for (int i = 0; i < 4; i++) q[i] /= length;
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

/* The shortest rotation from one unit vector to another. */
static inline void hone_from_to(const double from[3], const double to[3], double out[4])
{
    double dot = hone_dot3(from, to);
    if (dot < -1 + 1e-14) { /* opposite: about any axis that is perpendicular */
        int least = fabs(from[0]) <= fabs(from[1]) && fabs(from[0]) <= fabs(from[2]) ? 0
                    : fabs(from[1]) <= fabs(from[2])                                 ? 1
                                                                                     : 2;
        int a = (least + 1) % 3, b = (least + 2) % 3;
        out[least] = 0, out[a] = -from[b], out[b] = from[a], out[3] = 0;
    } else {
        out[0] = from[1] * to[2] - from[2] * to[1];
        out[1] = from[2] * to[0] - from[0] * to[2];
        out[2] = from[0] * to[1] - from[1] * to[0];
        out[3] = 1 + dot;
    }
    hone_normalise4(out);
}

/* ---- matrices --------------------------------------------------------------------------------------------------- */

static inline hone_frame hone_frame_from(const hone_affine *a)
{
    hone_frame out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = (double)a->m[r][c];
    return out;
}

static inline hone_affine hone_affine_from_frame(const hone_frame *a)
{
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = (float)a->m[r][c];
    return out;
}

static inline hone_frame hone_frame_from_rotation(const double q[4])
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const hone_frame out = {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0}}};
    return out;
}

static inline hone_frame hone_frame_multiply(const hone_frame *a, const hone_frame *b)
{
    hone_frame out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++)
            out.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c];
        out.m[r][3] += a->m[r][3];
    }
    return out;
}

static inline void hone_frame_direction(const hone_frame *a, const double v[3], double out[3])
{
    const double x = hone_dot3(a->m[0], v), y = hone_dot3(a->m[1], v), z = hone_dot3(a->m[2], v);
    out[0] = x, out[1] = y, out[2] = z;
}

static inline void hone_frame_point(const hone_frame *a, const double p[3], double out[3])
{
    hone_frame_direction(a, p, out);
    for (int i = 0; i < 3; i++) out[i] += a->m[i][3];
}

static inline void hone_frame_origin(const hone_frame *a, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a->m[i][3];
}

/* The cofactors of the 3x3 part: its inverse, transposed, times the determinant, which is returned. */
static inline double hone_frame_cofactors(const hone_frame *a, double out[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
            out[r][c] = a->m[r1][c1] * a->m[r2][c2] - a->m[r1][c2] * a->m[r2][c1];
        }
    return hone_dot3(a->m[0], out[0]);
}

/* The inverse. False, and out untouched, if there is none. */
static inline bool hone_frame_invert(const hone_frame *a, hone_frame *out)
{
    double cofactors[3][3], at[3], determinant = hone_frame_cofactors(a, cofactors);
    if (!(fabs(determinant) > 1e-30 && fabs(determinant) < 1e30))
        return false;
    hone_frame_origin(a, at);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out->m[r][c] = cofactors[c][r] / determinant;
        out->m[r][3] = -hone_dot3(out->m[r], at);
    }
    return true;
}

#endif
