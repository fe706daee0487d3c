/* The blending kernel without vectors. */
#include "play/blend/lanes/scalar.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

const hone_blend_kernel hone_blend_scalar = {{"scalar", NULL}, HONE_LANES, blend_all};
