/* The skinning kernel for SSE2. */
#include "core/skin/kernels/kernel.h"
#if HONE_KERNEL_SSE2
#include "core/skin/kernels/lanes/sse2.h"
/* must come after the vector type */
#include "core/skin/kernels/lanes/kernel.h"

const hone_skin_kernel hone_skin_sse2 = {{"sse2", NULL}, run_blocks};
#endif
