/* The loops of the SIMD kernels that blend rotations: dual quaternions, and centres of rotation. They are compiled apart
 * from those of kernel.h, as compilers take the longest for either. */
#ifndef HONE_SRC_SKIN_KERNELS_LANES_TURNING_H
#define HONE_SRC_SKIN_KERNELS_LANES_TURNING_H

#include "core/skin/kernels/lanes/centres.h"
#include "core/skin/kernels/lanes/dual_quaternion.h"

INLINE bool duals_usual(const work *w, uint32_t begin, uint32_t end, int how)
{
    switch (w->group->influences) {
    case 1:
        duals_shared(w, begin, end, 1, how);
        return true;
    case 2:
        duals_shared(w, begin, end, 2, how);
        return true;
    case 3:
        duals_shared(w, begin, end, 3, how);
        return true;
    case 4:
        duals_shared(w, begin, end, 4, how);
        return true;
    default:
        return false;
    }
}

LOOP(duals_dense, duals_usual, DENSE)
LOOP(duals_filed, duals_usual, FILED)
LOOP(duals_positions, duals_usual, POSITIONS)
LOOP(duals_normals, duals_usual, NORMALS)
LOOP(duals_tangents, duals_usual, TANGENTS)

HONE_NEVER_INLINE bool centres_usual(const work *w, uint32_t begin, uint32_t end)
{
    switch (w->group->influences) {
    case 1:
        centres_shared(w, begin, end, 1);
        return true;
    case 2:
        centres_shared(w, begin, end, 2);
        return true;
    case 3:
        centres_shared(w, begin, end, 3);
        return true;
    case 4:
        centres_shared(w, begin, end, 4);
        return true;
    default:
        return false;
    }
}

static void duals_group(const work *w, uint32_t begin, uint32_t end)
{
    int how = w->how;
    if (w->group->mixed || w->skin->packed)
        how = ANY;
    if (how == DENSE && duals_dense(w, begin, end))
        return;
    if (how == FILED && duals_filed(w, begin, end))
        return;
    if (how == POSITIONS && duals_positions(w, begin, end))
        return;
    if (how == NORMALS && duals_normals(w, begin, end))
        return;
    if (how == TANGENTS && duals_tangents(w, begin, end))
        return;
    duals_any(w, begin, end);
}

static void centres_group(const work *w, uint32_t begin, uint32_t end)
{
    const bool usual = w->how == DENSE || w->how == FILED || w->how == POSITIONS;
    if (!usual || w->group->mixed || w->skin->packed || !centres_usual(w, begin, end))
        centres_any(w, begin, end);
}

loop_fn *TURNING(uint8_t kind)
{
    return kind == HONE_SKIN_BY_DUALS ? duals_group : centres_group;
}

#endif
