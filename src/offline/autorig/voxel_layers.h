/* Connected blobs in each layer of a solid, and which blob of another layer overlaps one most. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_VOXEL_LAYERS_H
#define HONE_SRC_OFFLINE_AUTORIG_VOXEL_LAYERS_H

#include "base/memory/arena.h"
#include "offline/autorig/voxels.h"

typedef struct blob {
    int32_t layer;
    uint32_t area;           /* in cells */
    float x, z;              /* of its centre, in cells */
    int32_t low[2], high[2]; /* x, z of its cells, both ends included */
} blob;

typedef struct voxel_layers {
    const voxels *grid;
    uint32_t *begin;  /* [size[1] + 1] first blob of each layer */
    blob *blobs;      /* [begin[size[1]]] */
    uint32_t *labels; /* [grid->count] index of the blob + 1; 0: outside */
    uint32_t *shared; /* [blobs] scratch; all zero between calls */
} voxel_layers;

bool hone_voxel_layers_make(const voxels *grid, hone_arena *scratch, voxel_layers *out); /* false: out of memory */

/* The blob of `layer` that shares most columns with blob `of`, counting only cells with x from `left` to `right`;
 * HONE_NONE if there is none. */
int32_t hone_voxel_layers_over(const voxel_layers *s, uint32_t of, int32_t layer, int32_t left, int32_t right);

#endif
