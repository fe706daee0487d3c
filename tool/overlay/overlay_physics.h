/* Draws rigid bodies and joints as lines, with the colliders and joints of springs. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_PHYSICS_H
#define HONE_TOOL_OVERLAY_OVERLAY_PHYSICS_H

#include "tool/overlay/camera_projection.h"
#include "tool/overlay/overlay.h"

/* The place of a body in model space: from physics if it runs, else from its bone. */
hone_affine overlay_body_place(const hone_actor *actor, uint32_t body);

/* The place of a joint in model space: attached to its first body. */
hone_affine overlay_joint_place(const hone_actor *actor, uint32_t joint);

/* Outlines, coloured by body mode: green follows bones, red is simulated, yellow is simulated and aligned to bones.
 * selected, hovered: HONE_NONE: none. */
void overlay_bodies(const hone_actor *actor, int32_t selected, int32_t hovered, overlay *lines);

/* The places of joints, and how far they let their bodies move and turn. only: one joint, HONE_NONE: all. */
void overlay_joints(const hone_actor *actor, const camera_projection *s, int32_t only, bool limits, overlay *lines);

#endif
