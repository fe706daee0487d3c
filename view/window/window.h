#ifndef HONE_VIEW_WINDOW_WINDOW_H
#define HONE_VIEW_WINDOW_WINDOW_H

#include "view/window/viewer.h"

void window_create(viewer *v);
void window_close(viewer *v);             /* all that the viewer holds; also of one that never had a window */
void window_speak(viewer *v, int choice); /* LOOK_LANGUAGE_*: everything is made anew in that language */

#endif
