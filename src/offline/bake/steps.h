/* Parts of an actor's pose that jump, from the channels that it plays. If they only jump, their keys are the jumps;
 * else jumps are added to keys that are chosen by measuring. */
#ifndef HONE_SRC_OFFLINE_BAKE_STEPS_H
#define HONE_SRC_OFFLINE_BAKE_STEPS_H

#include "base/memory/arena.h"
#include "offline/bake/sample_chunk.h"

typedef struct hone_bake_jump {
    double time; /* seconds */
    float before[4], after[4];
} hone_bake_jump;

/* The keys of a track; each value holds up to the next key. */
typedef struct hone_bake_steps {
    uint32_t jump_count;         /* of a track that does not only jump */
    const hone_bake_jump *jumps; /* [jump_count] by time */
    uint32_t count;              /* 0: the track does not jump, or does not only jump */
    const double *times;         /* [count] seconds, floats; the first is 0, the last that of the bake's last frame */
    const float *values;         /* [count][width] */
} hone_bake_steps;

/* Finds the steps of all tracks: BAKE_PARTS for each bone, then one for each morph of the chunk. Returns NULL if out of
 * memory. */
hone_bake_steps *hone_bake_find_steps(const hone_actor *actor, const hone_sample_chunk *chunk, uint32_t last_frame,
                                      hone_arena *memory);

#endif
