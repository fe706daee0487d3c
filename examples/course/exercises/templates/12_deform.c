/* Chapter 12: SDEF. Carry the centre by both bones, and turn the vertex about it by a mean of their turns. */
#include "exercise.h"

#include <math.h>

void deform(const sdef *v, const rigid bones[2], double out[3])
{
    (void)bones; /* first R_w, r_k and c_k of the chapter; then slerp, the shorter way */
    for (int i = 0; i < 3; i++) out[i] = v->position[i];
}
