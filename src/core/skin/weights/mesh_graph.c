#include "core/skin/weights/mesh_graph.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include <hone/math.h>
#include <string.h>

/* Parts of the diagonal. reach: how far apart two pieces may be and still be connected. slack: how much longer than
 * the shortest bridge of its piece a bridge may be. */
static const float reach = 0.02f, slack = 0.0025f;

enum { CELL_NODES = 128 }; /* nodes that a search tries in one cell of the grid */

typedef struct bridge {
    uint32_t node, other;
    float length;
} bridge;

typedef struct graph_context {
    mesh_graph *graph;
    hone_arena *scratch;
    const uint32_t *indices;
    uint32_t triangle_count;
    bridge *bridges; /* [node_count] from each node to the nearest node of another piece; length INFINITY: none */
} graph_context;

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static uint32_t hash_bits(const uint32_t bits[3])
{
    uint64_t h = bits[0] * 0x9e3779b97f4a7c15u ^ bits[1] * 0xc2b2ae3d27d4eb4fu ^ bits[2] * 0x165667b19e3779f9u;
    h ^= h >> 29;
    return (uint32_t)((h * 0xbf58476d1ce4e5b9u) >> 32);
}

static uint32_t table_size(size_t count)
{
    uint32_t size = 16;
    while (size < 2 * count && size < UINT32_MAX / 2) size *= 2;
    return size;
}

static bool weld(graph_context *m, const hone_stream *positions)
{
    mesh_graph *g = m->graph;
    uint32_t size = table_size(positions->count), *table = hone_arena_array(m->scratch, size, sizeof *table);
    g->node_of = hone_arena_array(m->scratch, positions->count, sizeof *g->node_of);
    g->positions = hone_arena_array(m->scratch, positions->count, sizeof *g->positions);
    if (!table || (positions->count && (!g->node_of || !g->positions)))
        return false;
    for (size_t v = 0; v < positions->count; v++) {
        float p[3];
        uint32_t bits[3];
        memcpy(p, (const char *)positions->data + v * positions->stride, sizeof p);
        for (int i = 0; i < 3; i++) p[i] += 0.0f; /* -0 becomes 0 */
        memcpy(bits, p, sizeof bits);
        uint32_t at = hash_bits(bits) & (size - 1);
        while (table[at] && memcmp(g->positions[table[at] - 1], p, sizeof p) != 0) at = (at + 1) & (size - 1);
        if (!table[at]) {
            memcpy(g->positions[g->node_count], p, sizeof p);
            table[at] = ++g->node_count;
        }
        g->node_of[v] = table[at] - 1;
    }
    return true;
}

static void measure(mesh_graph *g)
{
    for (int i = 0; i < 3; i++) g->low[i] = INFINITY, g->high[i] = -INFINITY;
    for (uint32_t n = 0; n < g->node_count; n++)
        for (int i = 0; i < 3; i++) {
            g->low[i] = fminf(g->low[i], g->positions[n][i]);
            g->high[i] = fmaxf(g->high[i], g->positions[n][i]);
        }
}

/* ---- edges of triangles ----------------------------------------------------------------------------------------- */

static const uint32_t *corners(const graph_context *m, uint32_t triangle, uint32_t out[3])
{
    for (int c = 0; c < 3; c++) out[c] = m->graph->node_of[m->indices[3 * triangle + (uint32_t)c]];
    return out;
}

/* Sorts the list and drops duplicates. Returns how many stay. Lists are short, so insertion sort is enough. */
static uint32_t sort_unique(uint32_t *list, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = list[i], at = kept;
        while (at > 0 && list[at - 1] > value) at--;
        if (at > 0 && list[at - 1] == value)
            continue;
        memmove(&list[at + 1], &list[at], (kept - at) * sizeof *list);
        list[at] = value;
        kept++;
    }
    return kept;
}

