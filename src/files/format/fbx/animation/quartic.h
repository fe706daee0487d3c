/* Polynomials of degree 4 through five values of a function. They stand for the function where many keys are placed. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_QUARTIC_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_QUARTIC_H

#include "files/format/fbx/animation/bake.h"

typedef struct fbx_quartic {
    uint32_t width;
    bool is_rotation;                      /* values are brought to unit length */
    double coefficients[5][FBX_WIDTH_MAX]; /* of 1, t, t^2, t^3, t^4 */
} fbx_quartic;

/* Makes the polynomial with these five values at t = 0, 1/4, 1/2, 3/4 and 1. Quaternions must not change their sign. */
fbx_quartic hone_fbx_quartic_through(uint32_t width, bool is_rotation, const double (*values)[FBX_WIDTH_MAX]);

void hone_fbx_quartic_value(const fbx_quartic *quartic, double t, double out[FBX_WIDTH_MAX]);

/* Returns the largest second derivative of a number; of a rotation the largest angular acceleration, in radians. A line
 * (or slerp) along a part h of the polynomial misses it by h^2/8 of that. */
double hone_fbx_quartic_bend(const fbx_quartic *quartic);

/* Returns how many cubic pieces follow the polynomial within a tolerance. */
uint32_t hone_fbx_quartic_pieces(const fbx_quartic *quartic, double tolerance);

/* Computes the tangents, a second, of the cubic that has these values at 0, 1/4, 3/4 and 1. seconds: its length. */
void hone_fbx_cubic_tangents(const double *const values[4], uint32_t width, double seconds, fbx_tangents *out);
/* The same for a piece of the polynomial. from, to: the piece. */
void hone_fbx_quartic_piece(const fbx_quartic *quartic, double from, double to, double seconds, fbx_tangents *out);

#endif
