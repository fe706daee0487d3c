#include "mesher.h"
#include <stdlib.h>
#include <string.h>

/* ---- surface nets: Gibson 1998; one vertex a cell that the surface passes, one quad an edge that it crosses ---- */

typedef struct grid {
    const sdf *body;
    vec3 origin; /* node (0, 0, 0); in x half a cell left of the mirror, so that the cells at 0 are their own images */
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
    for (uint32_t z = 0; z < g.n[2]; z++)
        for (uint32_t y = 0; y < g.n[1]; y++)
            for (uint32_t x = 0; x < g.n[0]; x++)
                g.values[grid_index(&g, x, y, z)] =
                    sdf_distance(desc->body, grid_point(&g, (float)x, (float)y, (float)z));
    return g;
}

/* The mean of the points where the surface crosses the cell's edges, brought onto the surface. */
static bool cell_vertex(const grid *g, uint32_t x, uint32_t y, uint32_t z, vec3 *out)
{
    float corner[8];
    vec3 sum = v3(0, 0, 0);
    int crossings = 0;
    for (uint32_t c = 0; c < 8; c++)
        corner[c] = g->values[grid_index(g, x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))];
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

/* The quad around the edge from node i along `axis`, if the surface crosses it. */
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

/* ---- clipping ---- */

/* Where level crosses zero between two vertices, on the body. */
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

/* Vertices that lie close to the border are moved onto it first: no slivers then. */
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

/* Sutherland and Hodgman's walk around one triangle. */
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
    bool inside = s->values[t[0]] < 0 || s->values[t[1]] < 0 || s->values[t[2]] < 0;
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

/* ---- simplifying ---- */

/* Triangles around each vertex, and how it may move. */
typedef struct rings {
    uint32_t *begin, *triangles;
    uint8_t *border; /* INSIDE .. CORNER */
} rings;
enum { INSIDE, ON_BORDER, CORNER /* where a border meets the mirror */ };

static bool on_mirror(const part *p, const part_edge *e)
{
    return p->vertices[e->a].position.x == 0 && p->vertices[e->b].position.x == 0;
}

static void mark_border(const part *p, const part_edge *e, uint8_t *border)
{
    const uint32_t ends[2] = {e->a, e->b};
    for (int k = 0; k < 2; k++) {
        bool corner = p->vertices[ends[k]].position.x == 0 && !on_mirror(p, e);
        border[ends[k]] = corner || border[ends[k]] == CORNER ? CORNER : ON_BORDER;
    }
}

static rings rings_make(const part *p, const part_edge *edges, uint32_t edge_count)
{
    rings r = {allocate((size_t)p->vertex_count + 2, sizeof(uint32_t)),
               allocate(3 * (size_t)p->triangle_count, sizeof(uint32_t)), allocate(p->vertex_count, 1)};
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++) r.begin[p->triangles[i][k] + 2]++;
    for (uint32_t i = 2; i < p->vertex_count + 2; i++) r.begin[i] += r.begin[i - 1];
    for (uint32_t i = 0; i < p->triangle_count; i++)
        for (int k = 0; k < 3; k++) r.triangles[r.begin[p->triangles[i][k] + 1]++] = i;
    for (uint32_t i = 0; i < edge_count; i++)
        if (edges[i].triangles[1] == NO_TRIANGLE)
            mark_border(p, &edges[i], r.border);
    return r;
}

static void rings_release(rings *r)
{
    free(r->begin);
    free(r->triangles);
    free(r->border);
}

static bool ring_has(const part *p, const rings *r, uint32_t vertex, uint32_t other)
{
    for (uint32_t i = r->begin[vertex]; i < r->begin[vertex + 1]; i++)
        for (int k = 0; k < 3; k++)
            if (p->triangles[r->triangles[i]][k] == other)
                return true;
    return false;
}

/* An edge may go only if its ends share no neighbours but those across its triangles (the link condition). */
static bool link_holds(const part *p, const rings *r, const part_edge *edge)
{
    uint32_t shared = 0, last = NO_TRIANGLE, other = NO_TRIANGLE;
    for (uint32_t i = r->begin[edge->a]; i < r->begin[edge->a + 1]; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t v = p->triangles[r->triangles[i]][k];
            if (v == edge->a || v == edge->b || v == last || v == other || !ring_has(p, r, edge->b, v))
                continue;
            other = last, last = v;
            shared++;
        }
    return shared == (edge->triangles[1] == NO_TRIANGLE ? 1u : 2u);
}

static vec3 triangle_normal(vec3 a, vec3 b, vec3 c)
{
    return cross(sub(b, a), sub(c, a));
}

