/* A slow reference implementation of MMD's rig with order, append and inverse kinematics in double precision, written
 * from the rules only. It shares no code with the library, recomputes values instead of caching them, and checks
 * nothing. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_RIG_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_RIG_H

#include "support/reference/reference.h"
#include <hone/rig.h>

typedef struct reference_turn { /* x, y, z, w */
    double q[4];
} reference_turn;

/* The state of a bone during and after an evaluation. */
typedef struct reference_bone {
    double t[3];         /* sum of animation, morph and append */
    reference_turn r_am; /* animation and morph */
    reference_turn own;  /* r_am r_append */
    reference_turn r_ik;
    double place[3];       /* world */
    double placed[3];      /* the place when the bone was evaluated, before any chain moved it */
    reference_turn turned; /* world */
    bool done;             /* in this evaluation */
    bool follows;          /* is a descendant of a link of the chain that was solved last */
    int32_t chain, link;   /* the chain that stepped it last, or -1 */
} reference_bone;

typedef struct reference_chain {
    bool solved;                 /* enabled, and solving was tried */
    double gap;                  /* distance of goal and effector at the end */
    double length;               /* of the path from its highest link to the effector */
    double goal[3], effector[3]; /* their positions at that time */
} reference_chain;

typedef struct reference_rig {
    const hone_skeleton *skeleton;
    hone_mmd_rules rules;
    uint32_t *order, pass2_begin;
    reference_bone *bones;
    reference_chain *chains;
    double nearest_half_turn; /* how near the rotations that appends took a power of were to a half turn, radians */
} reference_rig;

void reference_rig_make(const hone_skeleton *skeleton, hone_mmd_rules rules, reference_rig *out);
void reference_rig_release(reference_rig *rig);

/* Without bone morphs. */
void reference_rig_evaluate(reference_rig *rig, const hone_pose *pose);
reference_matrix reference_rig_world(const reference_rig *rig, uint32_t bone);

/* The angles of a rotation in the order that the link's bounds choose: x, y, z. */
void reference_link_angles(const hone_ik_link *link, reference_turn turn, double angles[3]);
/* a * b, b first; and the inverse. */
reference_turn reference_turn_multiply(reference_turn a, reference_turn b);
reference_turn reference_turn_back(reference_turn a);
/* The angle of a rotation, 0..pi. */
double reference_turn_angle(reference_turn a);
/* The rotation part of an affine matrix. */
reference_turn reference_turn_of(const hone_affine *affine);

#endif
