/* The loops that blend rotations of the skinning kernel for SSE2. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_SSE2
#include "core/skin/kernels/lanes/sse2.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/turning.h"
#endif
