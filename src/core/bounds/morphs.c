/* Boxes of the offsets that morphs add to the vertices of a part or pair. */
#include "base/finite.h"
#include "core/bounds/measure.h"
#include <hone/math.h>
#include <string.h>

static size_t item_count(const hone_bounds_context *c)
{
    return (size_t)c->out->part_count + c->out->pair_count;
}

/* Counts the entry of an item and a morph, and grows its box once there are entries. Until all vertices are visited,
 * centre and half are the box's corners. */
static void add_offset(hone_bounds_context *c, uint32_t morph, size_t item, const float offset[3])
{
    if (c->last_morph[item] != morph + 1)
        c->last_morph[item] = morph + 1, c->counts[item]++;
    if (!c->out->morphs)
        return;
    bounds_morph *entry = &c->out->morphs[c->begin[item] + c->counts[item] - 1];
    entry->morph = morph;
    entry->length = fmaxf(entry->length, hone_vec3_length(offset));
    for (int i = 0; i < 3; i++) {
        entry->centre[i] = fminf(entry->centre[i], offset[i]);
        entry->half[i] = fmaxf(entry->half[i], offset[i]);
    }
}

static void add_to_part(hone_bounds_context *c, uint32_t morph, uint32_t vertex, uint32_t kind, int32_t slot)
{
    add_offset(c, morph, *hone_bounds_part_place(c, kind, slot) - 1, c->offsets[vertex]);
}

static void add_to_pair(hone_bounds_context *c, uint32_t vertex, int32_t a, int32_t b, uint32_t morph)
{
    add_offset(c, morph, (size_t)c->out->part_count + *hone_bounds_pair_place(c, a, b) - 1, c->offsets[vertex]);
}

static void add_vertex(hone_bounds_context *c, uint32_t morph, uint32_t vertex)
{
    uint32_t count;
    const hone_influence *in = hone_bounds_influences(c, vertex, &count);
    if (c->added[vertex])
        return;
    c->added[vertex] = 1;
    c->out->finite &= hone_floats_are_finite(c->offsets[vertex], 3);
    if (count == 0)
        add_to_part(c, morph, vertex, BOUNDS_LINEAR, HONE_NONE);
    for (uint32_t i = 0; i < count; i++) {
        add_to_part(c, morph, vertex, c->kinds[vertex], in[i].slot);
        if (c->kinds[vertex] == BOUNDS_SDEF)
            add_to_part(c, morph, vertex, BOUNDS_SDEF_CENTRES, in[i].slot);
    }
    hone_bounds_visit_pairs(c, vertex, morph, add_to_pair);
}

/* A morph may name a vertex several times: its offsets add up. */
static void visit_morph(hone_bounds_context *c, uint32_t morph)
{
    const hone_morph *m = &c->desc->morphs[morph];
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t vertex = m->u.vertices[i].vertex;
        c->added[vertex] = 0;
        hone_vec3_set(0, 0, 0, c->offsets[vertex]);
    }
    for (uint32_t i = 0; i < m->count; i++) {
        float *offset = c->offsets[m->u.vertices[i].vertex];
        hone_vec3_add(offset, m->u.vertices[i].offset, offset);
    }
    for (uint32_t i = 0; i < m->count; i++) add_vertex(c, morph, m->u.vertices[i].vertex);
}

static void visit_morphs(hone_bounds_context *c)
{
    memset(c->last_morph, 0, item_count(c) * sizeof *c->last_morph);
    memset(c->counts, 0, item_count(c) * sizeof *c->counts);
    for (uint32_t m = 0; m < c->desc->morph_count; m++)
        if (c->desc->morphs[m].kind == HONE_MORPH_VERTEX)
            visit_morph(c, m);
}

/* Gives each item its range of entries. Returns how many there are. */
static uint32_t lay_out_entries(hone_bounds_context *c)
{
    hone_skin_bounds *out = c->out;
    uint32_t total = 0;
    for (size_t i = 0; i < item_count(c); i++) {
        c->begin[i] = total;
        total += c->counts[i];
        if (i < out->part_count)
            out->parts[i].morph_begin = c->begin[i], out->parts[i].morphs = c->counts[i];
        else
            out->pairs[i - out->part_count].morph_begin = c->begin[i],
                           out->pairs[i - out->part_count].morphs = c->counts[i];
    }
    return total;
}

bool hone_bounds_make_morphs(hone_bounds_context *c)
{
    size_t vertices = (size_t)c->desc->mesh->vertex_count + 1, items = item_count(c);
    c->offsets = hone_arena_array(c->scratch, vertices, sizeof *c->offsets);
    c->added = hone_arena_array(c->scratch, vertices, 1);
    c->last_morph = hone_arena_array(c->scratch, items, sizeof *c->last_morph);
    c->begin = hone_arena_array(c->scratch, items, sizeof *c->begin);
    c->counts = hone_arena_array(c->scratch, items, sizeof *c->counts);
    if (hone_arena_failed(c->scratch))
        return false;
    if (items == 0)
        return true;
    visit_morphs(c);
    uint32_t total = lay_out_entries(c);
    c->out->morphs = hone_arena_array(c->out->memory, total, sizeof *c->out->morphs);
    if (hone_arena_failed(c->out->memory))
        return false;
    if (total)
        visit_morphs(c);
    for (uint32_t e = 0; e < total; e++)
        for (int i = 0; i < 3; i++) {
            bounds_morph *entry = &c->out->morphs[e];
            float low = entry->centre[i], high = entry->half[i];
            entry->centre[i] = low / 2 + high / 2;
            entry->half[i] = high / 2 - low / 2;
        }
    return true;
}
