/* A VRM animation made in code: the 15 bones that a human must have, whose nodes have rotations at rest, two
 * expressions, and a gaze. */
#ifndef HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_VRMA_H
#define HONE_TESTS_SUPPORT_MAKE_BODIES_MAKE_VRMA_H

#include "support/make/files/make_gltf.h"

/* What it says at its end, after 1 s; at 0 s the pose is at rest. */
enum { MAKE_VRMA_MORPHS = 2 };
extern const float make_vrma_hips[3];     /* where the hips are; at rest at (0,1,0) */
extern const float make_vrma_spine[4];    /* how the spine turns, in the axes of the model */
extern const float make_vrma_left_arm[4]; /* how the left upper arm turns */
extern const float make_vrma_gaze[4];
extern const float make_vrma_weights[MAKE_VRMA_MORPHS]; /* of "aa", as it counts, and of the author's "Wink" */

void make_vrma(make_gltf *file);
/* legs: whether it has any. */
void make_vrma_part(make_gltf *file, bool legs);

#endif
