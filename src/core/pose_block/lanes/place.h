/* Places the bones of blocks. Included after HONE_LANES is set to 1, 4 or 8. Products and sums are in the order of
 * hone_affine_from_transform and hone_affine_multiply, so that the results have their bits. */
#ifndef HONE_SRC_POSE_BLOCK_LANES_PLACE_H
#define HONE_SRC_POSE_BLOCK_LANES_PLACE_H

#include "base/lanes/lanes_affine.h"
#include "core/pose_block/kernel.h"
#include "core/pose_block/lanes/matrix.h"

/* ---- blocks ---------------------------------------------------------------------------------------------------- */

/* The rows of the local matrices of a block. */
typedef struct local_rows {
    simd4 of[3][HONE_POSE_BLOCK_BONES];
} local_rows;

static inline void set_rows(const hone_pose_block *block, local_rows *rows)
{
    for (int at = 0; at < HONE_POSE_BLOCK_BONES; at += HONE_LANES) {
        lanes q[4], local[3][4];
        for (int i = 0; i < 4; i++) q[i] = lanes_load(block->rotation[i] + at);
        lanes_set_rotation(q, local);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) local[r][c] *= lanes_load(block->scale[c] + at);
            local[r][3] = lanes_load(block->translation[r] + at);
            lanes_rows(local[r], rows->of[r] + at);
        }
    }
}

static inline uint32_t count_from(const hone_pose_block_model_job *job, uint32_t begin)
{
    uint32_t left = job->bone_count - begin;
    return left < HONE_POSE_BLOCK_BONES ? left : HONE_POSE_BLOCK_BONES;
}

/* ---- bones ----------------------------------------------------------------------------------------------------- */

/* The bone that was placed last. It is often the parent of the next, which need not wait until it is in memory. */
typedef struct placed {
    uint32_t bone;
    matrix matrix;
} placed;

/* Places a bone, whose local matrix has the rows x, y and z. below: whether it has a parent that is placed. */
static inline void place(hone_affine *out, uint32_t bone, uint32_t parent, bool below, simd4 x, simd4 y, simd4 z,
                         placed *last)
{
    if (below)
        last->matrix = multiply(parent == last->bone ? last->matrix : load(&out[parent]), x, y, z);
    else
        last->matrix = of_rows(x, y, z);
    last->bone = bone;
    store(last->matrix, &out[bone]);
}

/* Places the bones in the order of the pose. HONE_NONE is more than any bone. */
static void place_all(const hone_pose_block_model_job *job)
{
    const hone_pose_block *block = job->blocks;
    placed last = {.bone = UINT32_MAX};
    local_rows rows;
    for (uint32_t begin = 0; begin < job->bone_count; begin += HONE_POSE_BLOCK_BONES) {
        uint32_t count = count_from(job, begin);
        set_rows(block++, &rows);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t bone = begin + i, parent = (uint32_t)job->parents[bone];
            place(job->model_from_bone, bone, parent, parent < bone, rows.of[0][i], rows.of[1][i], rows.of[2][i],
                  &last);
        }
    }
}

static void write_locals(const hone_pose_block_model_job *job)
{
    const hone_pose_block *block = job->blocks;
    local_rows rows;
    for (uint32_t begin = 0; begin < job->bone_count; begin += HONE_POSE_BLOCK_BONES) {
        uint32_t count = count_from(job, begin);
        set_rows(block++, &rows);
        for (uint32_t i = 0; i < count; i++)
            for (int r = 0; r < 3; r++) simd4_store(job->model_from_bone[begin + i].m[r], rows.of[r][i]);
    }
}

/* Places the bones in the caller's order. All local matrices are written first, because it is not that of the blocks.
 */
static void place_ordered(const hone_pose_block_model_job *job)
{
    placed last = {.bone = UINT32_MAX};
    write_locals(job);
    for (uint32_t at = 0; at < job->bone_count; at++) {
        uint32_t bone = job->order[at], parent = (uint32_t)job->parents[bone];
        const float(*own)[4] = (const float(*)[4])job->model_from_bone[bone].m;
        place(job->model_from_bone, bone, parent, parent < job->bone_count, simd4_load(own[0]), simd4_load(own[1]),
              simd4_load(own[2]), &last);
    }
}

static inline void to_model(const hone_pose_block_model_job *job)
{
    if (job->order)
        place_ordered(job);
    else
        place_all(job);
}

#endif
