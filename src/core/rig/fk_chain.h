/* Places a chain: bones each of which is the parent of the next. Their local transforms are computed at once, and then
 * their matrices one after the other, with the parent's in registers. Products and sums are in the order of fk.c. */
#ifndef HONE_SRC_RIG_FK_CHAIN_H
#define HONE_SRC_RIG_FK_CHAIN_H

#include "core/rig/fk_lanes.h"

/* The columns of a matrix; the fourth number of each is unused. */
typedef struct columns {
    simd4 c[4];
} columns;

static inline columns load_columns(const hone_affine *matrix)
{
    columns out = {{simd4_load(matrix->m[0]), simd4_load(matrix->m[1]), simd4_load(matrix->m[2])}};
    out.c[3] = out.c[2];
    simd4_transpose(out.c);
    return out;
}

static inline void store_columns(columns from, hone_affine *matrix)
{
    simd4_transpose(from.c);
    for (int r = 0; r < 3; r++) simd4_store(matrix->m[r], from.c[r]);
}

static inline simd4 combine(const columns *m, float x, float y, float z)
{
    return simd4_add(simd4_add(simd4_scale(m->c[0], x), simd4_scale(m->c[1], y)), simd4_scale(m->c[2], z));
}

static void place_offset_chain(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose)
{
    lanes q[4], position[4], matrix[3][4];
    float own[3][3][HONE_LANES], at[3][HONE_LANES];
    load_offsets(rig, block, pose, position, q);
    lanes_set_rotation(q, matrix);
    for (int i = 0; i < 9; i++) lanes_store(own[i / 3][i % 3], matrix[i / 3][i % 3]);
    for (int i = 0; i < 3; i++) lanes_store(at[i], position[i]);
    lanes_bits kept = not_rotated(q);
    columns world = load_columns(block->parents[0]);
    for (uint32_t lane = 0; lane < block->count; lane++) {
        const float(*rest)[HONE_FK_LANES] = (const float(*)[HONE_FK_LANES])block->parent_position;
        columns next = world;
        next.c[3] = simd4_add(combine(&world, at[0][lane], at[1][lane], at[2][lane]),
                              simd4_subtract(world.c[3], combine(&world, rest[0][lane], rest[1][lane], rest[2][lane])));
        for (int c = 0; !lanes_is(kept, (int)lane) && c < 3; c++)
            next.c[c] = combine(&world, own[0][c][lane], own[1][c][lane], own[2][c][lane]);
        world = next;
        store_columns(world, block->matrices[lane]);
    }
}

static void place_local_chain(const hone_rig *rig, uint32_t b, const hone_pose *pose)
{
    const hone_fk_block *block = &rig->runs.blocks[b];
    lanes matrix[3][4];
    float own[3][4][HONE_LANES];
    load_locals(rig, b, pose, matrix);
    for (int i = 0; i < 12; i++) lanes_store(own[i / 4][i % 4], matrix[i / 4][i % 4]);
    columns world = load_columns(block->parents[0]);
    for (uint32_t lane = 0; lane < block->count; lane++) {
        columns next;
        for (int c = 0; c < 4; c++) next.c[c] = combine(&world, own[0][c][lane], own[1][c][lane], own[2][c][lane]);
        next.c[3] = simd4_add(next.c[3], world.c[3]);
        world = next;
        store_columns(world, block->matrices[lane]);
    }
}

#endif
