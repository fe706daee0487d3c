/* Poses into blocks of eight bones, and back. */
#include <hone/pose_block.h>

enum { BONES = HONE_POSE_BLOCK_BONES };

static void put(const hone_transform *bone, hone_pose_block *block, uint32_t at)
{
    for (int i = 0; i < 3; i++) block->translation[i][at] = bone->translation[i];
    for (int i = 0; i < 4; i++) block->rotation[i][at] = bone->rotation[i];
    for (int i = 0; i < 3; i++) block->scale[i][at] = bone->scale[i];
}

void hone_pose_block_from_bones(const hone_transform *bones, uint32_t bone_count, hone_pose_block *blocks)
{
    static const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    uint32_t count = hone_pose_block_count(bone_count);
    for (uint32_t b = 0; b < bone_count; b++) put(&bones[b], &blocks[b / BONES], b % BONES);
    for (uint32_t b = bone_count; b < count * BONES; b++) put(&identity, &blocks[b / BONES], b % BONES);
}

void hone_pose_block_to_bones(const hone_pose_block *blocks, uint32_t bone_count, hone_transform *bones)
{
    for (uint32_t b = 0; b < bone_count; b++) {
        const hone_pose_block *block = &blocks[b / BONES];
        uint32_t at = b % BONES;
        for (int i = 0; i < 3; i++) bones[b].translation[i] = block->translation[i][at];
        for (int i = 0; i < 4; i++) bones[b].rotation[i] = block->rotation[i][at];
        for (int i = 0; i < 3; i++) bones[b].scale[i] = block->scale[i][at];
    }
}
