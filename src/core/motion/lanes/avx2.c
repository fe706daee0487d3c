/* Blocks are sampled eight lanes at once. Compiled for AVX2. */
#include "core/motion/lanes/kernel.h"
#if HONE_KERNEL_AVX2
#define HONE_LANES 8
#include "core/motion/lanes/sample.h"

const hone_motion_kernel hone_motion_avx2 = HONE_MOTION_KERNEL("avx2", hone_processor_has_avx2);
#endif