static bool join_triangles(graph_context *m)
{
    enum { LONGEST = 4096 }; /* longer lists (the centre of a large fan) keep their duplicates */
    mesh_graph *g = m->graph;
    uint32_t corner[3], *begin = hone_arena_array(m->scratch, (size_t)g->node_count + 2, sizeof *begin);
    uint32_t *edges = hone_arena_array(m->scratch, 6 * (size_t)m->triangle_count, sizeof *edges);
    if (!begin || (m->triangle_count && !edges))
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        for (int c = 0; c < 3; c++) begin[corners(m, t, corner)[c] + 2] += 2;
    for (uint32_t n = 0; n < g->node_count; n++) begin[n + 2] += begin[n + 1];
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        corners(m, t, corner);
        for (int c = 0; c < 3; c++) {
            edges[begin[corner[c] + 1]++] = corner[(c + 1) % 3];
            edges[begin[corner[c] + 1]++] = corner[(c + 2) % 3];
        }
    }
    uint32_t to = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        uint32_t from = begin[n], count = begin[n + 1] - from;
        begin[n] = to;
        if (!count)
            continue;
        if (count <= LONGEST)
            count = sort_unique(edges + from, count);
        memmove(edges + to, edges + from, count * sizeof *edges);
        to += count;
    }
    begin[g->node_count] = to;
    g->edge_begin = begin;
    g->edges = edges;
    return true;
}

/* ---- outward normals ------------------------------------------------------------------------------------------- */

/* Sums the triangles' normals. The sign of the enclosed volume decides which side is outward. */
static bool find_normals(graph_context *m)
{
    mesh_graph *g = m->graph;
    uint32_t corner[3];
    double volume = 0;
    g->normals = hone_arena_array(m->scratch, g->node_count, sizeof *g->normals);
    if (g->node_count && !g->normals)
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        corners(m, t, corner);
        float p[3][3], a[3], b[3], cross[3];
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < 3; i++) p[c][i] = g->positions[corner[c]][i] - g->low[i];
        for (int i = 0; i < 3; i++) a[i] = p[1][i] - p[0][i], b[i] = p[2][i] - p[0][i];
        hone_vec3_cross(a, b, cross);
        volume += (double)hone_vec3_dot(cross, p[0]);
        for (int c = 0; c < 3; c++)
            for (int i = 0; i < 3; i++) g->normals[corner[c]][i] += cross[i];
    }
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (!hone_vec3_normalise(g->normals[n], g->normals[n]))
            memset(g->normals[n], 0, sizeof g->normals[n]);
        for (int i = 0; volume < 0 && i < 3; i++) g->normals[n][i] = -g->normals[n][i];
    }
    return true;
}

/* ---- connected pieces ------------------------------------------------------------------------------------------ */

static uint32_t find_root(uint32_t *parent, uint32_t at)
{
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
}

static bool find_pieces(graph_context *m)
{
    mesh_graph *g = m->graph;
    uint32_t *piece = hone_arena_array(m->scratch, g->node_count, sizeof *piece);
    if (g->node_count && !piece)
        return false;
    for (uint32_t n = 0; n < g->node_count; n++) piece[n] = n;
    for (uint32_t n = 0; n < g->node_count; n++)
        for (uint32_t e = g->edge_begin[n]; e < g->edge_begin[n + 1]; e++) {
            uint32_t a = find_root(piece, n), b = find_root(piece, g->edges[e]);
            piece[a > b ? a : b] = a > b ? b : a;
        }
    for (uint32_t n = 0; n < g->node_count; n++) piece[n] = find_root(piece, n);
    g->piece = piece;
    return true;
}

/* ---- bridges between pieces ------------------------------------------------------------------------------------- */

/* A hash table of grid cells, each a linked list of nodes. Cells with the same hash share an entry. */
typedef struct grid {
    float cell;
    uint32_t size, *head, *next; /* node + 1; 0: end */
} grid;

static void cell_of(const mesh_graph *g, float cell, const float p[3], int32_t out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (int32_t)((p[i] - g->low[i]) / cell);
}

static uint32_t place_of(const grid *of, const int32_t cell[3])
{
    const uint32_t bits[3] = {(uint32_t)cell[0], (uint32_t)cell[1], (uint32_t)cell[2]};
    return hash_bits(bits) & (of->size - 1);
}

static bool fill_grid(graph_context *m, float cell, grid *out)
{
    const mesh_graph *g = m->graph;
    *out = (grid){.cell = cell, .size = table_size(g->node_count)};
    out->head = hone_arena_array(m->scratch, out->size, sizeof *out->head);
    out->next = hone_arena_array(m->scratch, g->node_count, sizeof *out->next);
    if (!out->head || !out->next)
        return false;
    for (uint32_t n = g->node_count; n-- > 0;) { /* backwards, so that lists begin with the lowest node */
        int32_t at[3];
        cell_of(g, cell, g->positions[n], at);
        uint32_t place = place_of(out, at);
        out->next[n] = out->head[place];
        out->head[place] = n + 1;
    }
    return true;
}

