/* The kernel of direct delta mush for AVX2. */
#include "core/skin/deform/kernels/kernel.h"
#if HONE_KERNEL_AVX2
#include "core/skin/kernels/lanes/avx2.h"
/* must come after the vector type */
#include "core/skin/deform/kernels/lanes.h"

const hone_direct_kernel hone_direct_avx2 = {{"avx2", hone_skin_has_avx2}, run_blocks};
#endif
