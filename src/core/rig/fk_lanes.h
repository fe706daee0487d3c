/* Places the bones of a block at once, each in a lane of the same vectors: four or eight, as HONE_LANES says. Products
 * and sums are in the order of fk.c. */
#ifndef HONE_SRC_RIG_FK_LANES_H
#define HONE_SRC_RIG_FK_LANES_H

#include "base/lanes/lanes_affine.h"
#include "core/rig/rig_internal.h"

/* ---- matrices ---- */

/* Loads row `r` of the parents' matrices. */
static inline void load_parents(const hone_fk_block *block, int r, lanes row[4])
{
    const float *rows[HONE_LANES];
    for (int lane = 0; lane < HONE_LANES; lane++) rows[lane] = block->parents[lane]->m[r];
    lanes_gather(rows, row);
}

static inline void store_matrices(const hone_fk_block *block, int r, lanes row[4])
{
    simd4 rows[HONE_LANES];
    lanes_rows(row, rows);
    for (int lane = 0; lane < HONE_LANES; lane++) simd4_store(block->matrices[lane]->m[r], rows[lane]);
}

/* ---- MMD ---- */

/* Loads offsets that are computed already. */
static inline void load_prepared(const hone_rig *rig, const hone_fk_block *block, lanes position[4], lanes q[4])
{
    simd4 translations[HONE_LANES], rotations[HONE_LANES];
    for (int lane = 0; lane < HONE_LANES; lane++) {
        float turned[4];
        hone_rig_rotation(rig, &rig->steps[block->steps[lane]], turned);
        translations[lane] = simd4_load(rig->offsets[block->bones[lane]].translation); /* and an unused number */
        rotations[lane] = simd4_load(turned);
    }
    lanes_columns(translations, position);
    lanes_columns(rotations, q);
}

/* The keyed transform of a bone, and where it is copied. The fourth number of the translation belongs to the
 * rotation. */
typedef struct keyed_rows {
    simd4 translation, rotation;
} keyed_rows;

static inline keyed_rows copy_keyed(const hone_transform *keyed, hone_offset *offset)
{
    const keyed_rows rows = {simd4_load((const float *)keyed), simd4_load(keyed->rotation)};
#if HONE_LANES == 8
    simd8_store(offset, simd8_join(rows.translation, rows.rotation)); /* fewer stores take less time */
#else
    simd4_store(offset->translation, rows.translation);
    simd4_store(offset->rotation, rows.rotation);
#endif
    return rows;
}

/* Loads the offsets of the pose, and stores them. */
static inline void load_keyed(hone_offset *offsets, const hone_fk_block *block, const hone_transform *bones,
                              lanes position[4], lanes q[4])
{
#if HONE_LANES == 1
    const keyed_rows rows = copy_keyed(&bones[block->bones[0]], &offsets[block->bones[0]]);
    lanes_columns(&rows.translation, position);
    lanes_columns(&rows.rotation, q);
#else
    for (int i = 0; i < 4; i++) {
        simd4 translations[LANE_GROUPS], rotations[LANE_GROUPS];
        for (int g = 0; g < LANE_GROUPS; g++) {
            const uint32_t bone = block->bones[4 * g + i];
            const keyed_rows rows = copy_keyed(&bones[bone], &offsets[bone]);
            translations[g] = rows.translation, rotations[g] = rows.rotation;
        }
        position[i] = lanes_of(translations), q[i] = lanes_of(rotations);
    }
    lanes_transpose(position);
    lanes_transpose(q);
#endif
}

static inline void load_offsets(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose, lanes position[4],
                                lanes q[4])
{
    if (block->prepared)
        load_prepared(rig, block, position, q);
    else
        load_keyed(rig->offsets, block, pose->bones, position, q);
    for (int i = 0; i < 3; i++) position[i] = lanes_aligned(block->position[i]) + position[i];
}

/* Writes the matrices. kept: the lanes that keep the parent's axes. some, all: whether there are such lanes, or no
 * others; constants, so that each case has a loop of its own. */
