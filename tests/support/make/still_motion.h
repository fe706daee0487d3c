/* A motion with constant values, for the model of posed_model. */
#ifndef HONE_TESTS_SUPPORT_MAKE_STILL_MOTION_H
#define HONE_TESTS_SUPPORT_MAKE_STILL_MOTION_H

#include <hone/motion.h>

enum { STILL_MOTION_BONES = 4 };

/* Values for bones, and optionally for the morph "m1" and the IK chain of "b4". */
typedef struct still_motion {
    uint32_t bone_count;
    struct {
        const char *name;
        float translation[3], degrees; /* about y */
        bool negative;                 /* the other quaternion of the same rotation */
        bool physics_off;
    } bones[STILL_MOTION_BONES];
    bool morph, chain_off;
    float weight; /* of the morph */
} still_motion;

/* Each track has one key, at frame 0. */
hone_motion *make_still_motion(const still_motion *values);

#endif
