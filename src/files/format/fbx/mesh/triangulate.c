/* Cuts polygons into triangles. Source of ear clipping: Meisters, "Polygons have ears", 1975. */
#include "files/format/fbx/mesh/triangulate.h"
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "base/lanes/lanes.h"
#include <string.h>

enum { REFLEX = 1, WAITS = 2, CLIPPED = 4 };

bool hone_fbx_triangulator_make(fbx_reader *reader, uint32_t largest, uint64_t corners, fbx_triangulator *out)
{
    uint64_t count = largest > 4 ? largest : 0;
    *out = (fbx_triangulator){.work = 1000000 + 512 * corners};
    return hone_reading_scratch_raw(&reader->file, count, sizeof *out->flat, &out->flat) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->before, &out->before) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->behind, &out->behind) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->state, &out->state) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->queue, &out->queue) &&
           hone_reading_scratch_raw(&reader->file, count + 1, sizeof *out->cells, &out->cells) &&
           hone_reading_scratch_raw(&reader->file, count + 3, sizeof(float), &out->reflex[0]) &&
           hone_reading_scratch_raw(&reader->file, count + 3, sizeof(float), &out->reflex[1]) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->cell, &out->cell) &&
           hone_reading_scratch_raw(&reader->file, count, sizeof *out->place, &out->place);
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

