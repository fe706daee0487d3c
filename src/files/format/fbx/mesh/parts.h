/* Meshes as nodes show them: a mesh that several nodes show makes one part for each of them. */
#ifndef HONE_SRC_FORMAT_FBX_MESH_PARTS_H
#define HONE_SRC_FORMAT_FBX_MESH_PARTS_H

#include "files/format/fbx/mesh/mesh.h"

typedef struct fbx_shown {
    const fbx_mesh *mesh;
    fbx_part *part;
    const uint32_t *materials; /* [material_count] materials of the model: those of the node, in its order */
    uint32_t material_count;
    bool drawn;  /* the node is visible, and of the first level of detail */
    bool turned; /* left-handed axes, or a mirrored node: the winding of triangles changes */
} fbx_shown;

/* Marks nodes that are hidden, and nodes whose axes are left-handed at rest. Both are [bone_count]. */
bool hone_fbx_mark_nodes(fbx_reader *reader, bool *hidden, bool *mirrored);

/* Fills the vertices of the model. data.mesh has its vertex_count. */
bool hone_fbx_fill_vertices(fbx_reader *reader, const fbx_shown *shown, uint32_t count);

/* Makes the triangles of the model, grouped by its materials, of which it sets index_count and the flat flag. */
bool hone_fbx_fill_triangles(fbx_reader *reader, const fbx_shown *shown, uint32_t count, hone_material *materials,
                             uint32_t material_count);

#endif
