#include "offline/bake/vertex_error.h"
#include "base/arena.h"
#include "base/error.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

/* Adds up how far all morphs at weight 1 could move each vertex. */
static void add_roam(const hone_sample_chunk *chunk, float *roam)
{
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &chunk->model->morphs[chunk->morphs[m]];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++) {
            const hone_morph_vertex *moved = &morph->u.vertices[i];
            roam[moved->vertex] += sqrtf(hone_vec3_dot(moved->offset, moved->offset));
        }
    }
}

static void enclose(hone_vertex_error *vertices, uint32_t slot, const float position[3], float roam)
{
    for (int i = 0; i < 3; i++) {
        vertices->low[slot][i] = fminf(vertices->low[slot][i], position[i]);
        vertices->high[slot][i] = fmaxf(vertices->high[slot][i], position[i]);
    }
    vertices->roam[slot] = fmaxf(vertices->roam[slot], roam);
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
            enclose(vertices, (uint32_t)influence->slot, mesh->positions[v], roam[v]);
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

static bool allocate(hone_vertex_error *out, hone_arena *memory)
{
    const hone_mesh *mesh = &out->model->mesh;
    out->slot_begin = hone_arena_array(memory, (size_t)mesh->slot_count + 1, sizeof *out->slot_begin);
    out->slot_vertices = hone_arena_array(memory, out->begin[mesh->vertex_count], sizeof *out->slot_vertices);
    out->low = hone_arena_array(memory, mesh->slot_count, sizeof *out->low);
    out->high = hone_arena_array(memory, mesh->slot_count, sizeof *out->high);
    out->roam = hone_arena_array(memory, mesh->slot_count, sizeof *out->roam);
    return !hone_arena_failed(memory);
}

bool hone_vertex_error_make(const hone_sample_chunk *chunk, uint32_t *begin, hone_influence *influences,
                            hone_arena *memory, hone_vertex_error *out, hone_error *error)
{
    const hone_mesh *mesh = &chunk->model->mesh;
    *out = (hone_vertex_error){.model = chunk->model, .begin = begin, .influences = influences};
    float *roam = hone_arena_array(memory, mesh->vertex_count, sizeof *roam);
    uint32_t *next = hone_arena_array(memory, mesh->slot_count, sizeof *next);
    if (!allocate(out, memory))
        return hone_arena_fail(memory, error);
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        for (int i = 0; i < 3; i++) out->low[s][i] = INFINITY, out->high[s][i] = -INFINITY;
    add_roam(chunk, roam);
    survey(out, roam);
    list(out, next);
    return true;
}

bool hone_vertex_scratch_make(const hone_sample_chunk *chunk, hone_arena *memory, hone_vertex_scratch *out)
{
    const hone_mesh *mesh = &chunk->model->mesh;
    *out = (hone_vertex_scratch){.largest = {1, 1}};
    out->apart = hone_arena_array(memory, mesh->slot_count, sizeof *out->apart);
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
    scratch->largest[which] = 1;
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &chunk->model->morphs[chunk->morphs[m]];
        float weight = morph->kind == HONE_MORPH_VERTEX ? bake_weights(samples, m)[at] : 0;
        scratch->weights[which][m] = weight;
        scratch->largest[which] = fmaxf(scratch->largest[which], fabsf(weight));
        for (uint32_t i = 0; weight != 0 && i < morph->count; i++)
            hone_vec3_add_scaled(rest[morph->u.vertices[i].vertex], morph->u.vertices[i].offset, weight,
                                 rest[morph->u.vertices[i].vertex]);
    }
}

void hone_vertex_error_set_truth(hone_vertex_scratch *scratch, const hone_sample_chunk *chunk, uint32_t at)
{
    set_rest(scratch, chunk, at, 0);
}

/* Computes the difference of the slot's two palette matrices: by the keys minus the actor's. */
static void subtract(const hone_slot *slot, const hone_affine *truth, const hone_affine *keyed, hone_affine *out)
{
    *out = (hone_affine){{{0}}};
    if (slot->bone == HONE_NONE || memcmp(&truth[slot->bone], &keyed[slot->bone], sizeof *truth) == 0)
        return;
    hone_affine less;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) less.m[r][c] = keyed[slot->bone].m[r][c] - truth[slot->bone].m[r][c];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            out->m[r][c] = c == 3 ? less.m[r][3] : 0;
            for (int k = 0; k < 3; k++) out->m[r][c] += less.m[r][k] * slot->bone_from_mesh.m[k][c];
        }
}

static float size_of(const hone_affine *apart)
{
    float square = 0;
    for (int r = 0; r < 3; r++) square += hone_vec3_dot(apart->m[r], apart->m[r]);
    return sqrtf(square);
}

/* Returns the largest distance by which the matrix moves a corner of the slot's box. A difference of affine maps is
 * largest at a corner. */
static float furthest_corner(const hone_vertex_error *vertices, uint32_t slot, const hone_affine *apart)
{
    float most = 0;
    for (int corner = 0; corner < 8; corner++) {
        float at[3], by[3];
        for (int i = 0; i < 3; i++) at[i] = corner >> i & 1 ? vertices->high[slot][i] : vertices->low[slot][i];
        hone_affine_point(apart, at, by);
        float square = hone_vec3_dot(by, by);
        if (!(square <= most))
            most = square;
    }
    return sqrtf(most);
}

