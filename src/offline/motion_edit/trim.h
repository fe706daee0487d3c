/* Cutting a track at frames. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_TRIM_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_TRIM_H

#include "offline/motion_edit/edit.h"

/* Both frames are part of it. */
typedef struct hone_trim_range {
    uint32_t first, last;
    int64_t shift; /* from these frames to those of the new keys */
} hone_trim_range;

/* Keeps the keys of a range. A segment that is cut gets a key at the cut, if anything changes in it; before the first
 * key and after the last, values hold as before. out: may be the same track. */
void hone_track_trim(hone_edit *edit, const hone_edit_track *track, const hone_trim_range *range, hone_edit_track *out);

#endif
