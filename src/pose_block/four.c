#define HONE_LANES 4
#include "pose_block/lanes/place.h"

void hone_pose_block_place_four(const hone_pose_block_model_job *job)
{
    to_model(job);
}
