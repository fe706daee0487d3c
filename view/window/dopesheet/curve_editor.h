/* The editor of the easing curves of the selected keys: of bones x, y, z and rotation, of the camera six. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_CURVE_EDITOR_H
#define HONE_VIEW_WINDOW_DOPESHEET_CURVE_EDITOR_H

#include "view/window/panels/panels.h"

GtkWidget *curve_editor_create(viewer_panels *p);
void curve_editor_update(GtkWidget *editor); /* a few times a second: other keys are selected, or have changed */
void curve_editor_preset(viewer_panels *p, int preset); /* 0: linear, 1: ease in, 2: ease out, 3: both */
GtkWidget *curve_editor_icon(int preset);               /* a picture of its curve */

#endif
