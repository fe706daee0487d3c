/* Chooses how precisely each track of a tree is stored, as coarsely as the tolerance allows: first one shift of all
 * levels; then one track after the other becomes coarser, as long as bytes become fewer and no point is off by more
 * than the tolerance. */
#ifndef HONE_SRC_TOLERANCE_FIT_H
#define HONE_SRC_TOLERANCE_FIT_H

#include "core/tolerance/tree.h"

/* What differs between formats: tracks are numbers 0 … count - 1, and a higher level is more precise. */
typedef struct tolerance_tracks {
    void *user;
    uint32_t count;
    int shift_step, shift_max; /* of all levels at once: how it grows until the tolerance is kept, and its limit */
    bool backward;             /* whether the last tracks become coarser first */
    /* Returns the nearest level that the track may have. */
    int (*clamp)(const void *user, uint32_t track, int level);
    /* Rounds a track. Returns false if its values are too large for the level. */
    bool (*round)(void *user, uint32_t track, int level);
    /* Returns the bytes that the track takes as it was last rounded. */
    uint64_t (*size)(void *user, uint32_t track);
    /* Writes the parts of the track's joint as it was last rounded. parts: [block_count of the tree], `stride` from one
     * to the next. */
    void (*decode)(void *user, uint32_t track, tolerance_parts *parts, size_t stride);
    /* Returns the joint of a track. */
    uint32_t (*joint)(const void *user, uint32_t track);
} tolerance_tracks;

typedef struct tolerance_fit {
    tolerance_tracks tracks;
    tolerance_tree *tree;
    float limit;     /* the square of the tolerance */
    int *levels;     /* [count] */
    uint64_t *sizes; /* [count] bytes with them */
    bool *done;      /* [count] no coarser level is possible */
} tolerance_fit;

/* Takes the memory of a fit. limit: the square of the tolerance. Returns false if out of memory. */
bool hone_tolerance_fit_make(tolerance_fit *fit, const tolerance_tracks *tracks, tolerance_tree *tree, float limit,
                             hone_arena *memory);

/* Finds the coarsest shift of all levels that keeps the tolerance. Returns false if none does. */
bool hone_tolerance_fit_shift(tolerance_fit *fit);

/* Rounds a track, and returns its bytes; UINT64_MAX: its values are too large. */
uint64_t hone_tolerance_fit_round(tolerance_fit *fit, uint32_t track, int level);

/* Gives a track the level to which it was last rounded, and which takes `size` bytes, if the tolerance allows it. */
bool hone_tolerance_fit_take(tolerance_fit *fit, uint32_t track, int level, uint64_t size);

/* Makes tracks coarser until no attempt saves bytes. `sizes` are set; `done` tracks stay as they are. */
void hone_tolerance_fit_coarsen(tolerance_fit *fit);

#endif
