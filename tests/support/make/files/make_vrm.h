/* VRM files made in code, of both versions. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_VRM_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_MAKE_VRM_H

#include "support/make/files/make_gltf.h"

/* Fills in a file with all that hone reads of VRM 1.0 or of 0.x, without a fault: meta data, first person, look-at with
 * ranges (0.x: curves), humanoid, expressions that change targets and materials, toon materials, springs with colliders
 * (1.0: of all shapes, and joints with limits), and constraints (1.0). */
void make_vrm1(make_gltf *file);
void make_vrm0(make_gltf *file);

#endif
