/* Makes a solid of voxels from a mesh that need not be closed. A cell is inside if a flood fill from outside does
 * not reach it, or if at least five of six axis-parallel rays find it inside by the orientation of the triangles
 * they cross. */
#include "offline/autorig/voxels.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include <math.h>
#include <string.h>

enum {
    BORDER = 2,            /* empty cells around the box, so that everything outside is connected */
    MOST_LOOKED = 1 << 26, /* limit of columns that are tested: about a second's work */
    MOST_EACH = 32         /* further columns for each triangle, as the triangles of a fine mesh are small */
};

typedef struct voxel_context {
    voxels *grid;
    const hone_mesh *mesh;
    bool across;
    int32_t sense;   /* orientation of the triangles: -1 if the cross product of their edges points outwards */
    int16_t *signs;  /* [count] for one axis: surfaces entered (+1) and left (-1) by a ray just before this cell */
    uint8_t *cuts;   /* [count] bit a: a triangle lies between this cell and the previous one along axis a */
    uint8_t *votes;  /* [count] how many of the six rays found the cell inside */
    uint32_t *queue; /* [count] */
    uint64_t looked; /* columns tested so far */
} voxel_context;

static void corner(const voxel_context *m, uint32_t index, float out[3])
{
    voxels_turn(m->across, m->mesh->positions[m->mesh->indices[index]], out);
}

static uint32_t step_of(const voxels *g, int axis)
{
    return axis == 0 ? 1 : axis == 2 ? (uint32_t)g->size[0] : (uint32_t)(g->size[0] * g->size[2]);
}

/* ---- the grid --------------------------------------------------------------------------------------------------- */

static double volume_under(const float p[3][3], const float from[3])
{
    double a[3], b[3], o[3];
    for (int i = 0; i < 3; i++) {
        o[i] = (double)p[0][i] - (double)from[i];
        a[i] = (double)p[1][i] - (double)p[0][i], b[i] = (double)p[2][i] - (double)p[0][i];
    }
    return o[0] * (a[1] * b[2] - a[2] * b[1]) + o[1] * (a[2] * b[0] - a[0] * b[2]) + o[2] * (a[0] * b[1] - a[1] * b[0]);
}

static bool measure(voxel_context *m, hone_error *error)
{
    voxels *g = m->grid;
    double volume = 0;
    float first[3] = {0};
    for (int i = 0; i < 3; i++) g->low[i] = INFINITY, g->high[i] = -INFINITY;
    for (uint32_t t = 0; t + 2 < m->mesh->index_count; t += 3) {
        float p[3][3];
        for (uint32_t c = 0; c < 3; c++) {
            corner(m, t + c, p[c]);
            for (int i = 0; i < 3; i++) {
                g->low[i] = fminf(g->low[i], p[c][i]);
                g->high[i] = fmaxf(g->high[i], p[c][i]);
            }
        }
        if (t == 0)
            memcpy(first, p[0], sizeof first);
        volume += volume_under((const float(*)[3])p, first);
    }
    m->sense = volume > 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        if (!(g->high[i] > g->low[i] && g->high[i] - g->low[i] < INFINITY))
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0,
                             "no body was found: there is no triangle, or all of them are in one plane");
    return true;
}

static void choose_cells(voxels *g, int32_t layers)
{
    double size[3], most = HONE_VOXELS_MOST;
    for (int i = 0; i < 3; i++) size[i] = (double)g->high[i] - (double)g->low[i];
    double cell = size[1] / layers;
    for (double count = most + 1; count > most; cell *= 1.02) {
        count = 1;
        for (int i = 0; i < 3; i++) count *= floor(size[i] / cell) + 1 + 2 * BORDER;
        if (count <= most)
            break;
    }
    g->cell = (float)cell;
    g->count = 1;
    for (int i = 0; i < 3; i++) {
        /* offsets, so that planes of symmetry do not fall on cell centres */
        const double aside[3] = {0.391, 0.477, 0.433};
        g->size[i] = (int32_t)floor(size[i] / cell) + 1 + 2 * BORDER;
        g->origin[i] = (float)((double)g->low[i] - (BORDER + aside[i]) * cell);
        g->count *= (uint32_t)g->size[i];
    }
}

/* ---- intersections of rays and triangles ----------------------------------------------------------------------- */

/* A point on the common edge of two triangles is in exactly one of them, as both ask the same question. */
static bool left_of(const double a[2], const double b[2], const double p[2])
{
    if (b[0] < a[0] || (b[0] <= a[0] && b[1] < a[1]))
        return !left_of(b, a, p);
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0;
}

typedef struct footprint {
    int axis, u, v;
    double flat[3][2], depth[3]; /* in cells */
    double area;                 /* twice the signed area */
} footprint;

static void cross(const voxel_context *m, const footprint *f, int32_t iu, int32_t iv)
{
    const voxels *g = m->grid;
    const double p[2] = {iu + 0.5, iv + 0.5};
    int lefts =
        left_of(f->flat[0], f->flat[1], p) + left_of(f->flat[1], f->flat[2], p) + left_of(f->flat[2], f->flat[0], p);
    if (lefts != (f->area > 0 ? 3 : 0))
        return;
    double w[3];
    for (int c = 0; c < 3; c++) {
        const double *a = f->flat[(c + 1) % 3], *b = f->flat[(c + 2) % 3];
        w[c] = ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / f->area;
    }
    double depth = w[0] * f->depth[0] + w[1] * f->depth[1] + w[2] * f->depth[2];
    double after = ceil(depth - 0.5);
    int32_t k = after < 1 ? 1 : after < g->size[f->axis] ? (int32_t)after : g->size[f->axis] - 1;
    uint32_t at = (uint32_t)k * step_of(g, f->axis) + (uint32_t)iu * step_of(g, f->u) + (uint32_t)iv * step_of(g, f->v);
    int sign = (f->area > 0 ? 1 : -1) * m->sense;
    if (m->signs[at] < INT16_MAX / 2 && m->signs[at] > -INT16_MAX / 2)
        m->signs[at] = (int16_t)(m->signs[at] + sign);
    m->cuts[at] |= (uint8_t)(1 << f->axis);
}

