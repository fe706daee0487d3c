/* Draws bones, chains and their limits as lines and triangles. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_BONES_H
#define HONE_TOOL_OVERLAY_OVERLAY_BONES_H

#include "tool/overlay/camera_projection.h"
#include "tool/overlay/overlay.h"

typedef enum overlay_bone_style {
    OVERLAY_BONES_OCTAHEDRA,
    OVERLAY_BONES_LINES,
    OVERLAY_BONES_MMD /* circles for bones that only turn, squares for bones that move; triangles to the tail */
} overlay_bone_style;

typedef struct overlay_bones_desc {
    hone_actor *actor; /* in the state of its last update */
    const camera_projection *camera_projection;
    overlay_bone_style style;
    bool hidden;               /* also bones that are not visible in MMD */
    int32_t selected, hovered; /* HONE_NONE: none */
} overlay_bones_desc;

/* The world position of a bone's tail: its tail bone, or offset. False: it has none, or there is no such bone. */
bool overlay_bone_tail(const hone_actor *actor, uint32_t bone, const hone_affine *world, float out[3]);

/* triangles: may be NULL for LINES, which does not use it. */
void overlay_bones(const overlay_bones_desc *desc, overlay *lines, overlay *triangles);

/* Draws goals, the links of each chain, and the line from its effector to its goal; for links with limits the arcs in
 * which they may turn. Chains that are off are grey. only: one chain (index in hone_skeleton.iks), HONE_NONE: all. */
void overlay_chains(hone_actor *actor, const camera_projection *s, int32_t only, bool limits, overlay *lines);

/* Draws a line for each vertex. positions, normals: [vertex_count], skinned, model space. length: world units. */
void overlay_normals(hone_actor *actor, const float (*positions)[3], const float (*normals)[3], float length,
                     overlay *lines);

#endif
