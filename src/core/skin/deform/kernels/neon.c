/* The kernel of direct delta mush for NEON of ARM. */
#include "core/skin/deform/kernels/kernel.h"
#if HONE_KERNEL_NEON
#include "core/skin/kernels/lanes/neon.h"
/* must come after the vector type */
#include "core/skin/deform/kernels/lanes.h"

const hone_direct_kernel hone_direct_neon = {{"neon", hone_processor_has_neon}, run_blocks};
#endif
