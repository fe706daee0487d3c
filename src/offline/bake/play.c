/* Plays the actor for one chunk of samples, on several threads if the caller gave copies of it. */
#include "base/error.h"
#include "offline/bake/bake_internal.h"
#include <string.h>

/* Samples and bones that a thread takes at a time. Samples of different threads must not share cache lines often. */
enum { SAMPLE_GRAIN = 16, BONE_GRAIN = 4 };

static double frame_of(const bake_context *b, uint32_t at)
{
    return (double)(b->chunk.begin + at) / HONE_BAKE_TIMES_PER_FRAME;
}

/* ---- the actor --------------------------------------------------------------------------------------------------- */

static hone_affine place_at(const bake_context *b, double frame)
{
    hone_rigid_transform world = {.rotation = {0, 0, 0, 1}};
    b->desc->path(b->desc->path_user, frame, &world);
    return hone_affine_from_rotation(world.rotation, world.translation);
}

static bool pose(bake_context *b, uint32_t worker, uint32_t at, hone_error *error)
{
    bake_worker *mine = &b->workers[worker];
    hone_actor_sample_frame(mine->actor, frame_of(b, at));
    if (!hone_actor_evaluate(mine->actor, error)) /* no vertex is read */
        return false;
    const hone_affine place = b->desc->path ? place_at(b, frame_of(b, at)) : (hone_affine)HONE_AFFINE_IDENTITY;
    hone_sample_chunk_record(&b->chunk, at, mine->actor, b->desc->path ? &place : NULL, &mine->scratch);
    b->visible[at] = hone_actor_visible(mine->actor);
    return true;
}

/* Actors that play on several threads have no physics, so that they cannot fail. */
static void pose_samples(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    for (uint32_t at = begin; at < end; at++) pose(user, worker, at, NULL);
}

static bool show_progress(const bake_context *b, uint32_t at, hone_error *error)
{
    uint32_t frame = (b->chunk.begin + at) / HONE_BAKE_TIMES_PER_FRAME;
    if (!bake_is_whole_frame(at) || !b->desc->progress || b->desc->progress(b->desc->user, frame))
        return true;
    return hone_fail(error, HONE_ERROR_ARGUMENT, frame, "given up at frame %u", frame);
}

static bool pose_all(bake_context *b, hone_error *error)
{
    bool together = b->player_count > 1;
    if (together)
        hone_bake_run_items(b->desc->workers, b->player_count, pose_samples, b, b->chunk.count, SAMPLE_GRAIN);
    for (uint32_t at = 0; at < b->chunk.count; at++)
        if ((!together && !pose(b, 0, at, error)) || !show_progress(b, at, error))
            return false;
    return true;
}

/* ---- values in parent space -------------------------------------------------------------------------------------- */

/* For MMD's rig makes room for appends, and keeps the rotations without them for hone_sample_chunk_follow_signs. */
static void solve(bake_context *b, uint32_t worker, uint32_t begin, uint32_t end)
{
    hone_sample_chunk *chunk = &b->chunk;
    bake_worker *mine = &b->workers[worker];
    for (uint32_t bone = 0; bone < chunk->bone_count; bone++)
        memcpy(bake_part_at(&chunk->keyed, HONE_CHANNEL_ROTATION, bone, begin),
               bake_part_at(&chunk->truth, HONE_CHANNEL_ROTATION, bone, begin), (end - begin) * sizeof(float[4]));
    for (uint32_t at = begin; at < end; at++) {
        double off = hone_mmd_playback_solve(&b->playbacks[worker], chunk, at);
        if (bake_is_whole_frame(at))
            mine->player_error = off <= mine->player_error ? mine->player_error : off;
    }
}

static void derive(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    bake_context *b = user;
    hone_sample_chunk_derive(&b->chunk, begin, end, &b->workers[worker].scratch);
    if (b->playbacks)
        solve(b, worker, begin, end);
}

static void follow_signs(void *user, uint32_t worker, uint32_t begin, uint32_t end)
{
    (void)worker;
    bake_context *b = user;
    hone_sample_chunk_follow_signs(&b->chunk, begin, end, b->playbacks != NULL);
}

/* Records when the model appears and disappears. */
static void note_visible(bake_context *b)
{
    for (uint32_t at = 0; at < b->chunk.count && b->playbacks; at += HONE_BAKE_TIMES_PER_FRAME) {
        uint32_t frame = (b->chunk.begin + at) / HONE_BAKE_TIMES_PER_FRAME;
        if (b->seen_count && (b->visible[at] == b->seen_last || frame <= b->seen_frame))
            continue;
        const bake_seen seen = {frame, b->visible[at]};
        hone_write_bytes(&b->seen, &seen, sizeof seen);
        b->seen_count++, b->seen_last = seen.visible, b->seen_frame = frame;
    }
}

static uint32_t last_sample(const bake_context *b)
{
    return b->desc->last_frame * HONE_BAKE_TIMES_PER_FRAME;
}

bool hone_bake_play(bake_context *b, hone_error *error)
{
    hone_sample_chunk *chunk = &b->chunk;
    hone_workers *threads = b->desc->workers;
    chunk->begin += chunk->count ? chunk->count - 1 : 0;
    uint32_t left = last_sample(b) - chunk->begin;
    chunk->count = left < SAMPLE_CHUNK_FRAMES - 1 ? left + 1 : SAMPLE_CHUNK_FRAMES;
    if (!pose_all(b, error))
        return false;
    hone_bake_run_items(threads, b->worker_count, derive, b, chunk->count, SAMPLE_GRAIN);
    hone_bake_run_items(threads, b->worker_count, follow_signs, b, chunk->bone_count, BONE_GRAIN);
    for (uint32_t w = 0; w < b->worker_count; w++) {
        hone_sample_chunk_collect(chunk, &b->workers[w].scratch);
        double off = b->workers[w].player_error;
        b->report->player_error = off <= b->report->player_error ? b->report->player_error : off;
    }
    note_visible(b);
    return true;
}

bool hone_bake_play_last(const bake_context *b, hone_error *error)
{
    if (b->player_count == 1) /* it is there */
        return true;
    hone_actor_sample_frame(b->desc->actor, b->desc->last_frame);
    return hone_actor_evaluate(b->desc->actor, error);
}
