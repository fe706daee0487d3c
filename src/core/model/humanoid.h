/* Finds humanoid bones by their names or by the shape of the skeleton. */
#ifndef HONE_SRC_MODEL_HUMANOID_H
#define HONE_SRC_MODEL_HUMANOID_H

#include <hone/model.h>

typedef struct hone_humanoid_names {
    const char *mmd;    /* "*" is replaced by the side: 左 or 右 */
    const char *others; /* words as made by hone_bone_word, the best first, each with a space before and after it */
} hone_humanoid_names;

/* An entry for each single bone; the entries of pairs are at the index of the left bone. */
extern const hone_humanoid_names hone_humanoid_names_of[HONE_HUMANOID_COUNT];

enum { HONE_SIDE_NONE, HONE_SIDE_LEFT, HONE_SIDE_RIGHT };

/* Reduces a bone's name to a word: without side, namespace, prefix of the rig, case, separators and leading zeros of
 * numbers. "mixamorig:LeftUpLeg" becomes "upleg", "thigh_l" becomes "thigh". Returns the side. */
int hone_bone_word(const char *name, char *word, size_t size);

/* Finds bones by their names in MMD and in other rigs. bones: [HONE_HUMANOID_COUNT] in: bones that are known, else
 * HONE_NONE; out: those that names tell too. The spine is found for MMD alone. Cost: a pass over the bones for each
 * bone of a humanoid. */
void hone_humanoid_by_name(const hone_model_data *data, int32_t *bones);

/* Finds hips, legs, arms, neck and head by rest positions and hierarchy; the spine, which is between hips and neck,
 * is left to the caller. bones: [HONE_HUMANOID_COUNT] out; HONE_NONE: not found. Returns false and leaves `bones`
 * alone unless all required bones are found and there is only one solution: +Y is up, legs and arms are mirror
 * images, only legs reach the ground, and the trunk is upright. Cost: at most a few passes over the bones for each
 * bone; skeletons of more than 512 bones are not examined. */
bool hone_humanoid_by_shape(const hone_model_data *data, int32_t *bones);

/* Whether a foot is where the shin of a leg ends at rest, as far as lengths and directions tell. +Y is up. */
bool hone_humanoid_ends_leg(const hone_skeleton *skeleton, int32_t hip, int32_t knee, int32_t foot);

#endif