/* Would the triangles around `vertex` (but those at `gone`) keep their side if it went to `to`? */
static bool move_is_fair(const part *p, const rings *r, uint32_t vertex, uint32_t gone, vec3 to)
{
    for (uint32_t i = r->begin[vertex]; i < r->begin[vertex + 1]; i++) {
        const uint32_t *t = p->triangles[r->triangles[i]];
        if (t[0] == gone || t[1] == gone || t[2] == gone)
            continue;
        vec3 old[3], new[3];
        for (int k = 0; k < 3; k++) {
            old[k] = p->vertices[t[k]].position;
            new[k] = t[k] == vertex ? to : old[k];
        }
        vec3 before = triangle_normal(old[0], old[1], old[2]), after = triangle_normal(new[0], new[1], new[2]);
        if (dot(before, after) < 0.5f * length(before) * length(after) || length(after) < 1e-7f)
            return false;
    }
    return true;
}

typedef struct candidate {
    float ratio;
    uint32_t edge;
} candidate;

static int compare_candidates(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->ratio != b->ratio)
        return a->ratio < b->ratio ? -1 : 1;
    return (a->edge > b->edge) - (a->edge < b->edge);
}

/* Short edges, shortest first. */
static candidate *short_edges(const part *p, const part_edge *edges, uint32_t edge_count, mesh_size *size,
                              const void *user, uint32_t *count)
{
    candidate *out = allocate(edge_count, sizeof *out);
    *count = 0;
    for (uint32_t i = 0; i < edge_count; i++) {
        vec3 a = p->vertices[edges[i].a].position, b = p->vertices[edges[i].b].position;
        float ratio = length(sub(a, b)) / size(user, mix3(a, b, 0.5f));
        if (ratio < 0.8f)
            out[(*count)++] = (candidate){ratio, i};
    }
    qsort(out, *count, sizeof *out, compare_candidates);
    return out;
}

/* Where both ends of the edge go; false if it must stay. Borders only shrink along themselves. */
static bool collapse_target(const part *p, const sdf *body, const rings *r, const part_edge *edge, vec3 *out)
{
    uint8_t a = r->border[edge->a], b = r->border[edge->b];
    vec3 pa = p->vertices[edge->a].position, pb = p->vertices[edge->b].position;
    if (a && b) {
        if (edge->triangles[1] != NO_TRIANGLE || (a == CORNER && b == CORNER))
            return false;
        *out = b == CORNER ? pb : pa;
        return true;
    }
    *out = a ? pa : b ? pb : sdf_project(body, mix3(pa, pb, 0.5f));
    return true;
}

static void touch_ring(const part *p, const rings *r, uint32_t vertex, uint8_t *touched)
{
    for (uint32_t i = r->begin[vertex]; i < r->begin[vertex + 1]; i++)
        for (int k = 0; k < 3; k++) touched[p->triangles[r->triangles[i]][k]] = 1;
}

static void drop_flat_triangles(part *p, const uint32_t *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->triangle_count; i++) {
        uint32_t a = to[p->triangles[i][0]], b = to[p->triangles[i][1]], c = to[p->triangles[i][2]];
        if (a == b || b == c || c == a)
            continue;
        uint32_t *t = p->triangles[count++];
        t[0] = a, t[1] = b, t[2] = c;
    }
    p->triangle_count = count;
    part_compact(p);
}

/* One round: edges whose surroundings no other collapse of the round touches. Returns how many went. */
static uint32_t collapse_round(part *p, const sdf *body, mesh_size *size, const void *user)
{
    uint32_t edge_count, count, done = 0;
    part_edge *edges = part_edges(p, &edge_count);
    rings r = rings_make(p, edges, edge_count);
    candidate *candidates = short_edges(p, edges, edge_count, size, user, &count);
    uint8_t *touched = allocate(p->vertex_count, 1);
    uint32_t *to = allocate(p->vertex_count, sizeof *to);
    for (uint32_t i = 0; i < p->vertex_count; i++) to[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        const part_edge *edge = &edges[candidates[i].edge];
        vec3 target;
        if (touched[edge->a] || touched[edge->b] || !collapse_target(p, body, &r, edge, &target) ||
            !link_holds(p, &r, edge) || !move_is_fair(p, &r, edge->a, edge->b, target) ||
            !move_is_fair(p, &r, edge->b, edge->a, target))
            continue;
        touch_ring(p, &r, edge->a, touched);
        touch_ring(p, &r, edge->b, touched);
        p->vertices[edge->a].position = target;
        to[edge->b] = edge->a;
        done++;
    }
    drop_flat_triangles(p, to);
    free(edges), free(candidates), free(touched), free(to);
    rings_release(&r);
    return done;
}

/* The cosine sum that tells Delaunay's side: negative where the two opposite angles exceed a half turn. */
static float opposite_angles(vec3 a, vec3 b, vec3 c, vec3 d)
{
    float angle1 = acosf(clamp(dot(unit(sub(a, c)), unit(sub(b, c))), -1, 1));
    float angle2 = acosf(clamp(dot(unit(sub(a, d)), unit(sub(b, d))), -1, 1));
    return angle1 + angle2;
}

