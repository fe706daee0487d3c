/* Splits a mesh into pieces whose triangles need few enough bones for one palette. Direct3D 9 calls this skinning
 * with palettes of limited size (matrix palette skinning). */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/skin/compiled.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_MAX = 32, TRIANGLE_SLOTS = 3 * HONE_SKIN_SHADER_MAX_INFLUENCES };

typedef struct triangle {
    uint32_t range, palette, first; /* first: position of its first index */
} triangle;

typedef struct open_palette {
    uint32_t palette, slot_count;
    uint64_t *has; /* bit s is set if the palette contains slot s */
} open_palette;

typedef struct splitter {
    const hone_split_desc *desc;
    hone_arena *scratch;
    uint32_t max_slots, vertex_count;
    size_t triangle_count;
    triangle *triangles;
    hone_skin_vertex *vertices; /* [vertex_count] in file order */
    open_palette open[OPEN_MAX];
    uint32_t open_count, palette_count;
    /* New numbers of slots and vertices. An entry is valid for palette p if its mark is p + 1. */
    uint32_t *slot_mark, *slot_number, *vertex_mark, *vertex_number;
} splitter;

typedef struct owned_split {
    hone_split split; /* first member, because the caller holds a pointer to it */
    hone_arena *memory;
} owned_split;

/* ---- input checks ---------------------------------------------------------------------------------------------- */

static bool check_vertices(const splitter *s, hone_error *error)
{
    for (uint32_t v = 0; v < s->vertex_count; v++)
        if (s->vertices[v].influences > HONE_SKIN_SHADER_MAX_INFLUENCES)
            return hone_fail(error, HONE_ERROR_ARGUMENT, v, "vertex %" PRIu32 " has %" PRIu32 " influences, not %d", v,
                             s->vertices[v].influences, HONE_SKIN_SHADER_MAX_INFLUENCES);
    return true;
}

/* Writes the slots of the triangle's three vertices, each once. Returns how many. */
static uint32_t slots_of(const splitter *s, const uint32_t corners[3], uint32_t out[TRIANGLE_SLOTS])
{
    uint32_t count = 0;
    for (int corner = 0; corner < 3; corner++) {
        const hone_skin_vertex *v = &s->vertices[corners[corner]];
        for (uint32_t i = 0; i < v->influences; i++) {
            uint32_t k = 0;
            while (k < count && out[k] != v->slots[i]) k++;
            if (k == count)
                out[count++] = v->slots[i];
        }
    }
    return count;
}

static bool check_triangle(const splitter *s, const triangle *t, hone_error *error)
{
    uint32_t slots[TRIANGLE_SLOTS];
    const uint32_t *corners = s->desc->indices + t->first;
    for (int i = 0; i < 3; i++)
        if (corners[i] >= s->vertex_count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, t->first, "a triangle names vertex %" PRIu32 " of %" PRIu32,
                             corners[i], s->vertex_count);
    uint32_t count = slots_of(s, corners, slots);
    if (count > s->max_slots)
        return hone_fail(error, HONE_ERROR_ARGUMENT, t->first,
                         "a triangle needs %" PRIu32 " bones at once, a palette has room for %" PRIu32, count,
                         s->max_slots);
    return true;
}

/* ---- choice of the palette ------------------------------------------------------------------------------------- */

static bool has(const open_palette *p, uint32_t slot)
{
    return p->has[slot / 64] >> slot % 64 & 1;
}

static uint32_t growth(const open_palette *p, const uint32_t *slots, uint32_t count)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < count; i++) missing += !has(p, slots[i]);
    return missing;
}

/* Returns an unused entry, or else the fullest palette's, because that one has the least room left. */
static open_palette *room_for_palette(splitter *s)
{
    if (s->open_count < OPEN_MAX)
        return &s->open[s->open_count++];
    open_palette *fullest = &s->open[0];
    for (uint32_t i = 1; i < OPEN_MAX; i++)
        if (s->open[i].slot_count > fullest->slot_count)
            fullest = &s->open[i];
    return fullest;
}

/* Returns NULL if out of memory. */
static open_palette *add_palette(splitter *s)
{
    size_t words = (size_t)s->desc->skin->slot_count / 64 + 1;
    open_palette *p = room_for_palette(s);
    if (!p->has)
        p->has = hone_arena_array(s->scratch, words, sizeof *p->has);
    if (!p->has)
        return NULL;
    memset(p->has, 0, words * sizeof *p->has);
    p->slot_count = 0;
    p->palette = s->palette_count++;
    return p;
}

