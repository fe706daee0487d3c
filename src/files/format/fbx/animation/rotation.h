/* Rotations in double that only animation needs. Quaternions are x,y,z,w and of unit length. Results may overwrite
 * arguments. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_ROTATION_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_ROTATION_H

#include "files/format/fbx/scene/matrix.h"

/* Interpolates along the shortest arc at constant speed. */
void hone_fbx_quat_slerp(const double a[4], const double b[4], double t, double out[4]);
/* The same at 1/4 and at 3/4. */
void hone_fbx_quat_slerp_quarters(const double a[4], const double b[4], double first[4], double last[4]);

/* Computes angles in degrees whose rotation this is. order: as in hone_fbx_quat_from_angles. */
void hone_fbx_angles_from_quat(uint8_t order, const double q[4], double out[3]);

#endif
