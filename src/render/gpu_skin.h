/* A mesh for vertex shaders to skin: rest positions, and of each vertex its slots in a palette, weights and kind. */
#ifndef HONE_SRC_RENDER_GPU_SKIN_H
#define HONE_SRC_RENDER_GPU_SKIN_H

#include "render/vertices.h"

typedef struct hone_gpu_mesh {
    hone_allocator allocator;
    hone_split *split;
    uint32_t slots_max;
    hone_vertices vertices;   /* in the split's order */
    GLuint influences, sdefs; /* buffers; sdefs 0: no vertex is SDEF */
    float (*rest)[3];         /* [vertices.count] positions as the GPU has them */
    const void *held;         /* the mesh's own positions, where those are what it has */
} hone_gpu_mesh;

/* Cut to palettes of at most slots_max slots; made anew where that was another number. split: what to cut; its
 * slots_max does not matter. A context is current. Errors: as hone_split_create, DEVICE. */
bool hone_gpu_mesh_prepare(hone_gpu_mesh *out, const hone_mesh *mesh, const hone_split_desc *split, uint32_t slots_max,
                           hone_error *error);
void hone_gpu_mesh_destroy(hone_gpu_mesh *mesh);

/* Sends what morphs have moved since the last picture of it, and nothing else. */
void hone_gpu_mesh_follow(hone_gpu_mesh *mesh, hone_actor *actor);

#endif
