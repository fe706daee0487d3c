/* The skinning kernel for NEON of ARM. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_NEON
#include "core/skin/kernels/lanes/neon.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

const hone_skin_kernel hone_skin_neon = {{"neon", hone_processor_has_neon}, run_blocks};
#endif
