#include "bake/measure.h"
#include "base/error.h"
#include "base/math.h"
#include "base/memory.h"
#include "skin/linear.h"
#include <string.h>

/* ---- making one -------------------------------------------------------------------------------------------------- */

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

static bool compile(bake_measure *measure, hone_builder *memory, hone_error *error)
{
    const hone_mesh *mesh = &measure->model->mesh;
    uint32_t *begin = hone_builder_array(memory, (size_t)mesh->vertex_count + 1, sizeof *begin), at = 0;
    hone_influence *influences = hone_builder_array(memory, mesh->influence_count, sizeof *influences);
    if (hone_builder_failed(memory))
        return hone_builder_fail(memory, error);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double sum;
        begin[v] = at;
        at += hone_linear_influences(mesh, v, NULL, influences + at, &sum);
    }
    begin[mesh->vertex_count] = at;
    const hone_skin_desc desc = {.vertex_count = mesh->vertex_count,
                                 .slot_count = mesh->slot_count,
                                 .positions = floats3(mesh->positions, mesh->vertex_count),
                                 .influence_begin = begin,
                                 .influences = influences,
                                 .allocator = &measure->allocator};
    measure->linear = hone_skin_compile(&desc, error);
    if (measure->linear && bends_by_kind(mesh)) {
        measure->kinds = hone_skin_compile_mesh(mesh, &measure->allocator, error);
        return measure->kinds != NULL;
    }
    return measure->linear != NULL;
}

/* Vertices that morphs move need rest positions of their own. */
static bool make_rests(bake_measure *measure, hone_error *error)
{
    for (int i = 0; i < 2; i++) {
        measure->rests[i] = hone_skin_rest_create(measure->linear, false, &measure->allocator, error);
        if (!measure->rests[i])
            return false;
    }
    if (measure->kinds)
        measure->kinds_rest = hone_skin_rest_create(measure->kinds, false, &measure->allocator, error);
    return !measure->kinds || measure->kinds_rest;
}

bool bake_measure_make(const bake_window *window, bake_player *player, const hone_allocator *allocator,
                       hone_builder *memory, bake_measure *out, hone_error *error)
{
    const hone_mesh *mesh = &window->model->mesh;
    *out = (bake_measure){.model = window->model, .allocator = hone_allocator_or_default(allocator), .player = player};
    out->worlds = hone_builder_array(memory, window->bone_count, sizeof *out->worlds);
    for (int i = 0; i < 2; i++) {
        hone_palette *palette = &out->palettes[i];
        palette->slot_count = mesh->slot_count;
        palette->affine = hone_builder_array(memory, mesh->slot_count, sizeof *palette->affine);
        palette->duals = hone_builder_array(memory, mesh->slot_count, sizeof *palette->duals);
        out->rest[i] = hone_builder_array(memory, mesh->vertex_count, sizeof *out->rest[i]);
        out->posed[i] = hone_builder_array(memory, mesh->vertex_count, sizeof *out->posed[i]);
    }
    if (hone_builder_failed(memory))
        return hone_builder_fail(memory, error);
    if (mesh->vertex_count == 0)
        return true;
    return compile(out, memory, error) && (window->morph_count == 0 || make_rests(out, error));
}

void bake_measure_release(bake_measure *measure)
{
    hone_skin_rest_destroy(measure->rests[0]);
    hone_skin_rest_destroy(measure->rests[1]);
    hone_skin_rest_destroy(measure->kinds_rest);
    hone_skin_release(measure->linear);
    hone_skin_release(measure->kinds);
}

/* ---- a frame ----------------------------------------------------------------------------------------------------- */

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

/* Where the player has the bones. */
static void place_bones(bake_measure *measure, const bake_window *window, uint32_t at)
{
    if (measure->player) {
        const hone_affine *found = bake_player_bones(measure->player, window, &window->keyed, at);
        for (uint32_t b = 0; b < window->bone_count; b++) measure->worlds[b] = found[b];
        return;
    }
    for (uint32_t i = 0; i < window->bone_count; i++) {
        uint32_t b = window->order[i];
        int32_t parent = window->model->skeleton.bones[b].parent;
        hone_affine local = bake_window_local(window, b, at);
        measure->worlds[b] = parent == HONE_NONE ? local : hone_affine_multiply(&measure->worlds[parent], &local);
    }
}

