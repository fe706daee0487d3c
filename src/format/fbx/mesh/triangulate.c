/* Cuts polygons into triangles. Source of ear clipping: Meisters, "Polygons have ears", 1975. */
#include "format/fbx/mesh/triangulate.h"
#include <stdlib.h>
#include <string.h>

bool hone_fbx_triangulator_make(fbx_reader *reader, uint32_t largest, uint64_t corners, fbx_triangulator *out)
{
    uint64_t count = largest > 4 ? largest : 0;
    *out = (fbx_triangulator){.work = 1000000 + 256 * corners};
    return hone_fbx_scratch(reader, count, sizeof *out->flat, &out->flat) &&
           hone_fbx_scratch(reader, count, sizeof *out->before, &out->before) &&
           hone_fbx_scratch(reader, count, sizeof *out->behind, &out->behind) &&
           hone_fbx_scratch(reader, count, sizeof *out->reflex, &out->reflex) &&
           hone_fbx_scratch(reader, count, sizeof *out->sorted, &out->sorted);
}

/* ---- quads ---- */

static void subtract(const float *a, const float *b, double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)a[i] - (double)b[i];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Returns the cosine of the angle between the triangles of a quad that is cut along a diagonal from `first`. It is
 * negative if one of them is turned over. */
static double fold(const double diagonal[3], const float *first, const float *second, const float *fourth)
{
    double edge[3], a[3], b[3];
    subtract(second, first, edge);
    cross(diagonal, edge, a);
    subtract(first, fourth, edge);
    cross(diagonal, edge, b);
    double square = dot(a, a) * dot(b, b);
    return square > 0 ? dot(a, b) / sqrt(square) : 0;
}

/* Cuts along the shorter diagonal, unless a triangle would be turned over: then along the one that folds the quad less.
 * It is computed in double, so that quads with nearly equal diagonals are cut as the exact numbers say. */
static bool cut_first_corner(const float *p[4])
{
    double first[3], second[3];
    subtract(p[2], p[0], first);
    subtract(p[3], p[1], second);
    double a = fold(first, p[0], p[1], p[3]), b = fold(second, p[1], p[2], p[0]);
    if (a < 0 || b < 0)
        return a >= b;
    return dot(first, first) <= dot(second, second);
}

static void cut_quad(const float *points, const uint32_t *polygon, uint32_t *out)
{
    static const uint32_t cuts[2][6] = {{1, 2, 3, 3, 0, 1}, {0, 1, 2, 2, 3, 0}};
    const float *p[4];
    for (int i = 0; i < 4; i++) p[i] = points + 3 * (size_t)polygon[i];
    memcpy(out, cuts[cut_first_corner(p)], sizeof cuts[0]);
}

/* ---- larger polygons: their plane ---- */

static const float *point_at(const float *points, const uint32_t *polygon, uint32_t corner)
{
    return points + 3 * (size_t)polygon[corner];
}

/* Computes the normal, weighted by the area (Newell). Points are taken relative to the first one. */
static void normal_of(const float *points, const uint32_t *polygon, uint32_t count, float out[3])
{
    const float *origin = point_at(points, polygon, 0);
    float before[3], edge[3], part[3];
    hone_vec3_set(0, 0, 0, out);
    hone_vec3_subtract(point_at(points, polygon, 1), origin, before);
    for (uint32_t c = 2; c < count; c++) {
        hone_vec3_subtract(point_at(points, polygon, c), origin, edge);
        hone_vec3_cross(before, edge, part);
        hone_vec3_add(out, part, out);
        hone_vec3_copy(edge, before);
    }
}

/* Projects the polygon, so that it is counter-clockwise. */
static void flatten(fbx_triangulator *t, const float *points, const uint32_t *polygon, uint32_t count)
{
    float normal[3], axes[2][3], from_first[3];
    normal_of(points, polygon, count, normal);
    if (!hone_vec3_normalise(normal, normal))
        hone_vec3_set(1, 0, 0, normal);
    bool along_x = normal[0] * normal[0] > 0.5f;
    hone_vec3_set(along_x ? 0 : 1, along_x ? 1 : 0, 0, axes[1]);
    hone_vec3_cross(axes[1], normal, axes[0]);
    if (!hone_vec3_normalise(axes[0], axes[0]))
        hone_vec3_set(0, 0, 1, axes[0]);
    hone_vec3_cross(normal, axes[0], axes[1]);
    for (uint32_t c = 0; c < count; c++) {
        hone_vec3_subtract(point_at(points, polygon, c), point_at(points, polygon, 0), from_first);
        for (int i = 0; i < 2; i++) t->flat[c][i] = hone_vec3_dot(from_first, axes[i]);
    }
}

