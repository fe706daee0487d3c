/* What a shot shows: the characters, and what is around them. */
#ifndef HONE_TOOL_PICTURE_CAMERA_SUBJECTS_H
#define HONE_TOOL_PICTURE_CAMERA_SUBJECTS_H

#include <hone/actor.h>

typedef struct camera_subject {
    hone_actor *actor;
    const hone_affine *place; /* in the world; NULL: where the model is */
    const float *opacity;     /* at 0 the actor is not shown; NULL: it always is */
} camera_subject;

typedef struct camera_subjects {
    camera_subject *items; /* [count + around], of the caller */
    uint32_t count;        /* the first ones, all of which must be in view */
    uint32_t around;       /* those after them, which may reach beyond the picture */
} camera_subjects;

/* Moves surroundings (a stage, a sky) behind the others: if there is a human, models that are not human and more than
 * four times as large as the largest human, as they stand now. The order of the others stays. items and count are set.
 * Errors: as hone_framing_add_actor. */
bool camera_subjects_find_surroundings(camera_subjects *subjects, hone_error *error);

#endif
