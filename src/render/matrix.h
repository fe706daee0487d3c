/* From a model's space to the world, from there to the eye, from there to the screen.
 *
 * The world is MMD's: left-handed, Y up, its units. View space is left-handed too and looks along +Z.
 */
#ifndef HONE_SRC_RENDER_MATRIX_H
#define HONE_SRC_RENDER_MATRIX_H

#include <hone/motion.h>

/* MMD as it is; .x as it is; glTF mirrored in Z and brought from metres to MMD's units. All keep clockwise front faces.
 */
hone_affine hone_matrix_world_from_model(hone_space space);

hone_affine hone_view_from_world(const hone_camera *camera);

/* xyz: where the eye is, w 1; of an orthographic camera the direction to it, w 0. */
void hone_camera_eye(const hone_camera *camera, float out[4]);

/* Column-major, as GL takes it; depth -1..1. Perspective: near plane as hone_camera_near says, far plane at infinity.
 * Orthographic: 25 units high at distance 45, whatever the fov. aspect = width / height. */
void hone_projection(const hone_camera *camera, double aspect, float out[16]);

/* MMD's 0.5, less for a camera that stands close to its target, so that small things can be looked at. */
double hone_camera_near(double distance);

/* Half the view's height at unit distance. */
double hone_camera_slope(double fov_degrees);

#endif
