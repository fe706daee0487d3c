/* Solves limbs of two bones for a goal: arms that reach, legs that stand. */
#ifndef HONE_SAMPLES_MAKE_DANCE_LIMB_H
#define HONE_SAMPLES_MAKE_DANCE_LIMB_H

#include "samples/make/base/quat.h"

/* At rest: root (shoulder, hip), middle (elbow, knee), end (wrist, ankle), and the direction in which the middle
 * bends. */
typedef struct limb_rest {
    vec3 root, middle, end, pole;
} limb_rest;

typedef struct limb_pose {
    quat upper; /* from rest, in the space of root, end and pole */
    quat lower; /* the middle joint's own rotation: the lower part has upper * lower */
} limb_pose;

/* Brings the end to `goal`, as near as the lengths of the bones allow; the middle points to `pole`. */
limb_pose limb_solve(const limb_rest *rest, vec3 root, vec3 goal, vec3 pole);

#endif
