/* Two bones and a goal: arms that reach, legs that stand. */
#ifndef HONE_SAMPLES_LIMB_H
#define HONE_SAMPLES_LIMB_H

#include "quat.h"

/* At rest: root (shoulder, hip), middle (elbow, knee), end (wrist, ankle), and the way the middle points when it bends.
 */
typedef struct limb_rest {
    vec3 root, middle, end, pole;
} limb_rest;

typedef struct limb_pose {
    quat upper; /* from rest, in the space of root, end and pole */
    quat lower; /* on top of upper: the middle's own turn */
} limb_pose;

/* Brings the end to `goal`, as near as the bones are long, the middle pointing to `pole`. */
limb_pose limb_solve(const limb_rest *rest, vec3 root, vec3 goal, vec3 pole);

#endif
