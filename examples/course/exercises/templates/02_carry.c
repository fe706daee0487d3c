/* Chapter 2: one vertex, one bone. Carry the point into the bone's space at rest, and out of it now. */
#include "exercise.h"

void carry(const matrix *rest, const matrix *now, const double p[3], double out[3])
{
    (void)rest, (void)now; /* the inverse of a matrix that turns and moves only: its transposed turn, backwards */
    for (int i = 0; i < 3; i++) out[i] = p[i];
}
