#include "play/blend/plan.h"
#if HONE_X86
#define HONE_LANES 8
#include "play/blend/lanes/pose_blocks.h"

void hone_blend_blocks_avx2(const hone_blend_plan *plan)
{
    blend_pose_blocks(plan);
}
#endif
