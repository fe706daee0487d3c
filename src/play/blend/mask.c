/* Masks for a bone and all bones below it. */
#include <hone/blend.h>

/* Returns how many bones `bone` is below `top`, or HONE_NONE if it is not below it. The bound ends circles. */
static int32_t depth_below(const hone_skeleton *skeleton, uint32_t bone, uint32_t top)
{
    int32_t at = (int32_t)bone;
    for (uint32_t depth = 0; depth < skeleton->bone_count && at >= 0; depth++) {
        if (at == (int32_t)top)
            return (int32_t)depth;
        at = skeleton->bones[at].parent;
    }
    return HONE_NONE;
}

uint32_t hone_mask_below(const hone_skeleton *skeleton, uint32_t bone, float weight, uint32_t feather, float *weights)
{
    uint32_t set = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t depth = depth_below(skeleton, b, bone);
        if (depth == HONE_NONE)
            continue;
        float part = (uint32_t)depth < feather ? ((float)depth + 1) / ((float)feather + 1) : 1;
        weights[b] = part < 1 ? weights[b] + part * (weight - weights[b]) : weight;
        set++;
    }
    return set;
}
