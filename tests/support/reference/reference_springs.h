/* Springs in double precision, written from the text of VRMC_springBone, its extended colliders and the draft of its
 * limits, with rotations as quaternions. Slow, and without anything of hone's own. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SPRINGS_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_SPRINGS_H

#include "support/make/make_springs.h"

typedef struct reference_place {
    double at[3], rotation[4], scale; /* world from bone */
} reference_place;

typedef struct reference_springs {
    const make_springs *avatar;
    double tail[MAKE_SPRINGS_CHAINS][8][3], previous[MAKE_SPRINGS_CHAINS][8][3];
    reference_place places[MAKE_SPRINGS_BONES]; /* after the last step */
    uint32_t touched[MAKE_SPRINGS_ALL];         /* how often colliders of each kind have moved a tail */
    uint32_t limited;                           /* how often limits have */
} reference_springs;

/* bones: the local pose. */
void reference_springs_reset(reference_springs *r, const make_springs *avatar, const hone_transform *bones);
void reference_springs_step(reference_springs *r, const hone_transform *bones);

/* The direction that a limit allows, by the formulas of the draft. direction: unit length, in the limit's axes. */
void reference_limit(const hone_spring_limit *limit, const double direction[3], double out[3]);

#endif
