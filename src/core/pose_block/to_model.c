/* Local to model. */
#include "base/lanes/processor.h"
#include "core/pose_block/kernel.h"

void hone_pose_block_to_model(const hone_pose_block_model_job *job)
{
#if HONE_X86
    if (hone_processor_has_avx2()) {
        hone_pose_block_place_avx2(job);
        return;
    }
#endif
    hone_pose_block_place_portable(job);
}
