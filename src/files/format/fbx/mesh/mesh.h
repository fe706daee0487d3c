/* The geometry of an FBX mesh, decoded: control points, polygons, and layers that give each corner of a polygon its
 * normal, texture coordinates and so on. All of it is in the axes and the unit of the file. */
#ifndef HONE_SRC_FORMAT_FBX_MESH_MESH_H
#define HONE_SRC_FORMAT_FBX_MESH_MESH_H

#include "files/format/fbx/reader.h"

enum { FBX_UV_SETS = 5 };       /* a mesh of hone has one set and at most four more */
#define FBX_NO_POINT UINT32_MAX /* of a corner: its polygon is not drawn */

/* A layer of a mesh: a value for each corner. */
typedef struct fbx_layer {
    const float *values;   /* NULL: the mesh has no such layer */
    uint32_t width;        /* floats of a value, 2 to 4 */
    const uint32_t *index; /* [corner_count] which value a corner has; NULL: corner c has value c */
} fbx_layer;

typedef struct fbx_mesh {
    uint32_t object;
    const float *points; /* [point_count][3] control points */
    uint32_t point_count;
    uint32_t corner_count;           /* of all polygons together */
    const uint32_t *point_of_corner; /* [corner_count] or FBX_NO_POINT */
    uint32_t polygon_count;
    const uint32_t *polygon_begin; /* [polygon_count + 1] polygon p has corners [begin[p], begin[p + 1]) */
    uint32_t largest_polygon;      /* its corners */
    fbx_layer normals, tangents, colours, uvs[FBX_UV_SETS];
    uint32_t uv_set_count;
    bool flat;                /* the file says nothing of normals: each polygon has its own */
    const int32_t *materials; /* [material_count] of each polygon, among those of the node; one: of all polygons */
    uint32_t material_count;
    uint32_t vertex_count;      /* distinct corners */
    uint32_t *vertex_of_corner; /* [corner_count] */
    uint32_t *corner_of_vertex; /* [vertex_count] the first of its corners */
    uint32_t *point_of_vertex;  /* [vertex_count] */
} fbx_mesh;

static inline const float *fbx_layer_value(const fbx_layer *layer, uint32_t corner)
{
    return layer->values + (size_t)layer->width * (layer->index ? layer->index[corner] : corner);
}

static inline bool fbx_polygon_is_drawn(const fbx_mesh *mesh, uint32_t polygon)
{
    uint32_t begin = mesh->polygon_begin[polygon];
    return begin < mesh->polygon_begin[polygon + 1] && mesh->point_of_corner[begin] != FBX_NO_POINT;
}

/* Each reads a part of a mesh, in this order; mesh->object is set before. Return false with an error. */
bool hone_fbx_read_polygons(fbx_reader *reader, fbx_mesh *mesh);
bool hone_fbx_read_layers(fbx_reader *reader, fbx_mesh *mesh);
bool hone_fbx_make_normals(fbx_reader *reader, fbx_mesh *mesh); /* where the file has none */
bool hone_fbx_unify_corners(fbx_reader *reader, fbx_mesh *mesh);

/* Returns the name of a UV set, by its place in fbx_mesh.uvs; {"", 0} if there is none. */
fbx_text hone_fbx_uv_set_name(const fbx_node *geometry, uint32_t set);

#endif
