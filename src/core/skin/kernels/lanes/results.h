/* The results of a block before they are written. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_RESULTS_H
#define HONE_SRC_SKIN_KERNELS_LANES_RESULTS_H

#include "core/skin/kernels/kernel.h"
#include "core/skin/kernels/lanes/vectors.h"
#include <string.h>

enum { AT_POSITION = 0, AT_NORMAL = 3, AT_TANGENT = 6, RESULT_WORDS = 10 };

/* The floats of each vertex, component after component, sixteen lanes side by side; then, in their place, the words of
 * the streams' formats. */
typedef struct results {
    _Alignas(64) float c[RESULT_WORDS][LANES];
} results;

#endif
