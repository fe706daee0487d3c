/* Sorts the records of bone and morph sections into tracks. */
#ifndef HONE_SRC_FORMAT_VMD_TRACKS_H
#define HONE_SRC_FORMAT_VMD_TRACKS_H

#include "base/arena.h"
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
    uint32_t next;       /* the track of the record that followed its last one, as a guess */
    uint32_t last_frame; /* of the records placed so far */
    bool ascends;        /* so far */
} vmd_track;

typedef struct vmd_tracks {
    vmd_track *tracks; /* [count] in the order of their first records */
    uint32_t count;
    uint32_t record_count; /* with a name */
    uint64_t *order; /* [record_count] track t has [begin, begin + count), by frame: the lower half is the number of the
                        record */
} vmd_tracks;

/* Groups the records by name, and sorts those of a track by frame; equal frames stay in the order of the file. Records
 * without a name are dropped with a warning. offset: of the section in the file. Returns false if there are no records,
 * or if `scratch` is out of memory. */
bool hone_vmd_tracks_make(vmd_tracks *out, vmd_section section, size_t record_size, uint64_t offset,
                          hone_arena *scratch, hone_builder *builder);

#endif
