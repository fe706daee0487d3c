/* Short texts on pictures: ASCII in strokes, smoothed. */
#ifndef HONE_TOOL_PICTURE_LABEL_H
#define HONE_TOOL_PICTURE_LABEL_H

#include <hone/image.h>

/* The width of a text in pixels. height: of capital letters, pixels. */
float label_width(const char *text, float height);

/* Draws a text over a picture, clipped at its borders. x, y: left end and baseline, pixels from the top left. Bytes
 * that are not printable ASCII become '?'. */
typedef struct label_desc {
    const char *text;
    float x, y, height;
    uint8_t rgb[3];
} label_desc;
void label_draw(hone_image *picture, const label_desc *desc);

#endif
