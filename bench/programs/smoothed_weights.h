/* A skin of the weights that direct delta mush sums moments of, for linear blending beside it. */
#ifndef HONE_BENCH_PROGRAMS_SMOOTHED_WEIGHTS_H
#define HONE_BENCH_PROGRAMS_SMOOTHED_WEIGHTS_H

#include <hone/skin.h>

/* Smooths the weights of a mesh as hone_skin_add_mush does by default. influences: how many a vertex has in the mean.
 * Release the skin. Errors: MEMORY. */
hone_skin *compile_smoothed(const hone_mesh *mesh, double *influences, hone_error *error);

#endif
