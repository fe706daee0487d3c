/* A human's skeleton for a mesh that has none. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_HUMAN_SKELETON_H
#define HONE_SRC_OFFLINE_AUTORIG_HUMAN_SKELETON_H

#include "base/arena.h"
#include "offline/autorig/landmarks.h"

/* Where a human's joints are in a mesh, in MMD's space, once the mesh is turned. */
typedef struct autorig_landmarks {
    leg_marks legs[SIDES]; /* left, right */
    arm_marks arms[SIDES];
    trunk_marks trunk;
    float middle, ground, height; /* x of the plane between left and right; y of the soles; from there to the crown */
    int quarters;                 /* turns of the mesh by 90 degrees about y: see autorig_turn */
    uint32_t landmark_warnings;   /* HONE_UNSURE_* */
    float neck_thick;             /* half of it; 0: no neck was seen, and nothing is known of the head */
} autorig_landmarks;

/* hangs_on_head: [vertex_count] out, whether each vertex does; only where a neck was seen. Errors: ARGUMENT (no
 * humanoid: what could not be found), MEMORY. */
bool hone_autorig_find_landmarks(const hone_mesh *mesh, const hone_allocator *allocator, autorig_landmarks *out,
                                 uint8_t *hangs_on_head, hone_error *error);

/* The same of what was found so far. False: out of memory, or with an error. */
bool hone_autorig_find_head(const search *s, const hone_mesh *mesh, bool across, hone_arena *scratch, uint8_t *out,
                            hone_error *error);

/* The bones and chains of hone_mmd_default_skeleton at those marks, with nothing to see. */
hone_model *hone_autorig_make_human(const autorig_landmarks *marks, const hone_allocator *allocator, hone_error *error);

#endif
