/* The bones above the effectors of a full-body job, as a tree of joints. All is in the space of the base, in which the
 * longest way from its top to an effector has length 1. */
#ifndef HONE_SRC_IK_JOINT_TREE_H
#define HONE_SRC_IK_JOINT_TREE_H

#include "play/ik/base_space.h"
#include "play/ik/limit.h"

typedef struct hone_tree_joint {
    uint32_t bone;
    int32_t parent; /* index of a joint before it; HONE_NONE: the base */
    uint32_t below; /* bit e: effector e is on this bone, or below it */
    float flexibility;
    hone_limit_range range;
    float offset[3];   /* of the joint in the axes of its parent */
    float link[4];     /* rotation of the bone above relative to the parent: bones that do not turn may be between */
    float relative[4]; /* rotation relative to the bone above */
    float before[4];   /* the same in the pose */
    float best[4];     /* the same after the rounds that came nearest to the goals; of restarts alone */
    float position[3], rotation[4];
} hone_tree_joint;

/* Where an effector is, and shall be. */
typedef struct hone_tree_effector {
    uint32_t joint;
    float offset[3];
    float position[3], rotation[4]; /* the goal */
    float point[3];                 /* where it is */
    float weights[2];               /* of position and rotation */
} hone_tree_effector;

typedef struct hone_joint_tree {
    hone_base_space base;
    float unit; /* length 1 in the space of the base */
    uint32_t count, effector_count;
    hone_tree_joint *joints; /* [count] parents first */
    hone_tree_effector *effectors;
    int32_t root;  /* index of the joint that may move; HONE_NONE: none */
    float move[3]; /* of the root */
} hone_joint_tree;

/* Finds the joints. out: joints, effectors: with room for all bones and effectors. Returns false if there is nothing to
 * solve, or a number is not finite. joint_of: [bone_count] scratch. */
bool hone_joint_tree_make(const hone_full_body_job *job, int32_t *joint_of, hone_joint_tree *out);

/* Places the joints and effectors. */
void hone_joint_tree_place(hone_joint_tree *tree);

#endif
