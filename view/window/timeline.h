/* The bar below the picture: play, step, position, speed. */
#ifndef HONE_VIEW_WINDOW_TIMELINE_H
#define HONE_VIEW_WINDOW_TIMELINE_H

#include "view/window/viewer.h"

GtkWidget *timeline_create(viewer *v);
void timeline_measure(viewer *v, double seconds); /* sets the duration of everything that is open */
void timeline_apply_volume(viewer *v);            /* to the open sound */
void timeline_fold(viewer *v, bool folded);       /* hides the widgets that a narrow window has no room for */
void timeline_follow(viewer *v);                  /* after each frame */
void timeline_update(viewer *v);                  /* a few times a second */
void timeline_seek(viewer *v, double frame);
void timeline_speed(viewer *v, double speed);

#endif
