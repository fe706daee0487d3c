#include "offline/motion_edit/easing.h"
#include <math.h>

hone_easing hone_easing_of(hone_curve curve)
{
    return (hone_easing){curve.x1 / 127.0, curve.y1 / 127.0, curve.x2 / 127.0, curve.y2 / 127.0};
}

static double slope(double first, double second, double t)
{
    double u = 1 - t;
    return 3 * (u * u * first + 2 * u * t * (second - first) + t * t * (1 - second));
}

/* Newton's method, and bisection where that leaves the interval. */
double hone_easing_parameter(const hone_easing *easing, double position)
{
    double low = 0, high = 1, t = position;
    for (int i = 0; i < 100 && high - low > 1e-15; i++) {
        double miss = hone_easing_cubic(easing->x1, easing->x2, t) - position;
        if (fabs(miss) < 1e-14)
            break;
        if (miss > 0)
            high = t;
        else
            low = t;
        double steep = slope(easing->x1, easing->x2, t), next = steep > 1e-9 ? t - miss / steep : -1;
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return t;
}

double hone_easing_error(const hone_easing_points *points, hone_curve curve, double enough)
{
    hone_easing easing = hone_easing_of(curve);
    double most = 0;
    for (uint32_t i = 0; i < points->count && most < enough; i++) {
        double t = hone_easing_parameter(&easing, points->positions[i]);
        most = fmax(most, fabs(hone_easing_cubic(easing.y1, easing.y2, t) - points->values[i]));
    }
    return most;
}

/* Moves a coordinate, which stays within 0 to 127. */
static uint8_t moved(uint8_t value, int by)
{
    int out = value + by;
    return (uint8_t)(out < 0 ? 0 : out > 127 ? 127 : out);
}

/* One coordinate alone, or two together: the error often only falls if both change. */
static const int8_t directions[][4] = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0},  {0, 0, 0, 1},  {1, 1, 0, 0}, {1, -1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, -1},
    {1, 0, 1, 0}, {0, 1, 0, 1}, {1, 0, -1, 0}, {0, 1, 0, -1}, {1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 1, 0}, {0, 1, -1, 0}};

/* Tries all neighbours at the distance `step`. Returns whether one is better. */
static bool improve(const hone_easing_points *points, int step, hone_curve *curve, double *error)
{
    bool better = false;
    for (size_t d = 0; d < 2 * sizeof directions / sizeof *directions; d++) {
        const int8_t *direction = directions[d / 2];
        int by = d % 2 ? -step : step;
        hone_curve next = {moved(curve->x1, by * direction[0]), moved(curve->y1, by * direction[1]),
                           moved(curve->x2, by * direction[2]), moved(curve->y2, by * direction[3])};
        double miss = hone_easing_error(points, next, *error);
        if (miss < *error) {
            *curve = next, *error = miss;
            better = true;
        }
    }
    return better;
}

/* The first guess is usually within a step or two of the best curve; only a bad one is worth long steps. */
double hone_easing_fit(const hone_easing_points *points, hone_curve *curve)
{
    double error = hone_easing_error(points, *curve, INFINITY);
    for (int step = error > 0.01 ? 16 : 2; step && error > 0; step /= 2)
        for (int i = 0; i < 64 && improve(points, step, curve, &error); i++) {
        }
    return error;
}
