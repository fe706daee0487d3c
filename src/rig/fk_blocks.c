/* Places the bones of runs, four at once. Products and sums are in the order of fk.c. */
#include "base/simd4.h"
#include "rig/fk_runs.h"
#include "rig/rig_internal.h"
#include <stddef.h>
#include <string.h>

/* ---- four bones ---- */

/* As hone_affine_from_rotation. */
static inline void matrix_from_rotation(const simd4 q[4], simd4_affine *out)
{
    simd4 x = q[0], y = q[1], z = q[2], w = q[3];
    out->m[0][0] = 1 - 2 * (y * y + z * z);
    out->m[0][1] = 2 * (x * y - w * z);
    out->m[0][2] = 2 * (x * z + w * y);
    out->m[1][0] = 2 * (x * y + w * z);
    out->m[1][1] = 1 - 2 * (x * x + z * z);
    out->m[1][2] = 2 * (y * z - w * x);
    out->m[2][0] = 2 * (x * z - w * y);
    out->m[2][1] = 2 * (y * z + w * x);
    out->m[2][2] = 1 - 2 * (x * x + y * y);
}

/* Loads row `r` of the parents' matrices. */
static inline void load_rows(const hone_fk_block *block, int r, simd4 row[4])
{
    for (int lane = 0; lane < 4; lane++) row[lane] = simd4_load(block->parents[lane]->m[r]);
    simd4_transpose(row);
}

static inline void store_rows(const hone_fk_block *block, int r, simd4 row[4])
{
    simd4_transpose(row);
    for (int lane = 0; lane < 4; lane++) simd4_store(block->matrices[lane]->m[r], row[lane]);
}

static inline simd4 dot(const simd4 row[4], simd4 x, simd4 y, simd4 z)
{
    return row[0] * x + row[1] * y + row[2] * z;
}

/* Multiplies columns 0 to 2 of a row of the parents by their bones' rotation. */
static inline void rotate_row(const simd4 row[4], const simd4_affine *own, simd4 out[4])
{
    for (int c = 0; c < 3; c++) out[c] = dot(row, own->m[0][c], own->m[1][c], own->m[2][c]);
}

/* ---- MMD ---- */

_Static_assert(offsetof(hone_offset, rotation) == offsetof(hone_transform, rotation), "an offset begins a transform");

/* Loads four offsets, and stores those of the pose. */
static inline void load_offsets(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose, simd4 translation[4],
                                simd4 rotation[4])
{
    for (int lane = 0; lane < 4; lane++) {
        hone_offset *offset = &rig->offsets[block->bones[lane]];
        const hone_transform *keyed = &pose->bones[block->bones[lane]];
        translation[lane] = simd4_load((const float *)keyed); /* the fourth number belongs to the rotation */
        rotation[lane] = simd4_load(keyed->rotation);
        simd4_store(offset, translation[lane]);
        simd4_store(offset->rotation, rotation[lane]);
    }
}

/* Loads four offsets that are computed, and adds the rotations by IK. */
static void load_prepared(const hone_rig *rig, const hone_fk_block *block, simd4 translation[4], simd4 rotation[4])
{
    for (int lane = 0; lane < 4; lane++) {
        float turned[4];
        hone_rig_rotation(rig, &rig->steps[block->steps[lane]], turned);
        translation[lane] = simd4_load((const float *)&rig->offsets[block->bones[lane]]);
        rotation[lane] = simd4_load(turned);
    }
}

/* Writes the matrices. kept: the lanes that keep the parent's axes. some, all: whether there are such lanes, or no
 * others; constants, so that each case has a loop of its own. */
static inline void write_offsets(const hone_fk_block *block, const simd4 q[4], const simd4 position[4], simd4_bits kept,
                                 bool some, bool all)
{
    simd4_affine own;
    simd4 at[3];
    for (int i = 0; i < 3; i++) at[i] = simd4_load(block->parent_position[i]);
    if (!all)
        matrix_from_rotation(q, &own);
    for (int r = 0; r < 3; r++) {
        simd4 row[4], out[4];
        load_rows(block, r, row);
        if (!all)
            rotate_row(row, &own, out);
        for (int c = 0; c < 3; c++) out[c] = all ? row[c] : some ? simd4_pick(kept, row[c], out[c]) : out[c];
        out[3] = dot(row, position[0], position[1], position[2]) + (row[3] - dot(row, at[0], at[1], at[2]));
        store_rows(block, r, out);
    }
}

