/* Handlers of actions that belong to no other file. Each takes the action's value, or 0 for actions without one. */
#ifndef HONE_VIEW_WINDOW_ACTIONS_ACTION_HANDLERS_H
#define HONE_VIEW_WINDOW_ACTIONS_ACTION_HANDLERS_H

#include "view/window/viewer.h"

/* files */
void handle_demo(viewer_stage *s, int unused);
void handle_reload(viewer *v, int unused);
void handle_close_model(viewer *v, int unused);
void handle_close_all(viewer *v, int unused);
void handle_quit(viewer_shell *w, int unused);
/* time */
void handle_play(viewer_panels *p, int unused);
void handle_step(viewer_panels *p, int frames);
void handle_seconds(viewer_stage *s, int seconds);
void handle_begin(viewer_stage *s, int unused);
void handle_end(viewer_stage *s, int unused);
void handle_loop(viewer_stage *s, int on);
void handle_speed(viewer_panels *p, int steps); /* above 0: faster, below 0: slower, 0: normal */
void handle_mute(viewer_panels *p, int on);
/* camera */
void handle_frame_all(viewer_stage *s, int unused);
void handle_frame_selected(viewer_stage *s, int unused);
void handle_view(viewer_stage *s, int from);   /* orbit_view */
void handle_shot(viewer_stage *s, int preset); /* camera_preset */
void handle_field(viewer_stage *s, int degrees);
void handle_dolly(viewer_stage *s, int notches);
void handle_keys(viewer_stage *s, int preset);
/* display settings */
void handle_labels(viewer_stage *s, int unused);
void handle_rules(viewer_stage *s, int unused);
void handle_threads(viewer_stage *s, int count);
void handle_restart_physics(viewer_stage *s, int unused);
/* bending */
void handle_undo(viewer_panels *p, int unused);
void handle_redo(viewer_panels *p, int unused);
void handle_reset_bone(viewer_stage *s, int unused);
void handle_reset_all(viewer_stage *s, int unused);
void handle_select_none(viewer_stage *s, int unused);
void handle_select_parent(viewer_stage *s, int unused);
/* painting weights */
void handle_paint(viewer_panels *p, int on);
void handle_brush_size(viewer_stage *s, int steps);
void handle_unlock_bones(viewer_stage *s, int unused);
void handle_normalise_weights(viewer_stage *s, int unused);
void handle_reset_weights(viewer_stage *s, int unused);
/* the window */
void handle_pane(viewer_panels *p, int on);
void handle_full_screen(viewer_shell *w, int unused);
void handle_warnings(viewer_panels *p, int unused);
void handle_find_bone(viewer_panels *p, int unused);
void handle_language(viewer *v, int choice);

#endif
