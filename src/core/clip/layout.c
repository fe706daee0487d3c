#include "core/clip/layout.h"
#include <string.h>

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

enum { WORD = 64, WINDOW = 32, VECTOR = 128 }; /* bits */
enum { QUARTER = HONE_CLIP_SEGMENT / HONE_CLIP_QUARTERS, HALF = HONE_CLIP_SEGMENT / 2 };

/* A coefficient of a number of bits, which begins at a bit of 16 bytes. */
static void set_in_half(hone_clip_half *half, uint32_t k, uint32_t bit, uint32_t bits)
{
    memset(half->places[k], CLIP_NO_BYTE, sizeof half->places[k]);
    half->shifts[0][k] = bits ? (uint8_t)(WINDOW - bits - bit % 8) : 0;
    half->shifts[1][k] = bits ? (uint8_t)(WINDOW - bits) : 0;
    for (uint32_t i = 0; bits && i < (bit % 8 + bits + 7) / 8; i++) half->places[k][i] = (uint8_t)(bit / 8 + i);
}

static hone_clip_fit find_fit(const uint32_t begins[HONE_CLIP_SEGMENT + 1])
{
    hone_clip_fit fit = CLIP_HALVES;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        uint32_t half = begins[k / HALF * HALF] / 8 * 8;
        if (begins[k] % 8 + begins[k + 1] - begins[k] > WINDOW)
            return CLIP_NUMBERS;
        if (begins[k + 1] - half > VECTOR)
            fit = CLIP_QUARTERS; /* which is enough for four windows */
    }
    return fit;
}

void hone_clip_profile_finish(hone_clip_profile *profile)
{
    uint32_t begins[HONE_CLIP_SEGMENT + 1] = {0}; /* bits */
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) begins[k + 1] = begins[k] + profile->bits[hone_clip_width_of(k)];
    profile->bytes = (uint8_t)hone_clip_profile_bytes(profile->bits);
    profile->fit = (uint8_t)find_fit(begins);
    profile->has_long_quarter = false;
    for (uint32_t k = 0; k < HONE_CLIP_SEGMENT; k++) {
        uint32_t bits = begins[k + 1] - begins[k], quarter = begins[k / QUARTER * QUARTER] / 8,
                 half = begins[k / HALF * HALF] / 8, shift = begins[k] - 8 * quarter;
        profile->offsets[k / QUARTER] = (uint8_t)quarter;
        if (k % QUARTER == 0)
            profile->shifts[k / QUARTER] = (uint8_t)shift;
        profile->has_long_quarter |= shift + bits > WORD;
        if (profile->fit != CLIP_NUMBERS)
            set_in_half(&profile->halves[k / HALF], k % HALF,
                        profile->fit == CLIP_HALVES ? begins[k] - 8 * half : shift, bits);
    }
}
