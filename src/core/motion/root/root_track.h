/* A root track with the memory that it is in. */
#ifndef HONE_SRC_MOTION_ROOT_ROOT_TRACK_H
#define HONE_SRC_MOTION_ROOT_ROOT_TRACK_H

#include "base/memory/arena.h"
#include <hone/root_motion.h>

typedef struct hone_root_memory {
    hone_root_track track; /* the first member: its address is that of the whole */
    hone_arena *arena;
    hone_root_delta *samples;
} hone_root_memory;

/* Returns a track with a sample for each frame, all without movement; NULL if out of memory. */
hone_root_memory *hone_root_track_allocate(const hone_allocator *allocator, double last_frame, hone_error *error);

#endif
