/* The row above the dopesheet: what bending does now, registering and dropping changes, and numbers to type. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_KEY_BAR_H
#define HONE_VIEW_WINDOW_DOPESHEET_KEY_BAR_H

#include "view/window/panels/panels.h"

GtkWidget *key_bar_create(viewer_panels *p);
void key_bar_update(GtkWidget *bar); /* a few times a second, and after edits */

#endif
