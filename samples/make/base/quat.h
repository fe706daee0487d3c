/* Quaternions passed by value. */
#ifndef HONE_SAMPLES_MAKE_BASE_QUAT_H
#define HONE_SAMPLES_MAKE_BASE_QUAT_H

#include "samples/make/base/vec.h"
#include <hone/math.h>

typedef struct quat {
    float x, y, z, w;
} quat;

#define QUAT_IDENTITY ((quat){0, 0, 0, 1})

/* a * b: applies b first. */
static inline quat quat_multiply(quat a, quat b)
{
    return (quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline quat quat_inverse(quat q)
{
    return (quat){-q.x, -q.y, -q.z, q.w};
}

static inline vec3 quat_rotate(quat q, vec3 v)
{
    vec3 r = v3(q.x, q.y, q.z), t = add(cross(r, v), scale(v, q.w));
    return along(v, cross(r, t), 2);
}

static inline quat quat_about(vec3 axis, float radians)
{
    vec3 a = scale(axis, sinf(radians / 2));
    return (quat){a.x, a.y, a.z, cosf(radians / 2)};
}

static inline quat quat_unit(quat q)
{
    float s = 1 / sqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* Angles in degrees, R = Ry Rx Rz. */
static inline quat quat_euler(vec3 degrees)
{
    const float d = PI / 180;
    quat x = quat_about(v3(1, 0, 0), degrees.x * d), y = quat_about(v3(0, 1, 0), degrees.y * d),
         z = quat_about(v3(0, 0, 1), degrees.z * d);
    return quat_multiply(y, quat_multiply(x, z));
}

/* The shortest rotation from one unit vector to another. */
static inline quat quat_between(vec3 from, vec3 to)
{
    float w = 1 + dot(from, to);
    vec3 a = cross(from, to);
    if (w < 1e-4f) /* opposite directions: any perpendicular axis */
        return quat_about(unit(cross(from, fabsf(from.x) < 0.9f ? v3(1, 0, 0) : v3(0, 1, 0))), PI);
    return quat_unit((quat){a.x, a.y, a.z, w});
}

/* The rotation that takes the frame (a0, n0) to (a1, n1); the vectors of each pair are unit and perpendicular. */
static inline quat quat_between_frames(vec3 a0, vec3 n0, vec3 a1, vec3 n1)
{
    quat first = quat_between(a0, a1);
    vec3 n = quat_rotate(first, n0);
    float angle = atan2f(dot(cross(n, n1), a1), dot(n, n1));
    return quat_multiply(quat_about(a1, angle), first);
}

/* From a rigid matrix, by the largest of trace and diagonal. */
static inline quat quat_from_affine(const hone_affine *a)
{
    const float(*m)[4] = a->m;
    float trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0)
        return quat_unit((quat){m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1 + trace});
    if (m[0][0] > m[1][1] && m[0][0] > m[2][2])
        return quat_unit(
            (quat){1 + m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[0][2] + m[2][0], m[2][1] - m[1][2]});
    if (m[1][1] > m[2][2])
        return quat_unit(
            (quat){m[0][1] + m[1][0], 1 + m[1][1] - m[0][0] - m[2][2], m[1][2] + m[2][1], m[0][2] - m[2][0]});
    return quat_unit((quat){m[0][2] + m[2][0], m[1][2] + m[2][1], 1 + m[2][2] - m[0][0] - m[1][1], m[1][0] - m[0][1]});
}

static inline quat quat_mirror(quat q)
{
    return (quat){q.x, -q.y, -q.z, q.w};
}

static inline quat quat_nlerp(quat a, quat b, float t)
{
    float s = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0 ? -1.0f : 1.0f;
    return quat_unit((quat){mix(a.x, s * b.x, t), mix(a.y, s * b.y, t), mix(a.z, s * b.z, t), mix(a.w, s * b.w, t)});
}

#endif
