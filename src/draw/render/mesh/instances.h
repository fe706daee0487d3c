/* Instances of a model for vertex shaders: a world matrix and a pose each. */
#ifndef HONE_SRC_RENDER_MESH_INSTANCES_H
#define HONE_SRC_RENDER_MESH_INSTANCES_H

#include "draw/render/draw_list.h"
#include "draw/render/gl/program.h"

typedef struct hone_instance_data {
    hone_affine world; /* world from model */
    uint32_t pose;
} hone_instance_data;

typedef struct hone_instances {
    GLuint buffer;
    hone_instance_data *staging; /* [capacity] */
    uint32_t capacity, count;
    uint32_t *begin; /* [pose_capacity + 1] first instance of each pose, if instances are sorted by pose */
    uint32_t pose_capacity;
} hone_instances;

/* Sends the item's instances to the GPU; an item without instances counts as one. sorted: by pose. A context must be
 * current. Errors: MEMORY. */
bool hone_instances_send(hone_instances *out, const hone_draw_entry *entry, bool sorted,
                         const hone_allocator *allocator, hone_error *error);

/* Makes `first` the first instance for the bound vertex array. */
void hone_instances_use(const hone_instances *instances, uint32_t first);

void hone_instances_destroy(hone_instances *instances, const hone_allocator *allocator);

#endif
