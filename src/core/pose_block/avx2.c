#include "core/pose_block/kernel.h"
#if HONE_X86
#define HONE_LANES 8
#include "core/pose_block/lanes/place.h"

void hone_pose_block_place_avx2(const hone_pose_block_model_job *job)
{
    to_model(job);
}
#endif