static bridge nearest_of_others(const mesh_graph *g, const grid *in, uint32_t node)
{
    bridge best = {node, node, INFINITY};
    int32_t middle[3];
    cell_of(g, in->cell, g->positions[node], middle);
    for (int around = 0; around < 27; around++) {
        const int32_t at[3] = {middle[0] + around % 3 - 1, middle[1] + around / 3 % 3 - 1, middle[2] + around / 9 - 1};
        uint32_t looked = 0;
        for (uint32_t n = in->head[place_of(in, at)]; n && looked < CELL_NODES; n = in->next[n - 1], looked++) {
            if (g->piece[n - 1] == g->piece[node])
                continue;
            float d = hone_vec3_distance(g->positions[n - 1], g->positions[node]);
            if (d < best.length || (d <= best.length && n - 1 < best.other))
                best = (bridge){node, n - 1, d};
        }
    }
    return best;
}

/* Finds the bridge of each node, if it gets one: pieces are connected where they are nearest to each other. */
static bool find_bridges(graph_context *m, float diagonal)
{
    mesh_graph *g = m->graph;
    grid cells;
    float *nearest = hone_arena_array(m->scratch, g->node_count, sizeof *nearest);
    m->bridges = hone_arena_array(m->scratch, g->node_count, sizeof *m->bridges);
    if (!nearest || !m->bridges || !fill_grid(m, reach * diagonal, &cells))
        return false;
    for (uint32_t n = 0; n < g->node_count; n++) nearest[n] = INFINITY;
    for (uint32_t n = 0; n < g->node_count; n++) {
        m->bridges[n] = nearest_of_others(g, &cells, n);
        nearest[g->piece[n]] = fminf(nearest[g->piece[n]], m->bridges[n].length);
    }
    for (uint32_t n = 0; n < g->node_count; n++) {
        bridge *b = &m->bridges[n];
        if (!(b->length <= reach * diagonal && b->length <= 1.5f * nearest[g->piece[n]] + slack * diagonal))
            b->length = INFINITY;
    }
    return true;
}

static bool add_bridges(graph_context *m)
{
    mesh_graph *g = m->graph;
    uint32_t *begin = hone_arena_array(m->scratch, (size_t)g->node_count + 2, sizeof *begin);
    uint32_t *edges =
        hone_arena_array(m->scratch, (size_t)g->edge_begin[g->node_count] + 2 * (size_t)g->node_count, sizeof *edges);
    if (!begin || !edges)
        return false;
    for (uint32_t n = 0; n < g->node_count; n++) {
        begin[n + 2] += g->edge_begin[n + 1] - g->edge_begin[n];
        if (m->bridges[n].length < INFINITY)
            begin[n + 2]++, begin[m->bridges[n].other + 2]++;
    }
    for (uint32_t n = 0; n < g->node_count; n++) begin[n + 2] += begin[n + 1];
    for (uint32_t n = 0; n < g->node_count; n++)
        for (uint32_t e = g->edge_begin[n]; e < g->edge_begin[n + 1]; e++) edges[begin[n + 1]++] = g->edges[e];
    for (uint32_t n = 0; n < g->node_count; n++)
        if (m->bridges[n].length < INFINITY) {
            uint32_t other = m->bridges[n].other;
            edges[begin[n + 1]++] = other;
            edges[begin[other + 1]++] = n;
        }
    g->edge_begin = begin;
    g->edges = edges;
    return true;
}

static bool bridge_pieces(graph_context *m)
{
    float diagonal = hone_vec3_distance(m->graph->low, m->graph->high);
    bool several = false;
    for (uint32_t n = 0; n < m->graph->node_count; n++) several |= m->graph->piece[n] != 0;
    if (!several || !(diagonal > 0 && diagonal < INFINITY))
        return true;
    return find_bridges(m, diagonal) && add_bridges(m);
}

bool hone_mesh_graph_make(const hone_stream *positions, const uint32_t *indices, uint32_t index_count,
                          hone_arena *scratch, mesh_graph *out, hone_error *error)
{
    graph_context m = {.graph = out, .scratch = scratch, .indices = indices, .triangle_count = index_count / 3};
    *out = (mesh_graph){0};
    for (uint32_t i = 0; i < index_count; i++)
        if (indices[i] >= positions->count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, i, "index %u names vertex %u of %zu", i, indices[i],
                             positions->count);
    if (!weld(&m, positions))
        return hone_arena_fail(scratch, error);
    measure(out);
    if (!join_triangles(&m) || !find_normals(&m) || !find_pieces(&m) || !bridge_pieces(&m))
        return hone_arena_fail(scratch, error);
    return true;
}