static void measure_bones(bake_measure *measure, const bake_window *window, uint32_t at, bake_errors *out)
{
    const hone_affine *truth = window->worlds + (size_t)at * window->bone_count;
    place_bones(measure, window, at);
    for (uint32_t b = 0; b < window->bone_count; b++) {
        const hone_affine *world = &measure->worlds[b];
        const float is[3] = {world->m[0][3], world->m[1][3], world->m[2][3]};
        const float was[3] = {truth[b].m[0][3], truth[b].m[1][3], truth[b].m[2][3]};
        note(distance(is, was), b, &out->joint, &out->worst_bone);
    }
}

/* Rest positions by the weights of that frame, as the actor had them (0) or the keys have them (1). */
static void morph(bake_measure *measure, const bake_window *window, uint32_t at, int which)
{
    const hone_mesh *mesh = &measure->model->mesh;
    const bake_samples *samples = which ? &window->keyed : &window->truth;
    memcpy(measure->rest[which], mesh->positions, mesh->vertex_count * sizeof *mesh->positions);
    for (uint32_t m = 0; m < window->morph_count; m++) {
        const hone_morph *morph = &measure->model->morphs[window->morphs[m]];
        float weight = bake_weights(samples, m)[at];
        for (uint32_t i = 0; weight != 0 && morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++)
            for (int c = 0; c < 3; c++)
                measure->rest[which][morph->u.vertices[i].vertex][c] += weight * morph->u.vertices[i].offset[c];
    }
}

static void take_rest(const bake_measure *measure, int which, hone_skin_rest *rest)
{
    if (rest)
        hone_skin_rest_set(rest, (hone_stream){0},
                           floats3((const float(*)[3])measure->rest[which], measure->model->mesh.vertex_count),
                           (hone_stream){0});
}

static bool skin(const bake_measure *measure, const hone_skin *mesh, const hone_skin_rest *rest, int which,
                 float (*out)[3], hone_error *error)
{
    const hone_skin_job job = {.palette = &measure->palettes[which],
                               .rest = rest,
                               .positions = floats3((const float(*)[3])out, measure->model->mesh.vertex_count)};
    return hone_skin_run_on(NULL, mesh, &job, error);
}

static void compare(const bake_measure *measure, bool kinds, double *worst, uint32_t *worst_at)
{
    for (uint32_t v = 0; v < measure->model->mesh.vertex_count; v++) {
        uint8_t kind = measure->model->mesh.deforms[v];
        if (!kinds || kind == HONE_DEFORM_SDEF || kind == HONE_DEFORM_QDEF)
            note(distance(measure->posed[0][v], measure->posed[1][v]), v, worst, worst_at);
    }
}

/* Where the actor's vertices were, skinned linearly. */
static bool skin_truth(bake_measure *measure, const bake_window *window, uint32_t at, hone_error *error)
{
    hone_palette_build(measure->model->mesh.slots, window->worlds + (size_t)at * window->bone_count, window->bone_count,
                       &measure->palettes[0]);
    if (window->morph_count)
        morph(measure, window, at, 0);
    take_rest(measure, 0, measure->rests[0]);
    return skin(measure, measure->linear, measure->rests[0], 0, measure->posed[0], error);
}

static bool skin_keyed(bake_measure *measure, const bake_window *window, uint32_t at, hone_error *error)
{
    hone_palette_build(measure->model->mesh.slots, measure->worlds, window->bone_count, &measure->palettes[1]);
    if (window->morph_count)
        morph(measure, window, at, 1);
    take_rest(measure, 1, measure->rests[1]);
    return skin(measure, measure->linear, measure->rests[1], 1, measure->posed[1], error);
}

bool bake_measure_keys(bake_measure *measure, const bake_window *window, bake_errors *out, hone_error *error)
{
    *out = (bake_errors){0};
    for (uint32_t at = 0; at < window->count; at++) {
        measure_bones(measure, window, at, out);
        if (!measure->linear)
            continue;
        if (!skin_truth(measure, window, at, error) || !skin_keyed(measure, window, at, error))
            return false;
        compare(measure, false, &out->vertex, &out->worst_vertex);
    }
    return true;
}

bool bake_measure_deform(bake_measure *measure, const bake_window *window, double *worst, uint32_t *worst_vertex,
                         hone_error *error)
{
    for (uint32_t at = 0; measure->kinds && at < window->count; at++) {
        if (!skin_truth(measure, window, at, error))
            return false;
        take_rest(measure, 0, measure->kinds_rest);
        if (!skin(measure, measure->kinds, measure->kinds_rest, 0, measure->posed[1], error))
            return false;
        compare(measure, true, worst, worst_vertex);
    }
    return true;
}
