/* Blocks are sampled with as many lanes as are fast on every processor. */
#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/motion/lanes/sample.h"

static bool always(void)
{
    return true;
}

const hone_motion_kernel hone_motion_portable = HONE_MOTION_KERNEL("portable", always);

const hone_motion_kernel *hone_motion_best_kernel(void)
{
#if HONE_X86
    if (hone_motion_avx2.supported())
        return &hone_motion_avx2;
#endif
    return &hone_motion_portable;
}
