/* Sorts the records of bone and morph sections into tracks. */
#ifndef HONE_SRC_FORMAT_VMD_TRACKS_H
#define HONE_SRC_FORMAT_VMD_TRACKS_H

#include "base/memory/arena.h"
#include "core/motion/keys.h"
#include <hone/model.h>

/* The records of one section, all of them within the file. A record begins with a name of 15 bytes and a frame. */
typedef struct vmd_section {
    const uint8_t *records;
    uint32_t count;
} vmd_section;

/* The records with one name. */
typedef struct vmd_track {
    uint64_t name[2]; /* its bytes, little-endian; zeros after its end */
    uint32_t record;  /* the first of them in the file */
    uint32_t begin, count;
    uint32_t sorted, placed; /* keys [sorted, placed) have their place, and are sorted */
    uint64_t moved;          /* bytes of keys that gave their place to another */
} vmd_track;

typedef struct vmd_tracks {
    vmd_track *tracks; /* [count] in the order of their first records */
    uint32_t count;
    uint32_t *track_of; /* of each record; VMD_NO_TRACK: it has no name */
} vmd_tracks;

#define VMD_NO_TRACK UINT32_MAX

/* Groups the records by name. Those without a name are dropped with a warning. offset: of the section in the file.
 * Returns false if there are no records, or if `scratch` is out of memory. */
bool hone_vmd_tracks_make(vmd_tracks *out, vmd_section section, size_t record_size, uint64_t offset,
                          hone_arena *scratch, hone_builder *builder);

/* Returns the place of a key of the track: by frame, behind keys of the same frame. Call it for all records in the
 * order of the file. Files are nearly in order: the few keys behind the place move by one. If too many have moved, the
 * next keys are sorted among themselves only. *ascend becomes false if the keys of the track do not ascend. */
static inline void *hone_vmd_place(vmd_track *track, void *keys, size_t size, uint32_t frame, bool *ascend)
{
    char *first = (char *)keys + track->sorted * size, *end = (char *)keys + track->placed++ * size, *at = end;
    while (at > first && hone_key_frame(at - size, size, 0) > frame) at -= size;
    *ascend &= at == first || hone_key_frame(at - size, size, 0) < frame;
    if (at == end)
        return at;
    track->moved += (size_t)(end - at);
    if (track->moved > (8 * (uint64_t)(track->placed - track->sorted) + 64) * size) {
        *ascend = false;
        track->moved = 0;
        track->sorted = track->placed - 1;
        return end;
    }
    for (char *to = end; to > at; to -= size) memcpy(to, to - size, size);
    return at;
}

#endif
