/* The dopesheet below the picture: the keys of the active character, of camera and light, with buttons and a curve
 * editor. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_H
#define HONE_VIEW_WINDOW_DOPESHEET_DOPESHEET_H

#include "base/json/json_writer.h"
#include "view/window/panels/panels.h"
#include <hone/io.h>

GtkWidget *dopesheet_create(viewer_panels *p);     /* sets p->dopesheet */
GtkWidget *dopesheet_bar_create(viewer_panels *p); /* the row with buttons, which is shown below it and without it */
void dopesheet_remake(viewer_panels *p);           /* other files are open: what it showed may be gone */
void dopesheet_show(viewer_panels *p);             /* shows or hides it, as the setting requires */
void dopesheet_follow(viewer_panels *p);           /* after each frame */
void dopesheet_update(viewer_panels *p);           /* a few times a second: other keys, another character, texts */
void dopesheet_select_bone(viewer_panels *p);      /* the selected bone has changed: chooses its row */
bool dopesheet_cancel(viewer_panels *p);           /* breaks off a drag; false: none is going on */

/* Each is one command of the history, for all keys that the dopesheet shows. */
void dopesheet_move(viewer_panels *p, int64_t frames);
void dopesheet_delete(viewer_panels *p);
void dopesheet_copy(viewer_panels *p);
void dopesheet_paste(viewer_panels *p, bool mirrored); /* at the current frame */
void dopesheet_select_all(viewer_panels *p,
                          bool all); /* of the chosen row; without one all keys. False: selects none */
void dopesheet_go_to_key(viewer_panels *p, bool forward);
void dopesheet_zoom(viewer_panels *p, double factor); /* about the current frame; 0: shows all frames */

void dopesheet_write_state(viewer_panels *p, hone_json *json); /* for tests */

#endif
