/* A mesh as places and ways between them: where distances over its surface are measured. */
#ifndef HONE_SRC_SKIN_WEIGHTS_MESH_GRAPH_H
#define HONE_SRC_SKIN_WEIGHTS_MESH_GRAPH_H

#include "base/builder.h"

/* Vertices at the same position are one node. Nodes of a triangle are neighbours; so are near nodes of pieces that
 * share no triangle (buttons, eyes, clothes), where the pieces come nearest to each other. */
typedef struct mesh_graph {
    uint32_t node_count;
    uint32_t *node_of;     /* [vertex_count] */
    float (*positions)[3]; /* [node_count] */
    float (*normals)[3];   /* [node_count] outwards, unit length; zero where there is no triangle */
    uint32_t *edge_begin;  /* [node_count + 1] */
    uint32_t *edges;       /* nodes: those of triangles ascending, then bridges */
    uint32_t *piece;       /* [node_count] which piece each belongs to: its lowest node */
    uint8_t *attached;     /* [node_count] of a piece's lowest node: it has bridges */
    float low[3], high[3];
} mesh_graph;

/* Positions are finite. Indices out of range are an error (ARGUMENT, `at` is the index). All arrays come from the
 * builder. Cost: about n log n; bridges look at a bounded number of nodes each. */
bool hone_mesh_graph_make(const hone_stream *positions, const uint32_t *indices, uint32_t index_count,
                          hone_builder *builder, mesh_graph *out, hone_error *error);

#endif
