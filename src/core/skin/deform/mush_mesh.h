/* A mesh for smoothing: vertices at one place are one node, and each node knows its neighbours over the triangles. */
#ifndef HONE_SRC_SKIN_DEFORM_MUSH_MESH_H
#define HONE_SRC_SKIN_DEFORM_MUSH_MESH_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct hone_mush_mesh {
    uint32_t node_count, vertex_count;
    uint32_t *node_of;      /* [vertex_count] */
    uint32_t *vertex_of;    /* [node_count] the first vertex of each node */
    uint32_t *begin;        /* [node_count + 1] first neighbour of each node */
    uint32_t *neighbours;   /* ascending; a node without triangles has none */
    bool *on_border;        /* [node_count] one of its edges is of one triangle only: it is not smoothed */
    uint32_t *corner_begin; /* [node_count + 1] first of the corners of triangles at each node */
    uint32_t (*corners)[2]; /* the other two nodes of each triangle, in its order */
} hone_mush_mesh;

/* Returns how many neighbours smooth a node. */
static inline uint32_t hone_mush_around(const hone_mush_mesh *mesh, uint32_t node)
{
    return mesh->on_border[node] ? 0 : mesh->begin[node + 1] - mesh->begin[node];
}

/* All arrays come from `memory`. Returns false if out of memory. */
bool hone_mush_mesh_make(const hone_mesh *mesh, hone_arena *memory, hone_arena *scratch, hone_mush_mesh *out);

#endif
