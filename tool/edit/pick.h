/* Finds what is under the pointer: bones, goals of chains, bodies, and triangles. */
#ifndef HONE_TOOL_EDIT_PICK_H
#define HONE_TOOL_EDIT_PICK_H

#include "tool/overlay/camera_projection.h"

typedef enum pick_kind { PICK_NOTHING, PICK_BONE, PICK_GOAL, PICK_BODY, PICK_JOINT } pick_kind;

enum {
    PICK_BONES = 1,
    PICK_GOALS = 2,
    PICK_BODIES = 4,
    PICK_JOINTS = 8,
    PICK_HIDDEN = 16 /* also bones that are not visible */
};

typedef struct pick {
    pick_kind kind;
    uint32_t index; /* for a goal: index in hone_skeleton.iks; else of a bone, body or joint */
    float pixels;   /* distance from the pointer; for a body `reach`, so that smaller things win */
    float depth;    /* as camera_projection_project */
} pick;

/* The nearest candidate of those kinds within `reach` pixels of the pointer. If candidates differ by at most 3 pixels,
 * the one nearer to the eye wins; at the same place a goal wins over a bone, and a later bone over an earlier one. The
 * distance to a bone is that to its joint or to the line to its tail; on that line another bone's joint wins. */
pick pick_at(const camera_projection *s, const hone_actor *actor, const float pointer[2], float reach, unsigned kinds);

/* The better of the results of two actors. */
pick pick_better(pick a, pick b);

typedef struct pick_surface {
    uint32_t triangle; /* its first index / 3 */
    uint32_t vertex;   /* the triangle's vertex nearest to the point */
    uint32_t material;
    int32_t bone;   /* the bone with most weight on that vertex; HONE_NONE: none */
    float point[3]; /* world */
    float depth;    /* world units along the ray */
} pick_surface;

/* The first triangle on the line of sight. positions: [vertex_count] skinned, model space (hone_actor_skin). hidden:
 * [material_count] or NULL. Ignores back faces of single-sided materials, and materials with alpha 0. False: no
 * triangle there. Cost: a pass over the triangles. */
bool pick_triangle(const camera_projection *s, hone_actor *actor, const float (*positions)[3], const bool *hidden,
                   const float pointer[2], pick_surface *out);

#endif