static inline void write_offsets(const hone_fk_block *block, const lanes q[4], const lanes position[4], lanes_bits kept,
                                 bool some, bool all)
{
    lanes own[3][4], at[3];
    for (int i = 0; i < 3; i++) at[i] = lanes_aligned(block->parent_position[i]);
    if (!all)
        lanes_set_rotation(q, own);
    for (int r = 0; r < 3; r++) {
        lanes row[4], out[4];
        load_parents(block, r, row);
        if (!all)
            lanes_rotate_row(row, own, out);
        for (int c = 0; c < 3; c++) out[c] = all ? row[c] : some ? lanes_pick(kept, row[c], out[c]) : out[c];
        out[3] = lanes_dot(row, position[0], position[1], position[2]) + (row[3] - lanes_dot(row, at[0], at[1], at[2]));
        store_matrices(block, r, out);
    }
}

/* Returns the lanes whose rotation is the identity. */
static inline lanes_bits not_rotated(const lanes q[4])
{
    return (q[0] == 0) & (q[1] == 0) & (q[2] == 0) & (q[3] == 1);
}

/* As hone_rig_place. Most bones of most models are not rotated, so that case is fast. */
static void place_offset_lanes(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose)
{
    lanes q[4], position[4];
    load_offsets(rig, block, pose, position, q);
    lanes_bits kept = not_rotated(q);
    if (!lanes_any(kept))
        write_offsets(block, q, position, kept, false, false);
    else if (lanes_all(kept))
        write_offsets(block, q, position, kept, true, true);
    else
        write_offsets(block, q, position, kept, true, false);
}

/* ---- other spaces ---- */

/* As hone_affine_from_transform. */
static inline void load_transforms(const hone_pose *pose, const uint32_t bones[], lanes own[3][4])
{
    const float *rows[3][HONE_LANES];
    lanes t[4], q[4], s[4];
    for (int lane = 0; lane < HONE_LANES; lane++) {
        const hone_transform *transform = &pose->bones[bones[lane]];
        rows[0][lane] = (const float *)transform; /* the fourth number is unused */
        rows[1][lane] = transform->rotation;
        rows[2][lane] = (const float *)transform + 6; /* the first number is unused */
    }
    lanes_gather(rows[0], t);
    lanes_gather(rows[1], q);
    lanes_gather(rows[2], s);
    lanes_set_rotation(q, own);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) own[r][c] *= s[c + 1];
        own[r][3] = t[r];
    }
}

/* Replaces the transforms of bones without a track by those at rest. */
static inline void load_rests(float rest[3][4][HONE_FK_LANES], const uint8_t *animated, const uint32_t bones[],
                              lanes own[3][4])
{
    float keyed[HONE_LANES];
    for (int lane = 0; lane < HONE_LANES; lane++) keyed[lane] = animated[bones[lane]];
    lanes_bits mask = lanes_load(keyed) != 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) own[r][c] = lanes_pick(mask, own[r][c], lanes_aligned(rest[r][c]));
}

/* Computes the local transforms of a block. */
static inline void load_locals(const hone_rig *rig, uint32_t b, const hone_pose *pose, lanes own[3][4])
{
    const uint32_t *bones = rig->runs.blocks[b].bones;
    uint8_t all = 1;
    load_transforms(pose, bones, own);
    for (int lane = 0; lane < HONE_LANES; lane++) all &= pose->animated[bones[lane]] != 0;
    if (!all)
        load_rests(rig->runs.rests[b], pose->animated, bones, own);
}

/* As hone_affine_multiply. */
static void place_local_lanes(const hone_rig *rig, uint32_t b, const hone_pose *pose)
{
    const hone_fk_block *block = &rig->runs.blocks[b];
    lanes own[3][4];
    load_locals(rig, b, pose, own);
    for (int r = 0; r < 3; r++) {
        lanes row[4], out[4];
        load_parents(block, r, row);
        lanes_multiply_row(row, own, out);
        store_matrices(block, r, out);
    }
}

#endif
