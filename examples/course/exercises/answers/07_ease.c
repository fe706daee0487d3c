/* Chapter 7: where a curve is at x. Find t with x(t) = x, then compute y(t). */
#include "exercise.h"

static double along(double a, double b, double t)
{
    double s = 1 - t;
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

double ease(double x1, double y1, double x2, double y2, double x)
{
    double low = 0, high = 1;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (along(x1, x2, middle) < x)
            low = middle;
        else
            high = middle;
    }
    return along(y1, y2, low);
}
