/* A mesh as a solid: which cells of a grid lie inside. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_VOXELS_H
#define HONE_SRC_OFFLINE_AUTORIG_VOXELS_H

#include "base/arena.h"
#include <hone/model.h>

typedef struct voxels {
    int32_t size[3];       /* cells along x, y, z; the outermost are never inside */
    uint32_t count;        /* of all */
    float cell, origin[3]; /* centre of cell i: origin + (i + 0.5) * cell */
    uint8_t *inside;       /* [count] x fastest, then z, then y: a layer lies together */
    float low[3], high[3]; /* of the triangles */
} voxels;

static inline uint32_t voxel_at(const voxels *v, int32_t x, int32_t y, int32_t z)
{
    return (uint32_t)((y * v->size[2] + z) * v->size[0] + x);
}

static inline float voxel_centre(const voxels *v, int axis, float at)
{
    return v->origin[axis] + (at + 0.5f) * v->cell;
}

/* Cells that no way through the air reaches from outside, and those that rays along five of the six axes find inside by
 * the sense in which they cross triangles; so neither an open neck nor doubled faces empty a body, and a sheet has no
 * inside. `across`: the mesh is turned by a quarter, so that its z is the grid's x. At most HONE_VOXELS_MOST cells, at
 * most `layers` of them high. False: out of memory, or with an error: no triangle, or no room between them. */
enum { HONE_VOXELS_MOST = 1 << 21 };
bool hone_voxels_make(const hone_mesh *mesh, bool across, int32_t layers, hone_arena *scratch, voxels *out,
                      hone_error *error);

/* A point of the grid's space from one of the mesh's. */
static inline void voxels_turn(bool across, const float p[3], float out[3])
{
    float x = p[0], z = p[2]; /* they may be one */
    out[0] = across ? z : x, out[1] = p[1], out[2] = across ? -x : z;
}

#endif
