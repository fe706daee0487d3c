#ifndef HONE_VIEW_WINDOW_WINDOW_H
#define HONE_VIEW_WINDOW_WINDOW_H

#include "view/window/viewer.h"

void window_create(viewer *v);
void window_close(viewer *v);                    /* everything that the viewer owns; also if it never had a window */
void window_set_language(viewer *v, int choice); /* VIEW_LANGUAGE_*: rebuilds all widgets in that language */

#endif
