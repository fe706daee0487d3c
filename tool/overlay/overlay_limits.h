/* Draws arcs that show how far something may turn about each axis. */
#ifndef HONE_TOOL_OVERLAY_OVERLAY_LIMITS_H
#define HONE_TOOL_OVERLAY_OVERLAY_LIMITS_H

#include "tool/overlay/overlay.h"

typedef struct overlay_limits {
    hone_affine frame;          /* world; its axes are the axes of the angles */
    float at[3], radius;        /* world */
    const float *rest;          /* in the frame: the direction of the arm at angle 0; NULL: along the next axis */
    const float *lower, *upper; /* radians about each axis; equal: no arc; lower above upper: no limit */
} overlay_limits;

/* Red, green and blue for x, y and z; grey if it is not on. */
void overlay_limits_draw(const overlay_limits *limits, bool on, overlay *lines);

#endif
