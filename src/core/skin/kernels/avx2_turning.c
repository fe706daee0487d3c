/* The loops that blend rotations of the skinning kernel for AVX2. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_AVX2
#include "core/skin/kernels/lanes/avx2.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/turning.h"
#endif
