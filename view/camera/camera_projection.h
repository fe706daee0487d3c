/* How a camera maps the world onto a rectangle of pixels, and back.
 *
 * The world is the renderer's: MMD's axes and units, left-handed, Y up (hone_world_from_model). Pixels run from the
 * upper left, y down, of whatever size the caller counts in.
 */
#ifndef HONE_VIEW_CAMERA_CAMERA_PROJECTION_H
#define HONE_VIEW_CAMERA_CAMERA_PROJECTION_H

#include <hone/actor.h>
#include <hone/motion.h>
#include <hone/render.h>

typedef struct camera_projection {
    hone_affine view;    /* from world; looks along +Z */
    float width, height; /* pixels */
    float focal;         /* pixels a unit at view depth 1; of an orthographic camera at any depth */
    float near;          /* view depth before which nothing is seen; of an orthographic camera far behind the eye */
    bool orthographic;
} camera_projection;

/* width, height: at least 1. */
camera_projection camera_projection_of(const hone_camera *camera, float width, float height);

/* out: pixel x, y, and how deep it lies: units along the line of sight from the eye. False, and out untouched, where
 * the point is before the near plane. */
bool camera_projection_project(const camera_projection *s, const float point[3], float out[3]);

/* The line of sight through a pixel: direction of unit length; origin is the eye, or of an orthographic camera a point
 * before all that is seen. */
void camera_projection_ray(const camera_projection *s, const float pixel[2], float origin[3], float direction[3]);

/* World units that one pixel covers at a point, however the pixel is turned; of one before the near plane as at it. */
float camera_projection_pixel(const camera_projection *s, const float point[3]);

/* From a point to the eye, unit length. */
void camera_projection_to_eye(const camera_projection *s, const float point[3], float out[3]);

/* The world's direction of the picture's axis: 0 right, 1 up, 2 into the picture. */
void camera_projection_axis(const camera_projection *s, int axis, float out[3]);

/* The world from an actor's model space; where the renderer puts it. */
hone_affine camera_projection_world(const hone_actor *actor);

#endif
