/* The state of a bake in progress, and the functions that turn its keys into a motion. */
#ifndef HONE_SRC_OFFLINE_BAKE_BAKE_INTERNAL_H
#define HONE_SRC_OFFLINE_BAKE_BAKE_INTERNAL_H

#include "base/files/byte_writer.h"
#include "base/memory/arena.h"
#include "offline/bake/error_budget.h"
#include "offline/bake/error_metric.h"
#include "offline/bake/keys.h"
#include "offline/bake/steps.h"
#include "offline/bake/worker_items.h"

typedef struct bake_seen {
    uint32_t frame;
    bool visible;
} bake_seen;

/* The data of one thread that plays a chunk. */
typedef struct bake_worker {
    hone_actor *actor; /* NULL: this thread does not play */
    hone_sample_scratch scratch;
    double player_error; /* the largest one of this thread */
} bake_worker;

typedef struct bake_context {
    const hone_bake_desc *desc;
    const hone_model *model;
    hone_arena *memory;
    uint32_t worker_count, player_count; /* threads that work; the first ones of them, which play */
    bake_worker *workers;                /* [worker_count] */
    hone_mmd_playback *playbacks;        /* [worker_count] only for MMD_RIG */
    hone_sample_chunk chunk;
    hone_error_budget budget;
    hone_bake_keys keys;       /* BAKE_PARTS tracks per bone, then one per morph of the chunk */
    hone_bake_choice *choices; /* [track_count] of the chunk */
    /* [track_count] tracks with steps have no other keys; NULL for MMD_RIG */
    const hone_bake_steps *steps;
    hone_error_metric metric;
    bool visible[SAMPLE_CHUNK_FRAMES]; /* at each sample of the chunk */
    hone_writer seen;                  /* a log of bake_seen: when the model appears and disappears */
    uint32_t seen_count, seen_frame;
    bool seen_last;
    /* MMD_RIG: the error between frames of this chunk with a key on every frame. No choice of keys gives less. */
    double floor;
    /* Factor by which the error budget may exceed the shares that are safe for any movement. */
    float boldness;
    hone_bake_report *report;
} bake_context;

static inline uint32_t hone_bake_track_of(uint32_t bone, int part)
{
    return bone * BAKE_PARTS + (uint32_t)part;
}

static inline bool hone_bake_jumps(const bake_context *b, uint32_t track)
{
    return b->steps && b->steps[track].count;
}

/* Plays the next chunk. Its first sample is the last sample of the chunk before. Fails if the actor does, or if the
 * caller cancels. */
bool hone_bake_play(bake_context *b, hone_error *error);

/* Leaves the actor at the last frame. */
bool hone_bake_play_last(const bake_context *b, hone_error *error);

hone_motion *hone_bake_make_channels(const bake_context *b, hone_error *error);
hone_motion *hone_bake_make_tracks(const bake_context *b, hone_error *error);

#endif
