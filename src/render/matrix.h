/* Matrices from model space to world, view and clip space. World space is MMD's: left-handed, y up, MMD's units.
 * View space is left-handed too and looks along +z. */
#ifndef HONE_SRC_RENDER_MATRIX_H
#define HONE_SRC_RENDER_MATRIX_H

#include <hone/motion.h>

/* Returns world from model: MMD and .x unchanged; glTF mirrored in z and scaled from metres to MMD's units. Front
 * faces are clockwise in all of them. */
hone_affine hone_matrix_world_from_model(hone_space space);

hone_affine hone_view_from_world(const hone_camera *camera);

/* xyz: position of the eye, w 1. Orthographic camera: xyz is the direction to the eye, w 0. */
void hone_camera_eye(const hone_camera *camera, float out[4]);

/* Column-major, as GL takes it; depth -1..1. Perspective: near plane at hone_camera_near, far plane at infinity.
 * Orthographic: 25 units high at distance 45, independent of the fov. aspect = width / height. */
void hone_projection(const hone_camera *camera, double aspect, float out[16]);

/* Returns MMD's 0.5, or less if the camera is close to its target, so that small things can be seen. */
double hone_camera_near(double distance);

/* Returns half the view's height at unit distance. */
double hone_camera_slope(double fov_degrees);

#endif
