/* Finds the rotation nearest to a matrix, and the axes of a symmetric matrix. */
#ifndef HONE_SRC_SKIN_NEAREST_ROTATION_H
#define HONE_SRC_SKIN_NEAREST_ROTATION_H

#include <hone/math.h>

/* Computes the unit quaternion whose rotation differs least (sum of squares) from the left 3x3. It is the rotation
 * of the polar decomposition if that is a proper rotation, and is also defined for reflections and singular
 * matrices. Gives the identity if the matrix is not finite. */
void hone_nearest_rotation(const hone_affine *matrix, float out[4]);

/* Makes a symmetric matrix diagonal by Jacobi's method. n: in and out; its diagonal becomes the eigenvalues. v: the
 * columns are the eigenvectors. */
void hone_diagonalise(double n[4][4], double v[4][4]);

#endif
