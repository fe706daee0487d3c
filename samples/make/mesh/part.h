/* A piece of the character under construction, with one material and one way of weighting. */
#ifndef HONE_SAMPLES_MAKE_MESH_PART_H
#define HONE_SAMPLES_MAKE_MESH_PART_H

#include "samples/make/base/vec.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct part_vertex {
    vec3 position, normal;
    float u, v;
    float edge; /* outline's width, 0..1 */
} part_vertex;

typedef struct part {
    uint32_t vertex_count, vertex_capacity;
    part_vertex *vertices;
    uint32_t triangle_count, triangle_capacity;
    uint32_t (*triangles)[3]; /* clockwise as seen from outside, as in MMD */
} part;

void part_release(part *p);
uint32_t part_add_vertex(part *p, part_vertex vertex);
void part_add_triangle(part *p, uint32_t a, uint32_t b, uint32_t c);
void part_add_quad(part *p, uint32_t a, uint32_t b, uint32_t c, uint32_t d); /* split along the shorter diagonal */
/* Removes vertices that no triangle uses; the order is kept. */
void part_compact(part *p);
/* Sets each normal to the mean of the normals of the triangles around it, weighted by area. */
void part_average_normals(part *p);

/* An edge of a part with the triangles on its left and right. */
typedef struct part_edge {
    uint32_t a, b;         /* a < b */
    uint32_t triangles[2]; /* the second is NO_TRIANGLE at the border */
    uint32_t opposites[2]; /* the third corner of each */
    bool forward;          /* the first triangle runs from a to b */
} part_edge;
#define NO_TRIANGLE UINT32_MAX

bool part_edge_on_mirror(const part *p, const part_edge *e);
/* All edges in ascending order of (a, b); release with free. */
part_edge *part_edges(const part *p, uint32_t *count);

#endif
