#include "samples/make/mesh/mesher.h"
#include "samples/make/base/generator.h"
#include <stdlib.h>
#include <string.h>

/* ---- surface nets (Gibson 1998): one vertex for each cell that the surface crosses, one quad for each crossed edge
 * ---- */

typedef struct grid {
    const sdf *body;
    /* node (0, 0, 0); in x it is half a cell left of the mirror plane, so that the cells at 0 are their own mirror
     * images */
    vec3 origin;
    float cell;
    uint32_t n[3]; /* nodes */
    float *values;
    uint32_t *vertices; /* a cell's vertex, or NO_TRIANGLE */
} grid;

static size_t grid_index(const grid *g, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * g->n[1] + y) * g->n[0] + x;
}

static vec3 grid_point(const grid *g, float x, float y, float z)
{
    return v3(g->origin.x + x * g->cell, g->origin.y + y * g->cell, g->origin.z + z * g->cell);
}

/* Skips nodes that are far from the surface: the next ones are on the same side. */
static void grid_fill_row(grid *g, uint32_t y, uint32_t z)
{
    for (uint32_t x = 0; x < g->n[0];) {
        float d = sdf_distance(g->body, grid_point(g, (float)x, (float)y, (float)z));
        uint32_t same = 1 + (uint32_t)fmaxf(fabsf(d) / g->cell * 0.4f - 2, 0);
        for (uint32_t end = x + same; x < end && x < g->n[0]; x++) g->values[grid_index(g, x, y, z)] = d;
    }
}

static grid grid_make(const mesh_desc *desc)
{
    grid g = {.body = desc->body, .cell = desc->cell};
    g.origin = v3(-desc->cell / 2, desc->low.y, desc->low.z);
    vec3 span = sub(desc->high, g.origin);
    g.n[0] = (uint32_t)(span.x / g.cell) + 2;
    g.n[1] = (uint32_t)(span.y / g.cell) + 2;
    g.n[2] = (uint32_t)(span.z / g.cell) + 2;
    size_t count = (size_t)g.n[0] * g.n[1] * g.n[2];
    g.values = allocate(count, sizeof *g.values);
    g.vertices = allocate(count, sizeof *g.vertices);
    memset(g.vertices, 0xff, count * sizeof *g.vertices);
    for (uint32_t iz = 0; iz < g.n[2]; iz++)
        for (uint32_t iy = 0; iy < g.n[1]; iy++) grid_fill_row(&g, iy, iz);
    return g;
}

/* The mean of the points where the surface crosses the cell's edges, projected onto the surface. */
static bool cell_vertex(const grid *g, uint32_t x, uint32_t y, uint32_t z, vec3 *out)
{
    float corner[8];
    vec3 sum = v3(0, 0, 0);
    int crossings = 0;
    for (uint32_t c = 0; c < 8; c++) corner[c] = g->values[grid_index(g, x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))];
    for (uint32_t c = 0; c < 8; c++)
        for (uint32_t axis = 1; axis < 8; axis <<= 1) {
            if (c & axis || (corner[c] < 0) == (corner[c | axis] < 0))
                continue;
            float t = corner[c] / (corner[c] - corner[c | axis]);
            vec3 at = v3((float)(c & 1), (float)(c >> 1 & 1), (float)(c >> 2));
            vec3 step = v3(axis == 1 ? t : 0, axis == 2 ? t : 0, axis == 4 ? t : 0);
            sum = add(sum, add(at, step));
            crossings++;
        }
    if (!crossings)
        return false;
    sum = scale(sum, 1 / (float)crossings);
    *out = sdf_project(g->body, grid_point(g, (float)x + sum.x, (float)y + sum.y, (float)z + sum.z));
    if (x == 0)
        out->x = 0;
    return true;
}

static void grid_add_vertices(grid *g, part *p)
{
    for (uint32_t z = 0; z + 1 < g->n[2]; z++)
        for (uint32_t y = 0; y + 1 < g->n[1]; y++)
            for (uint32_t x = 0; x + 1 < g->n[0]; x++) {
                part_vertex vertex = {.edge = 1};
                if (cell_vertex(g, x, y, z, &vertex.position))
                    g->vertices[grid_index(g, x, y, z)] = part_add_vertex(p, vertex);
            }
}

/* Adds the quad around the edge from node i along `axis`, if the surface crosses it. */
static void grid_add_quad(const grid *g, part *p, const uint32_t i[3], int axis)
{
    static const uint32_t step[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const uint32_t *s = step[axis], *u = step[(axis + 1) % 3], *w = step[(axis + 2) % 3];
    float here = g->values[grid_index(g, i[0], i[1], i[2])];
    float there = g->values[grid_index(g, i[0] + s[0], i[1] + s[1], i[2] + s[2])];
    if ((here < 0) == (there < 0))
        return;
    uint32_t corner[4];
    for (int k = 0; k < 4; k++) {
        uint32_t du = k == 1 || k == 2, dw = k >= 2;
        corner[k] = g->vertices[grid_index(g, i[0] - u[0] * du - w[0] * dw, i[1] - u[1] * du - w[1] * dw,
                                           i[2] - u[2] * du - w[2] * dw)];
    }
    if (here > 0)
        part_add_quad(p, corner[0], corner[3], corner[2], corner[1]);
    else
        part_add_quad(p, corner[0], corner[1], corner[2], corner[3]);
}

static void grid_add_quads(const grid *g, part *p)
{
    for (uint32_t z = 1; z + 1 < g->n[2]; z++)
        for (uint32_t y = 1; y + 1 < g->n[1]; y++)
            for (uint32_t x = 1; x + 1 < g->n[0]; x++)
                for (int axis = 0; axis < 3; axis++) grid_add_quad(g, p, (const uint32_t[]){x, y, z}, axis);
}

part mesh_body(const mesh_desc *desc)
{
    part p = {0};
    grid g = grid_make(desc);
    grid_add_vertices(&g, &p);
    grid_add_quads(&g, &p);
    free(g.values);
    free(g.vertices);
    part_compact(&p);
    if (desc->keep)
        mesh_clip(&p, desc->body, desc->keep, desc->user);
    mesh_simplify(&p, desc->body, desc->size, desc->user);
    return p;
}
