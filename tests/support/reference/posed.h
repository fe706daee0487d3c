/* Poses that are compared as bytes, and their model. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_POSED_H
#define HONE_TESTS_SUPPORT_REFERENCE_POSED_H

#include <hone/motion.h>

enum { BONES = 12, MORPHS = 5, CHAINS = 2 };

/* A model with only what a pose refers to: bones "b0" to "b11", each the child of the one before, morphs "m0" to "m4",
 * and chains of one link, whose goals are "b3" and "b4". */
hone_model *posed_model(void);

typedef struct posed {
    hone_pose pose;
    hone_transform bones[BONES];
    uint8_t animated[BONES], physics_off[BONES], ik_enabled[CHAINS];
    float ik_weights[CHAINS], morphs[MORPHS];
} posed;

hone_pose *open_pose(posed *p); /* filled with zeros */
bool same_pose(const hone_pose *a, const hone_pose *b);

#endif
