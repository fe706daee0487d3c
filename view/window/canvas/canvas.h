/* The picture: a GL area that draws the open characters with overlays, and lets the mouse turn the camera, select and
 * bend. */
#ifndef HONE_VIEW_WINDOW_CANVAS_CANVAS_H
#define HONE_VIEW_WINDOW_CANVAS_CANVAS_H

#include "tool/options/camera_options.h"
#include "tool/picture/picture.h"
#include "view/window/stage.h"

GtkWidget *canvas_create(viewer_stage *s);
void canvas_size(const viewer_stage *s, float *width, float *height); /* of the picture that the camera takes */
void canvas_fly(viewer_stage *s, orbit to);                           /* moves the camera, in a quarter of a second */
void canvas_frame_all(viewer_stage *s);
void canvas_frame_selected(viewer_stage *s);
void canvas_turn_to_view(viewer_stage *s, orbit_view from);
/* The yaw from which the active character is seen from the front. */
float canvas_front(const viewer_stage *s);
/* The camera in numbers; during a flight those of its end. */
orbit canvas_orbit(const viewer_stage *s);
void canvas_set_camera_number(viewer_stage *s, orbit_number which, double value);
/* The camera of the picture: from the keys, or from the mouse. */
hone_camera canvas_camera(const viewer_stage *s);
void canvas_leave_keys(viewer_stage *s); /* the mouse takes over from the keys' camera at its current place */
/* The projection of a character's camera: in the character's own world, with its offset. */
camera_projection canvas_projection(const viewer_stage *s, const character *c);
picture_size canvas_pixels(const viewer_stage *s); /* of the widget */
/* How the window shows its scene, as a picture of this size. */
look_values canvas_look(const viewer_stage *s, picture_size size);
/* The same for saved pictures and films. Vertices are then skinned on the CPU, as by `hone render`, unless the user
 * chose another way than the default one: then both have the same pixels. */
look_values canvas_look_saved(const viewer_stage *s, picture_size size);
/* Describes the picture of the current frame. */
void canvas_describe(const viewer_stage *s, const look_values *look, picture_desc *out);
uint32_t canvas_place(viewer_stage *s); /* fills the draw items of the visible characters; returns their number */

/* canvas_backdrop.c. GL's context must be current in both. */
void canvas_show_backdrop(viewer_stage *s, hone_draw_desc *out); /* adds the picture or film behind the scene */
void canvas_reopen_backdrop(viewer_stage *s);                    /* its file changed; one that is bad changes nothing */
void canvas_drop_backdrop(viewer_stage *s);

/* canvas_shot.c */
bool canvas_measure(const viewer_stage *s,
                    hone_bounds *bounds); /* the box of the characters, without a stage around them */
void canvas_take_shot(viewer_stage *s, camera_preset preset); /* of the active character */
bool canvas_is_shot(const camera_values *camera);             /* whether a scene's camera is placed by what it shows */
/* The camera of `hone render` for the time that is shown; render looks at all frames, and may follow a character. */
void canvas_take_scene_shot(viewer_stage *s, const camera_values *values, hone_camera *out);

/* canvas_overlay.c */
void canvas_collect(viewer_stage *s); /* collects the overlays of this picture */
enum { CANVAS_OVERLAYS = 5 };
uint32_t canvas_overlays(viewer_stage *s, hone_overlay out[CANVAS_OVERLAYS]);
bool canvas_skin(viewer_stage *s, uint32_t model); /* computes positions and normals of a model in its current pose */

/* canvas_mouse.c */
void canvas_add_controllers(viewer_stage *s, GtkWidget *area);
bool canvas_cancel_drag(viewer_stage *s); /* the bone is as before; false: none is being bent */

/* canvas_models.c */
bool canvas_sync(viewer_stage *s,
                 hone_error *error);                /* makes a GPU model for each model; GL's context must be current */
void canvas_drop(viewer_stage *s);                  /* destroys all of them */
void canvas_paint(viewer_stage *s, uint32_t model); /* fills its vertex colours */
void canvas_update_labels(viewer_stage *s);         /* updates the frame times, the legend, and the state of physics */

#endif
