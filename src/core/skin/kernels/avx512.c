/* The skinning kernel for AVX-512. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_AVX512
#include "core/skin/kernels/lanes/avx512.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

const hone_skin_kernel hone_skin_avx512 = {{"avx512", hone_skin_has_avx512}, run_blocks};
#endif
