#include "core/skin/blocks.h"
#include "base/memory/arena.h"
#include "core/skin/block_order.h"
#include "core/skin/partial_blocks.h"

/* A slot set with fewer vertices left than this does not get a partial block of its own: a mixed block is cheaper. */
enum { LEAST_REMAINDER = 6 };

/* Assigns vertices to lanes, one slot set after the other. While the arrays of the skin are NULL it only counts. */
typedef struct layout {
    hone_skin *skin;
    const hone_slot_sets *sets;
    const hone_partial_blocks *partial;
    const uint32_t *sorted; /* all vertices, sorted by slot set */
    const uint32_t *starts; /* [sets] index of each slot set's first vertex in `sorted` */
    uint32_t block, lane;   /* the next free place */
    uint32_t group;
    size_t slots, weights, sdefs; /* the next free index of each array */
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

/* Ends the current block. Its free lanes repeat the block's last vertex. */
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

/* Returns how many vertices of a slot set go to blocks that it shares with no other set. */
static uint32_t own_lanes(const layout *l, uint32_t index)
{
    const hone_slot_set *set = &l->sets->sets[index];
    uint32_t full = hone_slot_set_full(set);
    if (set->influences == 0 || (!hone_slot_set_can_share(set) && set->vertices - full >= LEAST_REMAINDER))
        return set->vertices;
    return full;
}

/* The properties that all blocks of a group have in common. */
typedef struct shape {
    uint8_t kind;
    bool implicit;
    uint32_t influences;
} shape;

static shape shape_of(const hone_slot_set *set)
{
    return (shape){set->kind, set->implicit, set->influences};
}

static shape shape_of_union(const hone_skin_union *all)
{
    return (shape){all->kind, true, all->influences};
}

/* Uses the order in which slot sets and unions are sorted. */
static int compare_shapes(shape a, shape b)
{
    if (a.kind != b.kind)
        return a.kind < b.kind ? -1 : 1;
    if (a.implicit != b.implicit)
        return a.implicit ? -1 : 1;
    return (a.influences > b.influences) - (a.influences < b.influences);
}

static void end_group(layout *l, shape s, bool mixed, uint32_t begin, uint32_t vertices)
{
    uint32_t blocks = l->block - begin, stored = s.influences - (s.implicit && s.influences > 0);
    if (blocks == 0)
        return;
    if (l->skin->groups)
        l->skin->groups[l->group] = (hone_skin_group){.begin = begin,
                                                      .end = l->block,
                                                      .kind = s.kind,
                                                      .mixed = mixed,
                                                      .implicit = s.implicit,
                                                      .influences = s.influences,
                                                      .stored = stored,
                                                      .slots = l->slots,
                                                      .weights = l->weights,
                                                      .sdefs = l->sdefs,
                                                      .vertices = vertices};
    l->group++;
    l->slots += (size_t)blocks * s.influences * (mixed ? LANES : 1);
    l->weights += (size_t)blocks * stored * LANES;
    if (s.kind == HONE_SKIN_BY_SDEF)
        l->sdefs += blocks;
}

static uint32_t put_all(layout *l, uint32_t index, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) put(l, l->sorted[l->starts[index] + i]);
    return end - begin;
}

/* Writes the slots that the lanes of blocks [begin, l->block) share. The group's slots begin at l->slots. */
static void share_slots(const layout *l, uint32_t group_begin, uint32_t begin, uint32_t influences,
                        const uint32_t *slots, const hone_influence *named)
{
    uint32_t *out = l->skin->slots ? l->skin->slots + l->slots : NULL;
    for (uint32_t block = begin; out && block < l->block; block++)
        for (uint32_t i = 0; i < influences; i++)
            out[(size_t)(block - group_begin) * influences + i] = slots ? slots[i] : (uint32_t)named[i].slot;
}

/* Fills the blocks that belong to one slot set alone. Returns the number of vertices placed. */
static uint32_t place_set(layout *l, uint32_t group, uint32_t index)
{
    const hone_slot_set *set = &l->sets->sets[index];
    uint32_t begin = l->block, vertices = put_all(l, index, 0, own_lanes(l, index));
    pad(l);
    share_slots(l, group, begin, set->influences, NULL, set->slots);
    return vertices;
}

/* Fills a block that several slot sets share. Returns the number of vertices placed. */
static uint32_t place_union(layout *l, uint32_t group, const hone_skin_union *all)
{
    uint32_t begin = l->block, vertices = 0;
    for (uint32_t index = all->first;; index = l->partial->next[index]) {
        const hone_slot_set *set = &l->sets->sets[index];
        vertices += put_all(l, index, hone_slot_set_full(set), set->vertices);
        if (index == all->last)
            break;
    }
    pad(l);
    share_slots(l, group, begin, all->influences, all->slots, NULL);
    return vertices;
}

