/* Poses into blocks of eight bones, and back. */
#include <hone/pose_block.h>

void hone_pose_block_from_bones(const hone_transform *bones, uint32_t bone_count, hone_pose_block *blocks)
{
    static const hone_transform identity = HONE_TRANSFORM_IDENTITY;
    uint32_t end = hone_pose_block_count(bone_count) * HONE_POSE_BLOCK_BONES;
    for (uint32_t b = 0; b < end; b++) hone_pose_block_set(blocks, b, b < bone_count ? &bones[b] : &identity);
}

void hone_pose_block_to_bones(const hone_pose_block *blocks, uint32_t bone_count, hone_transform *bones)
{
    for (uint32_t b = 0; b < bone_count; b++) bones[b] = hone_pose_block_get(blocks, b);
}
