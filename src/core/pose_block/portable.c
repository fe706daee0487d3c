#include "base/lanes/vectors.h"
#define HONE_LANES HONE_FEWEST_LANES
#include "core/pose_block/lanes/place.h"

void hone_pose_block_place_portable(const hone_pose_block_model_job *job)
{
    to_model(job);
}
