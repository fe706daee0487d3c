/* Eight slots at once. Compiled for AVX2. */
#include "core/skin/palette/kernel.h"
#if HONE_KERNEL_AVX2
#define HONE_LANES 8
#include "core/skin/palette/build.h"

const hone_palette_kernel hone_palette_avx2 = {{"avx2", hone_processor_has_avx2}, build};
#endif
