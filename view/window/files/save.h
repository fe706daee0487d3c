/* Saves what has changed: what the star in the title stands for. */
#ifndef HONE_VIEW_WINDOW_FILES_SAVE_H
#define HONE_VIEW_WINDOW_FILES_SAVE_H

#include "view/window/viewer.h"

/* The label of a button that saves all that has changed, or of that character only (0: all); NULL: some of it cannot be
 * saved. */
const char *save_label(const viewer_stage *s, uint32_t only);

/* Saves it, in one step what has a name of its own, and calls `then` unless the user cancels or something fails. */
void save_then(viewer *v, uint32_t only, void (*then)(viewer *v, uint32_t value), uint32_t value);

#endif
