/* The kernel of direct delta mush for SSE2. */
#include "core/skin/deform/kernels/kernel.h"
#if HONE_KERNEL_SSE2
#include "core/skin/kernels/lanes/sse2.h"
/* must come after the vector type */
#include "core/skin/deform/kernels/lanes.h"

const hone_direct_kernel hone_direct_sse2 = {{"sse2", NULL}, run_blocks};
#endif
