/* The rotation nearest to a matrix. */
#ifndef HONE_SRC_SKIN_NEAREST_ROTATION_H
#define HONE_SRC_SKIN_NEAREST_ROTATION_H

#include <hone/base.h>

/* The unit quaternion whose rotation differs least from the left 3x3 (sum of squares): the rotation of a polar
 * decomposition where that is one, and defined for reflections and flat matrices too. The identity if the matrix is not
 * finite. */
void hone_nearest_rotation(const hone_affine *matrix, float out[4]);

#endif
