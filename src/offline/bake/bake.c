/* Bakes an actor (IK, physics, several motions) to keys: plays it chunk by chunk, chooses keys within the error
 * budget, and measures the result with the error metric. */
#include "base/arena.h"
#include "base/error.h"
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

static bool prepare(bake_context *b, hone_error *error)
{
    const hone_bake_desc *desc = b->desc;
    if (!hone_sample_chunk_make(b->model, desc->player, b->memory, &b->chunk, error) ||
        (desc->mmd_model &&
         !hone_sample_chunk_translate(&b->chunk, hone_actor_model(desc->actor), desc->scale, b->memory, error)) ||
        !hone_error_budget_make(&b->chunk, b->memory, &b->budget, error))
        return false;
    uint32_t tracks = hone_bake_track_of(b->chunk.bone_count, 0) + b->chunk.morph_count;
    if (!hone_bake_keys_make(tracks, desc->allocator, b->memory, &b->keys, &b->mark))
        return hone_arena_fail(b->memory, error);
    note_rest(b);
    bool mmd = desc->player == HONE_BAKE_MMD_RIG;
    if (mmd && !hone_mmd_playback_make(b->model, &desc->rules, desc->allocator, b->memory, &b->playback, error))
        return false;
    return hone_error_metric_make(&b->chunk, mmd ? &b->playback : NULL, desc->allocator, b->memory, &b->metric, error);
}

/* ---- chunks ---------------------------------------------------------------------------------------------------- */

/* Prepares a sample for MMD's rig: makes room for appends, and records when the model is visible. */
static void take_for_mmd(bake_context *b, uint32_t at)
{
    uint32_t frame = (b->chunk.begin + at) / HONE_BAKE_TIMES_PER_FRAME;
    double off = hone_mmd_playback_solve(&b->playback, &b->chunk, at);
    if (!bake_is_whole_frame(at))
        return;
    b->report->player_error = off <= b->report->player_error ? b->report->player_error : off;
    bool visible = hone_actor_visible(b->desc->actor);
    if (b->seen_count == 0 || (visible != b->seen_last && frame > b->seen_frame)) {
        const bake_seen seen = {frame, visible};
        hone_write_bytes(&b->seen, &seen, sizeof seen);
        b->seen_count++, b->seen_last = visible, b->seen_frame = frame;
    }
}

static uint32_t last_sample(const bake_context *b)
{
    return b->desc->last_frame * HONE_BAKE_TIMES_PER_FRAME;
}

/* Plays the next chunk. Its first sample is the last sample of the chunk before. */
static bool play(bake_context *b, hone_error *error)
{
    hone_sample_chunk *chunk = &b->chunk;
    chunk->begin += chunk->count ? chunk->count - 1 : 0;
    uint32_t left = last_sample(b) - chunk->begin;
    chunk->count = left < SAMPLE_CHUNK_FRAMES - 1 ? left + 1 : SAMPLE_CHUNK_FRAMES;
    for (uint32_t at = 0; at < chunk->count; at++) {
        uint32_t frame = (chunk->begin + at) / HONE_BAKE_TIMES_PER_FRAME;
        hone_actor_sample_frame(b->desc->actor, (double)(chunk->begin + at) / HONE_BAKE_TIMES_PER_FRAME);
        if (!hone_actor_evaluate(b->desc->actor, error)) /* no vertex is read */
            return false;
        hone_sample_chunk_note(chunk, at, b->desc->actor);
        if (b->desc->player == HONE_BAKE_MMD_RIG)
            take_for_mmd(b, at);
        if (bake_is_whole_frame(at) && b->desc->progress && !b->desc->progress(b->desc->user, frame))
            return hone_fail(error, HONE_ERROR_ARGUMENT, frame, "given up at frame %u", frame);
    }
    return true;
}

static hone_bake_track part_track(const bake_context *b, uint32_t bone, int part)
{
    float gain = fmaxf(b->budget.gains[part][bone], 1e-20f);
    return (hone_bake_track){bake_part(&b->chunk.keyed, part, bone), hone_bake_part_widths[part],
                             part == HONE_CHANNEL_ROTATION, b->budget.most[part][bone], b->budget.still / gain};
}

/* MMD's keys are on whole frames only. A tolerance of 0 also gets none between frames, because no number of keys
 * reaches it. */
