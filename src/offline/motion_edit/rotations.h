/* Quaternions in double precision. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_ROTATIONS_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_ROTATIONS_H

#include "base/trigonometry.h"
#include <math.h>

/* Slerp the shorter way. out may be a. */
static inline void hone_turn_between(const double a[4], const double b[4], double part, double out[4])
{
    double cosine = 0, square = 0;
    for (int i = 0; i < 4; i++) cosine += a[i] * b[i];
    double sign = cosine < 0 ? -1 : 1, angle = hone_acos(fmin(fabs(cosine), 1)), sine = hone_sin(angle);
    double wa = sine > 1e-6 ? hone_sin((1 - part) * angle) / sine : 1 - part;
    double wb = sine > 1e-6 ? hone_sin(part * angle) / sine : part;
    for (int i = 0; i < 4; i++) {
        out[i] = wa * a[i] + sign * wb * b[i];
        square += out[i] * out[i];
    }
    for (int i = 0; i < 4; i++) out[i] /= sqrt(square);
}

/* The angle of the rotation from a to b, in radians. */
static inline double hone_turn_angle(const double a[4], const double b[4])
{
    double difference = 0, sum = 0;
    for (int i = 0; i < 4; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        sum += (a[i] + b[i]) * (a[i] + b[i]);
    }
    return 4 * hone_atan2(sqrt(fmin(difference, sum)), sqrt(fmax(difference, sum)));
}

/* Multiplies: out = a * b. out may be either. */
static inline void hone_turn_multiply(const double a[4], const double b[4], double out[4])
{
    double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    double y = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    double z = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    double w = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
    out[0] = x, out[1] = y, out[2] = z, out[3] = w;
}

static inline void hone_turn_widen(const float q[4], double out[4])
{
    for (int i = 0; i < 4; i++) out[i] = q[i];
}

static inline void hone_turn_narrow(const double q[4], float out[4])
{
    for (int i = 0; i < 4; i++) out[i] = (float)q[i];
}

#endif
