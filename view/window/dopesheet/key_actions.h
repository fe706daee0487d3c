/* Handlers of the actions of keys. Each takes the action's value, or 0 for actions without one. */
#ifndef HONE_VIEW_WINDOW_DOPESHEET_KEY_ACTIONS_H
#define HONE_VIEW_WINDOW_DOPESHEET_KEY_ACTIONS_H

#include "view/window/viewer.h"

void handle_dopesheet(viewer *v, int on);
void handle_register(viewer *v, int unused);
void handle_register_camera(viewer *v, int unused);
void handle_drop(viewer *v, int unused);
void handle_key_step(viewer *v, int direction); /* to the next (above 0) or previous key */
void handle_key_move(viewer *v, int frames);
void handle_key_delete(viewer *v, int unused);
void handle_key_copy(viewer *v, int unused);
void handle_key_paste(viewer *v, int mirrored);
void handle_key_select(viewer *v, int all);
void handle_key_zoom(viewer *v, int steps); /* above 0: fewer frames, below 0: more, 0: all */
void handle_key_curve(viewer *v, int preset);

#endif
