/* The blending kernel for AVX2. */
#include "play/blend/plan.h"
#if HONE_KERNEL_AVX2
#include "play/blend/lanes/avx2.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

const hone_blend_kernel hone_blend_avx2 = {{"avx2", hone_processor_has_avx2}, HONE_LANES, blend_all};
#endif
