/* A mesh's vertex arrays on the GPU, in an order of their own, and the indices into them. */
#ifndef HONE_SRC_RENDER_MESH_VERTEX_BUFFERS_H
#define HONE_SRC_RENDER_MESH_VERTEX_BUFFERS_H

#include "render/gl/program.h"
#include <hone/actor.h>

/* Which array lies in which buffer. */
enum {
    HONE_BUFFER_POSITIONS, /* then normals */
    HONE_BUFFER_UVS,       /* written where morphs move them; so is EXTRA_UVS */
    HONE_BUFFER_EDGE_SCALES,
    HONE_BUFFER_EXTRA_UVS,
    HONE_BUFFER_SECOND_UVS,
    HONE_BUFFER_COLOURS, /* written where a placement has some */
    HONE_BUFFER_INDICES,
    HONE_BUFFER_COUNT
};

typedef struct hone_vertex_buffers {
    hone_allocator allocator;
    const hone_mesh *mesh;
    uint32_t count, index_count;
    bool sides;            /* the buffer of indices has them */
    const uint32_t *order; /* [count] which of the mesh's each is; whoever made these owns it */
    GLuint array, buffers[HONE_BUFFER_COUNT];
    const void *held[HONE_BUFFER_COUNT]; /* the mesh's own array, where that is what the buffer holds */
    float *spread;                       /* [4 * count] where arrays are brought into that order */
} hone_vertex_buffers;

typedef struct hone_vertex_buffers_desc {
    const hone_mesh *mesh;
    const float (*second_uvs)[4]; /* one of the mesh's extra sets; NULL: none is wanted */
    const uint32_t *order;        /* [count], must outlive the vertices */
    uint32_t count;
    const uint32_t *indices; /* [index_count] into that order; copied */
    uint32_t index_count;
    bool sides; /* those of triangles, as lines, come behind the indices: of index i from index_count + 2 i */
    const hone_allocator *allocator;
} hone_vertex_buffers_desc;

/* All but positions and normals is filled in, for which there is room. The vertex array is bound afterwards. A context
 * is current. Errors: MEMORY, DEVICE. */
bool hone_vertex_buffers_create(hone_vertex_buffers *out, const hone_vertex_buffers_desc *desc, hone_error *error);
void hone_vertex_buffers_destroy(hone_vertex_buffers *vertices); /* zeroed is fine */

/* All positions, then all normals. */
void hone_vertex_buffers_fill(hone_vertex_buffers *vertices, const float (*positions_and_normals)[3]);

/* [mesh->vertex_count], in the mesh's own order. */
void hone_vertex_buffers_fill_colours(hone_vertex_buffers *vertices, const uint8_t (*colours)[4]);

/* Of the bound vertex array: whether colours take the place of the extra UVs. */
void hone_vertex_buffers_show_colours(const hone_vertex_buffers *vertices, bool colours);

/* Fills the buffer of indices anew, as desc has them. The vertex array is bound afterwards. Errors: MEMORY. */
bool hone_vertex_buffers_set_indices(hone_vertex_buffers *vertices, const hone_vertex_buffers_desc *desc,
                                     hone_error *error);

/* Brings texture coordinates to those of an actor. No morph moves the second ones, of glTF. */
void hone_vertex_buffers_follow(hone_vertex_buffers *vertices, const hone_morph_result *morphs);

/* Adds an attribute of the bound vertex array from the bound buffer. */
void hone_attribute_set(GLuint attribute, GLint components, size_t stride, size_t offset);
void hone_attribute_set_integer(GLuint attribute, GLint components, size_t stride, size_t offset);

#endif
