/* Putting the tracks of one motion behind those of another. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_JOIN_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_JOIN_H

#include "offline/motion_edit/edit.h"

/* Appends the tracks of `next`, whose frame 0 becomes frame `seam`. Keys before it that should not be there are those
 * of the caller. At the seam a track changes within one frame, if both motions have not the same values there. */
void hone_edit_append(hone_edit *edit, const hone_edit *next, uint32_t seam);

/* Whether all values of `edit` at its last frame are those of `next` at frame 0. */
bool hone_edit_continues(hone_edit *edit, const hone_edit *next);

#endif
