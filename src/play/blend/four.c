/* The blending kernel for vectors of four floats, which SSE2, NEON and WebAssembly have. */
#include "play/blend/plan.h"
#if HONE_KERNEL_FOUR
#include "play/blend/lanes/four.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

const hone_blend_kernel hone_blend_four = {{"four", NULL}, HONE_LANES, blend_all};
#endif
