/* Rotations without trigonometry, and vectors in the space of a bone: shared by the jobs. */
#ifndef HONE_SRC_IK_SWING_H
#define HONE_SRC_IK_SWING_H

#include "base/trigonometry.h"
#include <hone/math.h>

static inline void hone_affine_column(const hone_affine *m, int column, float out[3])
{
    hone_vec3_set(m->m[0][column], m->m[1][column], m->m[2][column], out);
}

static inline float hone_clamp(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value; /* NaN stays NaN */
}

/* The inverse of a matrix without its translation, times its determinant: it also exists where the inverse does not. */
typedef struct hone_inverse {
    float rows[3][3];
    float determinant; /* of the matrix */
} hone_inverse;

static inline hone_inverse hone_inverse_of(const hone_affine *m)
{
    float x[3], y[3], z[3];
    hone_inverse out;
    hone_affine_column(m, 0, x), hone_affine_column(m, 1, y), hone_affine_column(m, 2, z);
    hone_vec3_cross(y, z, out.rows[0]);
    hone_vec3_cross(z, x, out.rows[1]);
    hone_vec3_cross(x, y, out.rows[2]);
    out.determinant = hone_vec3_dot(x, out.rows[0]);
    return out;
}

static inline float hone_affine_determinant(const hone_affine *m)
{
    float x[3], y[3], z[3], area[3];
    hone_affine_column(m, 0, x), hone_affine_column(m, 1, y), hone_affine_column(m, 2, z);
    hone_vec3_cross(y, z, area);
    return hone_vec3_dot(x, area);
}

static inline void hone_inverse_direction(const hone_inverse *inverse, const float v[3], float out[3])
{
    hone_vec3_set(hone_vec3_dot(inverse->rows[0], v), hone_vec3_dot(inverse->rows[1], v),
                  hone_vec3_dot(inverse->rows[2], v), out);
}

/* The vector from the origin of `from` to a point, in the space of the inverse, where scale is 1 / determinant. */
static inline void hone_inverse_way(const hone_inverse *inverse, float scale, const hone_affine *from,
                                    const float to[3], float out[3])
{
    float origin[3], offset[3];
    hone_affine_origin(from, origin);
    hone_vec3_subtract(to, origin, offset);
    hone_vec3_scale(offset, scale, offset);
    hone_inverse_direction(inverse, offset, out);
}

/* The functions below make quaternions of any length, since only the result of a job needs unit length. */

/* The rotation about `axis`, of the given length, by the angle of (x, y), of any length. It takes the half angle from
 * the larger of its sine and cosine, so it is accurate at every angle. Zero if x and y are. */
static inline void hone_quat_turn(const float axis[3], float length, float x, float y, float out[4])
{
    float size = sqrtf(x * x + y * y);
    hone_vec3_scale(axis, x < 0 ? size - x : y, out);
    out[3] = length * (x < 0 ? y : size + x);
}

/* Multiplies by the rotation about `axis`, of the given length, by an angle in radians: out = turn * q. */
static inline void hone_quat_twist(const float axis[3], float length, float angle, const float q[4], float out[4])
{
    float turn[4];
    if (angle == 0) {
        hone_quat_copy(q, out);
        return;
    }
    hone_vec3_scale(axis, hone_sinf(0.5f * angle), turn);
    turn[3] = length * hone_cosf(0.5f * angle);
    hone_quat_multiply(turn, q, out);
}

/* Computes a vector that is perpendicular to v, and not short. */
static inline void hone_vec3_perpendicular(const float v[3], float out[3])
{
    float axis[3] = {0, 0, 0};
    axis[fabsf(v[0]) < fabsf(v[1]) ? 0 : 1] = 1;
    hone_vec3_cross(v, axis, out);
}

/* The shortest rotation from the direction of `from` to that of `to`; for opposite directions half a turn about some
 * axis. lengths: the product of both lengths. */
static inline void hone_quat_swing(const float from[3], const float to[3], float lengths, float out[4])
{
    hone_vec3_cross(from, to, out);
    out[3] = lengths + hone_vec3_dot(from, to);
    if (out[3] > 1e-6f * lengths)
        return;
    hone_vec3_perpendicular(from, out);
    out[3] = 0;
}

/* Rotates a vector by a quaternion of any length. The result is longer by the square of that length. */
static inline void hone_quat_rotate_any(const float q[4], const float v[3], float out[3])
{
    float t[3], u[3];
    hone_vec3_cross(q, v, t);
    hone_vec3_add_scaled(t, v, q[3], t);
    hone_vec3_cross(q, t, u);
    hone_vec3_scale(u, 2, u);
    hone_vec3_add_scaled(u, v, hone_quat_dot(q, q), out);
}

/* Turns q further about the axis `about`, of the given length, so that the direction v, which q has rotated, is on the
 * side of `normal`, a vector perpendicular to the axis. Leaves q alone if there is no such turn. */
static inline void hone_quat_align(const float about[3], float length, const float v[3], const float normal[3],
                                   float q[4])
{
    float now[3], side[3], turn[4];
    hone_quat_rotate_any(q, v, now);
    hone_vec3_cross(now, normal, side);
    float x = length * hone_vec3_dot(now, normal), y = hone_vec3_dot(side, about);
    if (!(x != 0 || y != 0))
        return;
    hone_quat_turn(about, length, x, y, turn);
    hone_quat_multiply(turn, q, q);
}

/* Normalises a correction, with w >= 0, and applies a part of it: `weight` of the way from the identity. */
static inline void hone_correction_finish(const float q[4], float weight, float out[4])
{
    float square = hone_quat_dot(q, q), w = fabsf(q[3]), sign = q[3] < 0 ? -1.0f : 1.0f;
    if (!(square > 0 && square < INFINITY)) {
        hone_quat_identity(out);
        return;
    }
    if (weight < 1) { /* the sum weight * q + (1 - weight) * identity, all longer by the length of q */
        float across = square - w * w;
        w = weight * w + (1 - weight) * sqrtf(square);
        sign *= weight;
        square = weight * weight * across + w * w;
    }
    float scale = 1 / sqrtf(square);
    hone_vec3_scale(q, sign * scale, out);
    out[3] = w * scale;
}

#endif
