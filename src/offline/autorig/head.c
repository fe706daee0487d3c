/* Finds the vertices that belong to the head. Hair that falls past the shoulders is nearer to other bones, but has
 * to move with the head. */
#include "base/memory/arena.h"
#include "core/skin/weights/mesh_graph.h"
#include "offline/autorig/human_skeleton.h"
#include <hone/math.h>
#include <string.h>

typedef struct head_fill {
    const search *s;
    uint8_t *reached;   /* [grid->count] */
    uint32_t *queue;    /* [grid->count] */
    int32_t border;     /* layer of the neck; within the neck the fill does not cross it */
    bool above, leaked; /* above: fill only above the border; leaked: the fill reached the trunk below the border */
} head_fill;

static bool is_trunk(const search *s, uint32_t cell, int32_t layer)
{
    return s->trunk_blobs[layer] != HONE_NONE && s->voxel_layers.labels[cell] == (uint32_t)s->trunk_blobs[layer] + 1;
}

static void flood_head(head_fill *p)
{
    const voxels *g = p->s->grid;
    const uint32_t row = (uint32_t)g->size[0], layer = row * (uint32_t)g->size[2];
    const uint32_t sides[6] = {1, 0u - 1, row, 0u - row, layer, 0u - layer};
    uint32_t head = 0, tail = 0;
    memset(p->reached, 0, g->count);
    p->leaked = false;
    for (uint32_t cell = (uint32_t)(p->border + 1) * layer; cell < g->count; cell++)
        if (is_trunk(p->s, cell, (int32_t)(cell / layer)))
            p->reached[cell] = 1, p->queue[tail++] = cell;
    while (head < tail) {
        uint32_t from = p->queue[head++];
        for (int side = 0; side < 6; side++) {
            uint32_t to = from + sides[side];
            int32_t at = (int32_t)(to / layer);
            if (p->reached[to] || !g->inside[to] || (p->above && at <= p->border) ||
                (at == p->border && is_trunk(p->s, to, at)))
                continue;
            p->leaked |= at < p->border && is_trunk(p->s, to, at);
            p->reached[to] = 1, p->queue[tail++] = to;
        }
    }
}

enum { OF_NONE, OF_HEAD, OF_BODY }; /* what the cells around a point belong to; thin sheets lie in air */

static uint8_t part_of(const head_fill *p, bool across, const float place[3])
{
    const voxels *g = p->s->grid;
    float turned[3];
    int32_t at[3];
    uint8_t part = OF_NONE;
    voxels_turn(across, place, turned);
    for (int i = 0; i < 3; i++) {
        at[i] = (int32_t)floorf((turned[i] - g->origin[i]) / g->cell);
        if (at[i] < 1 || at[i] >= g->size[i] - 1)
            return OF_NONE;
    }
    for (int around = 0; around < 27; around++) {
        uint32_t cell = voxel_at(g, at[0] + around % 3 - 1, at[1] + around / 3 % 3 - 1, at[2] + around / 9 - 1);
        if (p->reached[cell])
            return OF_HEAD;
        part = g->inside[cell] ? OF_BODY : part;
    }
    return part;
}

/* A connected piece of the mesh that mostly belongs to the head and hardly to the body becomes part of the head:
 * locks of hair have ends too thin for cells. */
static bool whole_pieces(const hone_mesh *mesh, hone_arena *scratch, uint8_t *parts, hone_error *error)
{
    enum { HARDLY = 8 };
    const hone_stream positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions};
    mesh_graph graph;
    if (!hone_mesh_graph_make(&positions, mesh->indices, mesh->index_count / 3 * 3, scratch, &graph, error))
        return false;
    int64_t(*balance)[2] = hone_arena_array(scratch, graph.node_count, sizeof *balance);
    if (!balance)
        return graph.node_count == 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        int64_t *of = balance[graph.piece[graph.node_of[v]]];
        of[0] += parts[v] == OF_HEAD ? 1 : -1;
        of[1] += parts[v] == OF_HEAD ? 1 : parts[v] == OF_BODY ? -HARDLY : 0;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const int64_t *of = balance[graph.piece[graph.node_of[v]]];
        parts[v] = parts[v] == OF_HEAD || (of[0] > 0 && of[1] > 0);
    }
    return true;
}

bool hone_autorig_find_head(const search *s, const hone_mesh *mesh, bool across, hone_arena *scratch, uint8_t *out,
                            hone_error *error)
{
    head_fill p = {.s = s, .border = s->neck_layer};
    p.reached = hone_arena_array(scratch, s->grid->count, 1);
    p.queue = hone_arena_array(scratch, s->grid->count, sizeof *p.queue);
    if (!p.reached || !p.queue)
        return false;
    flood_head(&p);
    if (p.leaked) {
        p.above = true;
        flood_head(&p);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) out[v] = part_of(&p, across, mesh->positions[v]);
    return whole_pieces(mesh, scratch, out, error);
}