static bool place(splitter *s, triangle *t)
{
    uint32_t slots[TRIANGLE_SLOTS], count = slots_of(s, s->desc->indices + t->first, slots), least = UINT32_MAX;
    open_palette *best = NULL;
    for (uint32_t i = 0; i < s->open_count && least > 0; i++) {
        uint32_t missing = growth(&s->open[i], slots, count);
        if (missing < least && s->open[i].slot_count + missing <= s->max_slots)
            best = &s->open[i], least = missing;
    }
    best = best ? best : add_palette(s);
    if (!best)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        best->slot_count += !has(best, slots[i]);
        best->has[slots[i] / 64] |= (uint64_t)1 << slots[i] % 64;
    }
    t->palette = best->palette;
    return true;
}

static void list_triangles(splitter *s)
{
    size_t at = 0;
    for (uint32_t r = 0; r < s->desc->range_count; r++)
        for (uint32_t i = 0; i < s->desc->ranges[r].count / 3; i++)
            s->triangles[at++] = (triangle){.range = r, .first = s->desc->ranges[r].first + 3 * i};
}

static int compare_triangles(const void *left, const void *right)
{
    const triangle *a = left, *b = right;
    if (a->palette != b->palette)
        return a->palette < b->palette ? -1 : 1;
    if (a->range != b->range)
        return a->range < b->range ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

static bool prepare(splitter *s, hone_error *error)
{
    const hone_skin *skin = s->desc->skin;
    for (uint32_t r = 0; r < s->desc->range_count; r++) s->triangle_count += s->desc->ranges[r].count / 3;
    s->vertex_count = skin->vertex_count;
    s->max_slots = s->desc->max_slots ? s->desc->max_slots : UINT32_MAX;
    s->triangles = hone_arena_array(s->scratch, s->triangle_count + 1, sizeof *s->triangles);
    s->vertices = hone_arena_array(s->scratch, (size_t)s->vertex_count + 1, sizeof *s->vertices);
    s->slot_mark = hone_arena_array(s->scratch, (size_t)skin->slot_count + 1, sizeof *s->slot_mark);
    s->slot_number = hone_arena_array(s->scratch, (size_t)skin->slot_count + 1, sizeof *s->slot_number);
    s->vertex_mark = hone_arena_array(s->scratch, (size_t)s->vertex_count + 1, sizeof *s->vertex_mark);
    s->vertex_number = hone_arena_array(s->scratch, (size_t)s->vertex_count + 1, sizeof *s->vertex_number);
    if (hone_arena_failed(s->scratch))
        return hone_arena_fail(s->scratch, error);
    for (uint32_t v = 0; v < s->vertex_count; v++) s->vertices[v] = hone_skin_vertex_at(skin, v);
    list_triangles(s);
    return check_vertices(s, error);
}

static bool assign(splitter *s, hone_error *error)
{
    for (size_t t = 0; t < s->triangle_count; t++) {
        if (!check_triangle(s, &s->triangles[t], error))
            return false;
        if (!place(s, &s->triangles[t]))
            return hone_arena_fail(s->scratch, error);
    }
    qsort(s->triangles, s->triangle_count, sizeof *s->triangles, compare_triangles);
    return true;
}

/* ---- output ---------------------------------------------------------------------------------------------------- */

/* The arrays of hone_split, writable. If they are NULL, cut() only counts. */
typedef struct pieces {
    /* palette: number of the current palette + 1. */
    uint32_t slot_count, vertex_count, index_count, draw_count, palette;
    uint32_t *slot_begin, *slots, *vertex_begin, *vertices, (*vertex_slots)[HONE_SKIN_SHADER_MAX_INFLUENCES], *indices;
    hone_split_draw *draws;
} pieces;

static uint32_t number_slot(splitter *s, pieces *out, uint32_t slot)
{
    if (s->slot_mark[slot] != out->palette) {
        s->slot_mark[slot] = out->palette;
        s->slot_number[slot] = out->slot_begin ? out->slot_count - out->slot_begin[out->palette - 1] : 0;
        if (out->slots)
            out->slots[out->slot_count] = slot;
        out->slot_count++;
    }
    return s->slot_number[slot];
}

static uint32_t number_vertex(splitter *s, pieces *out, uint32_t vertex)
{
    if (s->vertex_mark[vertex] == out->palette)
        return s->vertex_number[vertex];
    const hone_skin_vertex *v = &s->vertices[vertex];
    for (uint32_t i = 0; i < v->influences; i++) {
        uint32_t slot = number_slot(s, out, v->slots[i]);
        if (out->vertex_slots)
            out->vertex_slots[out->vertex_count][i] = slot;
    }
    if (out->vertices)
        out->vertices[out->vertex_count] = vertex;
    s->vertex_mark[vertex] = out->palette;
    return s->vertex_number[vertex] = out->vertex_count++;
}

static void begin_palette(pieces *out)
{
    if (out->slot_begin) {
        out->slot_begin[out->palette] = out->slot_count;
        out->vertex_begin[out->palette] = out->vertex_count;
    }
    out->palette++;
}

static void cut(splitter *s, pieces *out)
{
    const triangle *before = NULL, *end = s->triangles + s->triangle_count;
    for (const triangle *t = s->triangles; t < end; before = t++) {
        bool next = !before || before->palette != t->palette;
        if (next)
            begin_palette(out);
        if (next || before->range != t->range) {
            if (out->draws)
                out->draws[out->draw_count] = (hone_split_draw){t->range, t->palette, out->index_count, 0};
            out->draw_count++;
        }
        for (int c = 0; c < 3; c++) {
            uint32_t vertex = number_vertex(s, out, s->desc->indices[t->first + (uint32_t)c]);
            if (out->indices)
                out->indices[out->index_count] = vertex;
            out->index_count++;
        }
        if (out->draws)
            out->draws[out->draw_count - 1].count += 3;
    }
    begin_palette(out); /* ends the last palette */
}

static bool make_room(const pieces *size, hone_arena *memory, pieces *out)
{
    *out = (pieces){
        .slot_begin = hone_arena_array(memory, size->palette, sizeof *out->slot_begin),
        .slots = hone_arena_array(memory, size->slot_count, sizeof *out->slots),
        .vertex_begin = hone_arena_array(memory, size->palette, sizeof *out->vertex_begin),
        .vertices = hone_arena_array(memory, size->vertex_count, sizeof *out->vertices),
        .vertex_slots = hone_arena_array(memory, size->vertex_count, sizeof *out->vertex_slots),
        .indices = hone_arena_array(memory, size->index_count, sizeof *out->indices),
        .draws = hone_arena_array(memory, size->draw_count, sizeof *out->draws),
    };
    return !hone_arena_failed(memory);
}

static int compare_draws(const void *left, const void *right)
{
    const hone_split_draw *a = left, *b = right;
    if (a->range != b->range)
        return a->range < b->range ? -1 : 1;
    return (a->palette > b->palette) - (a->palette < b->palette);
}

static bool finish(splitter *s, owned_split *out, hone_error *error)
{
    pieces size = {0}, cuts;
    cut(s, &size);
    memset(s->slot_mark, 0, s->desc->skin->slot_count * sizeof *s->slot_mark);
    memset(s->vertex_mark, 0, s->vertex_count * sizeof *s->vertex_mark);
    uint32_t ranges = s->desc->range_count,
             *draw_begin = hone_arena_array(out->memory, (size_t)ranges + 1, sizeof *draw_begin);
    if (!make_room(&size, out->memory, &cuts))
        return hone_arena_fail(out->memory, error);
    cut(s, &cuts);
    if (cuts.draw_count)
        qsort(cuts.draws, cuts.draw_count, sizeof *cuts.draws, compare_draws);
    for (uint32_t d = 0; d < cuts.draw_count; d++) draw_begin[cuts.draws[d].range + 1] = d + 1;
    for (uint32_t r = 0; r < ranges; r++) /* ranges that draw nothing */
        draw_begin[r + 1] = draw_begin[r + 1] > draw_begin[r] ? draw_begin[r + 1] : draw_begin[r];
    out->split = (hone_split){.palette_count = cuts.palette - 1,
                              .slot_begin = cuts.slot_begin,
                              .slots = cuts.slots,
                              .vertex_begin = cuts.vertex_begin,
                              .vertices = cuts.vertices,
                              .vertex_slots = (const uint32_t(*)[HONE_SKIN_SHADER_MAX_INFLUENCES])cuts.vertex_slots,
                              .index_count = cuts.index_count,
                              .indices = cuts.indices,
                              .draw_begin = draw_begin,
                              .draws = cuts.draws};
    return true;
}

hone_split *hone_split_create(const hone_split_desc *desc, hone_error *error)
{
    if (!desc || !desc->skin || (desc->range_count && (!desc->ranges || !desc->indices)))
        return hone_fail_null(error, "what is to be split"), NULL;
    hone_arena *memory = hone_arena_create(desc->allocator, 0, error);
    hone_arena *scratch = memory ? hone_arena_create(desc->allocator, 0, error) : NULL;
    owned_split *out = scratch ? hone_arena_array(memory, 1, sizeof *out) : NULL;
    bool ok = false;
    if (out) {
        splitter s = {.desc = desc, .scratch = scratch};
        out->memory = memory;
        ok = prepare(&s, error) && assign(&s, error) && finish(&s, out, error);
    } else if (scratch) {
        hone_arena_fail(memory, error);
    }
    hone_arena_destroy(scratch);
    if (!ok)
        hone_arena_destroy(memory);
    return ok ? &out->split : NULL;
}

void hone_split_destroy(hone_split *split)
{
    if (split)
        hone_arena_destroy(((owned_split *)split)->memory);
}
