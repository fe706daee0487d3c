/* Bakes an actor (IK, physics, several motions) to keys: plays it chunk by chunk, chooses keys within the error
 * budget, and measures the result with the error metric. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "offline/bake/bake_internal.h"
#include <hone/math.h>
#include <string.h>

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

/* Sets the values that hold without keys: each bone's rest transform in parent space, each morph's default weight. */
static void note_rest(bake_context *b)
{
    const hone_skeleton *skeleton = &b->chunk.model->skeleton;
    bool mmd = b->chunk.model->space == HONE_SPACE_MMD;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[i];
        float(*last)[4] = b->keys.last + hone_bake_track_of(i, 0);
        memcpy(last[HONE_CHANNEL_TRANSLATION], bone->rest.translation, sizeof bone->rest.translation);
        memcpy(last[HONE_CHANNEL_ROTATION], bone->rest.rotation, sizeof bone->rest.rotation);
        memcpy(last[HONE_CHANNEL_SCALE], bone->rest.scale, sizeof bone->rest.scale);
        for (int r = 0; mmd && r < 3; r++) last[HONE_CHANNEL_TRANSLATION][r] = bone->rest_local.m[r][3];
        memcpy(b->chunk.last_turns[i], bone->rest.rotation, sizeof bone->rest.rotation);
    }
    for (uint32_t m = 0; m < b->chunk.morph_count; m++)
        b->keys.last[hone_bake_track_of(skeleton->bone_count, 0) + m][0] =
            b->chunk.model->morphs[b->chunk.morphs[m]].default_weight;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static bool make_workers(bake_context *b, hone_error *error)
{
    const hone_bake_desc *desc = b->desc;
    bool alone = hone_actor_get_physics(desc->actor) || !desc->copies;
    b->worker_count = hone_bake_worker_count(desc->workers);
    b->player_count = alone ? 1 : least(b->worker_count, desc->copy_count + 1);
    b->workers = hone_arena_array(b->memory, b->worker_count, sizeof *b->workers);
    for (uint32_t w = 0; b->workers && w < b->worker_count; w++) {
        b->workers[w].actor = w == 0 ? desc->actor : w < b->player_count ? desc->copies[w - 1] : NULL;
        if (!hone_sample_scratch_make(&b->chunk, b->memory, &b->workers[w].scratch))
            break;
    }
    return !hone_arena_failed(b->memory) || hone_arena_fail(b->memory, error);
}

/* MMD_RIG only. */
static bool make_playbacks(bake_context *b, hone_error *error)
{
    const hone_bake_desc *desc = b->desc;
    if (desc->player != HONE_BAKE_MMD_RIG)
        return true;
    b->playbacks = hone_arena_array(b->memory, b->worker_count, sizeof *b->playbacks);
    if (!b->playbacks)
        return hone_arena_fail(b->memory, error);
    for (uint32_t w = 0; w < b->worker_count; w++)
        if (!hone_mmd_playback_make(b->model, &desc->rules, desc->allocator, b->memory, &b->playbacks[w], error))
            return false;
    return true;
}

static bool prepare(bake_context *b, hone_error *error)
{
    const hone_bake_desc *desc = b->desc;
    if (!hone_sample_chunk_make(b->model, desc->player, b->memory, &b->chunk, error) ||
        (desc->mmd_model &&
         !hone_sample_chunk_translate(&b->chunk, hone_actor_model(desc->actor), desc->scale, b->memory, error)) ||
        !hone_error_budget_make(&b->chunk, b->memory, &b->budget, error) || !make_workers(b, error))
        return false;
    uint32_t tracks = hone_bake_track_of(b->chunk.bone_count, 0) + b->chunk.morph_count;
    bool ok = hone_bake_keys_make(tracks, desc->allocator, b->memory, &b->keys);
    b->choices = hone_arena_array(b->memory, tracks, sizeof *b->choices);
    if (desc->player == HONE_BAKE_HIERARCHY)
        b->steps = hone_bake_find_steps(desc->actor, &b->chunk, desc->last_frame, b->memory);
    if (!ok || hone_arena_failed(b->memory))
        return hone_arena_fail(b->memory, error);
    note_rest(b);
    return make_playbacks(b, error) && hone_error_metric_make(&b->chunk, b->playbacks, b->worker_count, desc->allocator,
                                                              b->memory, &b->metric, error);
}

