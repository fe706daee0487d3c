/* The loops that blend rotations of the skinning kernel for AVX-512. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_AVX512
#include "core/skin/kernels/lanes/avx512.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/turning.h"
#endif
