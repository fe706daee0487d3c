/* The skinning kernel for AVX2. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_AVX2
#include "core/skin/kernels/lanes/avx2.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

const hone_skin_kernel hone_skin_avx2 = {{"avx2", hone_skin_has_avx2}, run_blocks};
#endif
