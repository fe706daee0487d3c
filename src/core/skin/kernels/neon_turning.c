/* The loops that blend rotations of the skinning kernel for NEON of ARM. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_NEON
#include "core/skin/kernels/lanes/neon.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/turning.h"
#endif
