/* Draws the vertices of a mesh as points, and the axes of bones. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_POINTS_H
#define HONE_TOOL_OVERLAY_OVERLAY_POINTS_H

#include "tool/overlay/camera_projection.h"
#include "tool/overlay/overlay.h"

/* Adds a line of `pixels` length across the picture for each vertex: drawn as wide as it is long, it is a square.
 * positions: [vertex_count], skinned, model space. */
void overlay_points(hone_actor *actor, const float (*positions)[3], const camera_projection *s, float pixels,
                    overlay *lines);

/* Adds the three axes of each bone at its place: x red, y green, z blue. hidden: also bones that are not visible in
 * MMD. only: one bone; HONE_NONE: all. */
void overlay_axes(const hone_actor *actor, const camera_projection *s, bool hidden, int32_t only, overlay *lines);

#endif
