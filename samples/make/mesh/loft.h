/* Surfaces over rings: locks of hair, ribbons. */
#ifndef HONE_SAMPLES_MAKE_MESH_LOFT_H
#define HONE_SAMPLES_MAKE_MESH_LOFT_H

#include "samples/make/mesh/part.h"

typedef struct loft_ring {
    vec3 centre, side, out; /* side and out: unit, at right angles */
    float width, thickness; /* half extents along them; both 0 at the last ring: a point */
    float v;
} loft_ring;

/* A closed surface with a lens profile of six sides and a pointed end. */
void loft_lock(part *p, const loft_ring *rings, uint32_t count);

/* The point of a cubic Bezier curve at t. */
vec3 bezier(const vec3 control[4], float t);
vec3 bezier_direction(const vec3 control[4], float t);

#endif
