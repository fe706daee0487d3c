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

static bool allocate(hone_vertex_error *out, const hone_sample_chunk *chunk, hone_arena *memory)
{
    const hone_mesh *mesh = &out->model->mesh;
    out->slot_begin = hone_arena_array(memory, (size_t)mesh->slot_count + 1, sizeof *out->slot_begin);
    out->slot_vertices = hone_arena_array(memory, out->begin[mesh->vertex_count], sizeof *out->slot_vertices);
    out->low = hone_arena_array(memory, mesh->slot_count, sizeof *out->low);
    out->high = hone_arena_array(memory, mesh->slot_count, sizeof *out->high);
    out->roam = hone_arena_array(memory, mesh->slot_count, sizeof *out->roam);
    out->apart = hone_arena_array(memory, mesh->slot_count, sizeof *out->apart);
    for (int i = 0; i < 2; i++) {
        out->rests[i] = hone_arena_array(memory, mesh->vertex_count, sizeof *out->rests[i]);
        out->morphed[i] = hone_arena_array(memory, chunk->morph_count, 1);
        if (out->rests[i])
            memcpy(out->rests[i], mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
    }
    return !hone_arena_failed(memory);
}

bool hone_vertex_error_make(const hone_sample_chunk *chunk, uint32_t *begin, hone_influence *influences,
                            hone_arena *memory, hone_vertex_error *out, hone_error *error)
{
    const hone_mesh *mesh = &chunk->model->mesh;
    *out = (hone_vertex_error){.model = chunk->model, .begin = begin, .influences = influences};
    float *roam = hone_arena_array(memory, mesh->vertex_count, sizeof *roam);
    uint32_t *next = hone_arena_array(memory, mesh->slot_count, sizeof *next);
    if (!allocate(out, chunk, memory))
        return hone_arena_fail(memory, error);
    for (uint32_t s = 0; s < mesh->slot_count; s++)
        for (int i = 0; i < 3; i++) out->low[s][i] = INFINITY, out->high[s][i] = -INFINITY;
    add_roam(chunk, roam);
    survey(out, roam);
    list(out, next);
    return true;
}

/* ---- a sample ---------------------------------------------------------------------------------------------------- */

/* Applies the morph weights of the sample to the rest positions, after undoing the morphs applied before. Returns
 * the largest absolute weight, at least 1. */
static float set_rest(hone_vertex_error *vertices, const hone_sample_chunk *chunk, uint32_t at, int which)
{
    const hone_mesh *mesh = &vertices->model->mesh;
    const bake_samples *samples = which ? &chunk->keyed : &chunk->truth;
    float(*rest)[3] = vertices->rests[which], most = 1;
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &vertices->model->morphs[chunk->morphs[m]];
        for (uint32_t i = 0; vertices->morphed[which][m] && i < morph->count; i++) {
            uint32_t v = morph->u.vertices[i].vertex;
            memcpy(rest[v], mesh->positions[v], sizeof rest[v]);
        }
    }
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &vertices->model->morphs[chunk->morphs[m]];
        float weight = bake_weights(samples, m)[at];
        vertices->morphed[which][m] = morph->kind == HONE_MORPH_VERTEX && weight != 0;
        most = fmaxf(most, fabsf(weight));
        for (uint32_t i = 0; vertices->morphed[which][m] && i < morph->count; i++)
            hone_vec3_add_scaled(rest[morph->u.vertices[i].vertex], morph->u.vertices[i].offset, weight,
                                 rest[morph->u.vertices[i].vertex]);
    }
    return most;
}

void hone_vertex_error_set_truth(hone_vertex_error *vertices, const hone_sample_chunk *chunk, uint32_t at)
{
    set_rest(vertices, chunk, at, 0);
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

/* Returns an upper bound for the error of the slot's vertices: a difference of affine maps is largest at a corner of
 * the box. */
static float most_apart(const hone_vertex_error *vertices, uint32_t slot, float largest_weight)
{
    const hone_affine *apart = &vertices->apart[slot];
    float most = 0, turned = 0;
    for (int corner = 0; corner < 8; corner++) {
        float at[3], by[3];
        for (int i = 0; i < 3; i++) at[i] = corner >> i & 1 ? vertices->high[slot][i] : vertices->low[slot][i];
        hone_affine_point(apart, at, by);
        float square = hone_vec3_dot(by, by);
        if (!(square <= most))
            most = square;
    }
    for (int r = 0; r < 3; r++) turned += hone_vec3_dot(apart->m[r], apart->m[r]);
    return vertices->heaviest * (sqrtf(most) + sqrtf(turned) * vertices->roam[slot] * largest_weight);
}

/* sum w (K - T) rest' + sum w T (rest' - rest): the vertex by the keys minus the true one */
static double distance_of(const hone_vertex_error *vertices, const hone_affine *truth, uint32_t v)
{
    float off[3] = {0}, moved[3];
    const float *rest = vertices->rests[0][v], *keyed = vertices->rests[1][v];
    hone_vec3_subtract(keyed, rest, moved);
    for (uint32_t i = vertices->begin[v]; i < vertices->begin[v + 1]; i++) {
        const hone_influence *influence = &vertices->influences[i];
        float by[3], carried[3];
        if (!has_slot(influence))
            continue;
        const hone_slot *slot = &vertices->model->mesh.slots[influence->slot];
        hone_affine_point(&vertices->apart[influence->slot], keyed, by);
        hone_affine_direction(&slot->bone_from_mesh, moved, carried);
        if (slot->bone != HONE_NONE)
            hone_affine_direction(&truth[slot->bone], carried, carried);
        for (int c = 0; c < 3; c++) off[c] += influence->weight * (by[c] + carried[c]);
    }
    return sqrt((double)hone_vec3_dot(off, off));
}

static void note(const hone_vertex_error *vertices, const hone_affine *truth, uint32_t v, double *worst,
                 uint32_t *worst_vertex)
{
    double off = distance_of(vertices, truth, v);
    if (!(off <= *worst))
        *worst = off, *worst_vertex = v;
}

void hone_vertex_error_compare(hone_vertex_error *vertices, const hone_sample_chunk *chunk, const hone_affine *keyed,
                               uint32_t at, double *worst, uint32_t *worst_vertex)
{
    const hone_mesh *mesh = &vertices->model->mesh;
    const hone_affine *truth = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    float largest = fmaxf(set_rest(vertices, chunk, at, 0), set_rest(vertices, chunk, at, 1));
    for (uint32_t s = 0; s < mesh->slot_count; s++) subtract(&mesh->slots[s], truth, keyed, &vertices->apart[s]);
    for (uint32_t s = 0; s < mesh->slot_count; s++) {
        if (vertices->slot_begin[s] == vertices->slot_begin[s + 1] ||
            (double)most_apart(vertices, s, largest) <= *worst)
            continue;
        for (uint32_t i = vertices->slot_begin[s]; i < vertices->slot_begin[s + 1]; i++)
            note(vertices, truth, vertices->slot_vertices[i], worst, worst_vertex);
    }
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_morph *morph = &vertices->model->morphs[chunk->morphs[m]];
        if (morph->kind != HONE_MORPH_VERTEX ||
            bake_weights(&chunk->truth, m)[at] == bake_weights(&chunk->keyed, m)[at])
            continue;
        for (uint32_t i = 0; i < morph->count; i++)
            note(vertices, truth, morph->u.vertices[i].vertex, worst, worst_vertex);
    }
}
