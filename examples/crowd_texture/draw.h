/* Draws instances of a mesh with OpenGL 3.3, without a window. */
#ifndef CROWD_DRAW_H
#define CROWD_DRAW_H

#include "ktx2.h"
#include <hone/bounds.h>
#include <hone/image.h>
#include <hone/math.h>

typedef struct vertex {
    float position[3], normal[3], colour[3];
    uint16_t slots[4];
    float weights[4];
} vertex;

typedef struct mesh {
    uint32_t vertex_count, index_count, slot_count;
    vertex *vertices;
    uint32_t *indices;
    bool left_handed;
    hone_bounds box; /* at rest, model space */
} mesh;

/* What the vertex shader reads once an instance. */
typedef struct instance {
    float place[4]; /* x, y, z in sizes of the mesh; yaw */
    float clip[4];  /* first row, frames, rate, loop */
    float start;    /* seconds of the clip at time 0 */
    float tint[3];
} instance;

bool draw(const animation *a, const mesh *m, const instance *instances, uint32_t count, float seconds,
          hone_image *image, hone_error *error);

#endif
