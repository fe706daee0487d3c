/* A mesh for vertex shaders to skin: rest positions, and of each vertex its slots in a palette, weights and kind. */
#ifndef HONE_SRC_RENDER_MESH_GPU_SKIN_H
#define HONE_SRC_RENDER_MESH_GPU_SKIN_H

#include "render/mesh/vertex_buffers.h"

typedef struct hone_gpu_mesh {
    hone_allocator allocator;
    hone_split *split;
    uint32_t slots_max;
    hone_vertex_buffers vertices; /* in the split's order */
    GLuint influences, sdefs;     /* buffers; sdefs 0: no vertex is SDEF */
    float (*rest)[3];             /* [2 * vertices.count] positions, then normals, as the GPU has them */
    const void *held[2];          /* the mesh's own positions and normals, where those are what it has */
} hone_gpu_mesh;

/* Cut as `split` says, anew where its slots_max was another. vertices: mesh, second_uvs, allocator. A context is
 * current. Errors: as hone_split_create, DEVICE. */
bool hone_gpu_mesh_prepare(hone_gpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_split_desc *split,
                           hone_error *error);
void hone_gpu_mesh_destroy(hone_gpu_mesh *mesh);

/* Sends the vertices that differ from those that the GPU has, and nothing else. */
void hone_gpu_mesh_follow(hone_gpu_mesh *mesh, const hone_morph_result *morphs);

#endif
