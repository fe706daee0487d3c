#include "offline/bake/error_metric.h"
#include "base/arena.h"
#include "base/error.h"
#include "skin/linear_vertex.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static hone_stream floats3(const float (*values)[3], uint32_t count)
{
    return (hone_stream){(void *)values, count, sizeof *values};
}

static bool bends_by_kind(const hone_mesh *mesh)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (mesh->deforms[v] == HONE_DEFORM_SDEF || mesh->deforms[v] == HONE_DEFORM_QDEF)
            return true;
    return false;
}

/* Computes the influences of linear blend skinning, and gives them to hone_vertex_error. */
static bool linearise(hone_error_metric *metric, const hone_sample_chunk *chunk, hone_arena *memory, hone_error *error)
{
    const hone_mesh *mesh = &metric->model->mesh;
    uint32_t *begin = hone_arena_array(memory, (size_t)mesh->vertex_count + 1, sizeof *begin), at = 0;
    hone_influence *influences = hone_arena_array(memory, mesh->influence_count, sizeof *influences);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double sum;
        begin[v] = at;
        at += hone_linear_influences(mesh, v, NULL, influences + at, &sum);
    }
    begin[mesh->vertex_count] = at;
    return hone_vertex_error_make(chunk, begin, influences, memory, &metric->vertices, error);
}

static bool compile(hone_error_metric *metric, hone_error *error)
{
    const hone_mesh *mesh = &metric->model->mesh;
    const hone_skin_desc desc = {.vertex_count = mesh->vertex_count,
                                 .slot_count = mesh->slot_count,
                                 .positions = floats3(mesh->positions, mesh->vertex_count),
                                 .influence_begin = metric->vertices.begin,
                                 .influences = metric->vertices.influences,
                                 .allocator = &metric->allocator};
    metric->linear = hone_skin_compile(&desc, error);
    metric->kinds = metric->linear ? hone_skin_compile_mesh(mesh, &metric->allocator, error) : NULL;
    return metric->kinds != NULL;
}

/* Creates rest positions that morphs can change. */
static bool make_rests(hone_error_metric *metric, hone_error *error)
{
    metric->linear_rest = hone_skin_rest_create(metric->linear, false, &metric->allocator, error);
    if (metric->linear_rest)
        metric->kinds_rest = hone_skin_rest_create(metric->kinds, false, &metric->allocator, error);
    return metric->kinds_rest != NULL;
}

static bool make_deform(hone_error_metric *metric, const hone_sample_chunk *chunk, hone_arena *memory,
                        hone_error *error)
{
    const hone_mesh *mesh = &metric->model->mesh;
    hone_palette *palette = &metric->palette;
    palette->slot_count = mesh->slot_count;
    palette->affine = hone_arena_array(memory, mesh->slot_count, sizeof *palette->affine);
    palette->duals = hone_arena_array(memory, mesh->slot_count, sizeof *palette->duals);
    for (int i = 0; i < 2; i++)
        metric->posed[i] = hone_arena_array(memory, mesh->vertex_count, sizeof *metric->posed[i]);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    return compile(metric, error) && (chunk->morph_count == 0 || make_rests(metric, error));
}

bool hone_error_metric_make(const hone_sample_chunk *chunk, hone_mmd_playback *playback,
                            const hone_allocator *allocator, hone_arena *memory, hone_error_metric *out,
                            hone_error *error)
{
    *out = (hone_error_metric){
        .model = chunk->model, .allocator = hone_allocator_or_default(allocator), .playback = playback};
    out->model_from_bone = hone_arena_array(memory, chunk->bone_count, sizeof *out->model_from_bone);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    return linearise(out, chunk, memory, error) &&
           (!bends_by_kind(&chunk->model->mesh) || make_deform(out, chunk, memory, error));
}

void hone_error_metric_release(hone_error_metric *metric)
{
    hone_skin_rest_destroy(metric->linear_rest);
    hone_skin_rest_destroy(metric->kinds_rest);
    hone_skin_release(metric->linear);
    hone_skin_release(metric->kinds);
}

/* ---- a sample -------------------------------------------------------------------------------------------------- */

