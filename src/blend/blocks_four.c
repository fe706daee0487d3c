#define HONE_LANES 4
#include "blend/lanes/pose_blocks.h"

void hone_blend_blocks_four(const hone_blend_plan *plan)
{
    blend_pose_blocks(plan);
}
