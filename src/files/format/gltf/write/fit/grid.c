/* Rounds keys as the filters of EXT_meshopt_compression store them. */
#include "files/format/gltf/write/fit/fit_channels.h"
#include <hone/math.h>
#include <math.h>
#include <string.h>

static void round_rotations(const fit_track *track, uint32_t first, uint32_t count, int bits, float *decoded,
                            uint8_t *elements)
{
    enum { AT_ONCE = 64 };
    const hone_meshopt_layout layout = {HONE_MESHOPT_ATTRIBUTES, HONE_MESHOPT_QUATERNION, count, FIT_STRIDE_ROTATION};
    hone_meshopt_filter_elements(&layout, bits, track->exact + (size_t)first * 4, elements);
    for (uint32_t done = 0; done < count; done += AT_ONCE) {
        int16_t numbers[AT_ONCE][4];
        uint32_t now = count - done < AT_ONCE ? count - done : AT_ONCE;
        hone_meshopt_layout some = layout;
        some.count = now;
        memcpy(numbers, elements + (size_t)done * FIT_STRIDE_ROTATION, (size_t)now * FIT_STRIDE_ROTATION);
        hone_meshopt_unfilter(&some, numbers);
        for (uint32_t k = 0; k < now; k++) {
            float *out = decoded + (size_t)(done + k) * 4;
            for (int c = 0; c < 4; c++) out[c] = (float)numbers[k][c] / 32767;
            hone_quat_normalise(out, out);
        }
    }
}

static bool round_floats(const fit_track *track, uint32_t first, uint32_t count, int precision, float *decoded,
                         uint8_t *elements)
{
    const float step = ldexpf(1, -precision), per_step = ldexpf(1, precision), most = (1 << 23) - 1;
    uint32_t width = track->source->width;
    for (size_t i = 0; i < (size_t)count * width; i++) {
        float n = nearbyintf(track->exact[(size_t)first * width + i] * per_step);
        if (!(fabsf(n) <= most))
            return false;
        uint32_t word = (uint32_t)-precision << 24 | ((uint32_t)(int32_t)n & 0xffffff);
        decoded[i] = n * step;
        memcpy(elements + 4 * i, &word, sizeof word);
    }
    for (uint32_t k = 0; k < count && width == 4; k++)
        hone_quat_normalise(decoded + (size_t)4 * k, decoded + (size_t)4 * k);
    return true;
}

bool hone_gltf_fit_round(const fit_track *track, uint32_t first, uint32_t count, int precision, float *decoded,
                         uint8_t *elements)
{
    if (track->source->width == 3 || track->wide)
        return round_floats(track, first, count, precision, decoded, elements);
    round_rotations(track, first, count, precision, decoded, elements);
    return true;
}

static hone_meshopt_layout layout_of(uint32_t stride, uint32_t count)
{
    return (hone_meshopt_layout){HONE_MESHOPT_ATTRIBUTES,
                                 stride == FIT_STRIDE_ROTATION ? HONE_MESHOPT_QUATERNION : HONE_MESHOPT_EXPONENTIAL,
                                 count, stride};
}

uint32_t hone_gltf_fit_time_word(float time, int exponent)
{
    uint32_t word;
    memcpy(&word, &time, sizeof word);
    return exponent ? (uint32_t)exponent << 24 | (uint32_t)lrintf(ldexpf(time, -exponent)) : word;
}

size_t hone_gltf_fit_room(uint32_t count)
{
    const hone_meshopt_layout layout = layout_of(FIT_STRIDE_WIDE, count);
    return hone_meshopt_encoded_most(&layout);
}

uint64_t hone_gltf_fit_size(const uint8_t *elements, uint32_t stride, uint32_t count, uint8_t *room)
{
    const hone_meshopt_layout layout = layout_of(stride, count);
    return hone_meshopt_encode(&layout, elements, room);
}