static double distance(const float a[3], const float b[3])
{
    double square = 0;
    for (int i = 0; i < 3; i++) square += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return sqrt(square);
}

static void note(double found, uint32_t at, double *worst, uint32_t *worst_at)
{
    if (!(found <= *worst))
        *worst = found, *worst_at = at;
}

/* Computes the bones as the player has them. */
static void place_bones(hone_error_metric *metric, const hone_sample_chunk *chunk, uint32_t at)
{
    if (metric->playback) {
        const hone_affine *found = hone_mmd_playback_bones(metric->playback, chunk, &chunk->keyed, at);
        for (uint32_t b = 0; b < chunk->bone_count; b++) metric->model_from_bone[b] = found[b];
        return;
    }
    for (uint32_t i = 0; i < chunk->bone_count; i++) {
        uint32_t b = chunk->order[i];
        int32_t parent = chunk->model->skeleton.bones[b].parent;
        hone_affine local = hone_sample_chunk_local(chunk, b, at);
        metric->model_from_bone[b] =
            parent == HONE_NONE ? local : hone_affine_multiply(&metric->model_from_bone[parent], &local);
    }
}

static void measure_bones(hone_error_metric *metric, const hone_sample_chunk *chunk, uint32_t at, bake_error *out)
{
    const hone_affine *truth = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    place_bones(metric, chunk, at);
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        const hone_affine *world = &metric->model_from_bone[b];
        const float is[3] = {world->m[0][3], world->m[1][3], world->m[2][3]};
        const float was[3] = {truth[b].m[0][3], truth[b].m[1][3], truth[b].m[2][3]};
        note(distance(is, was), b, &out->joint, &out->worst_bone);
    }
}

void hone_error_metric_keys(hone_error_metric *metric, const hone_sample_chunk *chunk, bake_errors *out)
{
    *out = (bake_errors){0};
    for (uint32_t at = 0; at < chunk->count; at++) {
        bake_error *worst = bake_is_whole_frame(at) ? &out->whole : &out->between;
        measure_bones(metric, chunk, at, worst);
        hone_vertex_error_compare(&metric->vertices, chunk, metric->model_from_bone, at, &worst->vertex,
                                  &worst->worst_vertex);
    }
}

/* ---- error of linear blend skinning ---------------------------------------------------------------------------- */

static bool skin(const hone_error_metric *metric, const hone_skin *mesh, hone_skin_rest *rest, float (*out)[3],
                 hone_error *error)
{
    uint32_t count = metric->model->mesh.vertex_count;
    const hone_skin_job job = {
        .palette = &metric->palette, .rest = rest, .positions = floats3((const float(*)[3])out, count)};
    if (rest)
        hone_skin_rest_set(rest, (hone_stream){0}, floats3((const float(*)[3])metric->vertices.rests[0], count),
                           (hone_stream){0});
    return hone_skin_run_on(NULL, mesh, &job, error);
}

static void compare(const hone_error_metric *metric, double *worst, uint32_t *worst_at)
{
    for (uint32_t v = 0; v < metric->model->mesh.vertex_count; v++) {
        uint8_t kind = metric->model->mesh.deforms[v];
        if (kind == HONE_DEFORM_SDEF || kind == HONE_DEFORM_QDEF)
            note(distance(metric->posed[0][v], metric->posed[1][v]), v, worst, worst_at);
    }
}

bool hone_error_metric_deform(hone_error_metric *metric, const hone_sample_chunk *chunk, double *worst,
                              uint32_t *worst_vertex, hone_error *error)
{
    for (uint32_t at = 0; metric->kinds && at < chunk->count; at += HONE_BAKE_TIMES_PER_FRAME) {
        hone_palette_build(metric->model->mesh.slots, chunk->model_from_bone + (size_t)at * chunk->bone_count,
                           chunk->bone_count, &metric->palette);
        hone_vertex_error_set_truth(&metric->vertices, chunk, at);
        if (!skin(metric, metric->linear, metric->linear_rest, metric->posed[0], error) ||
            !skin(metric, metric->kinds, metric->kinds_rest, metric->posed[1], error))
            return false;
        compare(metric, worst, worst_vertex);
    }
    return true;
}
