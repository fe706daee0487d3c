/* The blending kernel for AVX-512. */
#include "play/blend/plan.h"
#if HONE_KERNEL_AVX512
#include "play/blend/lanes/avx512.h"
/* must come after the lanes */
#include "play/blend/lanes/block.h"

const hone_blend_kernel hone_blend_avx512 = {{"avx512", hone_processor_has_avx512}, HONE_LANES, blend_all};
#endif
