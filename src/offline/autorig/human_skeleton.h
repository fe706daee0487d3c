/* Makes a human skeleton for a mesh that has none. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_HUMAN_SKELETON_H
#define HONE_SRC_OFFLINE_AUTORIG_HUMAN_SKELETON_H

#include "base/memory/arena.h"
#include "offline/autorig/landmarks.h"

/* Positions of a human's joints in a mesh, in MMD's space, after the mesh has been turned. */
typedef struct autorig_landmarks {
    leg_marks legs[SIDES]; /* left, right */
    arm_marks arms[SIDES];
    trunk_marks trunk;
    float middle, ground, height; /* x of the plane of symmetry; y of the soles; from there to the crown */
    int quarters;                 /* turns of the mesh by 90 degrees about y; see autorig_turn */
    uint32_t landmark_warnings;   /* HONE_AUTORIG_WARN_* */
    float neck_thick;             /* radius of the neck; 0: no neck was found, so nothing is known about the head */
} autorig_landmarks;

/* Finds the landmarks. hangs_on_head: [vertex_count] out: whether each vertex belongs to the head; set only if a
 * neck was found. Errors: ARGUMENT (not a humanoid; the message names what was not found), MEMORY. */
bool hone_autorig_find_landmarks(const hone_mesh *mesh, const hone_allocator *allocator, autorig_landmarks *out,
                                 uint8_t *hangs_on_head, hone_error *error);

/* Finds the vertices of the head from the results of the search. False: out of memory, or with an error. */
bool hone_autorig_find_head(const search *s, const hone_mesh *mesh, bool across, hone_arena *scratch, uint8_t *out,
                            hone_error *error);

/* Returns the bones and IK chains of hone_mmd_default_skeleton at those landmarks, without a mesh. */
hone_model *hone_autorig_make_human(const autorig_landmarks *marks, const hone_allocator *allocator, hone_error *error);

#endif
