#include "collapse.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE = 6 }; /* a pass lets one vertex of so many go at most, so that errors stay those of the surface now */
static const double border = 100, least_turn = 0.3, skin = 0.2;

/* The sum of squared distances to planes: p' A p + 2 b' p + c. */
typedef struct quadric {
    double a[6], b[3], c, area;
} quadric;

typedef struct edge {
    uint32_t from, to;
    double error;
} edge;

typedef struct collapsing {
    coarse_mesh *mesh;
    quadric *quadrics;     /* [vertices] */
    uint32_t *begin, *use; /* the triangles of each vertex: indices of their first corners */
    uint32_t *map;         /* [vertices] where a vertex has gone in this pass */
    uint8_t *touched;      /* [vertices] in this pass */
    edge *edges;
    uint32_t edge_count;
} collapsing;

/* ---- quadrics --------------------------------------------------------------------------------------------------- */

static void add_plane(quadric *q, const double n[3], double d, double weight)
{
    int at = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) q->a[at++] += weight * n[i] * n[j];
        q->b[i] += weight * n[i] * d;
    }
    q->c += weight * d * d;
}

static double error_at(const quadric *q, const float p[3])
{
    double x = (double)p[0], y = (double)p[1], z = (double)p[2];
    return x * (q->a[0] * x + 2 * q->a[1] * y + 2 * q->a[2] * z) + y * (q->a[3] * y + 2 * q->a[4] * z) +
           q->a[5] * z * z + 2 * (q->b[0] * x + q->b[1] * y + q->b[2] * z) + q->c;
}

static void subtract(const float a[3], const float b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (double)(a[i] - b[i]);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void normal_of(const float a[3], const float b[3], const float c[3], double out[3])
{
    double u[3], v[3];
    subtract(b, a, u), subtract(c, a, v);
    cross(u, v, out);
}

/* ---- the surface ------------------------------------------------------------------------------------------------ */

/* Whether a triangle of a label has the edge from a to b. */
static bool has_edge(const collapsing *c, uint32_t a, uint32_t b, uint32_t label)
{
    for (uint32_t u = c->begin[a]; u < c->begin[a + 1]; u++) {
        const uint32_t *t = c->mesh->indices + c->use[u];
        for (int k = 0; k < 3; k++)
            if (t[k] == a && t[(k + 1) % 3] == b && c->mesh->labels[c->use[u] / 3] == label)
                return true;
    }
    return false;
}

static void list_uses(collapsing *c)
{
    const coarse_mesh *m = c->mesh;
    memset(c->begin, 0, (m->vertex_count + (size_t)2) * sizeof *c->begin);
    for (uint32_t i = 0; i < m->index_count; i++) c->begin[m->indices[i] + 2]++;
    for (uint32_t v = 2; v < m->vertex_count + 2; v++) c->begin[v] += c->begin[v - 1];
    for (uint32_t i = 0; i < m->index_count; i++) c->use[c->begin[m->indices[i] + 1]++] = i - i % 3;
}

/* A border holds its vertices by a plane through it, at a right angle to the triangle. */
static void add_border(collapsing *c, uint32_t a, uint32_t b, const double normal[3])
{
    double along[3], n[3];
    subtract(c->mesh->positions[b], c->mesh->positions[a], along);
    cross(along, normal, n);
    double length = sqrt(dot(n, n)), weight = border * dot(along, along);
    for (int i = 0; i < 3 && length > 0; i++) n[i] /= length;
    double d = 0;
    for (int i = 0; i < 3; i++) d -= n[i] * (double)c->mesh->positions[a][i];
    add_plane(&c->quadrics[a], n, d, weight), add_plane(&c->quadrics[b], n, d, weight);
}

/* Where a label ends, the surface has a border. */
static void add_triangle(collapsing *c, const uint32_t t[3], uint32_t label)
{
    const float(*p)[3] = c->mesh->positions;
    double n[3], d = 0;
    normal_of(p[t[0]], p[t[1]], p[t[2]], n);
    double area = sqrt(dot(n, n));
    if (!(area > 0))
        return;
    for (int i = 0; i < 3; i++) n[i] /= area, d -= n[i] * (double)p[t[0]][i];
    for (int k = 0; k < 3; k++) {
        add_plane(&c->quadrics[t[k]], n, d, area);
        c->quadrics[t[k]].area += area;
        if (!has_edge(c, t[(k + 1) % 3], t[k], label))
            add_border(c, t[k], t[(k + 1) % 3], n);
    }
}

static void fill_quadrics(collapsing *c)
{
    memset(c->quadrics, 0, c->mesh->vertex_count * sizeof *c->quadrics);
    for (uint32_t i = 0; i + 2 < c->mesh->index_count; i += 3)
        add_triangle(c, c->mesh->indices + i, c->mesh->labels[i / 3]);
}

/* ---- a pass ------------------------------------------------------------------------------------------------------ */

/* A vertex may go where the surface stays, and where it is skinned alike. */
static void offer(collapsing *c, uint32_t from, uint32_t to)
{
    const quadric *q = &c->quadrics[from];
    double along[3], other = c->mesh->difference(c->mesh->user, from, to);
    subtract(c->mesh->positions[to], c->mesh->positions[from], along);
    double error = error_at(q, c->mesh->positions[to]) + skin * other * other * q->area * dot(along, along);
    c->edges[c->edge_count++] = (edge){from, to, error};
}

static void list_edges(collapsing *c)
{
    c->edge_count = 0;
    for (uint32_t i = 0; i < c->mesh->index_count; i++) {
        uint32_t a = c->mesh->indices[i], b = c->mesh->indices[i - i % 3 + (i + 1) % 3];
        offer(c, a, b), offer(c, b, a);
    }
}

static int compare(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->error != y->error)
        return x->error < y->error ? -1 : 1;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to < y->to ? -1 : x->to > y->to;
}

