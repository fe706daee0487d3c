#include "offline/bake/vertex_error.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/model/reach.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void enclose(hone_slot_box *box, const float position[3], float roam)
{
    for (int i = 0; i < 3; i++) {
        box->low[i] = fminf(box->low[i], position[i]);
        box->high[i] = fmaxf(box->high[i], position[i]);
    }
    box->roam = fmaxf(box->roam, roam);
}

static bool has_slot(const hone_influence *influence)
{
    return influence->slot != HONE_NONE && influence->weight != 0;
}

/* Counts each slot's vertices and computes the box around them. */
static void survey(hone_vertex_error *vertices, const float *roam)
{
    const hone_mesh *mesh = &vertices->model->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float sum = 0;
        for (uint32_t i = vertices->begin[v]; i < vertices->begin[v + 1]; i++) {
            const hone_influence *influence = &vertices->influences[i];
            if (!has_slot(influence))
                continue;
            enclose(&vertices->boxes[influence->slot], mesh->positions[v], roam[v]);
            vertices->slot_begin[influence->slot + 1]++;
            sum += fabsf(influence->weight);
        }
        vertices->heaviest = fmaxf(vertices->heaviest, sum);
    }
}

static void list(hone_vertex_error *vertices, uint32_t *next)
{
    const hone_mesh *mesh = &vertices->model->mesh;
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        next[s] = vertices->slot_begin[s];
        vertices->slot_begin[s + 1] += vertices->slot_begin[s];
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (uint32_t i = vertices->begin[v]; i < vertices->begin[v + 1]; i++)
            if (has_slot(&vertices->influences[i]))
                vertices->slot_vertices[next[vertices->influences[i].slot]++] = v;
}

static bool allocate(hone_vertex_error *out, uint32_t morph_count, hone_arena *memory)
{
    const hone_mesh *mesh = &out->model->mesh;
    out->slot_begin = hone_arena_array(memory, (size_t)mesh->slot_count + 1, sizeof *out->slot_begin);
    out->slot_vertices = hone_arena_array(memory, out->begin[mesh->vertex_count], sizeof *out->slot_vertices);
    out->boxes = hone_arena_array(memory, mesh->slot_count, sizeof *out->boxes);
    out->furthest = hone_arena_array(memory, morph_count, sizeof *out->furthest);
    return !hone_arena_failed(memory);
}

bool hone_vertex_error_make(const hone_sample_chunk *chunk, uint32_t *begin, hone_influence *influences,
                            hone_arena *memory, hone_vertex_error *out, hone_error *error)
{
    const hone_mesh *mesh = &chunk->model->mesh;
    *out = (hone_vertex_error){.model = chunk->model, .begin = begin, .influences = influences};
    float *roam = hone_arena_array(memory, mesh->vertex_count, sizeof *roam);
    uint32_t *next = hone_arena_array(memory, mesh->slot_count, sizeof *next);
    if (!allocate(out, chunk->morph_count, memory))
        return hone_arena_fail(memory, error);
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        for (int i = 0; i < 3; i++) out->boxes[s].low[i] = INFINITY, out->boxes[s].high[i] = -INFINITY;
    for (uint32_t m = 0; m < chunk->morph_count; m++)
        out->furthest[m] = hone_reach_of_morph(&chunk->model->morphs[chunk->morphs[m]], 1, roam);
    survey(out, roam);
    list(out, next);
    return hone_slot_bounds_make(mesh, out->slot_begin, out->boxes, memory, &out->bounds) ||
           hone_arena_fail(memory, error);
}