static bake_grid grid_of(const bake_context *b)
{
    return (bake_grid){.per_frame = HONE_BAKE_TIMES_PER_FRAME,
                       .whole = b->desc->player == HONE_BAKE_MMD_RIG || b->desc->tolerance == 0};
}

/* In MMD translation and rotation share one key. */
static void choose_bone_keys(bake_context *b, uint32_t bone)
{
    hone_bake_track tracks[BAKE_PARTS];
    const hone_sample_chunk *chunk = &b->chunk;
    for (int p = 0; p < BAKE_PARTS; p++) tracks[p] = part_track(b, bone, p);
    if (b->desc->player == HONE_BAKE_MMD_RIG) {
        hone_bake_keys_add(&b->keys, hone_bake_track_of(bone, 0), tracks, 2, grid_of(b), chunk->begin, chunk->count);
        return;
    }
    for (int p = 0; p < BAKE_PARTS; p++)
        hone_bake_keys_add(&b->keys, hone_bake_track_of(bone, p), &tracks[p], 1, grid_of(b), chunk->begin,
                           chunk->count);
}

static void choose_keys(bake_context *b, float tolerance)
{
    hone_sample_chunk *chunk = &b->chunk;
    hone_sample_chunk_reset(chunk);
    hone_error_budget_divide(&b->budget, chunk, tolerance, (const float(*)[4])b->keys.last);
    for (uint32_t i = 0; i < chunk->bone_count; i++)
        if (chunk->animated[i])
            choose_bone_keys(b, i);
    for (uint32_t m = 0; m < chunk->morph_count; m++) {
        const hone_bake_track track = {bake_weights(&chunk->keyed, m), 1, false, b->budget.most_weights[m], 0};
        hone_bake_keys_add(&b->keys, hone_bake_track_of(chunk->bone_count, 0) + m, &track, 1, grid_of(b), chunk->begin,
                           chunk->count);
    }
}

static bool try_keys(bake_context *b, float boldness, bake_errors *errors, hone_error *error)
{
    hone_bake_keys_go_back(&b->keys, &b->mark);
    choose_keys(b, b->desc->tolerance * boldness);
    if (b->keys.log.failed || b->seen.failed)
        return hone_fail_memory(error);
    hone_error_metric_keys(&b->metric, &b->chunk, errors);
    return true;
}

/* Measures the error of linear interpolation with a key on every whole frame. MMD's keys cannot do better. */
static bool measure_floor(bake_context *b, hone_error *error)
{
    bake_errors errors;
    b->floor = 0;
    if (b->desc->player != HONE_BAKE_MMD_RIG)
        return true;
    bool ok = try_keys(b, 0, &errors, error);
    b->floor = bake_error_of(&errors.between);
    return ok;
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
static bool settle_keys(bake_context *b, bake_errors *errors, hone_error *error)
{
    enum { TRIES = 4 };
    const float most = 64, enough = 0.6f, aim = 0.85f;
    const double tolerance = (double)b->desc->tolerance;
    float good = b->desc->player == HONE_BAKE_MMD_RIG ? 0 : 1,
          boldness = b->boldness; /* the safe shares do not take appends into account */
    bool tried_good = false;
    hone_bake_keys_set_mark(&b->keys, &b->mark);
    if (!measure_floor(b, error))
        return false;
    for (int i = 0; i < TRIES && tolerance > 0; i++) {
        if (!try_keys(b, boldness, errors, error))
            return false;
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
    return tried_good || try_keys(b, good, errors, error);
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

static bool reduce_chunk(bake_context *b, hone_error *error)
{
    bake_errors errors = {0};
    hone_bake_report *report = b->report;
    if (!settle_keys(b, &errors, error) ||
        !hone_error_metric_deform(&b->metric, &b->chunk, &report->deform_error, &report->worst_deformed, error))
        return false;
    note_errors(b, &errors);
    return true;
}

static bool bake_chunks(bake_context *b, hone_error *error)
{
    do {
        if (!play(b, error) || !reduce_chunk(b, error))
            return false;
    } while (b->chunk.begin + b->chunk.count - 1 < last_sample(b));
    return true;
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
    if (desc->last_frame >= HONE_BAKE_FRAMES_MAX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->last_frame, "%u frames are more than %d can be baked",
                         desc->last_frame, HONE_BAKE_FRAMES_MAX);
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
    hone_mmd_playback_release(&b.playback);
    hone_bytes_release(&b.seen.bytes);
    hone_bytes_release(&b.keys.log.bytes);
    hone_arena_destroy(b.memory);
    return motion;
}
