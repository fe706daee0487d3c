/* From signed-distance bodies to triangles of good shape. */
#ifndef HONE_SAMPLES_MESHER_H
#define HONE_SAMPLES_MESHER_H

#include "part.h"
#include "sdf.h"

/* A region's border: negative where the surface stays. */
typedef float mesh_level(const void *user, vec3 p);
/* How long edges should be at p. */
typedef float mesh_size(const void *user, vec3 p);

typedef struct mesh_desc {
    const sdf *body;
    vec3 low, high;   /* the box to look in; low.x is taken as 0 */
    float cell;       /* of the first, fine mesh: below half the smallest edge wanted */
    mesh_level *keep; /* NULL: all */
    mesh_size *size;  /* required */
    const void *user;
} mesh_desc;

/* The half x >= 0; vertices on the mirror have x = 0 exactly. */
part mesh_body(const mesh_desc *desc);

/* Keeps what lies where level is negative; the new border lies on level = 0 and on the body. */
void mesh_clip(part *p, const sdf *body, mesh_level *level, const void *user);
/* Merges and smooths edges until they are about as long as wanted; vertices stay on the body. */
void mesh_simplify(part *p, const sdf *body, mesh_size *size, const void *user);
/* Turns the border (except the mirror's) inwards by `depth`, so that cloth has an edge to be seen. */
void mesh_hem(part *p, float depth);

#endif
