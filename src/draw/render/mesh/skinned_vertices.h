/* Vertices that a vertex shader skins once for all passes of a picture. Transform feedback writes them into a buffer,
 * in the order of the mesh on the GPU: for each the position, then the normal, in model space. */
#ifndef HONE_SRC_RENDER_MESH_SKINNED_VERTICES_H
#define HONE_SRC_RENDER_MESH_SKINNED_VERTICES_H

#include "draw/render/gl/program.h"
#include "draw/render/mesh/vertex_buffers.h"

typedef struct hone_skinned_vertices {
    GLuint buffer;
    uint32_t room; /* vertices */
    bool filled;   /* in this picture */
} hone_skinned_vertices;

/* Sets what the program of HONE_PASS_SKIN captures. */
void hone_skinned_vertices_set_program(hone_program_desc *out);

/* Makes room for so many vertices. A context must be current. */
void hone_skinned_vertices_prepare(hone_skinned_vertices *vertices, uint32_t count);

/* Between these two, points that are drawn by that program are not seen, but are appended to the buffer. No vertex
 * array that is used meanwhile may read from it. */
void hone_skinned_vertices_begin(const hone_skinned_vertices *vertices);
void hone_skinned_vertices_end(void);

/* Makes the bound vertex array read positions and normals from the buffer. */
void hone_skinned_vertices_use(GLuint buffer);

void hone_skinned_vertices_destroy(hone_skinned_vertices *vertices);

#endif
