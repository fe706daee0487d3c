/* The skin of a mesh: its clusters, and the clusters that move each control point. */
#ifndef HONE_SRC_FORMAT_FBX_SKIN_TABLE_H
#define HONE_SRC_FORMAT_FBX_SKIN_TABLE_H

#include "files/format/fbx/reader.h"

#define FBX_DUAL 0.5f /* from this weight on, a vertex is skinned by dual quaternions */

typedef struct fbx_cluster {
    uint32_t object;
    uint32_t bone;
    bool used;                   /* it moves at least one control point */
    hone_affine bone_from_node;  /* from the node that shows the mesh, at bind time */
    hone_affine model_from_bone; /* at bind time */
} fbx_cluster;

typedef struct fbx_point_weight {
    uint32_t cluster;
    float weight; /* as in the file; positive */
} fbx_point_weight;

typedef struct fbx_skin_table {
    uint32_t cluster_count;
    fbx_cluster *clusters; /* [cluster_count] those that have a bone, in the order of their connections */
    uint32_t point_count;  /* control points of the mesh */
    uint32_t *begin;       /* [point_count + 1] control point c has weights [begin[c], begin[c + 1]) */
    fbx_point_weight *weights;
    /* [point_count] how much of dual quaternion skinning a control point has, 0 to 1; NULL: 0 */
    float *dual_weights;
} fbx_skin_table;

/* Reads the skin of the mesh that a part shows. table: without clusters if the mesh has no skin. */
bool hone_fbx_read_skin_table(fbx_reader *reader, const fbx_part *part, fbx_skin_table *table);

/* Dual quaternions have no scale, so a mesh that is scaled at bind time would lose it. For a part with such vertices,
 * brings the vertices to model space at bind time, and changes node_from_vertices so that slots take that back. (In
 * dual_scale.c.) */
bool hone_fbx_take_out_scale(fbx_reader *reader, fbx_part *part, const fbx_skin_table *table,
                             hone_affine *node_from_vertices);

#endif
