/* The window, put together. */
#ifndef HONE_VIEW_WINDOW_WINDOW_H
#define HONE_VIEW_WINDOW_WINDOW_H

#include "viewer.h"

void window_create(viewer *v);
void window_close(viewer *v); /* what the viewer holds; the window is gone */

#endif
