/* Arcs that show how far something may turn about each axis. */
#ifndef HONE_VIEW_OVERLAY_OVERLAY_LIMITS_H
#define HONE_VIEW_OVERLAY_OVERLAY_LIMITS_H

#include "view/overlay/overlay.h"

typedef struct overlay_limits {
    hone_affine frame;          /* world; its axes are what the angles are about */
    float at[3], radius;        /* world */
    const float *rest;          /* in the frame: where the arcs' arm points at angle 0; NULL: along the next axis */
    const float *lower, *upper; /* radians about each axis; alike: no arc; lower above upper: all around */
} overlay_limits;

/* Red, green and blue for x, y and z; grey where it is not on. */
void overlay_limits_draw(const overlay_limits *limits, bool on, overlay *lines);

#endif
