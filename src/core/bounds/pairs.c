/* Boxes of the vertices that two slots share. */
#include "core/bounds/measure.h"
#include <hone/math.h>
#include <string.h>

void hone_bounds_visit_pairs(hone_bounds_context *c, uint32_t vertex, uint32_t morph, hone_bounds_pair_fn *fn)
{
    uint32_t count;
    const hone_influence *in = hone_bounds_influences(c, vertex, &count);
    uint32_t heaviest = count ? hone_bounds_heaviest(in, count) : 0;
    for (uint32_t i = 0; i < count && count > PAIRED_INFLUENCES; i++)
        if (i != heaviest)
            fn(c, vertex, in[i < heaviest ? i : heaviest].slot, in[i < heaviest ? heaviest : i].slot, morph);
    for (uint32_t i = 0; i < count && count <= PAIRED_INFLUENCES; i++)
        for (uint32_t k = i + 1; k < count; k++) fn(c, vertex, in[i].slot, in[k].slot, morph);
}

/* Returns the place of a pair in the table; it holds 0 if the pair is new. */
uint32_t *hone_bounds_pair_place(hone_bounds_context *c, int32_t a, int32_t b)
{
    uint64_t place = (((uint64_t)(uint32_t)a << 32 | (uint32_t)b) * 0x9e3779b97f4a7c15u >> 20) & c->pair_mask;
    for (;; place = (place + 1) & c->pair_mask) {
        uint32_t *found = &c->pair_table[place];
        if (!*found || (c->out->pairs[*found - 1].slots[0] == a && c->out->pairs[*found - 1].slots[1] == b))
            return found;
    }
}

static void add_pair(hone_bounds_context *c, uint32_t vertex, int32_t a, int32_t b, uint32_t morph)
{
    uint32_t *place = hone_bounds_pair_place(c, a, b);
    const float *point = hone_bounds_position(c, vertex);
    (void)morph;
    if (!*place) { /* centre and half are the box's corners until all vertices are visited */
        *place = ++c->out->pair_count;
        bounds_pair *pair = &c->out->pairs[*place - 1];
        *pair = (bounds_pair){.slots = {a, b}};
        hone_vec3_copy(point, pair->centre), hone_vec3_copy(point, pair->half);
    }
    bounds_pair *pair = &c->out->pairs[*place - 1];
    pair->duals |= c->kinds[vertex] == BOUNDS_DUALS;
    for (int i = 0; i < 3; i++) {
        pair->centre[i] = fminf(pair->centre[i], point[i]);
        pair->half[i] = fmaxf(pair->half[i], point[i]);
    }
}

/* At least the number of pairs. */
static size_t room_for_pairs(const hone_bounds_context *c)
{
    size_t room = 0;
    for (uint32_t i = 0; i < c->sets.count; i++) {
        size_t count = c->sets.sets[i].influences;
        if (count > PAIRED_INFLUENCES)
            room += (count - 1) * c->sets.sets[i].vertices;
        else
            room += count * (count - (count > 0)) / 2;
    }
    return room;
}

bool hone_bounds_make_pairs(hone_bounds_context *c)
{
    size_t room = room_for_pairs(c), places = 2;
    while (places < 2 * room) places *= 2;
    c->pair_mask = places - 1;
    c->pair_table = hone_arena_array(c->scratch, places, sizeof *c->pair_table);
    bounds_pair *pairs = c->out->pairs = hone_arena_array(c->scratch, room + 1, sizeof *c->out->pairs);
    if (hone_arena_failed(c->scratch))
        return false;
    for (uint32_t v = 0; v < c->desc->mesh->vertex_count; v++) hone_bounds_visit_pairs(c, v, 0, add_pair);
    for (uint32_t p = 0; p < c->out->pair_count; p++)
        for (int i = 0; i < 3; i++) {
            float low = pairs[p].centre[i], high = pairs[p].half[i];
            pairs[p].centre[i] = low / 2 + high / 2;
            pairs[p].half[i] = (high / 2 - low / 2) * 1.000001f;
        }
    return true;
}

/* Moves the pairs from scratch memory to their place. */
bool hone_bounds_keep_pairs(hone_bounds_context *c)
{
    hone_skin_bounds *out = c->out;
    bounds_pair *kept = hone_arena_array(out->memory, out->pair_count, sizeof *kept);
    if (kept)
        memcpy(kept, out->pairs, out->pair_count * sizeof *kept);
    out->pairs = kept;
    return !hone_arena_failed(out->memory);
}