/* ---- chunks ---------------------------------------------------------------------------------------------------- */

static hone_bake_track part_track(const bake_context *b, uint32_t bone, int part)
{
    float gain = fmaxf(b->budget.gains[part][bone], 1e-20f);
    return (hone_bake_track){.values = bake_part(&b->chunk.keyed, part, bone),
                             .width = hone_bake_part_widths[part],
                             .turns = part == HONE_CHANNEL_ROTATION,
                             .most = b->budget.most[part][bone],
                             .still = b->budget.still / gain};
}

/* MMD's keys are on whole frames only. A tolerance of 0 also gets none between frames, because no number of keys
 * reaches it. */
static bake_grid grid_of(const bake_context *b)
{
    return (bake_grid){.per_frame = HONE_BAKE_TIMES_PER_FRAME,
                       .whole = b->desc->player == HONE_BAKE_MMD_RIG || b->desc->tolerance == 0};
}

/* Calls `work` for all items of this chunk, on all threads. */
static void run(bake_context *b, hone_bake_work *work, uint32_t count, uint32_t grain)
{
    hone_bake_run_items(b->desc->workers, b->worker_count, work, b, count, grain);
}

/* Returns whether no part of the bone needs a key. Then only its first sample is set, to what the keys hold. */
static bool hold_bone(bake_context *b, uint32_t bone, const hone_bake_track tracks[BAKE_PARTS])
{
    hone_sample_chunk *chunk = &b->chunk;
    chunk->held[bone] = 0;
    if (b->desc->player == HONE_BAKE_MMD_RIG || !chunk->animated[bone])
        return false;
    for (int p = 0; p < chunk->part_count; p++)
        if (!(b->budget.changes[p][bone] <= tracks[p].still) || hone_bake_jumps(b, hone_bake_track_of(bone, p)))
            return false;
    chunk->held[bone] = 1;
    for (int p = 0; p < chunk->part_count; p++) {
        uint32_t track = hone_bake_track_of(bone, p);
        b->choices[track].found = 0;
        memcpy(tracks[p].values, b->keys.last[track], tracks[p].width * sizeof *tracks[p].values);
    }
    return true;
}

/* Chooses the keys of the tracks from `first` on. Steps give all samples as they are. */
static void choose_keys(bake_context *b, uint32_t first, const hone_bake_track *tracks, uint32_t count)
{
    b->choices[first].found = 0;
    if (!hone_bake_jumps(b, first))
        hone_bake_keys_choose(&b->keys, first, tracks, count, grid_of(b), b->chunk.count, &b->choices[first]);
}

/* Chooses the keys of a bone for each part; in MMD translation and rotation share one key. */
static void choose_bone_keys(bake_context *b, uint32_t bone)
{
    hone_bake_track tracks[BAKE_PARTS];
    bool mmd = b->desc->player == HONE_BAKE_MMD_RIG;
    for (int p = 0; p < b->chunk.part_count; p++) tracks[p] = part_track(b, bone, p);
    if (hold_bone(b, bone, tracks))
        return;
    for (int p = 0; p < b->chunk.part_count; p++) hone_sample_chunk_reset_part(&b->chunk, p, bone);
    for (int p = 0; p < (mmd ? 1 : b->chunk.part_count) && b->chunk.animated[bone]; p++) {
        choose_keys(b, hone_bake_track_of(bone, p), &tracks[p], mmd ? 2 : 1);
    }
}

static hone_bake_track morph_track(const bake_context *b, uint32_t morph)
{
    return (hone_bake_track){
        .values = bake_weights(&b->chunk.keyed, morph), .width = 1, .most = b->budget.most_weights[morph]};
}

/* Items are the bones, then the morphs. */
static void choose_items(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    (void)worker;
    bake_context *b = user;
    uint32_t bones = b->chunk.bone_count;
    for (uint32_t i = begin; i < end && i < bones; i++) choose_bone_keys(b, i);
    for (uint32_t i = begin > bones ? begin : bones; i < end; i++) {
        uint32_t morph = i - bones, track = hone_bake_track_of(bones, 0) + morph;
        hone_sample_chunk_reset_weights(&b->chunk, morph);
        const hone_bake_track samples = morph_track(b, morph);
        choose_keys(b, track, &samples, 1);
    }
}

static void measure_samples(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    bake_context *b = user;
    hone_error_metric_keys(&b->metric, worker, &b->chunk, begin, end);
}

