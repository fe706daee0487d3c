/* A humanoid made for animation by inverse kinematics, without a mesh: the feet are children of the root; the legs and
 * a bone named hips are children of a body; instead of a hand the forearm has palms and a thumb. Space: glTF's. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_ROBOT_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_ROBOT_H

#include <hone/model.h>

enum {
    ROBOT_ROOT,
    ROBOT_BODY,
    ROBOT_HIPS,
    ROBOT_ABDOMEN,
    ROBOT_TORSO,
    ROBOT_NECK,
    ROBOT_HEAD,
    ROBOT_TRUNK, /* the number of trunk bones; after them the left side, then the right */
    ROBOT_SHOULDER = ROBOT_TRUNK,
    ROBOT_UPPER_ARM,
    ROBOT_LOWER_ARM,
    ROBOT_PALM_INDEX,
    ROBOT_PALM,
    ROBOT_INDEX,
    ROBOT_MIDDLE,
    ROBOT_THUMB,
    ROBOT_UPPER_LEG,
    ROBOT_LOWER_LEG,
    ROBOT_FOOT,
    ROBOT_LEFT_END,
    ROBOT_SIDE = ROBOT_LEFT_END - ROBOT_TRUNK,
    ROBOT_BONES = ROBOT_LEFT_END + ROBOT_SIDE
};

/* foot: where the left foot is instead of below its knee; NULL: below the knee. */
hone_model *make_robot(const float foot[3]);

#endif
