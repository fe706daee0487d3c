#include "clip/layout.h"

static const double UNIT = 2147483648.0; /* 2^31 */

void hone_clip_write_rotation(const float rotation[4], uint32_t words[3])
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < 4; i++) largest = fabsf(rotation[i]) > fabsf(rotation[largest]) ? i : largest;
    for (uint32_t i = 0, at = 0; i < 4; i++) {
        if (i == largest)
            continue;
        double value = (double)(rotation[largest] < 0 ? -rotation[i] : rotation[i]);
        words[at++] = (uint32_t)(int32_t)(value * UNIT) & ~3u;
    }
    words[0] |= largest;
}

void hone_clip_read_rotation(const uint32_t words[3], float rotation[4])
{
    uint32_t largest = words[0] & 3;
    double square = 0, values[4] = {0};
    for (uint32_t i = 0, at = 0; i < 4; i++) {
        if (i == largest)
            continue;
        values[i] = (double)(int32_t)(words[at++] & ~3u) / UNIT;
        square += values[i] * values[i];
    }
    values[largest] = sqrt(square < 1 ? 1 - square : 0);
    double length = square < 1 ? 1 : sqrt(square);
    for (int i = 0; i < 4; i++) rotation[i] = (float)(values[i] / length);
}

/* ---- profiles ---- */

uint32_t hone_clip_profile_bytes(const uint8_t bits[HONE_CLIP_WIDTHS])
{
    uint32_t total = 0;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) total += bits[hone_clip_width_of(k)];
    return (total + 7) / 8;
}

void hone_clip_profile_finish(hone_clip_profile *profile)
{
    enum { WORD = 64, QUARTER = HONE_CLIP_SEGMENT / HONE_CLIP_QUARTERS };
    uint32_t at = 0;
    profile->bytes = (uint16_t)hone_clip_profile_bytes(profile->bits);
    profile->is_long = false;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        uint8_t bits = profile->bits[hone_clip_width_of(k)], *offset = &profile->offsets[k / QUARTER];
        if (k % QUARTER == 0)
            *offset = (uint8_t)(at / 8);
        uint32_t shift = at - *offset * 8u;
        profile->is_long |= shift + bits > WORD;
        profile->shifts[k] = (uint8_t)(shift & (WORD - 1));
        profile->masks[HONE_CLIP_LANE(k)] = (int32_t)((1u << bits) - 1);
        profile->halves[HONE_CLIP_LANE(k)] = (int32_t)((1u << bits) >> 1);
        at += bits;
    }
}
