/* Maps points of the world to pixels of a camera's picture, and pixels back to rays.
 *
 * World space is that of the renderer: MMD's axes and units, left-handed, Y up (hone_world_from_model). Pixels count
 * from the upper left, y down; the caller chooses their unit by width and height. */
#ifndef HONE_TOOL_OVERLAY_CAMERA_PROJECTION_H
#define HONE_TOOL_OVERLAY_CAMERA_PROJECTION_H

#include <hone/actor.h>
#include <hone/motion.h>
#include <hone/render.h>

typedef struct camera_projection {
    hone_affine view;    /* view space from world space; looks along +Z */
    float width, height; /* pixels */
    float focal;         /* pixels per world unit at view depth 1; for an orthographic camera at any depth */
    float near;          /* view depth before which nothing is visible; for an orthographic camera far behind the eye */
    bool orthographic;
} camera_projection;

/* width, height: at least 1. */
camera_projection camera_projection_of(const hone_camera *camera, float width, float height);

/* The same picture for points before they are moved by `place`: rotation, one scale, translation. Lengths in the
 * result are in units of those points. */
void camera_projection_place(camera_projection *s, const hone_affine *place);

/* Projects a point. out: pixel x, y, and the depth: units along the line of sight from the eye. False, and out
 * unchanged, if the point is before the near plane. */
bool camera_projection_project(const camera_projection *s, const float point[3], float out[3]);

/* The ray through a pixel. direction: unit length; origin: the eye, or for an orthographic camera a point in front of
 * the whole visible volume. */
void camera_projection_ray(const camera_projection *s, const float pixel[2], float origin[3], float direction[3]);

/* The world units that one pixel covers at the depth of a point. For a point before the near plane, those at the near
 * plane. */
float camera_projection_pixel(const camera_projection *s, const float point[3]);

/* The direction from a point to the eye, unit length. */
void camera_projection_to_eye(const camera_projection *s, const float point[3], float out[3]);

/* The world direction of an axis of the picture: 0 right, 1 up, 2 into the picture. */
void camera_projection_axis(const camera_projection *s, int axis, float out[3]);

/* World space from an actor's model space, as the renderer places it. */
hone_affine camera_projection_world(const hone_actor *actor);

#endif
