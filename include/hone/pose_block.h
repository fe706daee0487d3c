/** pose_block: poses in blocks of eight bones. Each number of a bone lies beside that of the other bones, so that a
 * processor loads it for all of them at once.
 *
 * Blending and local to model are quickest from blocks to blocks, because nothing is rearranged on the way. The results
 * are those of the same work on hone_transform, to the bit. Jobs allocate nothing and share nothing, so threads may run
 * them together.
 *
 * A blend of two poses, in model space:
 * ```c
 * void evaluate(const hone_pose_block *walk, const hone_pose_block *run, const hone_pose_block *rest,
 *               const int32_t *parents, uint32_t bone_count, hone_pose_block *blend, hone_affine *model_from_bone)
 * {
 *     hone_blend_layer layers[] = {{.blocks = walk, .weight = 0.75f}, {.blocks = run, .weight = 0.25f}};
 *     hone_blend_run(&(hone_blend_job){.bone_count = bone_count,
 *                                      .layer_count = 2,
 *                                      .layers = layers,
 *                                      .rest_blocks = rest,
 *                                      .blocks = blend});
 *     hone_pose_block_to_model(&(hone_pose_block_model_job){.bone_count = bone_count,
 *                                                           .blocks = blend,
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
