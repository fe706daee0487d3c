/* Decodes a clip with the kernel that was chosen when it was opened. */
#include "base/error.h"
#include "core/clip/layout.h"

void hone_packed_clip_decode_range(const hone_packed_clip *clip, double sample, uint32_t first, uint32_t count,
                                   hone_transform *bones)
{
    HONE_ASSERT(first <= clip->info.bone_count && count <= clip->info.bone_count - first);
    clip->kernel->decode_bones(clip, sample, first, count, bones);
}

void hone_packed_clip_decode(const hone_packed_clip *clip, double sample, hone_transform *bones)
{
    clip->kernel->decode_bones(clip, sample, 0, clip->info.bone_count, bones);
}

void hone_packed_clip_decode_weights(const hone_packed_clip *clip, double sample, float *weights)
{
    clip->kernel->decode_weights(clip, sample, weights);
}
