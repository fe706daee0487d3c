/* Chapter 4: weights by distance. The foot of the perpendicular, kept between the ends; the power; the sum. */
#include "exercise.h"

#include <math.h>

static double distance(const double p[3], const segment *bone)
{
    double along[3], from[3], dot = 0, square = 0, d = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = bone->b[i] - bone->a[i], from[i] = p[i] - bone->a[i];
        dot += along[i] * from[i], square += along[i] * along[i];
    }
    double t = square > 0 ? fmin(fmax(dot / square, 0), 1) : 0;
    for (int i = 0; i < 3; i++) d += (from[i] - t * along[i]) * (from[i] - t * along[i]);
    return sqrt(d);
}

void weigh(const double p[3], int count, const segment *bones, double h, double c, double *weights)
{
    double nearest = INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        weights[i] = 1 + distance(p, &bones[i]) / h;
        nearest = fmin(nearest, weights[i]);
    }
    for (int i = 0; i < count; i++) {
        weights[i] = pow(nearest / weights[i], c); /* 1 for the nearest bone, so that not all vanish */
        sum += weights[i];
    }
    for (int i = 0; i < count; i++) weights[i] /= sum;
}
