/* Blocks are sampled four lanes at once, on every processor. */
#define HONE_LANES 4
#include "motion/lanes/sample.h"

static bool always(void)
{
    return true;
}

const hone_motion_kernel hone_motion_four = HONE_MOTION_KERNEL("four", always);

const hone_motion_kernel *hone_motion_best_kernel(void)
{
#if HONE_MOTION_AVX2
    if (hone_motion_avx2.supported())
        return &hone_motion_avx2;
#endif
    return &hone_motion_four;
}
