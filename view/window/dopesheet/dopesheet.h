/* The dopesheet below the picture: the keys of the active character, of camera and light, with buttons and a curve
 * editor. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_H
#define HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_H

#include "view/window/viewer.h"
#include <hone/io.h>

GtkWidget *dopesheet_create(viewer *v);     /* sets v->dopesheet */
GtkWidget *dopesheet_bar_create(viewer *v); /* the row with buttons, which is shown below it and without it */
void dopesheet_remake(viewer *v);           /* other files are open: what it showed may be gone */
void dopesheet_show(viewer *v);             /* shows or hides it, as the setting requires */
void dopesheet_follow(viewer *v);           /* after each frame */
void dopesheet_update(viewer *v);           /* a few times a second: other keys, another character, texts */
void dopesheet_select_bone(viewer *v);      /* v->bone has changed: chooses its row */
bool dopesheet_cancel(viewer *v);           /* breaks off a drag; false: none is going on */

/* Each is one command of the history, for all keys that the dopesheet shows. */
void dopesheet_move(viewer *v, int64_t frames);
void dopesheet_delete(viewer *v);
void dopesheet_copy(viewer *v);
void dopesheet_paste(viewer *v, bool mirrored); /* at the current frame */
void dopesheet_select_all(viewer *v, bool all); /* of the chosen row; without one all keys. False: selects none */
void dopesheet_go_to_key(viewer *v, bool forward);
void dopesheet_zoom(viewer *v, double factor); /* about the current frame; 0: shows all frames */

void dopesheet_write_state(viewer *v, hone_json *json); /* for tests */

#endif
