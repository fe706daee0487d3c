/* The picture: a GL area that draws what is open, with overlays, and lets the mouse turn, pick and bend. */
#ifndef HONE_VIEW_WINDOW_CANVAS_H
#define HONE_VIEW_WINDOW_CANVAS_H

#include "view/window/viewer.h"

GtkWidget *canvas_create(viewer *v);
void canvas_forget(viewer *v); /* figures of what is no longer open */
void canvas_frame_all(viewer *v);
void canvas_frame_selected(viewer *v);
void canvas_look_from(viewer *v, orbit_look from);
/* The camera of the picture: the keys', or the mouse's. */
hone_camera canvas_camera(const viewer *v);
void canvas_leave_keys(viewer *v); /* the mouse takes over from the keys' camera, from where it is */
/* A character's camera's sight: of its own world, as it stands at its place. */
camera_projection canvas_sight(const viewer *v, const character *c);
void canvas_describe(viewer *v, hone_draw_desc *out, hone_light *light, hone_self_shadow *shadow);
uint32_t canvas_place(viewer *v); /* into its placements: who is to be seen; how many */

/* canvas_overlay.c */
void canvas_collect(viewer *v); /* overlays of this picture */
uint32_t canvas_overlays(viewer *v, hone_overlay out[4]);
bool canvas_skin(viewer *v, uint32_t model); /* positions and normals of its figure, as it stands now */

/* canvas_mouse.c */
void canvas_listen(viewer *v, GtkWidget *area);
bool canvas_cancel_drag(viewer *v); /* the bone is as it was before; false: none is being bent */

/* canvas_figures.c */
bool canvas_sync(viewer *v, hone_error *error); /* a figure for each model; GL's context is current */
void canvas_drop(viewer *v);                    /* all of them */
void canvas_paint(viewer *v, uint32_t model);   /* its colours */
void canvas_tell(viewer *v);                    /* frame times, legend, what physics is doing */

#endif
