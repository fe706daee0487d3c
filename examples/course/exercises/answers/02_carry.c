/* Chapter 2: one vertex, one bone. Carry the point into the bone's space at rest, and out of it now. */
#include "exercise.h"

void carry(const matrix *rest, const matrix *now, const double p[3], double out[3])
{
    double local[3] = {0, 0, 0}, from_bone[3];
    for (int i = 0; i < 3; i++) from_bone[i] = p[i] - rest->m[i][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) local[i] += rest->m[k][i] * from_bone[k]; /* transposed */
    for (int i = 0; i < 3; i++) {
        out[i] = now->m[i][3];
        for (int k = 0; k < 3; k++) out[i] += now->m[i][k] * local[k];
    }
}
