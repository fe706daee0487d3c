/* Turns pixels that were read from a framebuffer into those of a picture. */
#include <hone/render.h>
#include <string.h>

/* Drawing accumulates colour times alpha, as averaging samples needs. Pictures are stored without that factor. */
static void divide_by_alpha(uint8_t *row, uint32_t width)
{
    for (uint32_t x = 0; x < width; x++, row += 4) {
        uint32_t alpha = row[3];
        if (alpha == 255)
            continue;
        for (int c = 0; c < 3; c++) {
            uint32_t value = alpha ? (row[c] * 255u + alpha / 2) / alpha : 0;
            row[c] = (uint8_t)(value < 255 ? value : 255);
        }
    }
}

static void swap_rows(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t piece[1024];
    for (size_t at = 0; at < size; at += sizeof piece) {
        size_t count = size - at < sizeof piece ? size - at : sizeof piece;
        memcpy(piece, a + at, count);
        memcpy(a + at, b + at, count);
        memcpy(b + at, piece, count);
    }
}

void hone_image_from_framebuffer(hone_image *image)
{
    size_t stride = 4 * (size_t)image->width;
    for (uint32_t y = 0; y < image->height / 2; y++)
        swap_rows(image->pixels + stride * y, image->pixels + stride * (image->height - 1 - y), stride);
    for (uint32_t y = 0; y < image->height; y++) divide_by_alpha(image->pixels + stride * y, image->width);
}
