/* Cubics of easing curves, for code that solves several at once. */
#ifndef HONE_SRC_MOTION_CURVE_H
#define HONE_SRC_MOTION_CURVE_H

#include <hone/motion.h>

/* ((a t + b) t + c) t in units of 1/127. */
typedef struct hone_cubic {
    double a, b, c;
} hone_cubic;

#define HONE_CURVE_UNIT (1 / 127.0)

/* After so many steps of Halley's method from t = s, each curve that hone_curve_is_flat does not name is solved with an
 * error below 1e-9. There are 128 * 128 pairs of control points, and the tests try all of them. */
enum { HONE_CURVE_STEPS = 5 };

void hone_curve_cubics(hone_curve curve, hone_cubic *x, hone_cubic *y);

/* Returns whether x stands still somewhere: at the begin, at the end, or in the middle. */
static inline bool hone_curve_is_flat(hone_curve curve)
{
    return curve.x1 == 0 || curve.x2 >= 127 || (curve.x1 >= 127 && curve.x2 == 0);
}

#endif
