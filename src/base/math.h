/* Vectors, quaternions and affine matrices, single precision, inline. Sums run from left to right, so that a result is
 * the same on every compiler that does not contract (the build says -ffp-contract=off). */
#ifndef HONE_SRC_BASE_MATH_H
#define HONE_SRC_BASE_MATH_H

#include <hone/base.h>
#include <math.h>

#define HONE_PI 3.14159265358979323846

static inline float hone_dot3(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void hone_cross3(const float a[3], const float b[3], float out[3])
{
    float x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y, out[2] = z;
}

/* False, and out untouched, where the length is below 1e-12 or not finite. */
static inline bool hone_normalise3(const float v[3], float out[3])
{
    float square = hone_dot3(v, v);
    if (!(square > 1e-24f && square < INFINITY))
        return false;
    float scale = 1 / sqrtf(square);
    out[0] = v[0] * scale, out[1] = v[1] * scale, out[2] = v[2] * scale;
    return true;
}

/* ---- quaternions x,y,z,w: a * b turns by b first ---- */

static inline void hone_quat_multiply(const float a[4], const float b[4], float out[4])
{
    float x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    float y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    float z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    float w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

static inline float hone_dot4(const float a[4], const float b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/* The identity where the length is below 1e-12 or not finite. */
static inline void hone_quat_normalise(const float q[4], float out[4])
{
    float square = hone_dot4(q, q);
    if (!(square > 1e-24f && square < INFINITY)) {
        out[0] = out[1] = out[2] = 0, out[3] = 1;
        return;
    }
    float scale = 1 / sqrtf(square);
    for (int i = 0; i < 4; i++) out[i] = q[i] * scale;
}

/* q v q*, by v + 2 r x (r x v + w v) */
static inline void hone_quat_rotate(const float q[4], const float v[3], float out[3])
{
    float t[3], u[3];
    hone_cross3(q, v, t);
    for (int i = 0; i < 3; i++) t[i] += q[3] * v[i];
    hone_cross3(q, t, u);
    for (int i = 0; i < 3; i++) out[i] = v[i] + 2 * u[i];
}

/* Shortest arc from a (t = 0) to b (t = 1); normalised lerp where the two are nearly one. Unit in, unit out. */
void hone_quat_slerp(const float a[4], const float b[4], float t, float out[4]);

/* By the largest of trace and diagonal (Shepperd 1978); of a matrix whose columns are orthogonal: columns are first
 * brought to unit length. */
void hone_quat_from_affine(const hone_affine *m, float out[4]);

/* ---- affine matrices ---- */

static inline hone_affine hone_affine_multiply(const hone_affine *a, const hone_affine *b)
{
    hone_affine out;
    for (int r = 0; r < 3; r++) {
        const float *row = a->m[r];
        for (int c = 0; c < 4; c++) out.m[r][c] = row[0] * b->m[0][c] + row[1] * b->m[1][c] + row[2] * b->m[2][c];
        out.m[r][3] += row[3];
    }
    return out;
}

static inline void hone_affine_point(const hone_affine *a, const float p[3], float out[3])
{
    float v[3];
    for (int r = 0; r < 3; r++) v[r] = a->m[r][0] * p[0] + a->m[r][1] * p[1] + a->m[r][2] * p[2] + a->m[r][3];
    out[0] = v[0], out[1] = v[1], out[2] = v[2];
}

static inline void hone_affine_direction(const hone_affine *a, const float d[3], float out[3])
{
    float v[3];
    for (int r = 0; r < 3; r++) v[r] = a->m[r][0] * d[0] + a->m[r][1] * d[1] + a->m[r][2] * d[2];
    out[0] = v[0], out[1] = v[1], out[2] = v[2];
}

static inline hone_affine hone_affine_translation(const float t[3])
{
    return (hone_affine){{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}}};
}

/* Of a rotation and a translation. */
static inline hone_affine hone_affine_inverse_rigid(const hone_affine *a)
{
    hone_affine out;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) out.m[r][c] = a->m[c][r];
        out.m[r][3] = -(a->m[0][r] * a->m[0][3] + a->m[1][r] * a->m[1][3] + a->m[2][r] * a->m[2][3]);
    }
    return out;
}

/* Of a unit quaternion. */
static inline hone_affine hone_affine_from_rotation(const float q[4], const float t[3])
{
    float x = q[0], y = q[1], z = q[2], w = q[3];
    return (hone_affine){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), t[0]},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), t[1]},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), t[2]}}};
}

/* Takes out of a rotation and a translation what rounding made of the rotation. */
static inline void hone_affine_straighten(hone_affine *a)
{
    float q[4];
    hone_quat_from_affine(a, q);
    *a = hone_affine_from_rotation(q, (float[3]){a->m[0][3], a->m[1][3], a->m[2][3]});
}

/* The transform that comes nearest to a matrix: exact without shear. A mirrored matrix mirrors x. */
hone_transform hone_transform_from_affine(const hone_affine *m);

static inline hone_affine hone_affine_from_transform(const hone_transform *transform)
{
    hone_affine out = hone_affine_from_rotation(transform->rotation, transform->translation);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] *= transform->scale[c];
    return out;
}

#endif
