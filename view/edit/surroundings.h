/* The surroundings of a scene that the window can change: every setting of the look that the table of settings has. */
#ifndef HONE_VIEW_EDIT_SURROUNDINGS_H
#define HONE_VIEW_EDIT_SURROUNDINGS_H

#include "tool/options/look_options.h"

bool surroundings_same(const look_values *a, const look_values *b); /* files by their paths */
void surroundings_digest(const look_values *look, uint64_t *digest);

#endif
