/* Numbers as texels, and texels as numbers. */
#include "base/error.h"
#include "core/skin/kernels/half.h"
#include "offline/animation_texture/texture_internal.h"
#include <math.h>

size_t hone_texel_size(hone_texel_format format)
{
    static const size_t sizes[HONE_TEXEL_FORMAT_COUNT] = {16, 8, 8, 4};
    return (unsigned)format < HONE_TEXEL_FORMAT_COUNT ? sizes[format] : 0;
}

/* ---- ranges ---- */

static float steps_of(hone_texel_format format)
{
    return format == HONE_TEXEL_RGBA8 ? 255.0f : 65535.0f;
}

/* The range of each number of an item, over all items and frames. */
static void find_ranges(hone_animation_texture *t, const float (*values)[4])
{
    size_t items = (size_t)t->frame_count * t->item_count;
    float low[HONE_ANIMATION_MAX_TEXELS][4], high[HONE_ANIMATION_MAX_TEXELS][4];
    for (uint32_t k = 0; k < t->texels_per_item; k++)
        for (int c = 0; c < 4; c++) low[k][c] = high[k][c] = values[k][c];
    for (size_t i = 0; i < items; i++, values += t->texels_per_item)
        for (uint32_t k = 0; k < t->texels_per_item; k++)
            for (int c = 0; c < 4; c++) {
                low[k][c] = fminf(low[k][c], values[k][c]);
                high[k][c] = fmaxf(high[k][c], values[k][c]);
            }
    for (uint32_t k = 0; k < t->texels_per_item; k++)
        for (int c = 0; c < 4; c++) t->offset[k][c] = low[k][c], t->scale[k][c] = high[k][c] - low[k][c];
}

/* ---- storing ---- */

static void put(uint8_t *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(value >> 8 * i);
}

static void store_floats(uint8_t *out, const float value[4])
{
    for (int c = 0; c < 4; c++) {
        uint32_t bits;
        memcpy(&bits, &value[c], sizeof bits);
        put(out + 4 * (size_t)c, bits, 4);
    }
}

/* Returns false if half floats cannot hold a value. */
static bool store_halves(uint8_t *out, const float value[4])
{
    for (int c = 0; c < 4; c++) {
        if (!fits_half(value[c]))
            return false;
        put(out + 2 * (size_t)c, half_of(value[c]), 2);
    }
    return true;
}

static void store_steps(uint8_t *out, const float value[4], const float offset[4], const float scale[4],
                        hone_texel_format format)
{
    const int bytes = format == HONE_TEXEL_RGBA8 ? 1 : 2;
    const float steps = steps_of(format);
    for (int c = 0; c < 4; c++) {
        double part = scale[c] > 0 ? ((double)value[c] - (double)offset[c]) / (double)scale[c] : 0;
        put(out + (size_t)bytes * (size_t)c, (uint32_t)lrint(fmin(fmax(part, 0), 1) * (double)steps), bytes);
    }
}

static bool store(const hone_animation_texture *t, uint8_t *out, uint32_t texel, const float value[4])
{
    switch (t->format) {
    case HONE_TEXEL_RGBA32F:
        store_floats(out, value);
        return true;
    case HONE_TEXEL_RGBA16F:
        return store_halves(out, value);
    default:
        store_steps(out, value, t->offset[texel], t->scale[texel], t->format);
        return true;
    }
}

static size_t place_of(const hone_animation_texture *t, uint32_t frame, uint32_t item)
{
    size_t row = (size_t)frame * t->rows_per_frame + item / t->items_per_row;
    size_t texel = row * t->width + (size_t)(item % t->items_per_row) * t->texels_per_item;
    return texel * hone_texel_size(t->format);
}

bool hone_animation_encode(owned_texture *owned, const float (*values)[4], hone_error *error)
{
    hone_animation_texture *t = &owned->texture;
    const size_t size = hone_texel_size(t->format);
    for (int k = 0; k < HONE_ANIMATION_MAX_TEXELS; k++)
        for (int c = 0; c < 4; c++) t->offset[k][c] = 0, t->scale[k][c] = 1;
    if (t->format == HONE_TEXEL_RGBA16 || t->format == HONE_TEXEL_RGBA8)
        find_ranges(t, values);
    for (uint32_t frame = 0; frame < t->frame_count; frame++)
        for (uint32_t item = 0; item < t->item_count; item++) {
            uint8_t *out = owned->bytes + place_of(t, frame, item);
            for (uint32_t k = 0; k < t->texels_per_item; k++, out += size)
                if (!store(t, out, k, *values++))
                    return hone_fail(error, HONE_ERROR_UNSUPPORTED, item,
                                     "item %u of frame %u has a number beyond 65504, which half floats cannot hold",
                                     (unsigned)item, (unsigned)frame);
        }
    return true;
}

/* ---- reading ---- */

static uint32_t get(const uint8_t *in, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint32_t)in[i] << 8 * i;
    return value;
}

static float float_of_half(uint32_t half)
{
    int exponent = (int)(half >> 10 & 31);
    float fraction = (float)(half & 1023), size;
    if (exponent == 0)
        size = ldexpf(fraction, -24);
    else if (exponent == 31)
        size = half & 1023 ? NAN : INFINITY;
    else
        size = ldexpf(1024 + fraction, exponent - 25);
    return half & 0x8000 ? -size : size;
}

static float read_number(const hone_animation_texture *t, const uint8_t *in, int c)
{
    float value;
    uint32_t bits;
    switch (t->format) {
    case HONE_TEXEL_RGBA32F:
        bits = get(in + 4 * (size_t)c, 4);
        memcpy(&value, &bits, sizeof value);
        return value;
    case HONE_TEXEL_RGBA16F:
        return float_of_half(get(in + 2 * (size_t)c, 2));
    case HONE_TEXEL_RGBA16:
        return (float)get(in + 2 * (size_t)c, 2) / steps_of(t->format);
    default:
        return (float)in[c] / steps_of(t->format);
    }
}

void hone_animation_decode(const hone_animation_texture *t, uint32_t frame, uint32_t item,
                           float out[HONE_ANIMATION_MAX_TEXELS][4])
{
    const uint8_t *in = t->texels + place_of(t, frame, item);
    for (uint32_t k = 0; k < t->texels_per_item; k++, in += hone_texel_size(t->format))
        for (int c = 0; c < 4; c++) out[k][c] = t->offset[k][c] + t->scale[k][c] * read_number(t, in, c);
}
