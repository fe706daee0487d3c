/* As many lanes as are fast on every processor. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/skin/palette/build.h"

const hone_palette_kernel hone_palette_portable = {{"portable", NULL}, build};
