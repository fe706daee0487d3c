/* Converts signed-distance bodies to well-shaped triangles. */
#ifndef HONE_SAMPLES_MAKE_MESH_MESHER_H
#define HONE_SAMPLES_MAKE_MESH_MESHER_H

#include "samples/make/mesh/part.h"
#include "samples/make/mesh/sdf.h"

/* A level set that bounds a region: negative where the surface is kept. */
typedef float mesh_level(const void *user, vec3 p);
/* The wanted edge length at p. */
typedef float mesh_size(const void *user, vec3 p);

typedef struct mesh_desc {
    const sdf *body;
    vec3 low, high;   /* the box to search; low.x is taken as 0 */
    float cell;       /* cell size of the first, fine mesh: less than half of the smallest wanted edge */
    mesh_level *keep; /* NULL: all */
    mesh_size *size;  /* required */
    const void *user;
} mesh_desc;

/* Meshes the half x >= 0; vertices on the mirror plane have x = 0 exactly. */
part mesh_body(const mesh_desc *desc);

/* Keeps the part where level is negative; the new border is on level = 0 and on the body. */
void mesh_clip(part *p, const sdf *body, mesh_level *level, const void *user);
/* Merges and smooths edges until they have about the wanted length; vertices stay on the body. */
void mesh_simplify(part *p, const sdf *body, mesh_size *size, const void *user);
/* Turns the border (except the one on the mirror plane) inwards by `depth`, so that cloth has a visible edge. */
void mesh_hem(part *p, float depth);

#endif