/* ---- larger polygons: ears ---- */

/* Returns twice the area of a triangle, negative if it is clockwise. */
static float area(const float a[2], const float b[2], const float c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static float area_at(const fbx_triangulator *t, uint32_t corner)
{
    return area(t->flat[t->before[corner]], t->flat[corner], t->flat[t->behind[corner]]);
}

static int compare_x(const void *a, const void *b)
{
    float x = ((const struct fbx_reflex *)a)->x, y = ((const struct fbx_reflex *)b)->x;
    return x < y ? -1 : x > y;
}

static void begin(fbx_triangulator *t, uint32_t count)
{
    for (uint32_t c = 0; c < count; c++) {
        t->before[c] = c ? c - 1 : count - 1;
        t->behind[c] = c + 1 < count ? c + 1 : 0;
    }
    t->sorted_count = 0;
    for (uint32_t c = 0; c < count; c++) {
        t->reflex[c] = !(area_at(t, c) > 0);
        if (t->reflex[c])
            t->sorted[t->sorted_count++] = (struct fbx_reflex){t->flat[c][0], c};
    }
    if (t->sorted_count > 1)
        qsort(t->sorted, t->sorted_count, sizeof *t->sorted, compare_x);
}

static bool are_at_one_point(const float a[2], const float b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

/* Returns whether corner `c` is inside of the triangle or on its edge. A corner at the same place as one of the
 * triangle does not count: polygons with a hole visit some points twice. */
static bool is_in_ear(const fbx_triangulator *t, const float *ear[3], uint32_t c)
{
    const float *p = t->flat[c];
    for (int i = 0; i < 3; i++)
        if (are_at_one_point(p, ear[i]) || area(ear[i], ear[(i + 1) % 3], p) < 0)
            return false;
    return true;
}

/* Returns the first of the sorted corners whose x is at least `x`. */
static uint32_t find_x(const fbx_triangulator *t, float x)
{
    uint32_t low = 0, high = t->sorted_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->sorted[middle].x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Corners that were reflex and are not any more, or are clipped, cannot be in an ear, so they are left out. */
static bool is_ear(fbx_triangulator *t, uint32_t corner)
{
    const float *ear[3] = {t->flat[t->before[corner]], t->flat[corner], t->flat[t->behind[corner]]};
    float low = fminf(fminf(ear[0][0], ear[1][0]), ear[2][0]), high = fmaxf(fmaxf(ear[0][0], ear[1][0]), ear[2][0]);
    if (t->reflex[corner])
        return false;
    for (uint32_t i = find_x(t, low); i < t->sorted_count && t->sorted[i].x <= high && t->work > 0; i++, t->work--)
        if (t->reflex[t->sorted[i].corner] && is_in_ear(t, ear, t->sorted[i].corner))
            return false;
    return true;
}

static void clip(fbx_triangulator *t, uint32_t corner, uint32_t *out)
{
    uint32_t before = t->before[corner], behind = t->behind[corner];
    out[0] = before, out[1] = corner, out[2] = behind;
    t->behind[before] = behind;
    t->before[behind] = before;
    t->reflex[corner] = false;
    t->reflex[before] = t->reflex[before] && !(area_at(t, before) > 0);
    t->reflex[behind] = t->reflex[behind] && !(area_at(t, behind) > 0);
}

/* Goes round the polygon, and after each ear over the next corner, so that triangles become less thin. A polygon that
 * crosses itself may have no ear: after a whole round without one, corners are clipped as they come. */
static void clip_ears(fbx_triangulator *t, uint32_t count, uint32_t *out)
{
    uint32_t at = 0, misses = 0;
    for (uint32_t left = count; left > 3;) {
        bool found = misses >= left || is_ear(t, at);
        uint32_t next = t->behind[at];
        misses = found ? (misses >= left ? misses : 0) : misses + 1;
        if (found) {
            clip(t, at, out);
            out += 3, left--;
            next = t->behind[next];
        }
        at = next;
    }
    out[0] = t->before[at], out[1] = at, out[2] = t->behind[at];
}

void hone_fbx_triangulate(fbx_triangulator *memory, const float *points, const uint32_t *polygon, uint32_t count,
                          uint32_t *out)
{
    if (count == 3) {
        out[0] = 0, out[1] = 1, out[2] = 2;
    } else if (count == 4) {
        cut_quad(points, polygon, out);
    } else {
        flatten(memory, points, polygon, count);
        begin(memory, count);
        clip_ears(memory, count, out);
    }
}
