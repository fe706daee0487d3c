#include "core/skin/block_order.h"
#include <string.h>

/* The arrays of the skin before the change, and where its blocks go. */
typedef struct order_context {
    hone_skin before;
    uint32_t windows;
    uint32_t *begin;     /* [windows + 1] window w has blocks [begin[w], begin[w + 1]) */
    uint32_t *order;     /* [block_count] the block that was at this place before */
    uint32_t *groups_of; /* [block_count] the group of the block that was at this place before */
} order_context;

/* Returns the window of the vertex in the block's middle lane. */
static uint32_t window_of(const hone_skin *skin, uint32_t block)
{
    return skin->vertices[(size_t)block * LANES + skin->used[block] / 2] / HONE_SKIN_WINDOW;
}

/* Counting sort by window. It keeps the order of the blocks of a window. */
static bool sort_blocks(order_context *r, hone_arena *scratch)
{
    const hone_skin *skin = &r->before;
    uint32_t *next = hone_arena_array(scratch, (size_t)r->windows + 1, sizeof *next);
    r->begin = hone_arena_array(scratch, (size_t)r->windows + 1, sizeof *r->begin);
    r->order = hone_arena_array(scratch, skin->block_count, sizeof *r->order);
    r->groups_of = hone_arena_array(scratch, skin->block_count, sizeof *r->groups_of);
    if (hone_arena_failed(scratch))
        return false;
    for (uint32_t b = 0; b < skin->block_count; b++) r->begin[window_of(skin, b) + 1]++;
    for (uint32_t w = 0; w < r->windows; w++) next[w + 1] = r->begin[w + 1] += r->begin[w];
    for (uint32_t g = 0; g < skin->group_count; g++)
        for (uint32_t b = skin->groups[g].begin; b < skin->groups[g].end; b++) {
            uint32_t place = next[window_of(skin, b)]++;
            r->order[place] = b, r->groups_of[place] = g;
        }
    return true;
}

static size_t slots_of_block(const hone_skin_group *group)
{
    return (size_t)group->influences * (group->mixed ? LANES : 1);
}

/* Returns the end of the run of blocks from `block` on that were in one group and are in one window. */
static uint32_t run_end(const order_context *r, uint32_t block, uint32_t window)
{
    uint32_t end = block;
    while (end < r->begin[window + 1] && r->groups_of[end] == r->groups_of[block]) end++;
    return end;
}

static uint32_t count_groups(const order_context *r)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < r->windows; w++)
        for (uint32_t b = r->begin[w]; b < r->begin[w + 1]; b = run_end(r, b, w)) count++;
    return count;
}

/* Copies a block to its new place, and its slots to `slots`. */
static void move_block(const order_context *r, hone_skin *skin, uint32_t to, uint32_t *slots)
{
    const hone_skin *before = &r->before;
    const hone_skin_group *group = &before->groups[r->groups_of[to]];
    uint32_t from = r->order[to];
    size_t count = slots_of_block(group), first = group->slots + (from - group->begin) * count;
    uint32_t *vertices = skin->vertices + (size_t)to * LANES;
    memcpy(vertices, before->vertices + (size_t)from * LANES, LANES * sizeof *vertices);
    if (count)
        memcpy(slots, before->slots + first, count * sizeof *slots);
    skin->used[to] = before->used[from];
    for (uint32_t lane = 0; lane < skin->used[to]; lane++) skin->lanes[vertices[lane]] = to * LANES + lane;
}

/* Moves the blocks [begin, end) and makes a group of them. `next` has the next free index of each array, and is
 * advanced; its `ahead` is that of the window. */
static hone_skin_group move_group(const order_context *r, hone_skin *skin, uint32_t begin, uint32_t end,
                                  hone_skin_group *next)
{
    hone_skin_group group = r->before.groups[r->groups_of[begin]];
    group.begin = begin, group.end = end, group.vertices = 0;
    group.slots = next->slots, group.weights = next->weights, group.sdefs = next->sdefs, group.ahead = next->ahead;
    for (uint32_t b = begin; b < end; b++) {
        move_block(r, skin, b, skin->slots + next->slots);
        next->slots += slots_of_block(&group);
        group.vertices += skin->used[b];
    }
    next->weights += (size_t)(end - begin) * group.stored * LANES;
    next->sdefs += group.kind == HONE_SKIN_BY_SDEF ? end - begin : 0;
    return group;
}

static size_t count_slots(const hone_skin *skin)
{
    size_t count = 0;
    for (uint32_t g = 0; g < skin->group_count; g++)
        count += (skin->groups[g].end - skin->groups[g].begin) * slots_of_block(&skin->groups[g]);
    return count;
}

bool hone_skin_order_blocks(hone_skin *skin, hone_arena *scratch)
{
    order_context r = {.before = *skin, .windows = (skin->vertex_count + HONE_SKIN_WINDOW - 1) / HONE_SKIN_WINDOW};
    if (!sort_blocks(&r, scratch))
        return false;
    skin->group_count = count_groups(&r);
    skin->groups = hone_arena_array(skin->memory, skin->group_count, sizeof *skin->groups);
    skin->vertices = hone_arena_array(skin->memory, (size_t)skin->block_count * LANES, sizeof *skin->vertices);
    skin->used = hone_arena_array(skin->memory, skin->block_count, sizeof *skin->used);
    skin->slots = hone_arena_array(skin->memory, count_slots(&r.before) + 1, sizeof *skin->slots); /* never NULL */
    if (hone_arena_failed(skin->memory))
        return false;
    hone_skin_group next = {0}, *out = skin->groups;
    for (uint32_t w = 0; w < r.windows; w++) {
        next.ahead = w + 1 < r.windows ? (w + 1) * (HONE_SKIN_WINDOW / LANES) - r.begin[w] : 0;
        for (uint32_t b = r.begin[w], end; b < r.begin[w + 1]; b = end) {
            end = run_end(&r, b, w);
            *out++ = move_group(&r, skin, b, end, &next);
        }
    }
    return true;
}
