/* Blocks are sampled with as many lanes as are fast on every processor. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/motion/lanes/sample.h"

const hone_motion_kernel hone_motion_portable = HONE_MOTION_KERNEL("portable", NULL);

const hone_motion_kernel *hone_motion_best_kernel(void)
{
    static const hone_kernel *const kernels[] = {
#if HONE_KERNEL_AVX2
        &hone_motion_avx2.kernel,
#endif
        &hone_motion_portable.kernel
    };
    return hone_best_kernel(kernels);
}
