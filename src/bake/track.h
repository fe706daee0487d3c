/* Samples of one quantity, one a frame, and which of them suffice as keys. */
#ifndef HONE_SRC_BAKE_TRACK_H
#define HONE_SRC_BAKE_TRACK_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bake_track {
    float *values;  /* [count][width] */
    uint32_t width; /* at most 4 */
    bool turns;     /* unit quaternions, each less than a half turn of quaternion space from the one before */
    float most;     /* how far a value may be off: the length of the difference */
    float still;    /* what is no further from its last key has not moved */
} bake_track;

/* The length of the difference of two values. */
float bake_track_distance(const bake_track *track, const float *a, const float *b);

/* Tracks whose keys are at the same frames: the indices of the samples to keep, ascending, the first and the last among
 * them; the others lie on the way between their neighbours, no further off than `most`. kept: [count]. Returns how
 * many. count is at least 1. */
uint32_t bake_tracks_reduce(const bake_track *tracks, uint32_t track_count, uint32_t count, uint32_t *kept);

/* Puts the others where the way between their neighbours has them: what a player will see. */
void bake_track_refill(const bake_track *track, const uint32_t *kept, uint32_t kept_count);

#endif
