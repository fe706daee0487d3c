/* The state of the window as a JSON file, for tests that drive it: written to the path in the environment's
 * HONE_VIEW_STATE, where that is set, ten times a second. */
#ifndef HONE_VIEW_WINDOW_STATE_H
#define HONE_VIEW_WINDOW_STATE_H

#include "view/window/viewer.h"

void state_write(viewer *v, double now); /* now: microseconds */

#endif
