#include "core/skin/partial_blocks.h"
#include "base/memory/arena.h"
#include "core/skin/compiled.h"
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 8,        /* unions that are tried for each slot of a remainder, so that compiling stays linear */
    OPEN_UNIONS = 16, /* unions without a common slot that are tried */
    NONE = 0          /* no link; links count from 1 */
};

/* Cost of a block whose lanes share slots, and of a lane with its own slots, as measured. About the same in all
 * kernels. */
static uint32_t block_cost(uint32_t influences)
{
    return 30 + 24 * influences;
}

static uint32_t mixed_cost(uint32_t influences)
{
    return 5 + 5 * influences;
}

typedef struct pack_context {
    const hone_slot_sets *sets;
    uint32_t slot_count;
    hone_partial_blocks *partial;
    /* [slot_count] For each slot the first link of the list of unions that contain it, latest first. */
    uint32_t *heads;
    /* [1 + unions * HONE_SKIN_UNION] The next link of the same slot. Its union is (link - 1) / HONE_SKIN_UNION. */
    uint32_t *links;
    uint32_t begin; /* the first union of the current kind */
} pack_context;

uint32_t hone_slot_set_full(const hone_slot_set *set)
{
    return set->vertices - set->vertices % LANES;
}

bool hone_slot_set_can_share(const hone_slot_set *set)
{
    return set->implicit && set->kind != HONE_SKIN_BY_SDEF && set->influences > 0 && set->influences <= HONE_SKIN_UNION;
}

static uint32_t remainder_of(const hone_slot_set *set)
{
    return set->vertices % LANES;
}

/* Merges the two sorted lists of slots. Returns how many slots they have; more than HONE_SKIN_UNION do not fit. */
static uint32_t unite(const hone_skin_union *a, const uint32_t *b, uint32_t count, uint32_t out[HONE_SKIN_UNION])
{
    uint32_t i = 0, k = 0, united = 0;
    for (; i < a->influences || k < count; united++) {
        uint32_t slot = k == count || (i < a->influences && a->slots[i] < b[k]) ? a->slots[i] : b[k];
        i += i < a->influences && a->slots[i] == slot;
        k += k < count && b[k] == slot;
        if (united < HONE_SKIN_UNION)
            out[united] = slot;
    }
    return united;
}

/* Returns by how much the union's cost grows if it takes in these slots and vertices. UINT32_MAX: they do not fit. */
static uint32_t added_cost(const hone_skin_union *into, const uint32_t *slots, uint32_t count, uint32_t vertices)
{
    uint32_t united[HONE_SKIN_UNION], n;
    if (into->vertices + vertices > LANES || (n = unite(into, slots, count, united)) > HONE_SKIN_UNION)
        return UINT32_MAX;
    return block_cost(n) - block_cost(into->influences);
}

/* Finds the union that takes in the remainder at the lowest extra cost. Returns NULL if a block of its own costs no
 * more. */
static hone_skin_union *find_union(const pack_context *p, const uint32_t *slots, uint32_t count, uint32_t vertices)
{
    hone_skin_union *best = NULL;
    uint32_t least = block_cost(count);
    /* a remainder with the maximal number of slots came earlier, and no other has the same slots */
    for (uint32_t i = 0; i < count && count < HONE_SKIN_UNION; i++) {
        uint32_t link = p->heads[slots[i]];
        for (int tries = 0; link != NONE && tries < TRIES; tries++, link = p->links[link]) {
            hone_skin_union *into = &p->partial->unions[(link - 1) / HONE_SKIN_UNION];
            uint32_t added = added_cost(into, slots, count, vertices);
            if (added < least)
                least = added, best = into;
        }
    }
    return best;
}

/* Adds the slots to the union and lists the union under each new slot. */
static void take_slots(pack_context *p, hone_skin_union *into, const uint32_t *slots, uint32_t count)
{
    uint32_t united[HONE_SKIN_UNION], link = 1 + (uint32_t)(into - p->partial->unions) * HONE_SKIN_UNION;
    uint32_t had = into->influences, n = unite(into, slots, count, united);
    for (uint32_t i = 0; i < n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < had; k++) known |= into->slots[k] == united[i];
        if (known)
            continue;
        uint32_t mine = link + into->influences++;
        p->links[mine] = p->heads[united[i]];
        p->heads[united[i]] = mine;
    }
    memcpy(into->slots, united, n * sizeof *united);
}

static void add_remainder(pack_context *p, uint32_t s)
{
    const hone_slot_set *set = &p->sets->sets[s];
    uint32_t slots[HONE_SKIN_UNION], vertices = remainder_of(set);
    for (uint32_t i = 0; i < set->influences; i++) slots[i] = (uint32_t)set->slots[i].slot;
    hone_skin_union *into = find_union(p, slots, set->influences, vertices);
    if (!into) {
        into = &p->partial->unions[p->partial->count++];
        *into = (hone_skin_union){.kind = set->kind, .first = s, .last = s};
    }
    take_slots(p, into, slots, set->influences);
    into->vertices += vertices;
    p->partial->next[into->last] = s;
    p->partial->next[s] = s;
    into->last = s;
}