/* As hone_rig_place. Most bones of most models are not rotated, so that case is fast. */
static void place_offsets(hone_rig *rig, const hone_fk_block *block, const hone_pose *pose)
{
    simd4 q[4], position[4];
    if (block->prepared)
        load_prepared(rig, block, position, q);
    else
        load_offsets(rig, block, pose, position, q);
    simd4_transpose(q);
    simd4_transpose(position);
    for (int i = 0; i < 3; i++) position[i] = simd4_load(block->position[i]) + position[i];
    simd4_bits kept = (q[0] == 0) & (q[1] == 0) & (q[2] == 0) & (q[3] == 1);
    if (!simd4_any(kept))
        write_offsets(block, q, position, kept, false, false);
    else if (simd4_all(kept))
        write_offsets(block, q, position, kept, true, true);
    else
        write_offsets(block, q, position, kept, true, false);
}

/* With external parents: one bone after the other. */
static void place_each(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    for (uint32_t i = run->begin; i < run->end; i++) {
        hone_rig_offset(rig, &rig->steps[i], pose);
        hone_rig_place(rig, &rig->steps[i]);
    }
}

void hone_fk_place_offsets(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    if (rig->external_count) {
        place_each(rig, run, pose);
        return;
    }
    for (uint32_t i = run->prepared_begin; i < run->prepared_end; i++)
        hone_rig_offset(rig, &rig->steps[rig->runs.prepared[i]], pose);
    for (uint32_t b = run->block_begin; b < run->block_end; b++) {
        const hone_fk_block *block = &rig->runs.blocks[b];
        const hone_step *first = &rig->steps[block->steps[0]];
        if (block->count > 1) {
            place_offsets(rig, block, pose);
            continue;
        }
        if (!block->prepared)
            hone_rig_offset(rig, first, pose);
        hone_rig_place(rig, first);
    }
}

/* ---- other spaces ---- */

static void place_local(hone_rig *rig, uint32_t bone, int32_t parent, const hone_pose *pose)
{
    hone_affine local = pose->animated[bone] ? hone_affine_from_transform(&pose->bones[bone])
                                             : rig->data->skeleton.bones[bone].rest_local;
    rig->model_from_bone[bone] =
        parent == HONE_NONE ? local : hone_affine_multiply(&rig->model_from_bone[parent], &local);
}

/* As hone_affine_from_transform. */
static inline void load_transforms(const hone_pose *pose, const uint32_t bones[4], simd4_affine *own)
{
    simd4 t[4], q[4], s[4];
    for (int lane = 0; lane < 4; lane++) {
        const hone_transform *transform = &pose->bones[bones[lane]];
        t[lane] = simd4_load((const float *)transform); /* the fourth number is unused */
        q[lane] = simd4_load(transform->rotation);
        s[lane] = simd4_load((const float *)transform + 6); /* the first number is unused */
    }
    simd4_transpose(t);
    simd4_transpose(q);
    simd4_transpose(s);
    matrix_from_rotation(q, own);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) own->m[r][c] *= s[c + 1];
        own->m[r][3] = t[r];
    }
}

/* Replaces the transforms of bones without a track by those at rest. */
static void load_rests(float rest[3][4][HONE_FK_LANES], const uint8_t *animated, const uint32_t bones[4],
                       simd4_affine *own)
{
    simd4_bits keyed = {animated[bones[0]], animated[bones[1]], animated[bones[2]], animated[bones[3]]};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) own->m[r][c] = simd4_pick(keyed != 0, own->m[r][c], simd4_load(rest[r][c]));
}

/* As hone_affine_multiply. */
static void place_locals(hone_rig *rig, uint32_t b, const hone_pose *pose)
{
    const hone_fk_block *block = &rig->runs.blocks[b];
    const uint32_t *bones = block->bones;
    const uint8_t *animated = pose->animated;
    simd4_affine own;
    load_transforms(pose, bones, &own);
    if (!(animated[bones[0]] && animated[bones[1]] && animated[bones[2]] && animated[bones[3]]))
        load_rests(rig->runs.rests[b], animated, bones, &own);
    for (int r = 0; r < 3; r++) {
        simd4 row[4], out[4];
        load_rows(block, r, row);
        rotate_row(row, &own, out);
        out[3] = dot(row, own.m[0][3], own.m[1][3], own.m[2][3]) + row[3];
        store_rows(block, r, out);
    }
}

void hone_fk_place_locals(hone_rig *rig, const hone_fk_run *run, const hone_pose *pose)
{
    for (uint32_t b = run->block_begin; b < run->block_end; b++) {
        const hone_fk_block *block = &rig->runs.blocks[b];
        if (block->count > 1)
            place_locals(rig, b, pose);
        else
            place_local(rig, block->bones[0], rig->steps[block->steps[0]].parent, pose);
    }
}