/* False if the limit of work is exceeded: many triangles as large as the box would take too long. */
static bool rasterise(voxel_context *m, uint32_t triangle, int axis)
{
    const voxels *g = m->grid;
    footprint f = {.axis = axis, .u = (axis + 1) % 3, .v = (axis + 2) % 3};
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (uint32_t c = 0; c < 3; c++) {
        float p[3];
        corner(m, triangle + c, p);
        const int axes[3] = {f.u, f.v, axis};
        double *to[3] = {&f.flat[c][0], &f.flat[c][1], &f.depth[c]};
        for (int i = 0; i < 3; i++) *to[i] = ((double)p[axes[i]] - (double)g->origin[axes[i]]) / (double)g->cell;
        for (int i = 0; i < 2; i++) low[i] = fmin(low[i], f.flat[c][i]), high[i] = fmax(high[i], f.flat[c][i]);
    }
    f.area = (f.flat[1][0] - f.flat[0][0]) * (f.flat[2][1] - f.flat[0][1]) -
             (f.flat[1][1] - f.flat[0][1]) * (f.flat[2][0] - f.flat[0][0]);
    if (!(f.area > 0 || f.area < 0))
        return true;
    m->looked += (uint64_t)((high[0] - low[0] + 2) * (high[1] - low[1] + 2));
    for (int32_t iv = (int32_t)floor(low[1] - 0.5); iv <= (int32_t)high[1]; iv++)
        for (int32_t iu = (int32_t)floor(low[0] - 0.5); iu <= (int32_t)high[0]; iu++)
            if (iu >= 0 && iv >= 0 && iu < g->size[f.u] && iv < g->size[f.v])
                cross(m, &f, iu, iv);
    return m->looked < MOST_LOOKED + (uint64_t)MOST_EACH * (m->mesh->index_count / 3);
}

/* ---- inside and outside ----------------------------------------------------------------------------------------- */

static void vote_along(const voxel_context *m, int axis)
{
    const voxels *g = m->grid;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    uint32_t step = step_of(g, axis);
    for (int32_t iv = 0; iv < g->size[v]; iv++)
        for (int32_t iu = 0; iu < g->size[u]; iu++) {
            uint32_t at = (uint32_t)iu * step_of(g, u) + (uint32_t)iv * step_of(g, v);
            int32_t total = 0, entered = 0;
            for (int32_t k = 0; k < g->size[axis]; k++) total += m->signs[at + (uint32_t)k * step];
            for (int32_t k = 0; k < g->size[axis]; k++) {
                entered += m->signs[at + (uint32_t)k * step];
                m->votes[at + (uint32_t)k * step] += (uint8_t)((entered > 0) + (entered > total));
            }
        }
}

/* Clears the cells connected with the first one through faces that no triangle cuts. */
static void flood(const voxel_context *m)
{
    const voxels *g = m->grid;
    uint32_t head = 0, tail = 0;
    m->queue[tail++] = 0;
    g->inside[0] = 0;
    while (head < tail) {
        uint32_t at = m->queue[head++], rest = at;
        int32_t place[3];
        place[0] = (int32_t)(rest % (uint32_t)g->size[0]), rest /= (uint32_t)g->size[0];
        place[2] = (int32_t)(rest % (uint32_t)g->size[2]), place[1] = (int32_t)(rest / (uint32_t)g->size[2]);
        for (int side = 0; side < 6; side++) {
            int axis = side / 2, up = side % 2;
            if (up ? place[axis] + 1 >= g->size[axis] : place[axis] == 0)
                continue;
            uint32_t other = up ? at + step_of(g, axis) : at - step_of(g, axis);
            if (g->inside[other] && !(m->cuts[up ? other : at] >> axis & 1)) {
                g->inside[other] = 0;
                m->queue[tail++] = other;
            }
        }
    }
}

bool hone_voxels_make(const hone_mesh *mesh, bool across, int32_t layers, hone_arena *scratch, voxels *out,
                      hone_error *error)
{
    enum { ENOUGH = 5 }; /* of six rays */
    voxel_context m = {.grid = out, .mesh = mesh, .across = across};
    *out = (voxels){0};
    if (!measure(&m, error))
        return false;
    choose_cells(out, layers);
    out->inside = hone_arena_array(scratch, out->count, 1);
    m.signs = hone_arena_array(scratch, out->count, sizeof *m.signs);
    m.cuts = hone_arena_array(scratch, out->count, 1);
    m.votes = hone_arena_array(scratch, out->count, 1);
    m.queue = hone_arena_array(scratch, out->count, sizeof *m.queue);
    if (!out->inside || !m.signs || !m.cuts || !m.votes || !m.queue)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        memset(m.signs, 0, out->count * sizeof *m.signs);
        for (uint32_t t = 0; t + 2 < mesh->index_count; t += 3)
            if (!rasterise(&m, t, axis))
                return hone_fail(error, HONE_ERROR_ARGUMENT, t / 3, "no body was found: too many triangles overlap");
        vote_along(&m, axis);
    }
    memset(out->inside, 1, out->count);
    flood(&m);
    for (uint32_t i = 0; i < out->count; i++) out->inside[i] |= m.votes[i] >= ENOUGH;
    return true;
}
