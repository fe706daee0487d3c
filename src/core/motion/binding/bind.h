/* Binds the names in a motion to the bones, morphs or IK chains of a model. */
#ifndef HONE_SRC_MOTION_BINDING_BIND_H
#define HONE_SRC_MOTION_BINDING_BIND_H

#include "base/memory/arena.h"
#include <hone/motion.h>

/* Names in an array of records. Each record begins with its name: a hone_track_name or a const char *. */
typedef struct hone_named {
    const void *records;
    size_t size; /* bytes per record */
    uint32_t count;
} hone_named;

/* Returns for each track (hone_track_name) the index of the target (const char *) that it moves, or HONE_NONE. MMD
 * cuts names at `limit` bytes of CP932. The result is allocated from `scratch`; NULL if that is out of memory, or if
 * there are no tracks. */
const int32_t *hone_bind(hone_named tracks, hone_named targets, uint8_t limit, hone_arena *scratch);

#endif
