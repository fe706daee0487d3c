/* What the bones of humans are called. */
#ifndef HONE_SRC_MODEL_HUMANOID_NAMES_H
#define HONE_SRC_MODEL_HUMANOID_NAMES_H

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

#endif
