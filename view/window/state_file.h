/* The state of the window as a JSON file, for the tests that control it. It is written ten times a second to the path
 * in the environment variable HONE_VIEW_STATE, if that is set. */
#ifndef HONE_VIEW_WINDOW_STATE_FILE_H
#define HONE_VIEW_WINDOW_STATE_FILE_H

#include "view/window/viewer.h"

void state_write(viewer *v, double now); /* now: microseconds */

#endif