bool hone_vertex_scratch_make(const hone_vertex_error *vertices, const hone_sample_chunk *chunk, hone_arena *memory,
                              hone_vertex_scratch *out)
{
    const hone_mesh *mesh = &chunk->model->mesh;
    *out = (hone_vertex_scratch){0};
    out->apart = hone_arena_array(memory, (size_t)mesh->slot_count + 1, sizeof *out->apart);
    out->most = hone_arena_array(memory, vertices->bounds.block_count, BOUND_LANES * sizeof *out->most);
    for (int i = 0; i < 2; i++) {
        out->rests[i] = hone_arena_array(memory, mesh->vertex_count, sizeof *out->rests[i]);
        out->weights[i] = hone_arena_array(memory, chunk->morph_count, sizeof *out->weights[i]);
        if (out->rests[i])
            memcpy(out->rests[i], mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
    }
    return !hone_arena_failed(memory);
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

static bool same_weights(const hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, uint32_t at, int which)
{
    const bake_samples *samples = which ? &chunk->keyed : &chunk->truth;
    for (uint32_t m = 0; m < chunk->morph_count; m++)
        if (chunk->model->morphs[chunk->morphs[m]].kind == HONE_MORPH_VERTEX &&
            scratch->weights[which][m] != bake_weights(samples, m)[at])
            return false;
    return true;
}

static void undo_morphs(hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, int which)
{
    float(*rest)[3] = scratch->rests[which];
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &chunk->model->morphs[chunk->morphs[m]];
        for (uint32_t i = 0; scratch->weights[which][m] != 0 && i < morph->count; i++) {
            uint32_t v = morph->u.vertices[i].vertex;
            memcpy(rest[v], chunk->model->mesh.positions[v], sizeof rest[v]);
        }
    }
}

/* Applies the morph weights of the sample to the rest positions, after undoing the morphs applied before. */
static void set_rest(hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, uint32_t at, int which)
{
    const bake_samples *samples = which ? &chunk->keyed : &chunk->truth;
    float(*rest)[3] = scratch->rests[which];
    if (same_weights(scratch, chunk, at, which))
        return;
    undo_morphs(scratch, chunk, which);
    scratch->changes += which == 0;
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &chunk->model->morphs[chunk->morphs[m]];
        float weight = morph->kind == HONE_MORPH_VERTEX ? bake_weights(samples, m)[at] : 0;
        scratch->weights[which][m] = weight;
        for (uint32_t i = 0; weight != 0 && i < morph->count; i++)
            hone_vec3_add_scaled(rest[morph->u.vertices[i].vertex], morph->u.vertices[i].offset, weight,
                                 rest[morph->u.vertices[i].vertex]);
    }
}

void hone_vertex_error_set_truth(hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, uint32_t at)
{
    set_rest(scratch, chunk, at, 0);
}

/* sum w (K - T) rest' + sum w T (rest' - rest): the square of the vertex by the keys minus the true one */
static float square_of(const hone_vertex_error *vertices, const hone_vertex_scratch *scratch, const hone_affine *truth,
                       uint32_t v)
{
    float off[3] = {0}, moved[3];
    const float *rest = scratch->rests[0][v], *keyed = scratch->rests[1][v];
    hone_vec3_subtract(keyed, rest, moved);
    bool morphed = moved[0] != 0 || moved[1] != 0 || moved[2] != 0;
    for (uint32_t i = vertices->begin[v]; i < vertices->begin[v + 1]; i++) {
        const hone_influence *influence = &vertices->influences[i];
        float by[3], carried[3] = {0};
        if (!has_slot(influence))
            continue;
        const hone_slot *slot = &vertices->model->mesh.slots[influence->slot];
        hone_affine_point(&scratch->apart[influence->slot], keyed, by);
        if (morphed)
            hone_affine_direction(&slot->bone_from_mesh, moved, carried);
        if (morphed && slot->bone != HONE_NONE)
            hone_affine_direction(&truth[slot->bone], carried, carried);
        for (int c = 0; c < 3; c++) off[c] += influence->weight * (by[c] + carried[c]);
    }
    return hone_vec3_dot(off, off);
}

