#include "offline/bake/error_metric.h"
#include "base/error.h"
#include "base/lanes/lanes_math.h"
#include "base/memory/arena.h"
#include "core/skin/linear_vertex.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static hone_stream floats3(const float (*values)[3], uint32_t count)
{
    return (hone_stream){(void *)values, count, sizeof *values};
}

static bool is_bent(const hone_mesh *mesh, uint32_t vertex)
{
    return mesh->deforms[vertex] == HONE_DEFORM_SDEF || mesh->deforms[vertex] == HONE_DEFORM_QDEF;
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

static bool list_bent(hone_error_metric *metric, hone_arena *memory)
{
    const hone_mesh *mesh = &metric->model->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) metric->bent_count += is_bent(mesh, v);
    metric->bent = hone_arena_array(memory, metric->bent_count, sizeof *metric->bent);
    for (uint32_t v = 0, at = 0; metric->bent && v < mesh->vertex_count; v++)
        if (is_bent(mesh, v))
            metric->bent[at++] = v;
    return metric->bent || metric->bent_count == 0;
}

/* The bent vertices as a mesh of their own. */
typedef struct bent_mesh {
    float (*positions)[3];
    uint8_t *deforms;
    uint32_t *begin;
    hone_influence *influences;
    hone_sdef *sdefs;
} bent_mesh;

static void fill_bent(const hone_error_metric *metric, const uint32_t *begin, const hone_influence *influences,
                      bent_mesh *out)
{
    const hone_mesh *mesh = &metric->model->mesh;
    for (uint32_t i = 0, at = 0; i < metric->bent_count; i++, out->begin[i] = at) {
        uint32_t v = metric->bent[i], count = begin[v + 1] - begin[v];
        memcpy(out->positions[i], mesh->positions[v], sizeof out->positions[i]);
        out->deforms[i] = mesh->deforms[v];
        if (count)
            memcpy(out->influences + at, influences + begin[v], count * sizeof *influences);
        at += count;
    }
    for (uint32_t s = 0, i = 0; s < mesh->sdef_count; s++) {
        while (metric->bent[i] < mesh->sdefs[s].vertex) i++;
        out->sdefs[s] = mesh->sdefs[s];
        out->sdefs[s].vertex = i;
    }
}

/* by_kind: with the influences as they are in the model, and each vertex by its kind. */
static hone_skin *compile(const hone_error_metric *metric, bool by_kind, bent_mesh *room, hone_error *error)
{
    const hone_mesh *mesh = &metric->model->mesh;
    fill_bent(metric, by_kind ? mesh->influence_begin : metric->vertices.begin,
              by_kind ? mesh->influences : metric->vertices.influences, room);
    hone_skin_desc desc = {.vertex_count = metric->bent_count,
                           .slot_count = mesh->slot_count,
                           .positions = floats3((const float(*)[3])room->positions, metric->bent_count),
                           .influence_begin = room->begin,
                           .influences = room->influences,
                           .allocator = &metric->allocator};
    if (by_kind)
        desc.deforms = room->deforms, desc.sdefs = room->sdefs, desc.sdef_count = mesh->sdef_count;
    return hone_skin_compile(&desc, error);
}

static bool compile_both(hone_error_metric *metric, hone_arena *memory, hone_error *error)
{
    const hone_mesh *mesh = &metric->model->mesh;
    size_t count = metric->bent_count;
    bent_mesh room = {.positions = hone_arena_array(memory, count, sizeof *room.positions),
                      .deforms = hone_arena_array(memory, count, 1),
                      .begin = hone_arena_array(memory, count + 1, sizeof *room.begin),
                      .influences = hone_arena_array(memory, mesh->influence_count, sizeof *room.influences),
                      .sdefs = hone_arena_array(memory, mesh->sdef_count, sizeof *room.sdefs)};
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    metric->skins[0] = compile(metric, false, &room, error);
    metric->skins[1] = metric->skins[0] ? compile(metric, true, &room, error) : NULL;
    return metric->skins[1] != NULL;
}

