/* Directions of a humanoid at rest, in model space. */
#ifndef HONE_SRC_MODEL_HUMANOID_AXES_H
#define HONE_SRC_MODEL_HUMANOID_AXES_H

#include <hone/model.h>

/* The matrix of a bone at rest, without the scale of the bone itself: its columns are the axes in which its rotation
 * turns. */
hone_affine hone_rest_axes(const hone_skeleton *skeleton, int32_t bone);

/* The direction in which a humanoid looks at rest, horizontal and of unit length. */
void hone_humanoid_front(const hone_model_data *data, const hone_humanoid *human, float out[3]);

/* The axis of a knee or elbow, of unit length: a rotation about it by a small positive angle opens the limb. bones: of
 * the limb, from hip or shoulder to ankle or wrist. Returns false if the limb has no length. */
bool hone_humanoid_hinge(const hone_model_data *data, const hone_humanoid *human, const int32_t bones[3], bool arm,
                         float out[3]);

#endif
