/* A human by its shape alone, for skeletons whose bones have no names that say anything. */
#ifndef HONE_SRC_MODEL_HUMANOID_SHAPE_H
#define HONE_SRC_MODEL_HUMANOID_SHAPE_H

#include <hone/model.h>

/* Hips, legs, arms, neck and head by where bones stand at rest and what they hang on; not the spine, which lies between
 * hips and neck. [HONE_HUMANOID_COUNT], HONE_NONE where there is none. False, and nothing touched, unless all that a
 * humanoid must have is there, in one way only: up is +Y, legs and arms are mirror images, what reaches the ground is a
 * leg, the trunk is upright. Cost: at most some passes over 512 bones for each; more are not looked at. */
bool hone_humanoid_by_shape(const hone_model_data *data, int32_t *bones);

#endif
