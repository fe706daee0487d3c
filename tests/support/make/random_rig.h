/* Random rigs and poses: bones in any order in the file, layers, both passes, appends of every kind, fixed axes, chains
 * that share links, limits of every order of angles. */
#ifndef HONE_TESTS_SUPPORT_MAKE_RANDOM_RIG_H
#define HONE_TESTS_SUPPORT_MAKE_RANDOM_RIG_H

#include "support/support.h"
#include <hone/motion.h>

enum { RANDOM_RIG_BONES = 48, RANDOM_RIG_CHAINS = 6, RANDOM_RIG_LINKS = 4 };

typedef struct random_rig_desc {
    bool appends, chains;
    /* one pass; parents and append sources come before the bones that need them, effectors before their goals */
    bool in_order;
} random_rig_desc;

hone_model *random_rig_make(test_random *random, const random_rig_desc *desc);

/* A pose with room for any model of random_rig_make, or for another with at most as many bones and chains. */
typedef struct random_pose {
    hone_pose pose;
    hone_transform bones[RANDOM_RIG_BONES];
    uint8_t animated[RANDOM_RIG_BONES], physics_off[RANDOM_RIG_BONES], ik_enabled[RANDOM_RIG_CHAINS];
    float morphs[1];
} random_pose;

/* Makes the rest pose. */
hone_pose *random_pose_make(random_pose *out, const hone_model *model);
/* Turns and animates bones by up to `most` radians (at most pi less 1e-3) about any axis; turns chains on or off at
 * random. */
void random_pose_turn(test_random *random, random_pose *out, float most);

/* The distance from the lowest to the highest corner of the bounds at rest. */
double random_rig_size(const hone_model *model);

#endif
