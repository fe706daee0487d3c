/* A mesh's vertex arrays on the GPU, in an order of their own, and its indices. */
#ifndef HONE_SRC_RENDER_MESH_VERTEX_BUFFERS_H
#define HONE_SRC_RENDER_MESH_VERTEX_BUFFERS_H

#include "draw/render/gl/program.h"
#include <hone/actor.h>

/* The buffers. */
enum {
    HONE_BUFFER_POSITIONS, /* positions, then normals */
    HONE_BUFFER_UVS,       /* written again if morphs move them; EXTRA_UVS too */
    HONE_BUFFER_EDGE_SCALES,
    HONE_BUFFER_EXTRA_UVS,
    HONE_BUFFER_SECOND_UVS,
    HONE_BUFFER_COLOURS, /* written if an item has vertex colours */
    HONE_BUFFER_INDICES,
    HONE_BUFFER_COUNT
};

typedef struct hone_vertex_buffers {
    hone_allocator allocator;
    const hone_mesh *mesh;
    uint32_t count, index_count;
    bool sides;            /* the index buffer contains the triangles' sides */
    bool first_person;     /* it is without the triangles that the first person does not see, not those of others */
    const uint32_t *order; /* [count] index of each vertex in the mesh; the creator owns it */
    GLuint array, buffers[HONE_BUFFER_COUNT];
    const void *held[HONE_BUFFER_COUNT]; /* the mesh's own array, if the buffer holds it unchanged */
    float *spread;                       /* [4 * count] scratch for arrays in the new order */
} hone_vertex_buffers;

typedef struct hone_vertex_buffers_desc {
    const hone_mesh *mesh;
    const float (*second_uvs)[4]; /* one of the mesh's extra sets; NULL: none is needed */
    const uint32_t *order;        /* [count] must outlive the buffers */
    uint32_t count;
    const uint32_t *indices; /* [index_count] indices into the new order; copied */
    uint32_t index_count;
    const uint8_t *hidden; /* [mesh->vertex_count] 1: its triangles have no extent; NULL: none */
    bool first_person;     /* for whose view that is */
    /* The triangles' sides, as lines, follow the indices: those of index i are at index_count + 2 i. */
    bool sides;
    const hone_allocator *allocator;
} hone_vertex_buffers_desc;

/* Creates and fills all buffers except positions and normals, which are only allocated. The vertex array is bound
 * afterwards. A context must be current. Errors: MEMORY, DEVICE. */
bool hone_vertex_buffers_create(hone_vertex_buffers *out, const hone_vertex_buffers_desc *desc, hone_error *error);
void hone_vertex_buffers_destroy(hone_vertex_buffers *vertices); /* may be zeroed */

/* Makes the bound vertex array read the positions and normals of this mesh. */
void hone_vertex_buffers_use_places(const hone_vertex_buffers *vertices);

/* Writes all positions, then all normals. */
void hone_vertex_buffers_fill(hone_vertex_buffers *vertices, const float (*positions_and_normals)[3]);

/* colours: [mesh->vertex_count] in the mesh's order */
void hone_vertex_buffers_fill_colours(hone_vertex_buffers *vertices, const uint8_t (*colours)[4]);

/* For the bound vertex array: vertex colours replace the extra UVs, or not. */
void hone_vertex_buffers_show_colours(const hone_vertex_buffers *vertices, bool colours);

/* Whether the index buffer must be filled again to be as desc says. */
static inline bool hone_vertex_buffers_differ(const hone_vertex_buffers *vertices, const hone_vertex_buffers_desc *desc)
{
    return (desc->sides && !vertices->sides) || desc->first_person != vertices->first_person;
}

/* Fills the index buffer again from desc. The vertex array is bound afterwards. Errors: MEMORY. */
bool hone_vertex_buffers_set_indices(hone_vertex_buffers *vertices, const hone_vertex_buffers_desc *desc,
                                     hone_error *error);

/* Updates the texture coordinates to the actor's. Morphs do not change glTF's second set. */
void hone_vertex_buffers_follow(hone_vertex_buffers *vertices, const hone_morph_result *morphs);

/* Adds an attribute from the bound buffer to the bound vertex array. */
void hone_attribute_set(GLuint attribute, GLint components, size_t stride, size_t offset);
void hone_attribute_set_integer(GLuint attribute, GLint components, size_t stride, size_t offset);

#endif
