/* A mesh as a solid: the cells of a regular grid that lie inside. */
#ifndef HONE_SRC_OFFLINE_AUTORIG_VOXELS_H
#define HONE_SRC_OFFLINE_AUTORIG_VOXELS_H

#include "base/memory/arena.h"
#include <hone/model.h>

typedef struct voxels {
    int32_t size[3];       /* cells along x, y, z; those at the border are never inside */
    uint32_t count;        /* of all cells */
    float cell, origin[3]; /* centre of cell i: origin + (i + 0.5) * cell */
    uint8_t *inside;       /* [count] x runs fastest, then z, then y, so that a layer is contiguous */
    float low[3], high[3]; /* box around the triangles */
} voxels;

static inline uint32_t voxel_at(const voxels *v, int32_t x, int32_t y, int32_t z)
{
    return (uint32_t)((y * v->size[2] + z) * v->size[0] + x);
}

static inline float voxel_centre(const voxels *v, int axis, float at)
{
    return v->origin[axis] + (at + 0.5f) * v->cell;
}

/* Fills `out` with the cells that cannot be reached from outside without crossing a triangle, and with those that
 * five of six axis-parallel rays find inside by the orientation of the triangles they cross. So neither an open neck
 * nor doubled faces make a body empty, and a sheet has no inside. `across`: the mesh is turned by 90 degrees, so
 * that its z axis becomes the grid's x axis. At most HONE_VOXELS_MOST cells in total and `layers` in height. False:
 * out of memory, or with an error: no triangles, or no volume. */
enum { HONE_VOXELS_MOST = 1 << 21 };
bool hone_voxels_make(const hone_mesh *mesh, bool across, int32_t layers, hone_arena *scratch, voxels *out,
                      hone_error *error);

/* Converts a point of the mesh to the space of the grid. */
static inline void voxels_turn(bool across, const float p[3], float out[3])
{
    float x = p[0], z = p[2]; /* `p` and `out` may be the same array */
    out[0] = across ? z : x, out[1] = p[1], out[2] = across ? -x : z;
}

#endif
