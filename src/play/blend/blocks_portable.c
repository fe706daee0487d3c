#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "play/blend/lanes/pose_blocks.h"

void hone_blend_blocks_portable(const hone_blend_plan *plan)
{
    blend_pose_blocks(plan);
}
