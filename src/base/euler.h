/* Euler angles of a rotation, before the arc tangents. */
#ifndef HONE_SRC_BASE_EULER_H
#define HONE_SRC_BASE_EULER_H

#include <hone/math.h>

/* The axes of each hone_euler, from left to right. */
static const uint8_t hone_euler_axes[3][3] = {{1, 0, 2}, {2, 1, 0}, {0, 2, 1}};

/* The sine of the middle angle and, for the other two, y and x of an arc tangent. All three orders are the same
 * formula: each is an odd permutation of the axes. */
typedef struct hone_euler_terms {
    float sine;
    float first[2], last[2]; /* y, x */
} hone_euler_terms;

static inline hone_euler_terms hone_euler_find_terms(hone_euler order, const float q[4])
{
    static const float origin[3] = {0, 0, 0};
    hone_affine matrix = hone_affine_from_rotation(q, origin);
    const float(*m)[4] = (const float(*)[4])matrix.m;
    const uint8_t *axes = hone_euler_axes[order];
    int f = axes[0], d = axes[1], l = axes[2];
    float sine = -m[f][l];
    return (hone_euler_terms){sine > 1 ? 1 : sine < -1 ? -1 : sine, {m[d][l], m[l][l]}, {m[f][d], m[f][f]}};
}

#endif
