/* The surroundings of the characters, which can be changed in the window: the picture or film behind them, and
 * their shadow on the ground. */
#ifndef HONE_VIEW_EDIT_SURROUNDINGS_H
#define HONE_VIEW_EDIT_SURROUNDINGS_H

#include "tool/options/look_options.h"

/* All zero: no picture, and MMD's shadow. */
typedef struct surroundings {
    look_backdrop backdrop; /* the file is borrowed */
    look_ground_shadow ground_shadow;
} surroundings;

surroundings surroundings_of(const look_values *look);
void surroundings_put(const surroundings *s, look_values *look);

bool surroundings_same_place(const look_backdrop *a, const look_backdrop *b); /* all but the file */
bool surroundings_same(const surroundings *a, const surroundings *b);         /* files by their paths */
void surroundings_digest(const surroundings *s, uint64_t *digest);

#endif
