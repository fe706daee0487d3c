/* A mesh for skinning in vertex shaders: rest positions, and for each vertex its palette slots, weights and kind. */
#ifndef HONE_SRC_RENDER_MESH_GPU_SKIN_H
#define HONE_SRC_RENDER_MESH_GPU_SKIN_H

#include "draw/render/mesh/vertex_buffers.h"

typedef struct hone_gpu_mesh {
    hone_allocator allocator;
    hone_split *split;
    uint32_t max_slots;
    hone_vertex_buffers vertices; /* in the split's order */
    GLuint influences, sdefs;     /* buffers; sdefs 0: no vertex is SDEF */
    GLuint centres;               /* of rotation; 0 before they are first needed */
    bool shows_centres;           /* the attribute of SDEF's c is the centre of rotation */
    float (*rest)[3];             /* [2 * vertices.count] positions, then normals, as on the GPU */
    const void *held[2];          /* the mesh's own positions and normals, if the GPU has them unchanged */
} hone_gpu_mesh;

/* Creates the mesh, split by `split`; again if its max_slots has changed. vertices: needs mesh, second_uvs,
 * allocator. A context must be current. Errors: as hone_split_create, DEVICE. */
bool hone_gpu_mesh_prepare(hone_gpu_mesh *out, const hone_vertex_buffers_desc *vertices, const hone_split_desc *split,
                           hone_error *error);
/* Makes the bound vertex array, which is this mesh's, read the points of SDEF or the centres, if there are any. */
void hone_gpu_mesh_use_sdefs(const hone_gpu_mesh *mesh);

void hone_gpu_mesh_destroy(hone_gpu_mesh *mesh);

/* Lets the attribute of SDEF's c be the centre of rotation if the method is CENTRES, else SDEF's again. The skin must
 * have centres then. Errors: MEMORY. */
bool hone_gpu_mesh_use_centres(hone_gpu_mesh *mesh, const hone_skin *skin, bool centres, hone_error *error);

/* Sends only the vertices that differ from those on the GPU. */
void hone_gpu_mesh_follow(hone_gpu_mesh *mesh, const hone_morph_result *morphs);

#endif
