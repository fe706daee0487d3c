/* Signed-distance bodies: tables of simple solids that blend smoothly. */
#ifndef HONE_SAMPLES_MAKE_MESH_SDF_H
#define HONE_SAMPLES_MAKE_MESH_SDF_H

#include "samples/make/base/vec.h"
#include <stddef.h>

typedef enum sdf_kind {
    SDF_CONE,     /* round cone from a (radius ra) to b (radius rb) */
    SDF_ELLIPSOID /* centre a, radii b, turned by ra about x and rb about z */
} sdf_kind;

typedef struct sdf_shape {
    sdf_kind kind;
    float blend; /* radius of the smooth blend with the shapes before; negative: the shape is cut away, as smoothly */
    vec3 a, b;
    float ra, rb;
} sdf_shape;

/* A body that is symmetric in x = 0; shapes are given for x >= 0. */
typedef struct sdf {
    const sdf_shape *shapes;
    size_t count;
    float grow;  /* offset of the whole surface: cloth over skin */
    float floor; /* cut flat below this height */
} sdf;

/* clang-format off */
#define SDF(table, thicker) {(table), sizeof(table) / sizeof *(table), (thicker), -1e9f}
/* clang-format on */

/* Negative inside. Exact near the surface, an estimate farther away. */
float sdf_distance(const sdf *body, vec3 p);
vec3 sdf_normal(const sdf *body, vec3 p);
/* The point of the surface near p, which should not be far from it. */
vec3 sdf_project(const sdf *body, vec3 p);
/* The first point where the ray meets the surface; the ray's end at `reach` if it does not. */
vec3 sdf_hit(const sdf *body, vec3 from, vec3 direction, float reach);
/* How open the surface point is to the sky around its normal: 0 hidden, 1 open. */
float sdf_openness(const sdf *body, vec3 p, vec3 normal, float reach);

#endif