/* A sample that is compared. */
typedef struct comparison {
    const hone_vertex_error *vertices;
    hone_vertex_scratch *scratch;
    const hone_sample_chunk *chunk;
    uint32_t at;
    const hone_affine *truth;
    bool rests_set;   /* whether the rest positions are those of this sample */
    float weight;     /* the largest absolute morph weight of this sample, at least 1 */
    double *worst;    /* the largest error so far */
    uint32_t *vertex; /* and the vertex that has it */
    bool found;       /* whether a worse one was found */
} comparison;

/* An error that overflows counts as infinite, so that the first one is kept. A square below the rounded square of the
 * largest error is that of a smaller one. */
static void note(comparison *c, uint32_t v)
{
    double square = (double)square_of(c->vertices, c->scratch, c->truth, v);
    if (square < *c->worst * *c->worst)
        return;
    double off = isnan(square) ? (double)INFINITY : sqrt(square);
    if (off > *c->worst)
        *c->worst = off, *c->vertex = v, c->found = true;
}

static bool is_within(const comparison *c, float bound)
{
    return (double)(c->vertices->heaviest * bound) <= *c->worst;
}

static void need_rests(comparison *c)
{
    for (int which = 0; which < 2 && !c->rests_set; which++) set_rest(c->scratch, c->chunk, c->at, which);
    c->rests_set = true;
}

static void compare_slot(comparison *c, uint32_t slot)
{
    const hone_vertex_error *vertices = c->vertices;
    const hone_slot_box *box = &vertices->boxes[slot];
    if (is_within(c, hone_slot_corner_bound(box, &c->scratch->apart[slot], c->weight)))
        return;
    if (box->roam > 0)
        need_rests(c);
    for (uint32_t i = vertices->slot_begin[slot]; i < vertices->slot_begin[slot + 1]; i++)
        note(c, vertices->slot_vertices[i]);
}

static void compare_slots(comparison *c)
{
    const hone_slot_bounds *bounds = &c->vertices->bounds;
    for (uint32_t i = 0; i < bounds->block_count * BOUND_LANES; i++)
        if (!is_within(c, c->scratch->most[i]))
            compare_slot(c, bounds->blocks[i / BOUND_LANES].slots[i % BOUND_LANES]);
}

static void compare_morphs(comparison *c)
{
    const hone_vertex_error *vertices = c->vertices;
    for (uint32_t m = 0; m < c->chunk->morph_count; m++) {
        const hone_morph *morph = &vertices->model->morphs[c->chunk->morphs[m]];
        if (morph->kind != HONE_MORPH_VERTEX ||
            bake_weights(&c->chunk->truth, m)[c->at] == bake_weights(&c->chunk->keyed, m)[c->at])
            continue;
        need_rests(c);
        for (uint32_t i = 0; i < morph->count; i++) note(c, morph->u.vertices[i].vertex);
    }
}

static float largest_weight(const hone_sample_chunk *chunk, uint32_t at)
{
    float most = 1;
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        float truth = fabsf(bake_weights(&chunk->truth, m)[at]), keyed = fabsf(bake_weights(&chunk->keyed, m)[at]);
        float weight = chunk->model->morphs[chunk->morphs[m]].kind == HONE_MORPH_VERTEX ? fmaxf(truth, keyed) : 0;
        most = weight > most ? weight : most;
    }
    return most;
}

bool hone_vertex_error_compare(const hone_vertex_error *vertices, hone_vertex_scratch *scratch,
                               const hone_sample_chunk *chunk, const hone_affine *keyed, uint32_t at, double *worst,
                               uint32_t *worst_vertex)
{
    comparison c = {.vertices = vertices,
                    .scratch = scratch,
                    .chunk = chunk,
                    .at = at,
                    .truth = chunk->model_from_bone + (size_t)at * chunk->bone_count,
                    .weight = largest_weight(chunk, at),
                    .worst = worst,
                    .vertex = worst_vertex};
    hone_slot_bounds_measure(&vertices->bounds, chunk->model->mesh.slots, c.truth, keyed, c.weight, scratch->apart,
                             scratch->most);
    compare_slots(&c);
    compare_morphs(&c);
    return c.found;
}
