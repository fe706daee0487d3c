/* Places bones that depend on each other. Their local transforms are computed at once, and then their matrices one
 * after the other, with the last one in registers. Products and sums are in the order of fk.c. */
#ifndef HONE_SRC_RIG_FK_SEQUENCE_H
#define HONE_SRC_RIG_FK_SEQUENCE_H

#include "core/rig/fk_lanes.h"
#include "core/rig/fk_matrix.h"

/* The rows of the local matrices of a block, each at its lanes_row_place. */
typedef struct local_rows {
    simd4 of[3][HONE_LANES];
} local_rows;

static inline void set_rows(lanes matrices[3][4], local_rows *rows)
{
    for (int r = 0; r < 3; r++) lanes_store_rows(matrices[r], rows->of[r]);
}

/* Returns the first three columns of m times a local matrix. */
static inline matrix multiply(matrix m, const local_rows *rows, int lane)
{
    const int at = lanes_row_place(lane);
    return matrix_multiply(m, matrix_row_load(&rows->of[0][at]), matrix_row_load(&rows->of[1][at]),
                           matrix_row_load(&rows->of[2][at]));
}

/* Where a bone is. Only the first three columns of its axes count, and the last of its origin: so the axes of a child
 * need not wait for the origin. */
typedef struct bone_place {
    matrix axes, origin;
} bone_place;

/* The bone that was placed last. It is often the parent of the next, which need not wait until it is in memory. */
typedef struct placed_bone {
    const hone_affine *bone;
    bone_place place;
} placed_bone;

static inline bone_place place_of(const hone_affine *bone, const placed_bone *last)
{
    if (bone == last->bone)
        return last->place;
    const matrix all = matrix_load(bone);
    return (bone_place){all, all};
}

static inline bone_place place_of_root(const local_rows *rows, int lane)
{
    const int at = lanes_row_place(lane);
    const matrix all = matrix_of_rows(&rows->of[0][at], &rows->of[1][at], &rows->of[2][at]);
    return (bone_place){all, all};
}

static inline void put(const hone_fk_block *block, int lane, bone_place place, placed_bone *last)
{
    *last = (placed_bone){block->matrices[lane], place};
    matrix_store(matrix_join(place.axes, place.origin), block->matrices[lane]);
}

/* ---- MMD ------------------------------------------------------------------------------------------------------- */

static inline bone_place place_offset(const hone_fk_block *block, int lane, const local_rows *rows, bool kept,
                                      bone_place parent)
{
    matrix_row at[3];
    for (int i = 0; i < 3; i++) at[i] = matrix_row_set(block->parent_position[i][lane]);
    const matrix out = multiply(parent.axes, rows, lane);
    const matrix moved = matrix_subtract(parent.origin, matrix_multiply(parent.axes, at[0], at[1], at[2]));
    return (bone_place){kept ? parent.axes : out, matrix_add(out, moved)};
}

/* kept: the lanes that keep the parent's axes. some: whether there are such lanes; a constant, so that each case has a
 * loop of its own. */
static inline void place_offset_rows(const hone_fk_block *block, const local_rows *rows, lanes_bits kept, bool some)
{
    placed_bone last = {NULL};
    for (int lane = 0; lane < (int)block->count; lane++) {
        const hone_affine *parent = block->parents[lane];
        put(block, lane,
            parent ? place_offset(block, lane, rows, some && lanes_is(kept, lane), place_of(parent, &last))
                   : place_of_root(rows, lane),
            &last);
    }
}

static void place_offset_sequence(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose)
{
    lanes q[4], position[4], own[3][4];
    local_rows rows;
    load_offsets(rig, block, pose, position, q);
    lanes_set_rotation(q, own);
    for (int r = 0; r < 3; r++) own[r][3] = position[r];
    set_rows(own, &rows);
    const lanes_bits kept = not_rotated(q);
    if (lanes_any(kept))
        place_offset_rows(block, &rows, kept, true);
    else
        place_offset_rows(block, &rows, kept, false);
}

/* ---- other spaces ---------------------------------------------------------------------------------------------- */

static inline bone_place place_local(int lane, const local_rows *rows, bone_place parent)
{
    const matrix out = multiply(parent.axes, rows, lane);
    return (bone_place){out, matrix_add(out, parent.origin)};
}

static void place_local_sequence(const hone_rig *rig, uint32_t b, const hone_pose *pose)
{
    const hone_fk_block *block = &rig->runs.blocks[b];
    lanes own[3][4];
    local_rows rows;
    placed_bone last = {NULL};
    load_locals(rig, b, pose, own);
    set_rows(own, &rows);
    for (int lane = 0; lane < (int)block->count; lane++) {
        const hone_affine *parent = block->parents[lane];
        put(block, lane, parent ? place_local(lane, &rows, place_of(parent, &last)) : place_of_root(&rows, lane),
            &last);
    }
}

#endif
