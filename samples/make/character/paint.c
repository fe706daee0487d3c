#include "samples/make/character/paint.h"
#include "samples/make/base/generator.h"
#include "samples/make/mesh/part.h"
#include <stdlib.h>
#include <string.h>

canvas canvas_make(uint32_t width, uint32_t height, colour fill)
{
    canvas c = {width, height, allocate((size_t)width * height, sizeof(colour)), NULL};
    for (size_t i = 0; i < (size_t)width * height; i++) c.pixels[i] = fill;
    return c;
}

void canvas_add_alpha(canvas *c)
{
    c->alpha = allocate((size_t)c->width * c->height, sizeof *c->alpha);
}

void canvas_release(canvas *c)
{
    free(c->pixels);
    free(c->alpha);
    *c = (canvas){0};
}

colour colour_mix(colour a, colour b, float t)
{
    return (colour){mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t)};
}

colour colour_shade(colour a, float factor)
{
    return (colour){a.r * factor, a.g * factor, a.b * factor};
}

static void blend(canvas *c, uint32_t x, uint32_t y, colour fill, float opacity)
{
    size_t i = (size_t)y * c->width + x;
    c->pixels[i] = colour_mix(c->pixels[i], fill, opacity);
    if (c->alpha)
        c->alpha[i] = fmaxf(c->alpha[i], opacity);
}

/* The part of the pixel whose centre is at x (in pixels) between a and b. */
static float coverage(float x, float a, float b)
{
    return clamp(fminf(x + 0.5f, b) - fmaxf(x - 0.5f, a), 0, 1);
}

void paint_rectangle(canvas *c, float u0, float v0, float u1, float v1, colour fill)
{
    float w = (float)c->width, h = (float)c->height;
    for (uint32_t y = 0; y < c->height; y++) {
        float row = coverage((float)y + 0.5f, v0 * h, v1 * h);
        for (uint32_t x = 0; row > 0 && x < c->width; x++)
            blend(c, x, y, fill, row * coverage((float)x + 0.5f, u0 * w, u1 * w));
    }
}

/* The pixels whose centres may be within `radius` of `at`: [first, end). */
static void pixel_range(float at, float radius, uint32_t size, uint32_t *first, uint32_t *end)
{
    *first = (uint32_t)clamp((at - radius) * (float)size - 1, 0, (float)size);
    *end = (uint32_t)clamp((at + radius) * (float)size + 2, 0, (float)size);
}

void paint_ellipse(canvas *c, float u, float v, float ru, float rv, float soft, colour fill, float opacity)
{
    float fade = fmaxf(soft, 1.5f / (float)c->width / ru);
    uint32_t x0, x1, y0, y1;
    pixel_range(u, ru, c->width, &x0, &x1);
    pixel_range(v, rv, c->height, &y0, &y1);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) {
            float du = (((float)x + 0.5f) / (float)c->width - u) / ru;
            float dv = (((float)y + 0.5f) / (float)c->height - v) / rv;
            float r = sqrtf(du * du + dv * dv);
            if (r < 1)
                blend(c, x, y, fill, opacity * step_between(1, 1 - fade, r));
        }
}

void paint_bands(canvas *c, const band *bands, size_t count)
{
    for (size_t i = 0; i < count; i++) paint_rectangle(c, 0, bands[i].from, 1, bands[i].to, bands[i].fill);
}

void paint_shade(canvas *c, colour shade)
{
    for (uint32_t y = 0; y < c->height; y++)
        for (uint32_t x = 0; x < c->width; x++) {
            float open = ((float)x + 0.5f) / (float)c->width;
            colour *p = &c->pixels[(size_t)y * c->width + x];
            colour dark = {p->r * shade.r, p->g * shade.g, p->b * shade.b};
            *p = colour_mix(dark, *p, step_between(0.1f, 0.8f, open));
        }
}

/* ---- TGA ---- */

typedef struct tga {
    uint8_t *bytes;
    size_t size, depth; /* bytes a pixel */
} tga;

static void quantise(const canvas *c, size_t i, size_t depth, uint8_t out[4])
{
    const colour *p = &c->pixels[i];
    const float channel[4] = {p->b, p->g, p->r, depth == 4 ? c->alpha[i] : 1};
    for (size_t k = 0; k < depth; k++) out[k] = (uint8_t)(clamp(channel[k], 0, 1) * 255 + 0.5f);
}

/* A run of equal pixels is one packet; other pixels are packed as literals. Packets do not cross rows. */
static void put_row(tga *out, const uint8_t *row, uint32_t width)
{
    size_t d = out->depth;
    for (uint32_t x = 0; x < width;) {
        uint32_t run = 1, raw = 1;
        while (run < 128 && x + run < width && memcmp(row + x * d, row + (x + run) * d, d) == 0) run++;
        while (run == 1 && raw < 128 && x + raw < width && memcmp(row + (x + raw - 1) * d, row + (x + raw) * d, d) != 0)
            raw++;
        uint32_t pixels = run > 1 ? 1 : raw;
        out->bytes[out->size++] = (uint8_t)(run > 1 ? 127 + run : raw - 1);
        memcpy(out->bytes + out->size, row + x * d, pixels * d);
        out->size += pixels * d;
        x += run > 1 ? run : raw;
    }
}

uint8_t *canvas_tga(const canvas *c, size_t *size)
{
    enum { HEADER = 18, RUN_LENGTH_RGB = 10, TOP_FIRST = 0x20 };
    tga out = {NULL, HEADER, c->alpha ? 4 : 3};
    out.bytes = allocate(HEADER + (size_t)c->width * c->height * (out.depth + 1), 1);
    out.bytes[2] = RUN_LENGTH_RGB;
    out.bytes[12] = (uint8_t)c->width, out.bytes[13] = (uint8_t)(c->width >> 8);
    out.bytes[14] = (uint8_t)c->height, out.bytes[15] = (uint8_t)(c->height >> 8);
    out.bytes[16] = (uint8_t)(out.depth * 8);
    out.bytes[17] = (uint8_t)(TOP_FIRST | (c->alpha ? 8 : 0));
    uint8_t *row = allocate(c->width, 4);
    for (uint32_t y = 0; y < c->height; y++) {
        for (uint32_t x = 0; x < c->width; x++) quantise(c, (size_t)y * c->width + x, out.depth, row + x * out.depth);
        put_row(&out, row, c->width);
    }
    free(row);
    *size = out.size;
    return out.bytes;
}
