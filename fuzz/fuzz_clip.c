/* Reads bytes as a packed clip, and decodes it at several times and in ranges. */
#include "use/use.h"
#include <hone/clip.h>
#include <math.h>
#include <string.h>

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

static void use(const uint8_t *bytes, size_t size)
{
    hone_packed_clip *clip = hone_packed_clip_open(bytes, size, NULL, NULL);
    if (clip)
        play(clip);
    hone_packed_clip_close(clip);
}

static hone_bytes make(unsigned kind)
{
    enum { BONES = 3, SAMPLES = 9 };
    static const int32_t parents[BONES] = {HONE_NONE, 0, 1};
    hone_transform bones[SAMPLES * BONES];
    float weights[SAMPLES];
    hone_bytes out;
    for (uint32_t i = 0; i < SAMPLES * BONES; i++) {
        bones[i] = (hone_transform)HONE_TRANSFORM_IDENTITY;
        bones[i].translation[i % 3] = (float)(i * (kind % 7)) / 8;
        if (kind & 1)
            bones[i].rotation[0] = 0.6f, bones[i].rotation[3] = i % 2 ? 0.8f : -0.8f;
        weights[i / BONES] = (float)i / 32;
    }
    const hone_clip_pack_desc desc = {.bone_count = BONES,
                                      .parents = parents,
                                      .sample_count = SAMPLES,
                                      .rate = 30,
                                      .bones = bones,
                                      .weight_count = 1,
                                      .weights = weights,
                                      .tolerance = 1e-3f,
                                      .distance = 0.03f};
    require(hone_clip_pack(&desc, &out, NULL, NULL));
    return out;
}

const fuzz_target fuzz_clip = {.use = use, .make = make, .per_byte = 256, .fixed = 4};
