/* Samples of one quantity, one a frame, and which of them suffice as keys. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEY_REDUCTION_H
#define HONE_SRC_OFFLINE_BAKE_KEY_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hone_bake_track {
    float *values;  /* [count][width] */
    uint32_t width; /* at most 4 */
    bool turns;     /* unit quaternions, each less than a half turn of quaternion space from the one before */
    float most;     /* how far a value may be off: the length of the difference */
    float still;    /* what is no further from its last key has not moved */
} hone_bake_track;

/* The length of the difference of two values. */
float hone_bake_track_distance(const hone_bake_track *track, const float *a, const float *b);

/* Which samples may become keys. */
typedef struct bake_grid {
    uint32_t per_frame; /* samples of a frame: the first sample, and each `per_frame` samples later, is a whole frame */
    bool whole;         /* keys stand on whole frames only; else between them too, where that is needed */
} bake_grid;

/* A sample is a frame. */
#define BAKE_GRID_FRAMES ((bake_grid){.per_frame = 1})

/* Chooses the samples that become keys of all these tracks. The others lie on the way between their neighbours, no
 * further off than `most`, except within one frame of a grid that is `whole`. Keys stand on whole frames where these
 * suffice. kept: [count] the indices of the samples to keep, ascending, the first and the last among them. count is
 * at least 1, and count - 1 a multiple of grid.per_frame. Returns how many are kept. */
uint32_t hone_tracks_reduce_keys(const hone_bake_track *tracks, uint32_t track_count, uint32_t count, bake_grid grid,
                                 uint32_t *kept);

/* Puts the others where the way between their neighbours has them: what a player will see. */
void hone_bake_track_refill(const hone_bake_track *track, const uint32_t *kept, uint32_t kept_count);

#endif
