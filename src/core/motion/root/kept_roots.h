/* The root tracks that a motion keeps, one for each model and choice of parts, so that playing it again is cheap. */
#ifndef HONE_SRC_MOTION_ROOT_KEPT_ROOTS_H
#define HONE_SRC_MOTION_ROOT_KEPT_ROOTS_H

#include "base/system/threads.h"
#include <hone/root_motion.h>

typedef struct hone_kept_root hone_kept_root;

/* Part of a motion. */
typedef struct hone_kept_roots {
    hone_mutex mutex; /* held while a track is looked for and made */
    hone_kept_root *first;
} hone_kept_roots;

/* What a track follows from, beside its motion. */
typedef struct hone_root_key {
    uint32_t model; /* hone_model_number */
    int32_t bone;
    uint32_t parts;
    hone_curve_mode curve;
    hone_fixed_axis fixed_axis;
} hone_root_key;

void hone_kept_roots_open(hone_kept_roots *roots);
void hone_kept_roots_close(hone_kept_roots *roots, const hone_allocator *allocator);

/* While the mutex is held: returns the track; NULL if there is none. */
const hone_root_track *hone_kept_roots_find(const hone_kept_roots *roots, const hone_root_key *key);

/* While the mutex is held: keeps a track, which the list then owns. Returns false if out of memory. */
bool hone_kept_roots_add(hone_kept_roots *roots, const hone_root_key *key, hone_root_track *track,
                         const hone_allocator *allocator);

/* Defined in motion.c. */
hone_kept_roots *hone_motion_kept_roots(const hone_motion *motion);
const hone_allocator *hone_motion_allocator(const hone_motion *motion);

#endif
