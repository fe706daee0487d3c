/* Where the instances of a figure stand, for vertex shaders: a world matrix and a pose each. */
#ifndef HONE_SRC_RENDER_MESH_INSTANCES_H
#define HONE_SRC_RENDER_MESH_INSTANCES_H

#include "render/gl/program.h"

typedef struct hone_instance_data {
    hone_affine world; /* from model space */
    uint32_t pose;
} hone_instance_data;

typedef struct hone_instances {
    GLuint buffer;
    hone_instance_data *staging; /* [capacity] */
    uint32_t capacity, count;
    uint32_t *begin; /* [pose_capacity + 1] of each pose's instances, where they are sorted by pose */
    uint32_t pose_capacity;
} hone_instances;

/* Brings the placement's instances to the GPU; without any it is one. sorted: by pose. A context is current.
 * Errors: MEMORY. */
bool hone_instances_send(hone_instances *out, const hone_draw_item *item, const hone_affine *world_from_model,
                         bool sorted, const hone_allocator *allocator, hone_error *error);

/* The bound vertex array has instance `first` first. */
void hone_instances_use(const hone_instances *instances, uint32_t first);

void hone_instances_destroy(hone_instances *instances, const hone_allocator *allocator);

#endif
