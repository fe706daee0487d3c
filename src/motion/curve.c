/* Cubic Bezier easing. In units of 1/127 both coordinates of a curve are cubics with integer coefficients, which are
 * exact. */
#include "motion/curve.h"
#include <math.h>

typedef hone_cubic cubic;

static double cubic_at(const cubic *k, double t)
{
    return ((k->a * t + k->b) * t + k->c) * t;
}

static cubic cubic_through(double p1, double p2)
{
    return (cubic){127 + 3 * p1 - 3 * p2, 3 * p2 - 6 * p1, 3 * p1};
}

void hone_curve_cubics(hone_curve curve, cubic *x, cubic *y)
{
    double point[4] = {curve.x1, curve.y1, curve.x2, curve.y2};
    for (int i = 0; i < 4; i++) point[i] = point[i] < 127 ? point[i] : 127;
    *x = cubic_through(point[0], point[2]);
    *y = cubic_through(point[1], point[3]);
}

/* Solves curves that are not flat anywhere: see HONE_CURVE_STEPS. */
static double solve_steep(const cubic *x, double s)
{
    double t = s, target = 127 * s;
    for (int step = 0; step < HONE_CURVE_STEPS; step++) {
        double part = 3 * x->a * t, miss = cubic_at(x, t) - target;
        double slope = (part + 2 * x->b) * t + x->c;
        t -= miss * slope / (slope * slope - miss * (part + x->b));
    }
    return t;
}

/* Returns whether Halley's next step ends within 1e-9 of the root. The step reduces the error miss / x' to its cube
 * times (3 x"^2 - 2 x' x"') / 12 x'^2. x' is at most 3, x" at most 12 and x"' at most 24, so that factor is at most
 * 48 / x'^2. */
static bool is_near(double miss, double slope)
{
    const double most = 1e-9 / 48 / (127 * 127); /* slope is 127 x' */
    double square = slope * slope;
    return fabs(miss) * miss * miss <= most * square * square * slope;
}

/* Finds the t at which x is s, with an error below 1e-9: Halley's method from t = s, inside a bracket that shrinks
 * at each step. x is monotonic because both control points are in 0..1, so the bracket always contains the root.
 * Where x is nearly flat the bracket is halved. The error is measured in t and not in x: where x is flat and y is
 * not, an error of 1e-6 in x allows one of 1e-2 in y. */
static double solve_exact(const cubic *x, double s)
{
    const double flat = 127 * 1e-5;
    double low = 0, high = 1, t = s, target = 127 * s;
    for (int step = 0; step < 64 && high - low > 1e-10; step++) {
        double miss = cubic_at(x, t) - target;
        if (miss > 0)
            high = t;
        else
            low = t;
        double slope = (3 * x->a * t + 2 * x->b) * t + x->c, half_bend = 3 * x->a * t + x->b;
        double next = t - miss * slope / (slope * slope - miss * half_bend);
        if (slope > flat && is_near(miss, slope))
            return next >= low && next <= high ? next : t;
        t = slope > flat && next > low && next < high ? next : (low + high) / 2;
    }
    return t;
}

/* Does exactly what MikuMikuDance does: bisection without a final test and without a tolerance. */
static double solve_mmd(const cubic *x, double s)
{
    double t = 0.5, step = 0.25, target = 127 * s;
    for (int i = 0; i < 12; i++, step /= 2) {
        double at = cubic_at(x, t);
        if (at == target)
            break;
        t += at < target ? step : -step;
    }
    return t;
}

double hone_curve_evaluate(hone_curve curve, double s, hone_curve_mode mode)
{
    if (!(s > 0)) /* also NaN */
        return 0;
    if (s >= 1)
        return 1;
    if (curve.x1 == curve.y1 && curve.x2 == curve.y2)
        return s;
    cubic x, y;
    hone_curve_cubics(curve, &x, &y);
    double t = mode == HONE_CURVE_MMD      ? solve_mmd(&x, s)
               : hone_curve_is_flat(curve) ? solve_exact(&x, s)
                                           : solve_steep(&x, s);
    return cubic_at(&y, t) * HONE_CURVE_UNIT;
}