/* Whether a triangle of the vertex would turn over, or a neighbour has moved in this pass. */
static bool is_barred(const collapsing *c, const edge *e)
{
    const float(*p)[3] = c->mesh->positions;
    for (uint32_t u = c->begin[e->from]; u < c->begin[e->from + 1]; u++) {
        const uint32_t *t = c->mesh->indices + c->use[u];
        uint32_t next[3];
        double before[3], after[3];
        for (int k = 0; k < 3; k++) {
            if (c->touched[t[k]])
                return true;
            next[k] = t[k] == e->from ? e->to : t[k];
        }
        if (t[0] == e->to || t[1] == e->to || t[2] == e->to)
            continue;
        normal_of(p[t[0]], p[t[1]], p[t[2]], before), normal_of(p[next[0]], p[next[1]], p[next[2]], after);
        if (dot(before, after) < least_turn * sqrt(dot(before, before) * dot(after, after)))
            return true;
    }
    return false;
}

static void touch(collapsing *c, uint32_t vertex)
{
    for (uint32_t u = c->begin[vertex]; u < c->begin[vertex + 1]; u++)
        for (int k = 0; k < 3; k++) c->touched[c->mesh->indices[c->use[u] + (uint32_t)k]] = 1;
}

/* Triangles go where their vertices have gone; flat ones are left out. */
static void follow(collapsing *c)
{
    coarse_mesh *m = c->mesh;
    uint32_t made = 0;
    for (uint32_t i = 0; i + 2 < m->index_count; i += 3) {
        const uint32_t *old = m->indices + i, t[3] = {c->map[old[0]], c->map[old[1]], c->map[old[2]]};
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
            continue;
        m->labels[made / 3] = m->labels[i / 3];
        memcpy(m->indices + made, t, sizeof t);
        made += 3;
    }
    m->index_count = made;
}

static uint32_t pass(collapsing *c, uint32_t most)
{
    uint32_t gone = 0;
    list_uses(c);
    fill_quadrics(c);
    list_edges(c);
    qsort(c->edges, c->edge_count, sizeof *c->edges, compare);
    memset(c->touched, 0, c->mesh->vertex_count);
    for (uint32_t v = 0; v < c->mesh->vertex_count; v++) c->map[v] = v;
    for (uint32_t i = 0; i < c->edge_count && gone < most; i++) {
        const edge *e = &c->edges[i];
        if (c->touched[e->from] || c->touched[e->to] || is_barred(c, e))
            continue;
        touch(c, e->from), touch(c, e->to);
        c->map[e->from] = e->to;
        gone++;
    }
    follow(c);
    return gone;
}

uint32_t collapse(coarse_mesh *mesh, uint32_t fewer)
{
    size_t count = mesh->vertex_count + (size_t)2;
    collapsing c = {.mesh = mesh, .quadrics = calloc(count, sizeof *c.quadrics)};
    c.begin = calloc(count, sizeof *c.begin);
    c.use = calloc(mesh->index_count + (size_t)1, sizeof *c.use);
    c.map = calloc(count, sizeof *c.map);
    c.touched = calloc(count, 1);
    c.edges = calloc(2 * (size_t)mesh->index_count + 1, sizeof *c.edges);
    bool ok = c.quadrics && c.begin && c.use && c.map && c.touched && c.edges;
    uint32_t gone = 0, last = ok;
    while (last > 0 && gone < fewer) {
        uint32_t share = (mesh->vertex_count - gone) / SHARE + 1;
        last = pass(&c, fewer - gone < share ? fewer - gone : share);
        gone += last;
    }
    free(c.quadrics), free(c.begin), free(c.use), free(c.map), free(c.touched), free(c.edges);
    return ok ? gone : UINT32_MAX;
}
