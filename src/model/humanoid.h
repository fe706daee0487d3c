/* How the humanoid bones are found: by their names, or by the shape of the skeleton. */
#ifndef HONE_SRC_MODEL_HUMANOID_H
#define HONE_SRC_MODEL_HUMANOID_H

#include <hone/model.h>

typedef struct hone_humanoid_names {
    const char *mmd;    /* "*" stands for the side: 左 or 右 */
    const char *others; /* as hone_bone_word leaves them, the best first, with a space before and behind each */
} hone_humanoid_names;

/* One for each single bone, and one for each pair at its left. */
extern const hone_humanoid_names hone_humanoid_names_of[HONE_HUMANOID_COUNT];

enum { HONE_SIDE_NONE, HONE_SIDE_LEFT, HONE_SIDE_RIGHT };

/* What is left of a bone's name without its side, its rig's prefix, case, separators and zeros in front of numbers:
 * "mixamorig:LeftUpLeg" is "upleg", "thigh_l" "thigh". Returns the side. */
int hone_bone_word(const char *name, char *word, size_t size);

/* Hips, legs, arms, neck and head by where bones stand at rest and what they hang on; not the spine, which lies between
 * hips and neck. [HONE_HUMANOID_COUNT], HONE_NONE where there is none. False, and nothing touched, unless all that a
 * humanoid must have is there, in one way only: up is +Y, legs and arms are mirror images, what reaches the ground is a
 * leg, the trunk is upright. Cost: at most some passes over 512 bones for each; more are not looked at. */
bool hone_humanoid_by_shape(const hone_model_data *data, int32_t *bones);

#endif
