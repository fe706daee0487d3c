/* Functions that place bones, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_POSE_BLOCK_KERNEL_H
#define HONE_SRC_POSE_BLOCK_KERNEL_H

#include "base/lanes/vectors.h"
#include <hone/pose_block.h>

typedef void hone_pose_block_kernel(const hone_pose_block_model_job *job);
hone_pose_block_kernel hone_pose_block_place_portable;

#if HONE_X86
hone_pose_block_kernel hone_pose_block_place_avx2;
#endif

#endif