/* Merges unions that have no slot in common if there is room. */
static void join_unions(pack_context *p)
{
    uint32_t open[OPEN_UNIONS], united[HONE_SKIN_UNION] = {0}, opened = 0;
    hone_skin_union *unions = p->partial->unions;
    for (uint32_t u = p->begin; u < p->partial->count; u++) {
        hone_skin_union *best = NULL, *source = &unions[u];
        uint32_t least = block_cost(source->influences);
        if (source->influences == HONE_SKIN_UNION)
            continue;
        for (uint32_t i = 0; i < opened && i < OPEN_UNIONS; i++) {
            uint32_t added = added_cost(&unions[open[i]], source->slots, source->influences, source->vertices);
            if (added < least)
                least = added, best = &unions[open[i]];
        }
        if (!best) {
            open[opened++ % OPEN_UNIONS] = u;
            continue;
        }
        best->influences = unite(best, source->slots, source->influences, united);
        memcpy(best->slots, united, sizeof united);
        best->vertices += source->vertices;
        p->partial->next[best->last] = source->first;
        best->last = source->last;
        source->vertices = 0;
    }
}

static uint32_t cost_if_mixed(const pack_context *p, const hone_skin_union *all)
{
    for (uint32_t s = all->first, cost = 0;; s = p->partial->next[s]) {
        const hone_slot_set *set = &p->sets->sets[s];
        cost += remainder_of(set) * mixed_cost(set->influences);
        if (s == all->last)
            return cost;
    }
}

/* Dissolves unions that cost more than mixed blocks would. Their remainders go to mixed blocks. */
static void drop_unions(pack_context *p)
{
    hone_partial_blocks *partial = p->partial;
    for (uint32_t u = p->begin; u < partial->count; u++) {
        hone_skin_union *all = &partial->unions[u];
        if (all->vertices == 0 || cost_if_mixed(p, all) >= block_cost(all->influences))
            continue;
        uint32_t s = all->first;
        for (; s != all->last; s = partial->next[s]) partial->mixed[s] = true;
        partial->mixed[s] = true;
        all->vertices = 0;
    }
}

static int compare_unions(const void *left, const void *right)
{
    const hone_skin_union *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->influences != b->influences)
        return a->influences < b->influences ? -1 : 1;
    for (uint32_t i = 0; i < a->influences; i++)
        if (a->slots[i] != b->slots[i])
            return a->slots[i] < b->slots[i] ? -1 : 1;
    return a->first < b->first ? -1 : a->first > b->first;
}

/* Packs the remainders of slot sets [begin, end), all of one kind. Sets with most slots come first, because the others
 * can join them. */
static void pack_kind(pack_context *p, uint32_t begin, uint32_t end)
{
    p->begin = p->partial->count;
    memset(p->heads, 0, p->slot_count * sizeof *p->heads);
    for (uint32_t s = end; s-- > begin;)
        if (hone_slot_set_can_share(&p->sets->sets[s]) && remainder_of(&p->sets->sets[s]) > 0)
            add_remainder(p, s);
        else
            p->partial->mixed[s] = true;
    join_unions(p);
    drop_unions(p);
}

static void keep_whole(hone_partial_blocks *partial)
{
    uint32_t kept = 0;
    for (uint32_t u = 0; u < partial->count; u++)
        if (partial->unions[u].vertices > 0)
            partial->unions[kept++] = partial->unions[u];
    partial->count = kept;
    qsort(partial->unions, kept, sizeof *partial->unions, compare_unions);
}

bool hone_partial_blocks_pack(const hone_slot_sets *sets, uint32_t slot_count, hone_arena *scratch,
                              hone_partial_blocks *out)
{
    size_t count = (size_t)sets->count + 1; /* + 1, so that no array is empty */
    *out = (hone_partial_blocks){.unions = hone_arena_array(scratch, count, sizeof *out->unions),
                                 .next = hone_arena_array(scratch, count, sizeof *out->next),
                                 .mixed = hone_arena_array(scratch, count, sizeof *out->mixed)};
    pack_context p = {.sets = sets,
                      .slot_count = slot_count,
                      .partial = out,
                      .heads = hone_arena_array(scratch, (size_t)slot_count + 1, sizeof *p.heads),
                      .links = hone_arena_array(scratch, count * HONE_SKIN_UNION + 1, sizeof *p.links)};
    if (hone_arena_failed(scratch))
        return false;
    const hone_slot_set *all = sets->sets;
    for (uint32_t begin = 0, end = 0; begin < sets->count; begin = end) {
        while (end < sets->count && all[end].kind == all[begin].kind && all[end].implicit == all[begin].implicit) end++;
        pack_kind(&p, begin, end);
    }
    keep_whole(out);
    return true;
}
