#include "files/image/halve.h"

static uint32_t half(uint32_t side)
{
    return side > 1 ? side / 2 : 1;
}

void hone_image_halve(hone_image *image)
{
    uint32_t width = half(image->width), height = half(image->height);
    size_t across = image->width > 1 ? 4 : 0, down = image->height > 1 ? 4 * (size_t)image->width : 0;
    uint8_t *out = image->pixels;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++, out += 4) {
            const uint8_t *from = image->pixels + 2 * y * down + 2 * x * across;
            for (size_t c = 0; c < 4; c++)
                out[c] = (uint8_t)((from[c] + from[c + across] + from[c + down] + from[c + across + down] + 2) / 4);
        }
    image->width = width, image->height = height;
}
