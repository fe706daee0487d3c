/* An easing curve in double precision, and finding the curve that comes nearest to given points. */
#ifndef HONE_SRC_OFFLINE_MOTION_EDIT_EASING_H
#define HONE_SRC_OFFLINE_MOTION_EDIT_EASING_H

#include <hone/motion.h>

/* A cubic Bezier curve from (0,0) to (1,1) with the control points (x1,y1), (x2,y2). */
typedef struct hone_easing {
    double x1, y1, x2, y2;
} hone_easing;

hone_easing hone_easing_of(hone_curve curve);

/* Returns a coordinate of the curve at the parameter t: of x with x1 and x2, of y with y1 and y2. */
static inline double hone_easing_cubic(double first, double second, double t)
{
    double u = 1 - t;
    return 3 * u * t * (u * first + t * second) + t * t * t;
}

/* Returns the parameter at which x is `position`, within 1e-12. */
double hone_easing_parameter(const hone_easing *easing, double position);

/* Whether the value equals the position all along. */
static inline bool hone_curve_is_linear(hone_curve curve)
{
    return curve.x1 == curve.y1 && curve.x2 == curve.y2;
}

enum { EASING_POINTS = 32 };

/* Points that a curve should go through. */
typedef struct hone_easing_points {
    uint32_t count; /* at most EASING_POINTS */
    double positions[EASING_POINTS], values[EASING_POINTS];
} hone_easing_points;

/* Returns the largest distance of the curve's values from the points. `enough`: larger results are not exact. */
double hone_easing_error(const hone_easing_points *points, hone_curve curve, double enough);

/* Improves a curve step by step until no neighbour comes nearer to the points. Returns its error. */
double hone_easing_fit(const hone_easing_points *points, hone_curve *curve);

#endif
