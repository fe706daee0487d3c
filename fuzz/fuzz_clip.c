/* Reads bytes as a packed clip, and decodes it at several times and in ranges. */
#include "use.h"
#include <hone/clip.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(const hone_transform *bones, const uint8_t *parts, uint32_t count)
{
    for (uint32_t b = 0; b < count; b++) {
        const float *q = bones[b].rotation;
        for (int i = 0; i < 3; i++) require(isfinite(bones[b].translation[i]) && isfinite(bones[b].scale[i]));
        if (parts[b] & HONE_CLIP_ROTATION)
            require(fabsf(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-4f);
    }
}

static void play(const hone_packed_clip *clip)
{
    enum { MOST = 64 };
    const hone_packed_clip_info *info = hone_packed_clip_get_info(clip);
    hone_transform bones[MOST], some[MOST];
    float weights[MOST] = {0};
    if (info->bone_count > MOST || info->weight_count > MOST)
        return;
    for (uint32_t b = 0; b < MOST; b++) bones[b] = (hone_transform)HONE_TRANSFORM_IDENTITY;
    const double last = info->sample_count - 1.0, times[] = {0, 0.5, 1, last / 3, last / 2, last - 0.5, last, NAN};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        uint32_t first = info->bone_count / 3, count = info->bone_count - first;
        hone_packed_clip_decode(clip, times[i], bones);
        check(bones, hone_packed_clip_parts(clip), info->bone_count);
        memcpy(some, bones, sizeof bones);
        hone_packed_clip_decode_range(clip, times[i], first, count, some + first);
        require(memcmp(some, bones, sizeof bones) == 0);
        hone_packed_clip_decode_weights(clip, times[i], weights);
        for (uint32_t w = 0; w < info->weight_count; w++) require(isfinite(weights[w]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    hone_packed_clip *clip = hone_packed_clip_open(bytes, size, NULL, NULL);
    if (clip)
        play(clip);
    hone_packed_clip_close(clip);
    return 0;
}
