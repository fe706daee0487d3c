/* Which bone, morph or chain of a model a motion means by a name. */
#ifndef HONE_SRC_MOTION_BIND_H
#define HONE_SRC_MOTION_BIND_H

#include <hone/motion.h>

/* Names in an array of records, each of which begins with its name: a hone_track_name or a const char *. */
typedef struct hone_named {
    const void *records;
    size_t size; /* of a record */
    uint32_t count;
} hone_named;

/* For each of the tracks (hone_track_name) the index of the target (const char *) that it moves, or HONE_NONE. MMD cuts
 * names at `limit` bytes of CP932. The result lives in `scratch`; NULL if that is out of memory, or if there are no
 * tracks. */
const int32_t *hone_bind(hone_named tracks, hone_named targets, uint8_t limit, hone_builder *scratch);

#endif