/* Returns whether no vertex of the slot can be off by more than `worst`. First a ball around the box is tried, then the
 * box. The margin covers all rounding errors, so that a worse vertex is never missed: the largest error does not depend
 * on the order in which samples are measured. */
static bool is_within(const hone_vertex_error *vertices, uint32_t slot, const hone_affine *apart, float largest_weight,
                      double worst)
{
    const float rounding = 4e-6f;
    float centre[3], radius[3], by[3], size = size_of(apart), reach = 0, shift = 0;
    for (int i = 0; i < 3; i++) {
        float low = vertices->low[slot][i], high = vertices->high[slot][i];
        centre[i] = 0.5f * (low + high), radius[i] = 0.5f * (high - low);
        reach = fmaxf(reach, fmaxf(fabsf(low), fabsf(high)));
        shift = fmaxf(shift, fabsf(apart->m[i][3]));
    }
    hone_affine_point(apart, centre, by);
    float roam = vertices->roam[slot] * largest_weight;
    float margin = rounding * (size * (reach + roam) + shift), morphed = size * roam + margin;
    float ball = hone_vec3_length(by) + size * hone_vec3_length(radius) + morphed;
    if ((double)(vertices->heaviest * ball) <= worst)
        return true;
    return (double)(vertices->heaviest * (furthest_corner(vertices, slot, apart) + morphed)) <= worst;
}

/* sum w (K - T) rest' + sum w T (rest' - rest): the vertex by the keys minus the true one */
static double distance_of(const hone_vertex_error *vertices, const hone_vertex_scratch *scratch,
                          const hone_affine *truth, uint32_t v)
{
    float off[3] = {0}, moved[3];
    const float *rest = scratch->rests[0][v], *keyed = scratch->rests[1][v];
    hone_vec3_subtract(keyed, rest, moved);
    for (uint32_t i = vertices->begin[v]; i < vertices->begin[v + 1]; i++) {
        const hone_influence *influence = &vertices->influences[i];
        float by[3], carried[3];
        if (!has_slot(influence))
            continue;
        const hone_slot *slot = &vertices->model->mesh.slots[influence->slot];
        hone_affine_point(&scratch->apart[influence->slot], keyed, by);
        hone_affine_direction(&slot->bone_from_mesh, moved, carried);
        if (slot->bone != HONE_NONE)
            hone_affine_direction(&truth[slot->bone], carried, carried);
        for (int c = 0; c < 3; c++) off[c] += influence->weight * (by[c] + carried[c]);
    }
    return sqrt((double)hone_vec3_dot(off, off));
}

typedef struct worst_vertex {
    double *off;
    uint32_t *vertex;
    bool found; /* whether a worse one was found */
} worst_vertex;

/* An error that overflows counts as infinite, so that the first one is kept. */
static void note(double off, uint32_t v, worst_vertex *worst)
{
    off = isnan(off) ? (double)INFINITY : off;
    if (off > *worst->off)
        *worst->off = off, *worst->vertex = v, worst->found = true;
}

static void compare_slots(const hone_vertex_error *vertices, const hone_vertex_scratch *scratch,
                          const hone_affine *truth, worst_vertex *worst)
{
    float largest = fmaxf(scratch->largest[0], scratch->largest[1]);
    for (uint32_t s = 0; s < vertices->model->mesh.slot_count; s++) {
        if (vertices->slot_begin[s] == vertices->slot_begin[s + 1] ||
            is_within(vertices, s, &scratch->apart[s], largest, *worst->off))
            continue;
        for (uint32_t i = vertices->slot_begin[s]; i < vertices->slot_begin[s + 1]; i++) {
            uint32_t v = vertices->slot_vertices[i];
            note(distance_of(vertices, scratch, truth, v), v, worst);
        }
    }
}

static void compare_morphs(const hone_vertex_error *vertices, const hone_vertex_scratch *scratch,
                           const hone_sample_chunk *chunk, const hone_affine *truth, worst_vertex *worst)
{
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &vertices->model->morphs[chunk->morphs[m]];
        if (morph->kind != HONE_MORPH_VERTEX || scratch->weights[0][m] == scratch->weights[1][m])
            continue;
        for (uint32_t i = 0; i < morph->count; i++) {
            uint32_t v = morph->u.vertices[i].vertex;
            note(distance_of(vertices, scratch, truth, v), v, worst);
        }
    }
}

bool hone_vertex_error_compare(const hone_vertex_error *vertices, hone_vertex_scratch *scratch,
                               const hone_sample_chunk *chunk, const hone_affine *keyed, uint32_t at, double *worst,
                               uint32_t *worst_vertex_index)
{
    const hone_mesh *mesh = &vertices->model->mesh;
    const hone_affine *truth = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    worst_vertex found = {worst, worst_vertex_index, false};
    for (int which = 0; which < 2; which++) set_rest(scratch, chunk, at, which);
    for (uint32_t s = 0; s < mesh->slot_count; s++) subtract(&mesh->slots[s], truth, keyed, &scratch->apart[s]);
    compare_slots(vertices, scratch, truth, &found);
    compare_morphs(vertices, scratch, chunk, truth, &found);
    return found.found;
}
