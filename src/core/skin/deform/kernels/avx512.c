/* The kernel of direct delta mush for AVX-512. */
#include "core/skin/deform/kernels/kernel.h"
#if HONE_KERNEL_AVX512
#include "core/skin/kernels/lanes/avx512.h"
/* must come after the vector type */
#include "core/skin/deform/kernels/lanes.h"

const hone_direct_kernel hone_direct_avx512 = {{"avx512", hone_skin_has_avx512}, run_blocks};
#endif
