/* Rotations and matrices in double, of which the transforms of nodes are made. Quaternions are x,y,z,w. Results may
 * overwrite arguments, except where a comment says that they may not. */
#ifndef HONE_SRC_FORMAT_FBX_SCENE_MATRIX_H
#define HONE_SRC_FORMAT_FBX_SCENE_MATRIX_H

#include <hone/math.h>

/* Translation, rotation, scale: x -> translation + rotation * (scale * x). */
typedef struct fbx_trs {
    double translation[3];
    double rotation[4]; /* of unit length */
    double scale[3];
} fbx_trs;

/* clang-format off */
#define FBX_TRS_IDENTITY {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}
/* clang-format on */

/* An affine matrix: m[row][column]. */
typedef struct fbx_matrix {
    double m[3][4];
} fbx_matrix;

/* The rotation of angles in degrees. order: 0 XYZ, 1 XZY, 2 YZX, 3 YXZ, 4 ZXY, 5 ZYX; XYZ turns about x first. */
void hone_fbx_quat_from_angles(uint8_t order, const double angles[3], double out[4]);
void hone_fbx_quat_multiply(const double a[4], const double b[4], double out[4]);
/* The same for four side by side, with the same bits: angles[axis][rotation], quaternions[number][rotation]. */
void hone_fbx_quats_from_angles(uint8_t order, const double angles[3][4], double out[4][4]);
void hone_fbx_quats_multiply(const double a[4], const double b[4][4], double out[4][4]);    /* one from the left */
void hone_fbx_quats_multiply_by(const double a[4][4], const double b[4], double out[4][4]); /* from the right */
void hone_fbx_quat_rotate(const double q[4], const double v[3], double out[3]);

void hone_fbx_matrix_from_trs(const fbx_trs *trs, fbx_matrix *out);
void hone_fbx_matrix_multiply(const fbx_matrix *a, const fbx_matrix *b, fbx_matrix *out); /* out: another one */
/* Returns false, and leaves `out`, if there is no inverse. */
bool hone_fbx_matrix_invert(const fbx_matrix *matrix, fbx_matrix *out);
/* Computes the scale and the nearest rotation of a matrix without its translation.
 *
 * scale: in: its signs are kept, but for that of x, which a mirrored matrix may need; out: the lengths of the columns.
 * rotation: out: untouched if a column is zero, or all are in a plane.
 * Returns: whether rotation * scale is the matrix. */
bool hone_fbx_matrix_split(const fbx_matrix *matrix, double rotation[4], double scale[3]);

#endif
