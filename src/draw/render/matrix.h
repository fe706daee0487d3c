/* Matrices from model space to world, view and clip space. World space is MMD's: left-handed, y up, MMD's units.
 * View space is left-handed too and looks along +z. */
#ifndef HONE_SRC_RENDER_MATRIX_H
#define HONE_SRC_RENDER_MATRIX_H

#include <hone/render.h>

/* xyz: position of the eye, w 1. Orthographic camera: xyz is the direction to the eye, w 0. */
void hone_camera_eye(const hone_camera *camera, float out[4]);

#endif
