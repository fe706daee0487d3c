/* The curve between two keys, and two ways to solve it. */
#ifndef COURSE_CURVES_H
#define COURSE_CURVES_H

/* One coordinate of the curve from 0 to 1 with control values a and b: the third-order formula. */
double bezier(double a, double b, double t);
/* Finds t with bezier(x1, x2, t) = x by halving; the curve's x never goes back. */
double by_halving(double x1, double x2, double x, int steps);
/* The loop that is often copied: Newton's method with a slope of 2 everywhere, twelve times. */
double by_half_steps(double x1, double x2, double x);

#endif
