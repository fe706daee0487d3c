#include "skin/partial_blocks.h"
#include "base/arena.h"
#include "skin/compiled.h"
#include <stdlib.h>
#include <string.h>

enum {
    LOOKED_AT = 8, /* unions that are tried for each slot of a tail, so that compiling stays linear */
    OPEN = 16,     /* unions without a common slot that are tried */
    NONE = 0       /* no link; links count from 1 */
};

/* Cost of a block whose lanes share slots, and of a lane with its own slots, as measured. About the same in all
 * kernels. */
static uint32_t block_cost(uint32_t influences)
{
    return 30 + 24 * influences;
}

static uint32_t apart_cost(uint32_t influences)
{
    return 5 + 5 * influences;
}

typedef struct pack_context {
    const hone_slot_sets *sets;
    uint32_t slot_count;
    hone_partial_blocks *tails;
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

bool hone_slot_set_joins(const hone_slot_set *set)
{
    return set->implicit && set->kind != HONE_SKIN_BY_SDEF && set->influences > 0 && set->influences <= HONE_SKIN_UNION;
}

static uint32_t tail_of(const hone_slot_set *set)
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
static uint32_t added_cost(const hone_skin_union *host, const uint32_t *slots, uint32_t count, uint32_t vertices)
{
    uint32_t united[HONE_SKIN_UNION], n;
    if (host->vertices + vertices > LANES || (n = unite(host, slots, count, united)) > HONE_SKIN_UNION)
        return UINT32_MAX;
    return block_cost(n) - block_cost(host->influences);
}

/* Finds the union that takes in the tail at the lowest extra cost. Returns NULL if a block of its own costs no more. */
static hone_skin_union *find_host(const pack_context *j, const uint32_t *slots, uint32_t count, uint32_t vertices)
{
    hone_skin_union *best = NULL;
    uint32_t least = block_cost(count);
    /* a tail with the maximal number of slots came earlier, and no other has the same slots */
    for (uint32_t i = 0; i < count && count < HONE_SKIN_UNION; i++) {
        uint32_t link = j->heads[slots[i]];
        for (int tries = 0; link != NONE && tries < LOOKED_AT; tries++, link = j->links[link]) {
            hone_skin_union *host = &j->tails->unions[(link - 1) / HONE_SKIN_UNION];
            uint32_t added = added_cost(host, slots, count, vertices);
            if (added < least)
                least = added, best = host;
        }
    }
    return best;
}

/* Adds the slots to the union and lists the union under each new slot. */
static void take_slots(pack_context *j, hone_skin_union *host, const uint32_t *slots, uint32_t count)
{
    uint32_t united[HONE_SKIN_UNION], link = 1 + (uint32_t)(host - j->tails->unions) * HONE_SKIN_UNION;
    uint32_t had = host->influences, n = unite(host, slots, count, united);
    for (uint32_t i = 0; i < n; i++) {
        bool known = false;
        for (uint32_t k = 0; k < had; k++) known |= host->slots[k] == united[i];
        if (known)
            continue;
        uint32_t mine = link + host->influences++;
        j->links[mine] = j->heads[united[i]];
        j->heads[united[i]] = mine;
    }
    memcpy(host->slots, united, n * sizeof *united);
}

static void join_tail(pack_context *j, uint32_t t)
{
    const hone_slot_set *set = &j->sets->sets[t];
    uint32_t slots[HONE_SKIN_UNION], vertices = tail_of(set);
    for (uint32_t i = 0; i < set->influences; i++) slots[i] = (uint32_t)set->slots[i].slot;
    hone_skin_union *host = find_host(j, slots, set->influences, vertices);
    if (!host) {
        host = &j->tails->unions[j->tails->count++];
        *host = (hone_skin_union){.kind = set->kind, .first = t, .last = t};
    }
    take_slots(j, host, slots, set->influences);
    host->vertices += vertices;
    j->tails->next[host->last] = t;
    j->tails->next[t] = t;
    host->last = t;
}

/* Merges unions that have no slot in common if there is room. */
static void join_unions(pack_context *j)
{
    uint32_t open[OPEN], united[HONE_SKIN_UNION] = {0}, opened = 0;
    hone_skin_union *unions = j->tails->unions;
    for (uint32_t u = j->begin; u < j->tails->count; u++) {
        hone_skin_union *best = NULL, *guest = &unions[u];
        uint32_t least = block_cost(guest->influences);
        if (guest->influences == HONE_SKIN_UNION)
            continue;
        for (uint32_t i = 0; i < opened && i < OPEN; i++) {
            uint32_t added = added_cost(&unions[open[i]], guest->slots, guest->influences, guest->vertices);
            if (added < least)
                least = added, best = &unions[open[i]];
        }
        if (!best) {
            open[opened++ % OPEN] = u;
            continue;
        }
        best->influences = unite(best, guest->slots, guest->influences, united);
        memcpy(best->slots, united, sizeof united);
        best->vertices += guest->vertices;
        j->tails->next[best->last] = guest->first;
        best->last = guest->last;
        guest->vertices = 0;
    }
}

static uint32_t cost_apart(const pack_context *j, const hone_skin_union *all)
{
    for (uint32_t t = all->first, cost = 0;; t = j->tails->next[t]) {
        const hone_slot_set *set = &j->sets->sets[t];
        cost += tail_of(set) * apart_cost(set->influences);
        if (t == all->last)
            return cost;
    }
}

/* Dissolves unions that cost more than mixed blocks would. Their tails go to mixed blocks. */
static void drop_unions(pack_context *j)
{
    hone_partial_blocks *tails = j->tails;
    for (uint32_t u = j->begin; u < tails->count; u++) {
        hone_skin_union *all = &tails->unions[u];
        if (all->vertices == 0 || cost_apart(j, all) >= block_cost(all->influences))
            continue;
        uint32_t t = all->first;
        for (; t != all->last; t = tails->next[t]) tails->apart[t] = true;
        tails->apart[t] = true;
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

/* Packs the tails of slot sets [begin, end), all of one kind. Sets with most slots come first, because the others
 * can join them. */
static void join_kind(pack_context *j, uint32_t begin, uint32_t end)
{
    j->begin = j->tails->count;
    memset(j->heads, 0, j->slot_count * sizeof *j->heads);
    for (uint32_t t = end; t-- > begin;)
        if (hone_slot_set_joins(&j->sets->sets[t]) && tail_of(&j->sets->sets[t]) > 0)
            join_tail(j, t);
        else
            j->tails->apart[t] = true;
    join_unions(j);
    drop_unions(j);
}

static void keep_whole(hone_partial_blocks *tails)
{
    uint32_t kept = 0;
    for (uint32_t u = 0; u < tails->count; u++)
        if (tails->unions[u].vertices > 0)
            tails->unions[kept++] = tails->unions[u];
    tails->count = kept;
    qsort(tails->unions, kept, sizeof *tails->unions, compare_unions);
}

bool hone_partial_blocks_pack(const hone_slot_sets *sets, uint32_t slot_count, hone_arena *scratch,
                              hone_partial_blocks *out)
{
    size_t count = (size_t)sets->count + 1; /* + 1, so that no array is empty */
    *out = (hone_partial_blocks){.unions = hone_arena_array(scratch, count, sizeof *out->unions),
                                 .next = hone_arena_array(scratch, count, sizeof *out->next),
                                 .apart = hone_arena_array(scratch, count, sizeof *out->apart)};
    pack_context j = {.sets = sets,
                      .slot_count = slot_count,
                      .tails = out,
                      .heads = hone_arena_array(scratch, (size_t)slot_count + 1, sizeof *j.heads),
                      .links = hone_arena_array(scratch, count * HONE_SKIN_UNION + 1, sizeof *j.links)};
    if (hone_arena_failed(scratch))
        return false;
    const hone_slot_set *all = sets->sets;
    for (uint32_t begin = 0, end = 0; begin < sets->count; begin = end) {
        while (end < sets->count && all[end].kind == all[begin].kind && all[end].implicit == all[begin].implicit) end++;
        join_kind(&j, begin, end);
    }
    keep_whole(out);
    return true;
}