static bool flip_is_fair(const part *p, const part_edge *e)
{
    vec3 a = p->vertices[e->a].position, b = p->vertices[e->b].position;
    vec3 c = p->vertices[e->opposites[0]].position, d = p->vertices[e->opposites[1]].position;
    if (opposite_angles(a, b, c, d) < PI + 0.05f)
        return false;
    vec3 n0 = triangle_normal(a, b, c), n1 = triangle_normal(b, a, d), m0 = triangle_normal(c, d, b),
         m1 = triangle_normal(d, c, a);
    vec3 sum = add(n0, n1);
    return dot(sum, m0) > 0.7f * length(sum) * length(m0) && dot(sum, m1) > 0.7f * length(sum) * length(m1) &&
           dot(n0, n1) > 0.7f * length(n0) * length(n1);
}

static void flip_edge(part *p, const part_edge *e)
{
    uint32_t a = e->forward ? e->a : e->b, b = e->forward ? e->b : e->a, c = e->opposites[0], d = e->opposites[1];
    uint32_t *t0 = p->triangles[e->triangles[0]], *t1 = p->triangles[e->triangles[1]];
    t0[0] = c, t0[1] = a, t0[2] = d;
    t1[0] = d, t1[1] = b, t1[2] = c;
}

static void flip_round(part *p)
{
    uint32_t edge_count;
    part_edge *edges = part_edges(p, &edge_count);
    rings r = rings_make(p, edges, edge_count);
    uint8_t *touched = allocate(p->vertex_count, 1);
    for (uint32_t i = 0; i < edge_count; i++) {
        const part_edge *e = &edges[i];
        if (e->triangles[1] == NO_TRIANGLE || touched[e->a] || touched[e->b] || touched[e->opposites[0]] ||
            touched[e->opposites[1]] || ring_has(p, &r, e->opposites[0], e->opposites[1]) || !flip_is_fair(p, e))
            continue;
        flip_edge(p, e);
        touched[e->a] = touched[e->b] = touched[e->opposites[0]] = touched[e->opposites[1]] = 1;
    }
    free(edges), free(touched);
    rings_release(&r);
}

/* Where a vertex's neighbours would have it: inside, their mean; on the mirror, the mean of those on the mirror. */
static bool smooth_target(const part *p, const rings *r, uint32_t vertex, vec3 *out)
{
    bool mirror = p->vertices[vertex].position.x == 0;
    vec3 sum = v3(0, 0, 0);
    uint32_t count = 0;
    for (uint32_t i = r->begin[vertex]; i < r->begin[vertex + 1]; i++)
        for (int k = 0; k < 3; k++) {
            uint32_t other = p->triangles[r->triangles[i]][k];
            if (other == vertex || (mirror && p->vertices[other].position.x != 0))
                continue;
            sum = add(sum, p->vertices[other].position);
            count++;
        }
    *out = scale(sum, 1 / (float)(count ? count : 1));
    return count >= (mirror ? 2u : 3u) && !(r->border[vertex] && !mirror);
}

static void smooth_round(part *p, const sdf *body)
{
    uint32_t edge_count;
    part_edge *edges = part_edges(p, &edge_count);
    rings r = rings_make(p, edges, edge_count);
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        vec3 target, old = p->vertices[i].position;
        if (!smooth_target(p, &r, i, &target))
            continue;
        target = sdf_project(body, mix3(old, target, 0.6f));
        if (old.x == 0)
            target.x = 0;
        if (move_is_fair(p, &r, i, NO_TRIANGLE, target))
            p->vertices[i].position = target;
    }
    free(edges);
    rings_release(&r);
}

void mesh_simplify(part *p, const sdf *body, mesh_size *size, const void *user)
{
    for (int round = 0; round < 40; round++) {
        uint32_t gone = collapse_round(p, body, size, user);
        flip_round(p);
        if (round % 3 == 2)
            smooth_round(p, body);
        if (gone == 0)
            break;
    }
    for (int round = 0; round < 3; round++) {
        flip_round(p);
        smooth_round(p, body);
    }
    for (uint32_t i = 0; i < p->vertex_count; i++)
        p->vertices[i].normal = sdf_normal(body, p->vertices[i].position);
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
        if (e->triangles[1] != NO_TRIANGLE || on_mirror(p, e))
            continue;
        uint32_t a = e->forward ? e->a : e->b, b = e->forward ? e->b : e->a;
        uint32_t ia = hem_vertex(p, inner, a, depth), ib = hem_vertex(p, inner, b, depth);
        part_add_quad(p, b, a, ia, ib);
    }
    free(edges);
    free(inner);
}
