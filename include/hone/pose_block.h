/** pose_block: poses in blocks of eight bones. Each number of a bone lies beside that of the other bones, so that a
 * processor loads it for all of them at once.
 *
 * Sampling a motion of glTF or .x, blending and local to model are quickest from blocks to blocks, because nothing is
 * rearranged on the way: hone_sampler_sample_blocks, hone_blend_run, hone_pose_block_to_model. The results are those of
 * the same work on hone_transform, to the bit. Jobs allocate nothing and share nothing, so threads may run them
 * together.
 *
 * A blend of two clips, in model space:
 * ```c
 * void evaluate(hone_sampler *samplers[2], double frame, const hone_pose_block *rest, const int32_t *parents,
 *               uint32_t bone_count, hone_pose_block *poses[2], hone_affine *model_from_bone)
 * {
 *     hone_blend_layer layers[] = {{.blocks = poses[0], .weight = 0.75f}, {.blocks = poses[1], .weight = 0.25f}};
 *     for (int i = 0; i < 2; i++) {
 *         for (uint32_t b = 0; b < hone_pose_block_count(bone_count); b++)
 *             poses[i][b] = rest[b]; // what the clip does not move
 *         hone_sampler_sample_blocks(samplers[i], frame, poses[i], NULL);
 *     }
 *     hone_blend_run(&(hone_blend_job){.bone_count = bone_count,
 *                                      .layer_count = 2,
 *                                      .layers = layers,
 *                                      .rest_blocks = rest,
 *                                      .blocks = poses[0]});
 *     hone_pose_block_to_model(&(hone_pose_block_model_job){.bone_count = bone_count,
 *                                                           .blocks = poses[0],
 *                                                           .parents = parents,
 *                                                           .model_from_bone = model_from_bone});
 * }
 * ```
 */
#ifndef HONE_POSE_BLOCK_H
#define HONE_POSE_BLOCK_H

#include <hone/base.h>
#include <hone/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How many bones a block holds. */
enum { HONE_POSE_BLOCK_BONES = 8 };

/** Transforms of eight bones, relative to their parents. Bone b of a pose is number b % 8 of block b / 8. The last
 * block may have numbers without a bone. They are computed like the others, and change nothing else.
 *
 * A block has 320 bytes. Arrays that begin at a multiple of 64 bytes are read a little faster. */
typedef struct hone_pose_block {
    float translation[3][HONE_POSE_BLOCK_BONES]; /**< [coordinate][bone] applied last */
    float rotation[4][HONE_POSE_BLOCK_BONES];    /**< [coordinate][bone] quaternions x,y,z,w of unit length */
    float scale[3][HONE_POSE_BLOCK_BONES];       /**< [axis][bone] applied first */
} hone_pose_block;

/** Returns how many blocks hold so many bones. */
static inline uint32_t hone_pose_block_count(uint32_t bone_count)
{
    return bone_count / HONE_POSE_BLOCK_BONES + (bone_count % HONE_POSE_BLOCK_BONES != 0);
}

/** Returns the transform of a bone. */
static inline hone_transform hone_pose_block_get(const hone_pose_block *blocks, uint32_t bone)
{
    const hone_pose_block *block = &blocks[bone / HONE_POSE_BLOCK_BONES];
    uint32_t at = bone % HONE_POSE_BLOCK_BONES;
    hone_transform out;
    for (int i = 0; i < 3; i++) out.translation[i] = block->translation[i][at];
    for (int i = 0; i < 4; i++) out.rotation[i] = block->rotation[i][at];
    for (int i = 0; i < 3; i++) out.scale[i] = block->scale[i][at];
    return out;
}

/** Sets the transform of a bone. */
static inline void hone_pose_block_set(hone_pose_block *blocks, uint32_t bone, const hone_transform *transform)
{
    hone_pose_block *block = &blocks[bone / HONE_POSE_BLOCK_BONES];
    uint32_t at = bone % HONE_POSE_BLOCK_BONES;
    for (int i = 0; i < 3; i++) block->translation[i][at] = transform->translation[i];
    for (int i = 0; i < 4; i++) block->rotation[i][at] = transform->rotation[i];
    for (int i = 0; i < 3; i++) block->scale[i][at] = transform->scale[i];
}

/** Writes transforms into blocks.
 *
 * bones: [bone_count]
 * blocks: [hone_pose_block_count(bone_count)] out; numbers without a bone get the identity.
 * Errors: none.
 * Cost: no allocation.
 */
HONE_API void hone_pose_block_from_bones(const hone_transform *bones, uint32_t bone_count, hone_pose_block *blocks);

/** Writes the transforms of blocks.
 *
 * blocks: [hone_pose_block_count(bone_count)]
 * bones: [bone_count] out.
 * Errors: none.
 * Cost: no allocation.
 */
HONE_API void hone_pose_block_to_bones(const hone_pose_block *blocks, uint32_t bone_count, hone_transform *bones);

/** Input and output of hone_pose_block_to_model. */
typedef struct hone_pose_block_model_job {
    uint32_t bone_count;           /**< of the pose */
    const hone_pose_block *blocks; /**< [hone_pose_block_count(bone_count)] relative to the parents */
    const int32_t *parents;        /**< [bone_count] hone_bone.parent: a bone, or HONE_NONE */
    /** [bone_count] all bones, parents before their children, such as hone_rig_order. NULL: the order of the pose. */
    const uint32_t *order;
    hone_affine *model_from_bone; /**< [bone_count] out: model space from bone space */
} hone_pose_block_model_job;

/** Computes the matrices of all bones in model space: those of their parents times their own. This is what a hone_rig
 * does for a glTF or .x model whose bones are all animated; it has no part in append, IK chains or morphs.
 *
 * Errors: none. Without an order, a parent that does not come before its bone counts as none.
 * Cost: no allocation.
 */
HONE_API void hone_pose_block_to_model(const hone_pose_block_model_job *job);

#ifdef __cplusplus
}
#endif
#endif
