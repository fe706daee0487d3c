/* A mesh as a graph of nodes and edges, for measuring distances over its surface. */
#ifndef HONE_SRC_SKIN_WEIGHTS_MESH_GRAPH_H
#define HONE_SRC_SKIN_WEIGHTS_MESH_GRAPH_H

#include "base/memory/arena.h"

/* Vertices at the same position are one node. Corners of a triangle are neighbours. Pieces that share no triangle
 * (buttons, eyes, clothes) are connected by bridges between their nearest nodes. */
typedef struct mesh_graph {
    uint32_t node_count;
    uint32_t *node_of;     /* [vertex_count] the node of each vertex */
    float (*positions)[3]; /* [node_count] */
    float (*normals)[3];   /* [node_count] outward, unit length; zero if there is no triangle */
    uint32_t *edge_begin;  /* [node_count + 1] first edge of each node */
    uint32_t *edges;       /* neighbours of each node: those of triangles in ascending order, then bridges */
    uint32_t *piece;       /* [node_count] the piece of each node, named by its lowest node */
    float low[3], high[3];
} mesh_graph;

/* Builds the graph. Positions must be finite. An index out of range is an error (ARGUMENT, `at` is the index). All
 * arrays come from the arena. Cost: about n log n; the search for bridges tries a bounded number of nodes each. */
bool hone_mesh_graph_make(const hone_stream *positions, const uint32_t *indices, uint32_t index_count,
                          hone_arena *scratch, mesh_graph *out, hone_error *error);

#endif