static void try_keys(bake_context *b, float boldness, bake_errors *errors)
{
    enum { ITEM_GRAIN = 4, SAMPLE_GRAIN = 2 * SAMPLE_BLOCK };
    hone_error_budget_divide(&b->budget, &b->chunk, b->desc->tolerance * boldness);
    run(b, choose_items, b->chunk.bone_count + b->chunk.morph_count, ITEM_GRAIN);
    hone_error_metric_begin(&b->metric);
    run(b, measure_samples, b->chunk.count, SAMPLE_GRAIN);
    *errors = hone_error_metric_end(&b->metric);
}

/* Adds the keys that were chosen last. */
static bool keep_keys(bake_context *b, hone_error *error)
{
    bool mmd = b->desc->player == HONE_BAKE_MMD_RIG;
    const hone_sample_chunk *chunk = &b->chunk;
    for (uint32_t bone = 0; bone < chunk->bone_count; bone++) {
        hone_bake_track tracks[BAKE_PARTS];
        for (int p = 0; p < chunk->part_count; p++) tracks[p] = part_track(b, bone, p);
        for (int p = 0; p < (mmd ? 1 : chunk->part_count) && chunk->animated[bone]; p++) {
            uint32_t track = hone_bake_track_of(bone, p);
            hone_bake_keys_add(&b->keys, track, &tracks[p], mmd ? 2 : 1, chunk->begin, &b->choices[track]);
        }
    }
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_bake_track samples = morph_track(b, m);
        uint32_t track = hone_bake_track_of(chunk->bone_count, 0) + m;
        hone_bake_keys_add(&b->keys, track, &samples, 1, chunk->begin, &b->choices[track]);
    }
    return (!b->keys.log.failed && !b->seen.failed) || hone_fail_memory(error);
}

/* Measures the error of linear interpolation with a key on every whole frame. MMD's keys cannot do better. */
static void measure_floor(bake_context *b)
{
    bake_errors errors;
    b->floor = 0;
    if (b->desc->player != HONE_BAKE_MMD_RIG)
        return;
    try_keys(b, 0, &errors);
    b->floor = bake_error_of(&errors.between);
}

/* Returns the largest error that counts against the tolerance. If keys must be on whole frames, the error between
 * frames may be up to the unavoidable error plus half of the tolerance, if that is more. */
static double worst_of(const bake_context *b, const bake_errors *errors)
{
    double tolerance = (double)b->desc->tolerance, between = bake_error_of(&errors->between);
    double allowed = fmax(tolerance, b->floor + tolerance / 2);
    return fmax(bake_error_of(&errors->whole), allowed > 0 ? between * tolerance / allowed : 0);
}

/* Shares that are safe for any movement leave most of the tolerance unused. So larger ones are tried and the result
 * is measured. The factor of the last chunk is a good guess for the next. */
static void settle_keys(bake_context *b, bake_errors *errors)
{
    enum { TRIES = 4 };
    const float most = 64, enough = 0.6f, aim = 0.85f;
    const double tolerance = (double)b->desc->tolerance;
    float good = b->desc->player == HONE_BAKE_MMD_RIG ? 0 : 1,
          boldness = b->boldness; /* the safe shares do not take appends into account */
    bool tried_good = false;
    measure_floor(b);
    for (int i = 0; i < TRIES && tolerance > 0; i++) {
        try_keys(b, boldness, errors);
        double worst = worst_of(b, errors);
        tried_good = worst <= tolerance;
        good = tried_good ? boldness : good;
        if (tried_good && (worst >= (double)enough * tolerance || boldness == most))
            break;
        float wish = boldness * (float)((double)aim * tolerance / fmax(worst, tolerance / (double)most));
        boldness = fminf(fmaxf(wish, good), most);
        if (!(boldness > good))
            break;
    }
    b->boldness = fmaxf(good, 1);
    if (!tried_good)
        try_keys(b, good, errors);
}

static void note_errors(const bake_context *b, const bake_errors *errors)
{
    hone_bake_report *report = b->report;
    const bake_error *both[] = {&errors->whole, &errors->between};
    for (int i = 0; i < (grid_of(b).whole ? 1 : 2); i++) {
        if (!(both[i]->joint <= report->joint_error))
            report->joint_error = both[i]->joint, report->worst_bone = both[i]->worst_bone;
        if (!(both[i]->vertex <= report->vertex_error))
            report->vertex_error = both[i]->vertex, report->worst_vertex = both[i]->worst_vertex;
    }
    if (!(errors->between.joint <= report->joint_error_between))
        report->joint_error_between = errors->between.joint;
    if (!(errors->between.vertex <= report->vertex_error_between))
        report->vertex_error_between = errors->between.vertex;
}

