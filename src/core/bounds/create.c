/* Creates hone_skin_bounds: visits the vertices of a mesh and measures what they are bounded by. */
#include "base/error.h"
#include "core/bounds/measure.h"
#include "core/skin/compiled.h"
#include <hone/math.h>

static bool find_kinds(hone_bounds_context *c)
{
    const hone_skin_desc *mesh = c->desc->mesh;
    uint8_t *kind_of = hone_arena_array(c->scratch, (size_t)c->sets.count + 1, 1);
    c->kinds = hone_arena_array(c->scratch, (size_t)mesh->vertex_count + 1, 1);
    c->sdefs = hone_arena_array(c->scratch, (size_t)mesh->vertex_count + 1, sizeof *c->sdefs);
    if (hone_arena_failed(c->scratch))
        return false;
    for (uint32_t i = 0; i < c->sets.count; i++) kind_of[c->sets.sets[i].id] = c->sets.sets[i].kind;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) c->kinds[v] = kind_of[c->sets.of[v]];
    for (uint32_t i = 0; i < mesh->sdef_count; i++) c->sdefs[mesh->sdefs[i].vertex] = (int32_t)i;
    return true;
}

/* ---- weights ----------------------------------------------------------------------------------------------------- */

/* With negative weights, dual quaternions may leave the hull of the places: see excess_of in pose.c. */
static float wildness_of(const hone_influence *in, uint32_t count, float negative)
{
    float heaviest = in[hone_bounds_heaviest(in, count)].weight, others = -heaviest;
    for (uint32_t i = 0; i < count; i++) others += fabsf(in[i].weight);
    return heaviest > negative ? others / (heaviest - negative) : INFINITY;
}

static void measure_weights(hone_bounds_context *c)
{
    hone_skin_bounds *out = c->out;
    for (uint32_t v = 0; v < c->desc->mesh->vertex_count; v++) {
        uint32_t count;
        const hone_influence *in = hone_bounds_influences(c, v, &count);
        float positive = 0, negative = 0;
        for (uint32_t i = 0; i < count; i++) in[i].weight > 0 ? (positive += in[i].weight) : (negative -= in[i].weight);
        bool whole = count == 0 || (negative == 0 && fabsf(positive - 1) <= 2e-6f);
        out->most = count > out->most ? count : out->most;
        out->stars |= count > PAIRED_INFLUENCES;
        if (whole)
            continue;
        out->odd_sdef |= c->kinds[v] == BOUNDS_SDEF;
        out->positive[0] = fminf(out->positive[0], positive);
        out->positive[1] = fmaxf(out->positive[1], positive);
        out->negative = fmaxf(out->negative, negative);
        if (negative > 0)
            out->wild = fmaxf(out->wild, wildness_of(in, count, negative));
    }
}

/* ---- the object -------------------------------------------------------------------------------------------------- */

static bool check(const hone_skin_bounds_desc *desc, hone_error *error)
{
    if (!desc || !desc->mesh || (desc->morph_count && !desc->morphs))
        return hone_fail_null(error, "the mesh or the morphs");
    if (!hone_skin_check_desc(desc->mesh, error))
        return false;
    for (uint32_t m = 0; m < desc->morph_count; m++) {
        const hone_morph *morph = &desc->morphs[m];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++)
            if (morph->u.vertices[i].vertex >= desc->mesh->vertex_count)
                return hone_fail(error, HONE_ERROR_ARGUMENT, m, "morph %u has an offset for vertex %u of %u",
                                 (unsigned)m, (unsigned)morph->u.vertices[i].vertex,
                                 (unsigned)desc->mesh->vertex_count);
    }
    return true;
}

static bool measure(hone_bounds_context *c)
{
    if (!hone_slot_sets_find(c->desc->mesh, c->scratch, &c->sets) || !find_kinds(c))
        return false;
    measure_weights(c);
    return hone_bounds_make_parts(c) && hone_bounds_make_pairs(c) && hone_bounds_make_morphs(c) &&
           hone_bounds_keep_pairs(c);
}

hone_skin_bounds *hone_skin_bounds_create(const hone_skin_bounds_desc *desc, hone_error *error)
{
    if (!check(desc, error))
        return NULL;
    hone_arena *memory = hone_arena_create(desc->mesh->allocator, 0, error);
    hone_arena *scratch = memory ? hone_arena_create(desc->mesh->allocator, 0, error) : NULL;
    hone_skin_bounds *out = scratch ? hone_arena_array(memory, 1, sizeof *out) : NULL;
    if (out)
        *out = (hone_skin_bounds){
            .memory = memory, .slot_count = desc->mesh->slot_count, .finite = true, .positive = {1, 1}};
    hone_bounds_context context = {.desc = desc, .out = out, .scratch = scratch};
    bool ok = out && measure(&context);
    hone_arena_destroy(scratch);
    if (ok)
        return out;
    hone_arena_destroy(memory);
    hone_fail_memory(error);
    return NULL;
}

void hone_skin_bounds_destroy(hone_skin_bounds *bounds)
{
    if (bounds)
        hone_arena_destroy(bounds->memory);
}
