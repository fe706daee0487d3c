/* Poses: their memory, and what is computed from their numbers. */
#ifndef HONE_SRC_MOTION_POSE_H
#define HONE_SRC_MOTION_POSE_H

#include "base/memory/arena.h"
#include <hone/motion.h>

/* Takes all arrays of a pose from `memory`, which the caller asks whether it failed. Zeroes: see hone_pose_reset. */
void hone_pose_allocate(hone_pose *pose, const hone_model_data *model, hone_arena *memory);

/* Returns the part of its rotations that the IK chain `ik` gives to its links: 0 to 1; 0 if the chain is off. */
static inline float hone_pose_ik_weight(const hone_pose *pose, uint32_t ik)
{
    if (!pose->ik_enabled[ik])
        return 0;
    return pose->ik_weights ? pose->ik_weights[ik] : 1;
}

#endif
