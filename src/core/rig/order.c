/* Sorts bones into the order of evaluation: a topological sort by parents and append sources, with ties broken by
 * layer and index. */
#include "core/rig/order.h"
#include "base/memory/arena.h"

/* Sort key of a bone: layer, then index, from the highest bit down; the smaller key comes first. */
typedef uint64_t sort_key;

enum { INDEX_BITS = 31 }; /* bone indices are int32_t */

/* A binary heap with the smallest key on top. */
typedef struct heap {
    sort_key *keys;
    uint32_t count;
} heap;

static void heap_push(heap *h, sort_key key)
{
    uint32_t i = h->count++;
    for (; i > 0 && h->keys[(i - 1) / 2] > key; i = (i - 1) / 2) h->keys[i] = h->keys[(i - 1) / 2];
    h->keys[i] = key;
}

static sort_key heap_pop(heap *h)
{
    sort_key top = h->keys[0], last = h->keys[--h->count];
    uint32_t i = 0;
    for (uint32_t child = 1; child < h->count; child = 2 * i + 1) {
        if (child + 1 < h->count && h->keys[child + 1] < h->keys[child])
            child++;
        if (h->keys[child] >= last)
            break;
        h->keys[i] = h->keys[child];
        i = child;
    }
    h->keys[i] = last;
    return top;
}

/* State of the sort. A bone waits for its parent (edge 2 * bone) and for its append source (edge 2 * bone + 1). The
 * edges that leave a bone form a list: first[bone], then next[edge]. Edges count from 1; 0 ends a list. */
typedef struct sort_state {
    const hone_skeleton *skeleton;
    hone_space space;
    uint32_t *first, *next;
    uint8_t *waits;  /* [bone_count] number of bones of the same pass that each still waits for */
    uint8_t *placed; /* [bone_count] */
    heap ready;      /* bones of this pass that wait for none */
    heap rest;       /* bones of this pass, some of them already placed */
    uint32_t *order, count;
} sort_state;

static bool after_physics(const sort_state *s, uint32_t bone)
{
    return s->space == HONE_SPACE_MMD && (s->skeleton->bones[bone].flags & HONE_BONE_AFTER_PHYSICS) != 0;
}

static sort_key key_of(const sort_state *s, uint32_t bone)
{
    sort_key layer = s->space == HONE_SPACE_MMD ? (uint32_t)s->skeleton->bones[bone].layer ^ 0x80000000u : 0;
    return layer << INDEX_BITS | bone;
}

static uint32_t bone_of(sort_key key)
{
    return (uint32_t)(key & ((1u << INDEX_BITS) - 1));
}

static void wait_for(sort_state *s, uint32_t bone, int32_t other, uint32_t edge)
{
    bool exists = other >= 0 && (uint32_t)other < s->skeleton->bone_count && (uint32_t)other != bone;
    if (!exists || after_physics(s, bone) != after_physics(s, (uint32_t)other))
        return;
    s->next[edge] = s->first[other];
    s->first[other] = edge + 1;
    s->waits[bone]++;
}

static void find_waits(sort_state *s)
{
    for (uint32_t b = 0; b < s->skeleton->bone_count; b++) {
        const hone_bone *bone = &s->skeleton->bones[b];
        wait_for(s, b, bone->parent, 2 * b);
        if (bone->flags & (HONE_BONE_APPEND_ROTATION | HONE_BONE_APPEND_TRANSLATION))
            wait_for(s, b, bone->append_source, 2 * b + 1);
    }
}

static void place(sort_state *s, uint32_t bone)
{
    s->order[s->count++] = bone;
    s->placed[bone] = 1;
    for (uint32_t edge = s->first[bone]; edge; edge = s->next[edge - 1]) {
        uint32_t waiting = (edge - 1) / 2;
        if (--s->waits[waiting] == 0 && !s->placed[waiting])
            heap_push(&s->ready, key_of(s, waiting));
    }
}

static void place_pass(sort_state *s, bool second)
{
    uint32_t end = s->count;
    for (uint32_t b = 0; b < s->skeleton->bone_count; b++) {
        if (after_physics(s, b) != second)
            continue;
        end++;
        heap_push(&s->rest, key_of(s, b));
        if (s->waits[b] == 0)
            heap_push(&s->ready, key_of(s, b));
    }
    while (s->count < end) {
        if (s->ready.count) {
            place(s, bone_of(heap_pop(&s->ready)));
            continue;
        }
        uint32_t first = bone_of(heap_pop(&s->rest)); /* only cycles are left: the first bone goes without waiting */
        if (!s->placed[first])
            place(s, first);
    }
    s->rest.count = 0;
}

bool hone_rig_sort(const hone_skeleton *skeleton, hone_space space, hone_order mode, const hone_allocator *allocator,
                   uint32_t *order, uint32_t *pass2_begin, hone_error *error)
{
    hone_arena *scratch = hone_arena_create(allocator, 0, error);
    if (!scratch)
        return false;
    size_t count = skeleton->bone_count;
    sort_state s = {.skeleton = skeleton, .space = space, .order = order};
    s.first = hone_arena_array(scratch, count, sizeof *s.first);
    s.next = hone_arena_array(scratch, 2 * count, sizeof *s.next);
    s.waits = hone_arena_array(scratch, count, sizeof *s.waits);
    s.placed = hone_arena_array(scratch, count, sizeof *s.placed);
    s.ready.keys = hone_arena_array(scratch, count, sizeof(sort_key));
    s.rest.keys = hone_arena_array(scratch, count, sizeof(sort_key));
    bool ok = !hone_arena_failed(scratch) || hone_arena_fail(scratch, error);
    if (ok) {
        if (mode == HONE_ORDER_STRICT || space != HONE_SPACE_MMD)
            find_waits(&s);
        place_pass(&s, false);
        *pass2_begin = s.count;
        place_pass(&s, true);
    }
    hone_arena_destroy(scratch);
    return ok;
}
