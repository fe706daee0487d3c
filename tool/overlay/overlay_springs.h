/* Draws springs and their colliders as lines. world: the world from the actor's model space. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_SPRINGS_H
#define HONE_TOOL_OVERLAY_OVERLAY_SPRINGS_H

#include "tool/overlay/overlay.h"
#include <hone/actor.h>

/* Green outlines; of a plane a square about its point, and its normal. */
void overlay_colliders(const hone_actor *actor, const hone_affine *world, overlay *lines);

/* Red lines from head to tail, with the sphere that touches colliders. */
void overlay_spring_joints(const hone_actor *actor, const hone_affine *world, overlay *lines);

#endif
