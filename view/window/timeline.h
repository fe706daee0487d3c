/* The bar below the picture: play, step, position, speed. */
#ifndef HONE_VIEW_WINDOW_TIMELINE_H
#define HONE_VIEW_WINDOW_TIMELINE_H

#include "view/window/panels/panels.h"

GtkWidget *timeline_create(viewer_panels *p);
void timeline_measure(viewer_panels *p, double seconds); /* sets the duration of everything that is open */
void timeline_apply_volume(viewer_stage *s);             /* to the open sound */
void timeline_fold(viewer_panels *p, bool folded);       /* hides the widgets that a narrow window has no room for */
void timeline_follow(viewer_panels *p);                  /* after each frame */
void timeline_update(viewer_panels *p);                  /* a few times a second */
void timeline_seek(viewer_stage *s, double frame);
void timeline_speed(viewer_panels *p, double speed);

#endif
