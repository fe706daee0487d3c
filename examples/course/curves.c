#include "curves.h"

double bezier(double a, double b, double t)
{
    double s = 1 - t;
    return 3 * s * s * t * a + 3 * s * t * t * b + t * t * t;
}

double by_halving(double x1, double x2, double x, int steps)
{
    double low = 0, high = 1;
    for (int i = 0; i < steps; i++) {
        double middle = (low + high) / 2;
        if (bezier(x1, x2, middle) < x)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

double by_half_steps(double x1, double x2, double x)
{
    double t = x;
    for (int i = 0; i < 12; i++) t -= (bezier(x1, x2, t) - x) / 2;
    return t;
}
