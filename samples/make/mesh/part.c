#include "samples/make/mesh/part.h"
#include "samples/make/base/generator.h"
#include <stdlib.h>

void part_release(part *p)
{
    free(p->vertices);
    free(p->triangles);
    *p = (part){0};
}

uint32_t part_add_vertex(part *p, part_vertex vertex)
{
    if (p->vertex_count == p->vertex_capacity) {
        p->vertex_capacity = p->vertex_capacity ? 2 * p->vertex_capacity : 64;
        p->vertices = reallocate(p->vertices, p->vertex_capacity, sizeof *p->vertices);
    }
    p->vertices[p->vertex_count] = vertex;
    return p->vertex_count++;
}

void part_add_triangle(part *p, uint32_t a, uint32_t b, uint32_t c)
{
    if (p->triangle_count == p->triangle_capacity) {
        p->triangle_capacity = p->triangle_capacity ? 2 * p->triangle_capacity : 64;
        p->triangles = reallocate(p->triangles, p->triangle_capacity, sizeof *p->triangles);
    }
    uint32_t *t = p->triangles[p->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

void part_add_quad(part *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const part_vertex *v = p->vertices;
    vec3 ac = sub(v[a].position, v[c].position), bd = sub(v[b].position, v[d].position);
    if (dot(ac, ac) <= dot(bd, bd)) {
        part_add_triangle(p, a, b, c);
        part_add_triangle(p, a, c, d);
    } else {
        part_add_triangle(p, a, b, d);
        part_add_triangle(p, b, c, d);
    }
}

void part_compact(part *p)
{
    uint32_t *to = allocate(p->vertex_count, sizeof *to), count = 0;
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++) to[p->triangles[i][k]] = 1;
    for (uint32_t i = 0; i < p->vertex_count; i++)
        if (to[i]) {
            p->vertices[count] = p->vertices[i];
            to[i] = count++;
        }
    p->vertex_count = count;
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++) p->triangles[i][k] = to[p->triangles[i][k]];
    free(to);
}

void part_average_normals(part *p)
{
    for (uint32_t i = 0; i < p->vertex_count; i++) p->vertices[i].normal = v3(0, 0, 0);
    for (uint32_t i = 0; i < p->triangle_count; i++) {
        const uint32_t *t = p->triangles[i];
        vec3 a = p->vertices[t[0]].position;
        vec3 n = cross(sub(p->vertices[t[1]].position, a), sub(p->vertices[t[2]].position, a));
        for (int k = 0; k < 3; k++) p->vertices[t[k]].normal = add(p->vertices[t[k]].normal, n);
    }
    for (uint32_t i = 0; i < p->vertex_count; i++) p->vertices[i].normal = unit(p->vertices[i].normal);
}

bool part_edge_on_mirror(const part *p, const part_edge *e)
{
    return p->vertices[e->a].position.x == 0 && p->vertices[e->b].position.x == 0;
}

/* Sorts the edges by a, then b, and keeps the order of their triangles: first into the places of their a, then those
 * few by insertion. */
static void sort_edges(const part *p, const part_edge *edges, uint32_t count, part_edge *sorted)
{
    uint32_t *end = allocate((size_t)p->vertex_count + 1, sizeof *end);
    for (uint32_t i = 0; i < count; i++) end[edges[i].a + 1]++;
    for (uint32_t i = 0; i < p->vertex_count; i++) end[i + 1] += end[i];
    for (uint32_t i = 0; i < count; i++) {
        const part_edge *e = &edges[i];
        uint32_t at = end[e->a]++;
        for (; at > 0 && sorted[at - 1].a == e->a && sorted[at - 1].b > e->b; at--) sorted[at] = sorted[at - 1];
        sorted[at] = *e;
    }
    free(end);
}

part_edge *part_edges(const part *p, uint32_t *count)
{
    part_edge *each = allocate(3 * (size_t)p->triangle_count, sizeof *each);
    part_edge *edges = allocate(3 * (size_t)p->triangle_count, sizeof *edges);
    uint32_t half = 0, whole = 0;
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t a = p->triangles[i][k], b = p->triangles[i][(k + 1) % 3], c = p->triangles[i][(k + 2) % 3];
            each[half++] = (part_edge){a < b ? a : b, a < b ? b : a, {i, NO_TRIANGLE}, {c, 0}, a < b};
        }
    sort_edges(p, each, half, edges);
    free(each);
    for (uint32_t i = 0; i < half; whole++) {
        edges[whole] = edges[i++];
        if (i < half && edges[i].a == edges[whole].a && edges[i].b == edges[whole].b) {
            edges[whole].triangles[1] = edges[i].triangles[0];
            edges[whole].opposites[1] = edges[i++].opposites[0];
        }
    }
    *count = whole;
    return edges;
}
