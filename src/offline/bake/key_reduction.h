/* Key reduction: chooses which samples of a track are needed as keys so that interpolation stays within an error
 * bound. */
#ifndef HONE_SRC_OFFLINE_BAKE_KEY_REDUCTION_H
#define HONE_SRC_OFFLINE_BAKE_KEY_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hone_bake_track {
    float *values;  /* [count][width] */
    uint32_t width; /* at most 4 */
    bool turns;     /* values are unit quaternions, each on the same hemisphere as the one before */
    float most;     /* largest allowed error of a value: the length of the difference */
    float still;    /* a value this near to the last key has not moved */
} hone_bake_track;

/* Returns the length of the difference of two values. */
float hone_bake_track_distance(const hone_bake_track *track, const float *a, const float *b);

/* Returns the largest distance of the track's values from `value`. What is not a number counts as infinite. */
float hone_bake_track_change(const hone_bake_track *track, uint32_t count, const float *value);

/* The samples that may become keys. */
typedef struct bake_grid {
    /* samples per frame; the first sample is a whole frame, and so is every `per_frame`-th after it */
    uint32_t per_frame;
    bool whole; /* true: keys only on whole frames. false: also between them, where needed */
} bake_grid;

/* One sample per frame. */
#define BAKE_GRID_FRAMES ((bake_grid){.per_frame = 1})

/* Chooses the samples that become keys of all these tracks. Interpolation between the keys gives the other samples
 * with an error of at most `most`, except within one frame of a grid that is `whole`. Keys are on whole frames where
 * these suffice. kept: [count] receives the indices of the kept samples, ascending, including the first and the
 * last. count is at least 1, and count - 1 is a multiple of grid.per_frame. Returns how many are kept. */
uint32_t hone_tracks_reduce_keys(const hone_bake_track *tracks, uint32_t track_count, uint32_t count, bake_grid grid,
                                 uint32_t *kept);

/* Replaces the samples between the keys by interpolated values, which is what a player will show. */
void hone_bake_track_refill(const hone_bake_track *track, const uint32_t *kept, uint32_t kept_count);

#endif
