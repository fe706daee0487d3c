/* Poses in blocks of bones. */
#ifndef HONE_TESTS_SUPPORT_POSE_BLOCKS_H
#define HONE_TESTS_SUPPORT_POSE_BLOCKS_H

#include "support/support.h"
#include <hone/motion.h>

/* Samples into the blocks of a rest pose, and checks that bones and morphs are those of `want`, to the bit. */
void check_sampled_blocks(hone_sampler *sampler, double frame, const hone_pose *rest, const hone_pose *want);

#endif
