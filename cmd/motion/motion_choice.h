/* Lists of parts and tracks, as options of `hone motion` give them. */
#ifndef HONE_CMD_MOTION_MOTION_CHOICE_H
#define HONE_CMD_MOTION_MOTION_CHOICE_H

#include <hone/motion_edit.h>

/* The words for parts of a motion, in the order of the bits HONE_MOTION_BONES and so on; NULL ends them. */
extern const char *const motion_parts[];

typedef struct motion_choice_list {
    hone_motion_choice choice;
    char *text; /* the names */
    const char **names;
} motion_choice_list;

/* Reads "bones,camera,NAME,...". Release the list in any case. */
bool motion_choice_read(const char *text, motion_choice_list *out, hone_error *error);
void motion_choice_release(motion_choice_list *list);

#endif