static bool make_deform(hone_error_metric *metric, hone_metric_worker *worker, bool morphs, hone_arena *memory,
                        hone_error *error)
{
    hone_palette *palette = &worker->palette;
    palette->slot_count = metric->model->mesh.slot_count;
    palette->affine = hone_arena_array(memory, palette->slot_count, sizeof *palette->affine);
    palette->duals = hone_arena_array(memory, palette->slot_count, sizeof *palette->duals);
    worker->moved = hone_arena_array(memory, metric->bent_count, sizeof *worker->moved);
    for (int i = 0; i < 2; i++)
        worker->posed[i] = hone_arena_array(memory, metric->bent_count, sizeof *worker->posed[i]);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    for (int i = 0; i < 2 && morphs; i++) {
        worker->rests[i] = hone_skin_rest_create(metric->skins[i], false, &metric->allocator, error);
        if (!worker->rests[i])
            return false;
    }
    return true;
}

static bool make_worker(hone_error_metric *metric, uint32_t index, const hone_sample_chunk *chunk,
                        hone_mmd_playback *playbacks, hone_arena *memory, hone_error *error)
{
    hone_metric_worker *worker = &metric->workers[index];
    worker->playback = playbacks ? &playbacks[index] : NULL;
    worker->model_from_bone =
        hone_arena_array(memory, chunk->bone_count, SAMPLE_BLOCK * sizeof *worker->model_from_bone);
    if (!playbacks)
        worker->placed = hone_arena_array(memory, chunk->bone_count, SAMPLE_GROUPS * sizeof *worker->placed);
    if (!hone_vertex_scratch_make(&metric->vertices, chunk, memory, &worker->vertices))
        return hone_arena_fail(memory, error);
    return metric->bent_count == 0 || make_deform(metric, worker, chunk->morph_count > 0, memory, error);
}

bool hone_error_metric_make(const hone_sample_chunk *chunk, hone_mmd_playback *playbacks, uint32_t worker_count,
                            const hone_allocator *allocator, hone_arena *memory, hone_error_metric *out,
                            hone_error *error)
{
    *out = (hone_error_metric){.model = chunk->model, .allocator = hone_allocator_or_default(allocator)};
    out->workers = hone_arena_array(memory, worker_count, sizeof *out->workers);
    if (!out->workers || !list_bent(out, memory))
        return hone_arena_fail(memory, error);
    out->worker_count = worker_count;
    if (!linearise(out, chunk, memory, error) || (out->bent_count && !compile_both(out, memory, error)))
        return false;
    for (uint32_t w = 0; w < worker_count; w++)
        if (!make_worker(out, w, chunk, playbacks, memory, error))
            return false;
    return true;
}

