/* What lies under the pointer: bones, goals of chains, bodies; and triangles. */
#ifndef HONE_VIEW_EDIT_PICK_H
#define HONE_VIEW_EDIT_PICK_H

#include "view/camera/camera_projection.h"

typedef enum pick_kind { PICK_NOTHING, PICK_BONE, PICK_GOAL, PICK_BODY, PICK_JOINT } pick_kind;

enum {
    PICK_BONES = 1,
    PICK_GOALS = 2,
    PICK_BODIES = 4,
    PICK_JOINTS = 8,
    PICK_HIDDEN = 16 /* bones that are not visible, too */
};

typedef struct pick {
    pick_kind kind;
    uint32_t index; /* of a goal: into hone_skeleton.iks; else bone, body or joint */
    float pixels;   /* from the pointer; of a body `reach`, so that what is drawn finer goes first */
    float depth;    /* as camera_projection_project */
} pick;

/* The nearest thing of those kinds within `reach` pixels of the pointer. Things not further apart than 3 pixels count
 * as alike, and the one nearer to the eye wins; of those at one place a goal before a bone, the later bone before the
 * earlier. A bone is near at its joint, and along the way to its tail, where another's joint comes first. */
pick pick_at(const camera_projection *s, const hone_actor *actor, const float pointer[2], float reach, unsigned kinds);

/* The better of two, of several actors. */
pick pick_better(pick a, pick b);

typedef struct pick_surface {
    uint32_t triangle; /* its first index / 3 */
    uint32_t vertex;   /* of the triangle, the nearest to the point */
    uint32_t material;
    int32_t bone;   /* that moves the vertex most; HONE_NONE: none does */
    float point[3]; /* world */
    float depth;    /* units along the ray */
} pick_surface;

/* The first triangle on the line of sight. positions: [vertex_count] skinned, model space (hone_actor_skin).
 * hidden: [material_count] or NULL. Backs of single-sided materials, and materials with alpha 0, are seen through.
 * False: nothing is there. Cost: a pass over the triangles. */
bool pick_triangle(const camera_projection *s, hone_actor *actor, const float (*positions)[3], const bool *hidden,
                   const float pointer[2], pick_surface *out);

/* Where a bone's tail is, world: its tail bone, or offset. False: it has none. */
bool pick_tail(const hone_actor *actor, uint32_t bone, const hone_affine *world, float out[3]);

#endif
