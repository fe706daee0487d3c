#include "skin/blocks.h"
#include "base/builder.h"

enum { SHORTEST_TAIL = 6 }; /* fewer vertices with one tuple are cheaper beside others of the same shape */

/* Where vertices are put, one tuple after the other. With no arrays it only counts. */
typedef struct layout {
    hone_skin *skin;
    const uint32_t *sorted; /* the vertices, tuple after tuple */
    uint32_t block, lane;   /* the next place */
    uint32_t group;
    size_t slots, weights, sdefs; /* the next of each */
} layout;

static void put(layout *l, uint32_t vertex)
{
    hone_skin *skin = l->skin;
    if (skin->vertices) {
        uint32_t at = l->block * LANES + l->lane;
        skin->vertices[at] = vertex;
        skin->lanes[vertex] = at;
    }
    if (++l->lane == LANES) {
        if (skin->used)
            skin->used[l->block] = LANES;
        l->lane = 0;
        l->block++;
    }
}

/* Fills up the block with its last vertex. */
static void pad(layout *l)
{
    if (l->lane == 0)
        return;
    if (l->skin->vertices) {
        uint32_t *block = l->skin->vertices + (size_t)l->block * LANES;
        l->skin->used[l->block] = (uint8_t)l->lane;
        for (uint32_t lane = l->lane; lane < LANES; lane++) block[lane] = block[l->lane - 1];
    }
    l->lane = 0;
    l->block++;
}

/* How many of a tuple's vertices share blocks of their own. */
static uint32_t own_lanes(const hone_skin_tuple *tuple)
{
    uint32_t tail = tuple->vertices % LANES;
    return tail < SHORTEST_TAIL && tuple->influences > 0 ? tuple->vertices - tail : tuple->vertices;
}

static void end_group(layout *l, const hone_skin_tuple *shape, bool mixed, uint32_t begin, uint32_t vertices)
{
    uint32_t blocks = l->block - begin, stored = shape->influences - (shape->implicit && shape->influences > 0);
    if (blocks == 0)
        return;
    if (l->skin->groups)
        l->skin->groups[l->group] = (hone_skin_group){.begin = begin,
                                                      .end = l->block,
                                                      .kind = shape->kind,
                                                      .mixed = mixed,
                                                      .implicit = shape->implicit,
                                                      .influences = shape->influences,
                                                      .stored = stored,
                                                      .slots = l->slots,
                                                      .weights = l->weights,
                                                      .sdefs = l->sdefs,
                                                      .vertices = vertices};
    l->group++;
    l->slots += (size_t)blocks * shape->influences * (mixed ? LANES : 1);
    l->weights += (size_t)blocks * stored * LANES;
    if (shape->kind == HONE_SKIN_BY_SDEF)
        l->sdefs += blocks;
}

static bool same_shape(const hone_skin_tuple *a, const hone_skin_tuple *b)
{
    return a->kind == b->kind && a->implicit == b->implicit && a->influences == b->influences;
}

/* Tuples [first, end) of one shape: those that fill blocks of their own, then what is left of all. */
static void lay_shape(layout *l, const hone_skin_tuple *first, const hone_skin_tuple *end)
{
    uint32_t begin = l->block, vertices = 0;
    const uint32_t *sorted = l->sorted;
    for (const hone_skin_tuple *t = first; t < end; sorted += t++->vertices) {
        for (uint32_t i = 0; i < own_lanes(t); i++) put(l, sorted[i]);
        pad(l);
        vertices += own_lanes(t);
    }
    end_group(l, first, false, begin, vertices);
    begin = l->block, vertices = 0;
    sorted = l->sorted;
    for (const hone_skin_tuple *t = first; t < end; sorted += t++->vertices) {
        for (uint32_t i = own_lanes(t); i < t->vertices; i++) put(l, sorted[i]);
        vertices += t->vertices - own_lanes(t);
    }
    pad(l);
    end_group(l, first, true, begin, vertices);
    l->sorted = sorted;
}

static layout lay_all(hone_skin *skin, const hone_skin_tuples *tuples, const uint32_t *sorted)
{
    layout l = {.skin = skin, .sorted = sorted};
    const hone_skin_tuple *first = tuples->tuples, *end = first + tuples->count;
    while (first < end) {
        const hone_skin_tuple *next = first;
        while (next < end && same_shape(first, next)) next++;
        lay_shape(&l, first, next);
        first = next;
    }
    return l;
}

/* The vertices by tuple, of each in the order of the file. NULL if out of memory. */
static uint32_t *sort_vertices(const hone_skin_tuples *tuples, uint32_t vertex_count, hone_builder *scratch)
{
    uint32_t *sorted = hone_builder_array(scratch, (size_t)vertex_count + 1, sizeof *sorted);
    uint32_t *place = hone_builder_array(scratch, (size_t)tuples->count + 1, sizeof *place);
    if (hone_builder_failed(scratch))
        return NULL;
    for (uint32_t t = 0, at = 0; t < tuples->count; at += tuples->tuples[t++].vertices)
        place[tuples->tuples[t].id] = at;
    for (uint32_t v = 0; v < vertex_count; v++) sorted[place[tuples->of[v]]++] = v;
    return sorted;
}

bool hone_skin_lay_out(hone_skin *skin, const hone_skin_tuples *tuples, hone_builder *scratch)
{
    const uint32_t *sorted = sort_vertices(tuples, skin->vertex_count, scratch);
    if (!sorted)
        return false;
    layout size = lay_all(skin, tuples, sorted);
    skin->block_count = size.block;
    skin->group_count = size.group;
    size_t lanes = (size_t)size.block * LANES;
    skin->groups = hone_builder_array(skin->memory, size.group, sizeof *skin->groups);
    skin->vertices = hone_builder_array(skin->memory, lanes, sizeof *skin->vertices);
    skin->used = hone_builder_array(skin->memory, size.block, sizeof *skin->used);
    skin->lanes = hone_builder_array(skin->memory, skin->vertex_count, sizeof *skin->lanes);
    skin->slots = hone_builder_array(skin->memory, size.slots + 1, sizeof *skin->slots); /* never NULL */
    skin->sdefs = hone_builder_array(skin->memory, size.sdefs, sizeof *skin->sdefs);
    skin->weight_count = size.weights;
    if (hone_builder_failed(skin->memory))
        return false;
    lay_all(skin, tuples, sorted);
    return true;
}