/* Places slot sets [index, sets_end) and unions [u, unions_end), all of one shape. The vertices left over go to a mixed
 * group, in which each lane has its own slots. */
static void place_shape(layout *l, shape s, uint32_t index, uint32_t sets_end, uint32_t u, uint32_t unions_end)
{
    uint32_t group = l->block, vertices = 0;
    for (uint32_t i = index; i < sets_end; i++) vertices += place_set(l, group, i);
    for (uint32_t i = u; i < unions_end; i++) vertices += place_union(l, group, &l->partial->unions[i]);
    end_group(l, s, false, group, vertices);
    group = l->block, vertices = 0;
    for (uint32_t i = index; i < sets_end; i++)
        if (l->partial->mixed[i])
            vertices += put_all(l, i, own_lanes(l, i), l->sets->sets[i].vertices);
    pad(l);
    end_group(l, s, true, group, vertices);
}

/* Goes through the shapes in order. Slot sets and unions are both sorted by shape; a shape may occur in only one of
 * the lists. */
static layout place_all(layout l)
{
    const uint32_t sets = l.sets->count, unions = l.partial->count;
    for (uint32_t index = 0, u = 0; index < sets || u < unions;) {
        shape s = index < sets ? shape_of(&l.sets->sets[index]) : shape_of_union(&l.partial->unions[u]);
        if (u < unions && compare_shapes(shape_of_union(&l.partial->unions[u]), s) < 0)
            s = shape_of_union(&l.partial->unions[u]);
        uint32_t sets_end = index, unions_end = u;
        while (sets_end < sets && compare_shapes(shape_of(&l.sets->sets[sets_end]), s) == 0) sets_end++;
        while (unions_end < unions && compare_shapes(shape_of_union(&l.partial->unions[unions_end]), s) == 0)
            unions_end++;
        place_shape(&l, s, index, sets_end, u, unions_end);
        index = sets_end, u = unions_end;
    }
    return l;
}

/* Sorts the vertices by slot set, in file order within each set, and finds where each set begins. Returns false if
 * out of memory. */
static bool sort_vertices(layout *l, uint32_t vertex_count, hone_arena *scratch)
{
    const hone_slot_sets *sets = l->sets;
    uint32_t *sorted = hone_arena_array(scratch, (size_t)vertex_count + 1, sizeof *sorted);
    uint32_t *starts = hone_arena_array(scratch, (size_t)sets->count + 1, sizeof *starts);
    uint32_t *place = hone_arena_array(scratch, (size_t)sets->count + 1, sizeof *place);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t index = 0, at = 0; index < sets->count; at += sets->sets[index++].vertices)
        starts[index] = place[sets->sets[index].id] = at;
    for (uint32_t v = 0; v < vertex_count; v++) sorted[place[sets->of[v]]++] = v;
    l->sorted = sorted, l->starts = starts;
    return true;
}

/* Allocates the skin's arrays. Those that hone_skin_order_blocks replaces come from `room`. */
static bool allocate(hone_skin *skin, const layout *size, hone_arena *room)
{
    size_t lanes = (size_t)size->block * LANES;
    skin->block_count = size->block;
    skin->group_count = size->group;
    skin->groups = hone_arena_array(room, size->group, sizeof *skin->groups);
    skin->vertices = hone_arena_array(room, lanes, sizeof *skin->vertices);
    skin->used = hone_arena_array(room, size->block, sizeof *skin->used);
    skin->lanes = hone_arena_array(skin->memory, skin->vertex_count, sizeof *skin->lanes);
    /* + 1, so that the pointer is never NULL */
    skin->slots = hone_arena_array(room, size->slots + 1, sizeof *skin->slots);
    skin->sdefs = hone_arena_array(skin->memory, size->sdefs, sizeof *skin->sdefs);
    skin->weight_count = size->weights;
    return !hone_arena_failed(skin->memory) && !hone_arena_failed(room);
}

bool hone_skin_make_blocks(hone_skin *skin, const hone_slot_sets *sets, hone_arena *scratch)
{
    hone_partial_blocks partial;
    layout start = {.skin = skin, .sets = sets, .partial = &partial};
    if (!hone_partial_blocks_pack(sets, skin->slot_count, scratch, &partial) ||
        !sort_vertices(&start, skin->vertex_count, scratch))
        return false;
    layout size = place_all(start);
    bool ordered = skin->vertex_count > HONE_SKIN_WHOLE;
    if (!allocate(skin, &size, ordered ? scratch : skin->memory))
        return false;
    place_all(start);
    return !ordered || hone_skin_order_blocks(skin, scratch);
}
