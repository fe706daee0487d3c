/* Painting textures in code: canvases, brushes, and TGA files. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_PAINT_H
#define HONE_SAMPLES_MAKE_CHARACTER_PAINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct colour {
    float r, g, b;
} colour;

#define HEX(rgb) ((colour){((rgb) >> 16 & 255) / 255.0f, ((rgb) >> 8 & 255) / 255.0f, ((rgb)&255) / 255.0f})

typedef struct canvas {
    uint32_t width, height;
    colour *pixels;
    float *alpha; /* NULL: opaque */
} canvas;

canvas canvas_make(uint32_t width, uint32_t height, colour fill);
void canvas_add_alpha(canvas *c); /* fully transparent */
void canvas_release(canvas *c);
colour colour_mix(colour a, colour b, float t);
colour colour_shade(colour a, float factor);

/* All coordinates are texture coordinates: (0, 0) is the top left, (1, 1) the bottom right. */
void paint_rectangle(canvas *c, float u0, float v0, float u1, float v1, colour fill);
/* Paints an ellipse; `soft` is the part of its radius over which it fades out. */
void paint_ellipse(canvas *c, float u, float v, float ru, float rv, float soft, colour fill, float opacity);

typedef struct band {
    float from, to; /* of v */
    colour fill;
} band;
/* Paints sharp horizontal bands; later ones cover earlier ones. */
void paint_bands(canvas *c, const band *bands, size_t count);
/* Darkens towards u = 0, the part that is hidden from the sky. */
void paint_shade(canvas *c, colour shade);

/* Encodes the canvas as run-length coded TGA, top row first; the caller frees it. */
uint8_t *canvas_tga(const canvas *c, size_t *size);

#endif
