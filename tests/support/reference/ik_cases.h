/* Cases of inverse kinematics for legs and toes: each a model with few bones and a pose, described by numbers. Space:
 * MMD's. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_IK_CASES_H
#define HONE_TESTS_SUPPORT_REFERENCE_IK_CASES_H

#include "support/make/random_rig.h"
#include "support/reference/reference_rig.h"

/* A leg whose chain turns the knee first and then the thigh. */
typedef struct ik_leg {
    float root[3];       /* position; the thigh is placed relative to it */
    float offsets[3][3]; /* thigh, knee, foot: each relative to the bone above */
    float starts[3][4];  /* their keyed rotations */
    bool limited, fixed; /* of the knee */
    float lower[3], upper[3], axis[3];
    float goal[3];
    int32_t loop_count;
    float unit_angle;
} ik_leg;

enum { IK_LEG_ROOT, IK_LEG_THIGH, IK_LEG_KNEE, IK_LEG_FOOT, IK_LEG_GOAL, IK_LEG_BONES };

hone_model *ik_leg_make(const ik_leg *leg);
hone_pose *ik_leg_pose(const ik_leg *leg, const hone_model *model, random_pose *out);

/* An ankle that a leg's chain turns, and whose own chain then turns the toe to a goal. */
typedef struct ik_toe {
    double ankle[3];
    double turned[4]; /* rotation of the ankle in model space after the leg's chain */
    double offset[3]; /* from ankle to toe at rest */
    double placed[3]; /* model space: the toe before any chain; the distance to the ankle is that at rest */
    double goal[3];
    int32_t loop_count;
    float unit_angle;
} ik_toe;

enum { IK_TOE_LEG, IK_TOE_ANKLE, IK_TOE_TOE, IK_TOE_HELPER, IK_TOE_LEG_GOAL, IK_TOE_GOAL, IK_TOE_BONES };

/* The leg is a root at the ankle; its chain turns it through a helper bone. */
hone_model *ik_toe_make(const ik_toe *toe);
hone_pose *ik_toe_pose(const ik_toe *toe, const hone_model *model, random_pose *out);

/* The shortest rotation from one direction to another that is not opposite. */
reference_turn ik_shortest_turn(const double from[3], const double to[3]);
void ik_turn_point(reference_turn turn, const double point[3], double out[3]);

#endif