void hone_error_metric_release(hone_error_metric *metric)
{
    for (uint32_t w = 0; w < metric->worker_count; w++)
        for (int i = 0; i < 2; i++) hone_skin_rest_destroy(metric->workers[w].rests[i]);
    for (int i = 0; i < 2; i++) hone_skin_release(metric->skins[i]);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static inline double square_between(const float a[3], const float b[3])
{
    double square = 0;
    for (int i = 0; i < 3; i++) square += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
    return square;
}

/* A distance that overflows counts as infinite. */
static double distance(const float a[3], const float b[3])
{
    double square = square_between(a, b);
    return isnan(square) ? (double)INFINITY : sqrt(square);
}

/* Places a bone at the samples of a group. */
static void place_bone(hone_metric_worker *worker, const hone_sample_chunk *chunk, uint32_t bone, uint32_t group,
                       const uint32_t at[SAMPLE_LANES])
{
    int32_t parent = chunk->model->skeleton.bones[bone].parent;
    lanes_affine local = hone_sample_chunk_local(chunk, bone, at);
    lanes_affine *own = &worker->placed[(size_t)bone * SAMPLE_GROUPS + group];
    *own = parent == HONE_NONE ? local
                               : lanes_affine_multiply(&worker->placed[(size_t)parent * SAMPLE_GROUPS + group], &local);
    hone_affine *rows[SAMPLE_LANES];
    for (size_t i = 0; i < SAMPLE_LANES; i++)
        rows[i] = &worker->model_from_bone[(group * SAMPLE_LANES + i) * chunk->bone_count + bone];
    lanes_affine_scatter(own, rows);
}

/* Computes the bones of some samples as the player has them. */
static void place_bones(hone_metric_worker *worker, const hone_sample_chunk *chunk, uint32_t begin, uint32_t count)
{
    uint32_t bones = chunk->bone_count, at[SAMPLE_GROUPS][SAMPLE_LANES];
    for (uint32_t i = 0; worker->playback && i < count; i++) {
        const hone_affine *found = hone_mmd_playback_bones(worker->playback, chunk, &chunk->keyed, begin + i);
        if (bones)
            memcpy(worker->model_from_bone + (size_t)i * bones, found, bones * sizeof *found);
    }
    for (uint32_t g = 0; g < SAMPLE_GROUPS; g++) bake_group_samples(begin, count, g, at[g]);
    for (uint32_t o = 0; !worker->playback && o < bones; o++)
        for (uint32_t g = 0; g * SAMPLE_LANES < count; g++) place_bone(worker, chunk, chunk->order[o], g, at[g]);
}

/* Skips most bones before their distance is computed: a square below the rounded square of a length is that of a
 * shorter length. */
static void measure_bones(const hone_affine *placed, const hone_sample_chunk *chunk, uint32_t at, bake_error *out)
{
    const hone_affine *truth = chunk->model_from_bone + (size_t)at * chunk->bone_count;
    for (uint32_t b = 0; b < chunk->bone_count; b++) {
        const float is[3] = {placed[b].m[0][3], placed[b].m[1][3], placed[b].m[2][3]};
        const float was[3] = {truth[b].m[0][3], truth[b].m[1][3], truth[b].m[2][3]};
        if (square_between(is, was) < out->joint * out->joint)
            continue;
        double found = distance(is, was);
        if (found > out->joint)
            out->joint = found, out->worst_bone = b, out->joint_at = at;
    }
}

static void measure_block(const hone_error_metric *metric, hone_metric_worker *worker, const hone_sample_chunk *chunk,
                          uint32_t begin, uint32_t count)
{
    place_bones(worker, chunk, begin, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = begin + i;
        const hone_affine *placed = worker->model_from_bone + (size_t)i * chunk->bone_count;
        bake_error *worst = bake_is_whole_frame(at) ? &worker->errors.whole : &worker->errors.between;
        measure_bones(placed, chunk, at, worst);
        if (hone_vertex_error_compare(&metric->vertices, &worker->vertices, chunk, placed, at, &worst->vertex,
                                      &worst->worst_vertex))
            worst->vertex_at = at;
    }
}

void hone_error_metric_begin(hone_error_metric *metric)
{
    for (uint32_t w = 0; w < metric->worker_count; w++) {
        metric->workers[w].errors = (bake_errors){0};
        metric->workers[w].deform = 0;
    }
}

void hone_error_metric_keys(hone_error_metric *metric, uint32_t worker, const hone_sample_chunk *chunk, uint32_t begin,
                            uint32_t end)
{
    for (uint32_t at = begin; at < end; at += SAMPLE_BLOCK)
        measure_block(metric, &metric->workers[worker], chunk, at, end - at < SAMPLE_BLOCK ? end - at : SAMPLE_BLOCK);
}

/* Whether an error at a sample is larger than the largest one so far, or as large and earlier. */
static bool counts(double found, uint32_t at, double worst, uint32_t worst_at)
{
    return found > worst || (found == worst && at < worst_at);
}

static void merge(const bake_error *from, bake_error *to)
{
    if (counts(from->joint, from->joint_at, to->joint, to->joint_at))
        to->joint = from->joint, to->worst_bone = from->worst_bone, to->joint_at = from->joint_at;
    if (counts(from->vertex, from->vertex_at, to->vertex, to->vertex_at))
        to->vertex = from->vertex, to->worst_vertex = from->worst_vertex, to->vertex_at = from->vertex_at;
}

bake_errors hone_error_metric_end(const hone_error_metric *metric)
{
    bake_errors out = metric->workers[0].errors;
    for (uint32_t w = 1; w < metric->worker_count; w++) {
        merge(&metric->workers[w].errors.whole, &out.whole);
        merge(&metric->workers[w].errors.between, &out.between);
    }
    return out;
}

/* ---- error of linear blend skinning ---------------------------------------------------------------------------- */

/* Gives the vertices' positions with morphs to both skins, if they have changed. */
static void set_rests(const hone_error_metric *metric, hone_metric_worker *worker, const hone_sample_chunk *chunk,
                      uint32_t at)
{
    hone_vertex_error_set_truth(&worker->vertices, chunk, at);
    if (!worker->rests[0] || worker->rest_changes == worker->vertices.changes)
        return;
    worker->rest_changes = worker->vertices.changes;
    for (uint32_t i = 0; i < metric->bent_count; i++)
        memcpy(worker->moved[i], worker->vertices.rests[0][metric->bent[i]], sizeof worker->moved[i]);
    for (int i = 0; i < 2; i++)
        hone_skin_rest_set(worker->rests[i], (hone_stream){0},
                           floats3((const float(*)[3])worker->moved, metric->bent_count), (hone_stream){0});
}

static bool skin(const hone_error_metric *metric, hone_metric_worker *worker, int which)
{
    const hone_skin_job job = {.palette = &worker->palette,
                               .rest = worker->rests[which],
                               .positions = floats3((const float(*)[3])worker->posed[which], metric->bent_count)};
    return hone_skin_run_on(NULL, metric->skins[which], &job, &worker->error);
}

static void compare(const hone_error_metric *metric, hone_metric_worker *worker, uint32_t at)
{
    for (uint32_t i = 0; i < metric->bent_count; i++) {
        double found = distance(worker->posed[0][i], worker->posed[1][i]);
        if (found > worker->deform)
            worker->deform = found, worker->deformed = metric->bent[i], worker->deform_at = at;
    }
}

void hone_error_metric_deform(hone_error_metric *metric, uint32_t worker, const hone_sample_chunk *chunk,
                              uint32_t begin, uint32_t end)
{
    hone_metric_worker *mine = &metric->workers[worker];
    for (uint32_t at = begin * HONE_BAKE_TIMES_PER_FRAME; at < end * HONE_BAKE_TIMES_PER_FRAME && !mine->failed;
         at += HONE_BAKE_TIMES_PER_FRAME) {
        hone_palette_build(metric->model->mesh.slots, chunk->model_from_bone + (size_t)at * chunk->bone_count,
                           chunk->bone_count, &mine->palette);
        set_rests(metric, mine, chunk, at);
        mine->failed = !skin(metric, mine, 0) || !skin(metric, mine, 1);
        if (!mine->failed)
            compare(metric, mine, at);
    }
}

bool hone_error_metric_end_deform(const hone_error_metric *metric, double *worst, uint32_t *worst_vertex,
                                  hone_error *error)
{
    uint32_t worst_at = 0; /* an error as large in an earlier chunk counts */
    for (uint32_t w = 0; w < metric->worker_count; w++) {
        const hone_metric_worker *worker = &metric->workers[w];
        if (worker->failed)
            return hone_fail(error, worker->error.code, worker->error.at, "%s", worker->error.message);
        if (counts(worker->deform, worker->deform_at, *worst, worst_at))
            *worst = worker->deform, *worst_vertex = worker->deformed, worst_at = worker->deform_at;
    }
    return true;
}
