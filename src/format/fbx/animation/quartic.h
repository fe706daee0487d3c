/* Polynomials of degree 4 through five values of a function. They stand for the function where many keys are placed. */
#ifndef HONE_SRC_FORMAT_FBX_ANIMATION_QUARTIC_H
#define HONE_SRC_FORMAT_FBX_ANIMATION_QUARTIC_H

#include "format/fbx/animation/bake.h"

typedef struct fbx_quartic {
    uint32_t width;
    bool is_rotation;                      /* values are brought to unit length */
    double coefficients[5][FBX_WIDTH_MAX]; /* of 1, t, t^2, t^3, t^4 */
} fbx_quartic;

/* Makes the polynomial with these values at t = 0, 1/4, 1/2, 3/4 and 1. Quaternions must not change their sign. */
fbx_quartic hone_fbx_quartic_through(uint32_t width, bool is_rotation, const double values[5][FBX_WIDTH_MAX]);

void hone_fbx_quartic_value(const fbx_quartic *quartic, double t, double out[FBX_WIDTH_MAX]);

/* Returns the largest second derivative of a number; of a rotation the largest angular acceleration, in radians. A line
 * (or slerp) along a part h of the polynomial misses it by h^2/8 of that. */
double hone_fbx_quartic_bend(const fbx_quartic *quartic);

#endif
