/* Memory of poses. */
#ifndef HONE_SRC_MOTION_POSE_H
#define HONE_SRC_MOTION_POSE_H

#include "base/memory/arena.h"
#include <hone/motion.h>

/* Takes all arrays of a pose from `memory`, which the caller asks whether it failed. Zeroes: see hone_pose_reset. */
void hone_pose_allocate(hone_pose *pose, const hone_model_data *model, hone_arena *memory);

#endif
