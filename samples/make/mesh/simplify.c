/* Simplifies a mesh: collapses the edges whose loss changes the surface least. */
#include "samples/make/base/generator.h"
#include "samples/make/mesh/mesher.h"
#include <stdlib.h>

/* The triangles around each vertex, and how the vertex may move. */
typedef struct rings {
    uint32_t *begin, *triangles;
    uint8_t *border; /* INSIDE .. CORNER */
} rings;
enum { INSIDE, ON_BORDER, CORNER /* where a border meets the mirror plane */ };

static void mark_border(const part *p, const part_edge *e, uint8_t *border)
{
    const uint32_t ends[2] = {e->a, e->b};
    for (int k = 0; k < 2; k++) {
        bool corner = p->vertices[ends[k]].position.x == 0 && !part_edge_on_mirror(p, e);
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

/* An edge may only collapse if its ends share no neighbours except those across its triangles (the link condition). */
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

/* Whether the triangles around `vertex` (except those at `gone`) keep their side if it moves to `to`, where the body's
 * normal is `out`. */
static bool move_is_fair(const part *p, const rings *r, uint32_t vertex, uint32_t gone, vec3 to, vec3 out)
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
        float area = length(after);
        if (dot(before, after) < 0.5f * length(before) * area || dot(after, out) < 0.25f * area || area < 1e-7f)
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

/* The short edges, shortest first. */
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

/* The point to which both ends of the edge move; false if it must stay. A border only shrinks along itself. */
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

/* Does one round: collapses edges whose surroundings no other collapse of the round changes. Returns the number of
 * collapses. */
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
            !link_holds(p, &r, edge))
            continue;
        vec3 out = sdf_normal(body, target);
        if (!move_is_fair(p, &r, edge->a, edge->b, target, out) || !move_is_fair(p, &r, edge->b, edge->a, target, out))
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

/* A sum of cosines for the Delaunay test: negative if the two opposite angles exceed a half turn. */
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

/* The smoothed position of a vertex: inside, the mean of its neighbours; on the mirror plane, the mean of those on the
 * plane. */
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
        if (move_is_fair(p, &r, i, NO_TRIANGLE, target, sdf_normal(body, target)))
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
    for (uint32_t i = 0; i < p->vertex_count; i++) p->vertices[i].normal = sdf_normal(body, p->vertices[i].position);
}
