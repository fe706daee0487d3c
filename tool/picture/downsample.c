#include "tool/picture/downsample.h"
#include <assert.h>

static void mean(const uint8_t *block, size_t stride, uint32_t factor, uint8_t out[4])
{
    uint32_t sum[3] = {0, 0, 0}, alpha = 0, count = factor * factor;
    assert(count > 0);
    for (uint32_t y = 0; y < factor; y++)
        for (uint32_t x = 0; x < factor; x++) {
            const uint8_t *pixel = block + y * stride + 4 * (size_t)x;
            for (int c = 0; c < 3; c++) sum[c] += (uint32_t)pixel[c] * pixel[3];
            alpha += pixel[3];
        }
    for (int c = 0; c < 3; c++) out[c] = (uint8_t)(alpha ? (sum[c] + alpha / 2) / alpha : 0);
    out[3] = (uint8_t)((alpha + count / 2) / count);
}

void downsample(const hone_image *large, uint32_t factor, hone_image *out)
{
    size_t stride = 4 * (size_t)large->width;
    for (uint32_t y = 0; y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++)
            mean(large->pixels + (size_t)y * factor * stride + (size_t)x * factor * 4, stride, factor,
                 out->pixels + 4 * ((size_t)y * out->width + x));
}
