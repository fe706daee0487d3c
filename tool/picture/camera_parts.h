/* How much of a character must be in view. */
#ifndef HONE_TOOL_PICTURE_CAMERA_PARTS_H
#define HONE_TOOL_PICTURE_CAMERA_PARTS_H

#include "tool/picture/camera_subjects.h"

typedef enum camera_part {
    CAMERA_TRUNK, /* all but the arms of a human, and what bodies move (hair, skirts): must never leave the picture */
    CAMERA_BODY,  /* all but what bodies move */
    CAMERA_WHOLE,
    CAMERA_PART_COUNT
} camera_part;

/* Grows a box for each part of a subject as it stands. A part without vertices counts as the whole. Errors: as
 * hone_framing_add_actor. */
bool camera_parts_add_bounds(const camera_subject *subject, hone_bounds boxes[CAMERA_PART_COUNT], hone_error *error);

#endif
