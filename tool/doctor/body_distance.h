/* How far two rigid bodies are from each other, or in each other, at rest. */
#ifndef HONE_TOOL_DOCTOR_BODY_DISTANCE_H
#define HONE_TOOL_DOCTOR_BODY_DISTANCE_H

#include <hone/math.h>
#include <hone/model.h>

/* A body as a box of half extents `core`, grown by `radius` on all sides: a sphere is a point, a capsule a line. */
typedef struct placed_body {
    hone_affine place; /* model space from the body's axes */
    float core[3];
    float radius;
    float bound; /* radius of a sphere around it */
} placed_body;

placed_body placed_body_of(const hone_body *body);

/* The depth to which the bodies are in each other, in units; 0 or less: they are apart, by no more than that (of two
 * boxes: by exactly 0 or more). Of two boxes the least way along which they come apart. */
float placed_body_depth(const placed_body *a, const placed_body *b);

#endif
