/* Handlers of the actions of keys. Each takes the action's value, or 0 for actions without one. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_KEY_ACTIONS_H
#define HONE_VIEW_WINDOW_DOPESHEET_KEY_ACTIONS_H

#include "view/window/panels/panels.h"

void handle_dopesheet(viewer_panels *p, int on);
void handle_register(viewer_panels *p, int unused);
void handle_register_camera(viewer_panels *p, int unused);
void handle_drop(viewer_panels *p, int unused);
void handle_key_step(viewer_panels *p, int direction); /* to the next (above 0) or previous key */
void handle_key_move(viewer_panels *p, int frames);
void handle_key_delete(viewer_panels *p, int unused);
void handle_key_copy(viewer_panels *p, int unused);
void handle_key_paste(viewer_panels *p, int mirrored);
void handle_key_select(viewer_panels *p, int all);
void handle_key_zoom(viewer_panels *p, int steps); /* above 0: fewer frames, below 0: more, 0: all */
void handle_key_curve(viewer_panels *p, int preset);

#endif
