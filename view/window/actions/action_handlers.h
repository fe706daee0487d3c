/* Handlers of actions that belong to no other file. Each takes the action's value, or 0 for actions without one. */
#ifndef HONE_VIEW_WINDOW_ACTIONS_ACTION_HANDLERS_H
#define HONE_VIEW_WINDOW_ACTIONS_ACTION_HANDLERS_H

#include "view/window/viewer.h"

/* files */
void handle_demo(viewer *v, int unused);
void handle_reload(viewer *v, int unused);
void handle_close_model(viewer *v, int unused);
void handle_close_all(viewer *v, int unused);
void handle_quit(viewer *v, int unused);
/* time */
void handle_play(viewer *v, int unused);
void handle_step(viewer *v, int frames);
void handle_seconds(viewer *v, int seconds);
void handle_begin(viewer *v, int unused);
void handle_end(viewer *v, int unused);
void handle_loop(viewer *v, int on);
void handle_speed(viewer *v, int steps); /* above 0: faster, below 0: slower, 0: normal */
void handle_mute(viewer *v, int on);
/* camera */
void handle_frame_all(viewer *v, int unused);
void handle_frame_selected(viewer *v, int unused);
void handle_view(viewer *v, int from);   /* orbit_view */
void handle_shot(viewer *v, int preset); /* camera_preset */
void handle_field(viewer *v, int degrees);
void handle_dolly(viewer *v, int notches);
void handle_keys(viewer *v, int preset);
/* display settings */
void handle_labels(viewer *v, int unused);
void handle_rules(viewer *v, int unused);
void handle_threads(viewer *v, int count);
void handle_restart_physics(viewer *v, int unused);
/* bending */
void handle_undo(viewer *v, int unused);
void handle_redo(viewer *v, int unused);
void handle_reset_bone(viewer *v, int unused);
void handle_reset_all(viewer *v, int unused);
void handle_select_none(viewer *v, int unused);
void handle_select_parent(viewer *v, int unused);
/* painting weights */
void handle_paint(viewer *v, int on);
void handle_brush_size(viewer *v, int steps);
void handle_unlock_bones(viewer *v, int unused);
void handle_normalise_weights(viewer *v, int unused);
void handle_reset_weights(viewer *v, int unused);
/* the window */
void handle_pane(viewer *v, int on);
void handle_full_screen(viewer *v, int unused);
void handle_warnings(viewer *v, int unused);
void handle_find_bone(viewer *v, int unused);
void handle_language(viewer *v, int choice);

#endif
