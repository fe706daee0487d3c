/* Handlers of actions that belong to no other file. Each takes the action's value, or 0 for actions without one. */
#ifndef HONE_VIEW_WINDOW_ACTION_HANDLERS_H
#define HONE_VIEW_WINDOW_ACTION_HANDLERS_H

#include "view/window/viewer.h"

/* files */
void deed_demo(viewer *v, int unused);
void deed_reload(viewer *v, int unused);
void deed_close_model(viewer *v, int unused);
void deed_close_all(viewer *v, int unused);
void deed_quit(viewer *v, int unused);
/* time */
void deed_play(viewer *v, int unused);
void deed_step(viewer *v, int frames);
void deed_seconds(viewer *v, int seconds);
void deed_begin(viewer *v, int unused);
void deed_end(viewer *v, int unused);
void deed_loop(viewer *v, int on);
void deed_speed(viewer *v, int steps); /* above 0: faster, below 0: slower, 0: normal */
void deed_mute(viewer *v, int on);
/* camera */
void deed_frame_all(viewer *v, int unused);
void deed_frame_selected(viewer *v, int unused);
void deed_look(viewer *v, int from); /* orbit_look */
void deed_field(viewer *v, int degrees);
void deed_dolly(viewer *v, int notches);
void deed_keys(viewer *v, int preset);
/* display settings */
void deed_tell(viewer *v, int unused);
void deed_rules(viewer *v, int unused);
void deed_threads(viewer *v, int count);
void deed_restart_physics(viewer *v, int unused);
/* bending */
void deed_undo(viewer *v, int unused);
void deed_redo(viewer *v, int unused);
void deed_reset_bone(viewer *v, int unused);
void deed_reset_all(viewer *v, int unused);
void deed_select_none(viewer *v, int unused);
void deed_select_parent(viewer *v, int unused);
/* the window */
void deed_pane(viewer *v, int on);
void deed_full_screen(viewer *v, int unused);
void deed_warnings(viewer *v, int unused);
void deed_find_bone(viewer *v, int unused);
void deed_language(viewer *v, int choice);

#endif
