/* One step of damped least squares: how far the freedoms of a tree of joints move, each within its bounds, to bring the
 * effectors nearer to their goals. */
#ifndef HONE_SRC_IK_BOUNDED_STEP_H
#define HONE_SRC_IK_BOUNDED_STEP_H

#include "play/ik/joint_tree.h"

enum { HONE_STEP_ROWS = 6 }; /* of an effector: position, and orientation */

/* A direction in which a joint can turn, or the root move. */
typedef struct hone_freedom {
    uint32_t joint;
    bool moves;    /* the root moves along the axis; otherwise the joint turns about it */
    int8_t held;   /* -1, 1: it is at its lower or upper bound; 0: it is free */
    float axis[3]; /* unit vector in the space of the tree */
    float flexibility;
    float least, most; /* bounds of the step */
    float step;
} hone_freedom;

typedef struct hone_step_system {
    const hone_joint_tree *tree;
    uint32_t freedom_count;
    hone_freedom *freedoms;
    float *errors;  /* [6 * effector_count] of all effectors */
    float *forces;  /* the same: the solution of the system */
    float *matrix;  /* [rows * rows] lower half */
    float *weights; /* [rows] square weights */
    float damping;
} hone_step_system;

/* Solves for the steps of all freedoms. */
void hone_bounded_step_solve(hone_step_system *system);

#endif
