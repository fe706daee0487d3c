#include "bench/programs/crossing.h"
#include <hone/math.h>
#include <math.h>

/* Whether a side of one triangle goes through the other. */
static bool side_crosses(const float *p, const float *q, const float *const t[3])
{
    float d[3], e1[3], e2[3], s[3], h[3], k[3];
    for (int i = 0; i < 3; i++)
        d[i] = q[i] - p[i], e1[i] = t[1][i] - t[0][i], e2[i] = t[2][i] - t[0][i], s[i] = p[i] - t[0][i];
    hone_vec3_cross(d, e2, h);
    hone_vec3_cross(s, e1, k);
    const float det = hone_vec3_dot(e1, h);
    if (fabsf(det) < 1e-12f)
        return false;
    const float u = hone_vec3_dot(s, h) / det, v = hone_vec3_dot(d, k) / det, along = hone_vec3_dot(e2, k) / det;
    return u > 1e-5f && v > 1e-5f && u + v < 1 - 1e-5f && along > 1e-5f && along < 1 - 1e-5f;
}

static bool crosses(const uint32_t *one, const uint32_t *two, const float (*p)[3])
{
    const float *own[3] = {p[one[0]], p[one[1]], p[one[2]]}, *other[3] = {p[two[0]], p[two[1]], p[two[2]]};
    bool crosses = false;
    for (int k = 0; k < 9; k++)
        if (one[k / 3] == two[k % 3])
            return false;
    for (int k = 0; k < 3; k++) crosses |= side_crosses(own[k], own[(k + 1) % 3], other);
    return crosses;
}

uint32_t mark_crossing(const uint32_t *indices, const uint32_t *triangles, uint32_t count, const float (*positions)[3],
                       float near, bool *marks)
{
    uint32_t crossing = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *one = indices + 3 * (size_t)triangles[i];
        marks[i] = false;
        for (uint32_t j = 0; j < count && !marks[i]; j++) {
            const uint32_t *two = indices + 3 * (size_t)triangles[j];
            if (hone_vec3_distance(positions[one[0]], positions[two[0]]) <= near)
                marks[i] = crosses(one, two, positions);
        }
        crossing += marks[i];
    }
    return crossing;
}