/* Returns twice the area of a triangle, negative if it is clockwise. */
static float area(const float a[2], const float b[2], const float c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static float area_at(const fbx_triangulator *t, uint32_t corner)
{
    return area(t->flat[t->before[corner]], t->flat[corner], t->flat[t->behind[corner]]);
}

/* ---- larger polygons: the grid of reflex corners ---- */

static uint32_t cell_along(const fbx_triangulator *t, int axis, float value)
{
    float cell = (value - t->low[axis]) * t->scale[axis];
    return cell > 0 ? cell < (float)t->side ? (uint32_t)cell : t->side - 1 : 0;
}

/* Lays the grid, with about two reflex corners a cell. */
static void lay_grid(fbx_triangulator *t, uint32_t count, uint32_t reflex)
{
    float high[2] = {t->flat[0][0], t->flat[0][1]};
    t->side = 1;
    while (reflex > 8 && t->side < UINT16_MAX && 2 * (t->side + 1) * (t->side + 1) <= reflex) t->side++;
    memcpy(t->low, high, sizeof high);
    for (uint32_t c = 1; c < count; c++)
        for (int i = 0; i < 2; i++) {
            t->low[i] = t->flat[c][i] < t->low[i] ? t->flat[c][i] : t->low[i];
            high[i] = t->flat[c][i] > high[i] ? t->flat[c][i] : high[i];
        }
    for (int i = 0; i < 2; i++) t->scale[i] = high[i] > t->low[i] ? (float)t->side / (high[i] - t->low[i]) : 0;
    for (uint32_t c = 0; c < count; c++)
        for (int i = 0; i < 2; i++) t->cell[c][i] = (uint16_t)cell_along(t, i, t->flat[c][i]);
}

/* Counts the reflex corners of each cell, then puts each into its place. */
static void fill_grid(fbx_triangulator *t, uint32_t count)
{
    uint32_t cells = t->side * t->side, end = 0;
    memset(t->cells, 0, ((size_t)cells + 1) * sizeof *t->cells);
    for (uint32_t c = 0; c < count; c++)
        if (t->state[c] & REFLEX)
            t->cells[t->cell[c][1] * t->side + t->cell[c][0]]++;
    for (uint32_t i = 0; i <= cells; i++) {
        end += t->cells[i];
        t->cells[i] = end;
    }
    for (uint32_t c = 0; c < count; c++) {
        if (!(t->state[c] & REFLEX))
            continue;
        t->place[c] = --t->cells[t->cell[c][1] * t->side + t->cell[c][0]];
        for (int i = 0; i < 2; i++) t->reflex[i][t->place[c]] = t->flat[c][i];
    }
    for (uint32_t i = 0; i < 3; i++) t->reflex[0][end + i] = t->reflex[1][end + i] = NAN;
}

static void leave_grid(fbx_triangulator *t, uint32_t corner)
{
    t->state[corner] &= (uint8_t)~REFLEX;
    t->reflex[0][t->place[corner]] = NAN;
}

/* ---- larger polygons: ears ---- */

/* An edge of an ear, in every lane. */
typedef struct ear_edge {
    lanes from[2], along[2];
} ear_edge;

static ear_edge edge_of(const float a[2], const float b[2])
{
    return (ear_edge){{lanes_set(a[0]), lanes_set(a[1])}, {lanes_set(b[0] - a[0]), lanes_set(b[1] - a[1])}};
}

/* Tests HONE_LANES points: whether they are left of an edge or on it, but not where it begins. NaN is neither. */
static lanes_bits are_left(const ear_edge *edge, lanes x, lanes y)
{
    lanes dx = x - edge->from[0], dy = y - edge->from[1];
    return (edge->along[0] * dy - edge->along[1] * dx >= 0) & ((x != edge->from[0]) | (y != edge->from[1]));
}

/* Returns whether a reflex corner is inside of the triangle or on its edge. A corner at the same place as one of the
 * triangle does not count: polygons with a hole visit some points twice. Up to three corners behind `end` are tested
 * too, whatever HONE_LANES is: rounding may place one of them in the ear, and every machine shall find the same. */
static bool is_any_in_ear(const fbx_triangulator *t, const ear_edge ear[3], uint32_t begin, uint32_t end)
{
    for (uint32_t four = begin; four < end; four += 4)
        for (uint32_t i = four; i < four + 4; i += HONE_LANES) {
            const lanes x = lanes_load(t->reflex[0] + i), y = lanes_load(t->reflex[1] + i);
            const lanes_bits first = are_left(&ear[0], x, y), second = are_left(&ear[1], x, y);
            const lanes_bits third = are_left(&ear[2], x, y);
            if (lanes_any(first & second & third))
                return true;
        }
    return false;
}

/* Finds the cells that an ear may be in: the lowest and the highest along both axes. */
static void find_cells(const fbx_triangulator *t, const uint32_t corners[3], uint32_t low[2], uint32_t high[2])
{
    for (int i = 0; i < 2; i++) {
        uint32_t a = t->cell[corners[0]][i], b = t->cell[corners[1]][i], c = t->cell[corners[2]][i];
        low[i] = a < b ? a : b;
        low[i] = c < low[i] ? c : low[i];
        high[i] = a > b ? a : b;
        high[i] = c > high[i] ? c : high[i];
    }
}

/* An ear turns left, and no other corner is in it. Once the work is used up, everything is an ear. */
static bool is_ear(fbx_triangulator *t, uint32_t corner)
{
    const uint32_t corners[3] = {t->before[corner], corner, t->behind[corner]};
    uint32_t low[2], high[2];
    ear_edge ear[3];
    if (t->state[corner] & REFLEX)
        return t->work == 0;
    find_cells(t, corners, low, high);
    for (int i = 0; i < 3; i++) ear[i] = edge_of(t->flat[corners[i]], t->flat[corners[(i + 1) % 3]]);
    for (uint32_t y = low[1]; y <= high[1] && t->work > 0; y++) {
        const uint32_t *row = t->cells + (size_t)y * t->side;
        uint32_t begin = row[low[0]], end = row[high[0] + 1];
        t->work -= t->work < end - begin + 1 ? t->work : end - begin + 1;
        if (is_any_in_ear(t, ear, begin, end))
            return false;
    }
    return true;
}

/* ---- larger polygons: clipping ---- */

static void put(fbx_triangulator *t, uint32_t count, uint32_t corner)
{
    if (t->state[corner] & WAITS)
        return;
    uint32_t at = t->first + t->waiting++;
    t->queue[at < count ? at : at - count] = corner;
    t->state[corner] |= WAITS;
}

static uint32_t take(fbx_triangulator *t, uint32_t count)
{
    uint32_t corner = t->queue[t->first++];
    t->first = t->first < count ? t->first : 0;
    t->waiting--;
    t->state[corner] &= (uint8_t)~WAITS;
    return corner;
}

static void begin(fbx_triangulator *t, uint32_t count)
{
    uint32_t reflex = 0;
    t->first = t->waiting = 0;
    for (uint32_t c = 0; c < count; c++) {
        t->before[c] = c ? c - 1 : count - 1;
        t->behind[c] = c + 1 < count ? c + 1 : 0;
        t->state[c] = 0;
    }
    for (uint32_t c = 0; c < count; c++) {
        t->state[c] |= area_at(t, c) > 0 ? 0 : REFLEX;
        reflex += t->state[c] & REFLEX;
        put(t, count, c);
    }
    lay_grid(t, count, reflex);
    fill_grid(t, count);
}

/* The angle of a neighbour of an ear becomes smaller, never larger. */
static void change_neighbour(fbx_triangulator *t, uint32_t count, uint32_t corner)
{
    if ((t->state[corner] & REFLEX) && area_at(t, corner) > 0)
        leave_grid(t, corner);
    put(t, count, corner);
}

static void clip(fbx_triangulator *t, uint32_t count, uint32_t corner, uint32_t *out)
{
    uint32_t before = t->before[corner], behind = t->behind[corner];
    out[0] = before, out[1] = corner, out[2] = behind;
    t->behind[before] = behind;
    t->before[behind] = before;
    if (t->state[corner] & REFLEX)
        leave_grid(t, corner);
    t->state[corner] = CLIPPED;
    change_neighbour(t, count, before);
    change_neighbour(t, count, behind);
}

/* Tests corners in their order, and neighbours of an ear again after all others, so that triangles do not become thin.
 * When none waits any more, a round over all corners finds those whose ears have become empty. A polygon that crosses
 * itself may have no ear: then a corner is clipped as it is. */
static void clip_ears(fbx_triangulator *t, uint32_t count, uint32_t *out)
{
    uint32_t at = 0, tests = 0;
    for (uint32_t left = count; left > 3;) {
        if (t->waiting == 0)
            for (uint32_t c = 0, corner = at; c < left; c++, corner = t->behind[corner]) put(t, count, corner);
        uint32_t corner = take(t, count);
        if (t->state[corner] & CLIPPED)
            continue;
        at = t->behind[corner];
        if (++tests <= left && !is_ear(t, corner))
            continue;
        clip(t, count, corner, out);
        out += 3, left--, tests = 0;
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