static void measure_bones(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    (void)worker;
    bake_context *b = user;
    hone_error_budget_measure_bones(&b->budget, &b->chunk, begin, end, (const float(*)[4])b->keys.last);
}

static void measure_deform(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    bake_context *b = user;
    hone_error_metric_deform(&b->metric, worker, &b->chunk, begin, end);
}

static bool reduce_chunk(bake_context *b, hone_error *error)
{
    enum { FRAME_GRAIN = 4 };
    bake_errors errors = {0};
    hone_bake_report *report = b->report;
    run(b, measure_bones, b->chunk.bone_count, FRAME_GRAIN);
    hone_error_budget_measure(&b->budget, &b->chunk, (const float(*)[4])b->keys.last);
    settle_keys(b, &errors);
    note_errors(b, &errors);
    if (b->metric.bent_count)
        run(b, measure_deform, 1 + (b->chunk.count - 1) / HONE_BAKE_TIMES_PER_FRAME, FRAME_GRAIN);
    return keep_keys(b, error) &&
           hone_error_metric_end_deform(&b->metric, &report->deform_error, &report->worst_deformed, error);
}

static bool bake_chunks(bake_context *b, hone_error *error)
{
    uint32_t last = b->desc->last_frame * HONE_BAKE_TIMES_PER_FRAME;
    do {
        if (!hone_bake_play(b, error) || !reduce_chunk(b, error))
            return false;
    } while (b->chunk.begin + b->chunk.count - 1 < last);
    return hone_bake_play_last(b, error);
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool check(const hone_bake_desc *desc, hone_error *error)
{
    if (!desc || !desc->actor)
        return hone_fail_null(error, "the actor to bake");
    if (!(desc->tolerance >= 0 && desc->tolerance < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a tolerance of %g", (double)desc->tolerance);
    if (desc->mmd_model && desc->player != HONE_BAKE_MMD_RIG)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a model for MMD, but keys for others");
    const hone_model *model = desc->mmd_model ? desc->mmd_model : hone_actor_model(desc->actor);
    if (desc->player == HONE_BAKE_MMD_RIG && hone_model_get(model)->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "keys for MMD's rig, of a model that is not in MMD's space");
    if (desc->path && hone_model_get(model)->space != HONE_SPACE_MMD)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "keys of a path, of a model that is not in MMD's space");
    if (desc->last_frame >= HONE_BAKE_MAX_FRAMES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->last_frame, "%llu frames are more than %d can be baked",
                         desc->last_frame + 1ULL, HONE_BAKE_MAX_FRAMES);
    return true;
}

hone_motion *hone_bake(const hone_bake_desc *desc, hone_bake_report *report, hone_error *error)
{
    hone_bake_report unseen;
    report = report ? report : &unseen;
    *report = (hone_bake_report){0};
    if (!check(desc, error))
        return NULL;
    bake_context b = {.desc = desc,
                      .model = desc->mmd_model ? desc->mmd_model : hone_actor_model(desc->actor),
                      .boldness = 8,
                      .report = report,
                      .seen = hone_writer_make(desc->allocator)};
    b.memory = hone_arena_create(desc->allocator, 0, error);
    hone_motion *motion = NULL;
    if (b.memory && prepare(&b, error) && bake_chunks(&b, error))
        motion =
            desc->player == HONE_BAKE_MMD_RIG ? hone_bake_make_tracks(&b, error) : hone_bake_make_channels(&b, error);
    for (uint32_t i = 0; b.chunk.scaled && i < b.chunk.source->skeleton.bone_count; i++)
        report->bones_scaled += b.chunk.scaled[i];
    hone_error_metric_release(&b.metric);
    for (uint32_t w = 0; b.playbacks && w < b.worker_count; w++) hone_mmd_playback_release(&b.playbacks[w]);
    hone_bytes_release(&b.seen.bytes);
    hone_bytes_release(&b.keys.log.bytes);
    hone_arena_destroy(b.memory);
    return motion;
}
