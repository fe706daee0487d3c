/* Below the picture: play, step, where it is, how fast. */
#ifndef HONE_VIEW_WINDOW_TIMELINE_H
#define HONE_VIEW_WINDOW_TIMELINE_H

#include "view/window/viewer.h"

GtkWidget *timeline_create(viewer *v);
void timeline_measure(viewer *v, double seconds); /* of all that is open */
void timeline_apply_volume(viewer *v);            /* to the sound that is open */
void timeline_fold(viewer *v, bool folded);       /* without what a narrow window has no room for */
void timeline_follow(viewer *v);                  /* after each frame */
void timeline_tell(viewer *v);                    /* a few times a second */
void timeline_seek(viewer *v, double frame);
void timeline_speed(viewer *v, double speed);

#endif
