/* Clips a mesh: cuts away what lies beyond a level, and hems what remains. */
#include "samples/make/base/generator.h"
#include "samples/make/mesh/mesher.h"
#include <stdlib.h>
#include <string.h>

/* The point on the body where level is zero, between two vertices. */
static vec3 level_crossing(const sdf *body, mesh_level *level, const void *user, vec3 in, vec3 out)
{
    for (int i = 0; i < 16; i++) {
        vec3 middle = sdf_project(body, mix3(in, out, 0.5f));
        if (level(user, middle) < 0)
            in = middle;
        else
            out = middle;
    }
    return mix3(in, out, 0.5f);
}

/* Moves vertices that are close to the border onto it first, which avoids thin triangles. */
static void snap_to_level(part *p, const sdf *body, mesh_level *level, const void *user, float *values)
{
    uint32_t count;
    part_edge *edges = part_edges(p, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = edges[i].a, b = edges[i].b;
        if (values[a] == 0 || values[b] == 0 || (values[a] < 0) == (values[b] < 0))
            continue;
        float t = values[a] / (values[a] - values[b]);
        uint32_t near = t < 0.35f ? a : t > 0.65f ? b : NO_TRIANGLE;
        if (near == NO_TRIANGLE)
            continue;
        vec3 in = p->vertices[values[a] < 0 ? a : b].position, out = p->vertices[values[a] < 0 ? b : a].position;
        vec3 crossing = level_crossing(body, level, user, in, out);
        if (p->vertices[near].position.x == 0)
            crossing.x = 0;
        p->vertices[near].position = crossing;
        values[near] = 0;
    }
    free(edges);
}

typedef struct clip_split {
    uint32_t in, out, vertex;
} clip_split;

static uint32_t split_vertex(const clip_split *splits, uint32_t count, uint32_t in, uint32_t out)
{
    for (uint32_t i = count; i-- > 0;)
        if (splits[i].in == in && splits[i].out == out)
            return splits[i].vertex;
    return NO_TRIANGLE;
}

typedef struct clip_state {
    part *p;
    const sdf *body;
    mesh_level *level;
    const void *user;
    const float *values;
    clip_split *splits;
    uint32_t split_count;
} clip_state;

static uint32_t clip_crossing(clip_state *s, uint32_t in, uint32_t out)
{
    uint32_t found = split_vertex(s->splits, s->split_count, in, out);
    if (found != NO_TRIANGLE)
        return found;
    part_vertex vertex = {.edge = 1};
    vec3 a = s->p->vertices[in].position, b = s->p->vertices[out].position;
    vertex.position = level_crossing(s->body, s->level, s->user, a, b);
    if (a.x == 0 && b.x == 0)
        vertex.position.x = 0;
    found = part_add_vertex(s->p, vertex);
    s->splits = reallocate(s->splits, s->split_count + 1, sizeof *s->splits);
    s->splits[s->split_count++] = (clip_split){in, out, found};
    return found;
}

/* Whether any part of the triangle is kept. If all of its corners are on the border, its centre decides. */
static bool is_inside(const clip_state *s, const uint32_t t[3])
{
    const part_vertex *v = s->p->vertices;
    for (int k = 0; k < 3; k++)
        if (s->values[t[k]] != 0)
            return s->values[t[0]] < 0 || s->values[t[1]] < 0 || s->values[t[2]] < 0;
    vec3 sum = add(add(v[t[0]].position, v[t[1]].position), v[t[2]].position);
    return s->level(s->user, scale(sum, 1.0f / 3)) < 0;
}

/* Clips one triangle by the algorithm of Sutherland and Hodgman. */
static void clip_triangle(clip_state *s, const uint32_t t[3])
{
    uint32_t kept[4], count = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t a = t[k], b = t[(k + 1) % 3];
        if (s->values[a] <= 0)
            kept[count++] = a;
        if (s->values[a] < 0 && s->values[b] > 0)
            kept[count++] = clip_crossing(s, a, b);
        else if (s->values[a] > 0 && s->values[b] < 0)
            kept[count++] = clip_crossing(s, b, a);
    }
    bool inside = is_inside(s, t);
    if (inside && count >= 3)
        part_add_triangle(s->p, kept[0], kept[1], kept[2]);
    if (inside && count == 4)
        part_add_triangle(s->p, kept[0], kept[2], kept[3]);
}

void mesh_clip(part *p, const sdf *body, mesh_level *level, const void *user)
{
    float *values = allocate(p->vertex_count, sizeof *values);
    for (uint32_t i = 0; i < p->vertex_count; i++) values[i] = level(user, p->vertices[i].position);
    snap_to_level(p, body, level, user, values);
    uint32_t count = p->triangle_count;
    uint32_t(*old)[3] = p->triangles;
    p->triangles = NULL, p->triangle_count = p->triangle_capacity = 0;
    clip_state state = {p, body, level, user, values, NULL, 0};
    for (uint32_t i = 0; i < count; i++) clip_triangle(&state, old[i]);
    free(state.splits);
    free(values);
    free(old);
    part_compact(p);
}

/* ---- hems ---- */

static uint32_t hem_vertex(part *p, uint32_t *inner, uint32_t vertex, float depth)
{
    if (inner[vertex] == NO_TRIANGLE) {
        part_vertex copy = p->vertices[vertex];
        copy.position = along(copy.position, copy.normal, -depth);
        if (p->vertices[vertex].position.x == 0)
            copy.position.x = 0;
        copy.edge = 0;
        inner[vertex] = part_add_vertex(p, copy);
    }
    return inner[vertex];
}

void mesh_hem(part *p, float depth)
{
    uint32_t edge_count, outer_count = p->vertex_count;
    part_edge *edges = part_edges(p, &edge_count);
    uint32_t *inner = allocate(outer_count, sizeof *inner);
    memset(inner, 0xff, outer_count * sizeof *inner);
    for (uint32_t i = 0; i < edge_count; i++) {
        const part_edge *e = &edges[i];
        if (e->triangles[1] != NO_TRIANGLE || part_edge_on_mirror(p, e))
            continue;
        uint32_t a = e->forward ? e->a : e->b, b = e->forward ? e->b : e->a;
        uint32_t ia = hem_vertex(p, inner, a, depth), ib = hem_vertex(p, inner, b, depth);
        part_add_quad(p, b, a, ia, ib);
    }
    free(edges);
    free(inner);
}
