#include "core/skin/slot_sets.h"
#include "base/memory/arena.h"
#include "core/skin/compiled.h"
#include <math.h>
#include <stdlib.h>

/* ---- a vertex's influences ------------------------------------------------------------------------------------ */

static bool counts(float weight)
{
    return weight != 0 && isfinite(weight);
}

static int compare_slots(const void *left, const void *right)
{
    const hone_influence *a = left, *b = right;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static void sort_by_slot(hone_influence *influences, uint32_t count)
{
    if (count > 64) {
        qsort(influences, count, sizeof *influences, compare_slots);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        hone_influence moving = influences[i];
        uint32_t place = i;
        for (; place > 0 && influences[place - 1].slot > moving.slot; place--)
            influences[place] = influences[place - 1];
        influences[place] = moving;
    }
}

/* Sorts by slot, merges equal slots and drops zero weights. Returns how many influences are left. */
static uint32_t merge_slots(const hone_influence *in, uint32_t count, hone_influence *out)
{
    uint32_t there = 0, merged = 0, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (counts(in[i].weight))
            out[there++] = in[i];
    sort_by_slot(out, there);
    for (uint32_t i = 0; i < there; i++) {
        if (merged > 0 && out[merged - 1].slot == out[i].slot)
            out[merged - 1].weight += out[i].weight;
        else
            out[merged++] = out[i];
    }
    for (uint32_t i = 0; i < merged; i++)
        if (counts(out[i].weight)) /* merged weights may cancel or overflow */
            out[kept++] = out[i];
    return kept;
}

/* ---- slot sets ------------------------------------------------------------------------------------------------- */

static uint8_t kind_of(const hone_skin_desc *desc, uint32_t v, uint32_t influences)
{
    uint8_t deform = desc->deforms ? desc->deforms[v] : HONE_DEFORM_LINEAR;
    if (deform == HONE_DEFORM_SDEF && influences == 2) /* with one influence it is the same as BDEF1 */
        return HONE_SKIN_BY_SDEF;
    return deform == HONE_DEFORM_QDEF && influences > 0 ? HONE_SKIN_BY_DUALS : HONE_SKIN_BY_LINEAR;
}

static bool is_implicit(const hone_influence *influences, uint32_t count)
{
    float sum = 0;
    bool within = true;
    for (uint32_t i = 0; i < count; i++) {
        sum += influences[i].weight;
        within &= influences[i].weight > 0 && influences[i].weight <= 1;
    }
    return within && fabsf(sum - 1) <= 1e-6f;
}

static uint64_t hash(const hone_slot_set *set)
{
    uint64_t h = 0xcbf29ce484222325u ^ set->kind ^ (uint64_t)set->implicit << 8 ^ (uint64_t)set->influences << 16;
    for (uint32_t i = 0; i < set->influences; i++)
        h = (h ^ (uint32_t)set->slots[i].slot) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return h;
}

static int compare(const void *left, const void *right)
{
    const hone_slot_set *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->implicit != b->implicit)
        return a->implicit ? -1 : 1;
    if (a->influences != b->influences)
        return a->influences < b->influences ? -1 : 1;
    for (uint32_t i = 0; i < a->influences; i++)
        if (a->slots[i].slot != b->slots[i].slot)
            return a->slots[i].slot < b->slots[i].slot ? -1 : 1;
    return 0;
}

/* Finds the slot set in a hash table of `mask` + 1 entries, or adds it. An entry is 0 (free) or an index into sets
 * + 1. */
static uint32_t intern(hone_slot_sets *sets, uint32_t *table, uint64_t mask, hone_slot_set set)
{
    uint64_t place = hash(&set) & mask;
    while (table[place] && compare(&sets->sets[table[place] - 1], &set) != 0) place = (place + 1) & mask;
    if (!table[place]) {
        set.id = sets->count;
        sets->sets[sets->count++] = set;
        table[place] = sets->count;
    }
    sets->sets[table[place] - 1].vertices++;
    return table[place] - 1;
}

static void intern_all(hone_slot_sets *sets, const hone_skin_desc *desc, uint32_t *table, uint64_t mask)
{
    for (uint32_t v = 0; v < desc->vertex_count; v++) {
        hone_influence *mine = sets->influences + sets->begin[v];
        uint32_t begin = desc->influence_begin[v], count = desc->influence_begin[v + 1] - begin;
        count = count ? merge_slots(desc->influences + begin, count, mine) : 0;
        sets->begin[v + 1] = sets->begin[v] + count;
        uint8_t kind = kind_of(desc, v, count);
        hone_slot_set set = {.kind = kind, .implicit = is_implicit(mine, count), .influences = count, .slots = mine};
        sets->of[v] = intern(sets, table, mask, set);
    }
}

bool hone_slot_sets_find(const hone_skin_desc *desc, hone_arena *scratch, hone_slot_sets *out)
{
    size_t vertices = desc->vertex_count, places = 2;
    size_t influences = vertices ? desc->influence_begin[vertices] - desc->influence_begin[0] : 0;
    while (places < 2 * vertices) places *= 2;
    *out = (hone_slot_sets){
        .begin = hone_arena_array(scratch, vertices + 1, sizeof *out->begin),
        .influences = hone_arena_array(scratch, influences + 1, sizeof *out->influences), /* + 1: never NULL */
        .of = hone_arena_array(scratch, vertices + 1, sizeof *out->of),
        .sets = hone_arena_array(scratch, vertices + 1, sizeof *out->sets),
    };
    uint32_t *table = hone_arena_array(scratch, places, sizeof *table);
    if (hone_arena_failed(scratch))
        return false;
    intern_all(out, desc, table, places - 1);
    qsort(out->sets, out->count, sizeof *out->sets, compare);
    return true;
}
