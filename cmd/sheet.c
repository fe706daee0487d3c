#include "sheet.h"

static uint8_t byte_of(float value)
{
    return (uint8_t)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5f);
}

void sheet_clear(hone_image *sheet, const float rgb[3])
{
    size_t count = (size_t)sheet->width * sheet->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t *out = sheet->pixels + 4 * i;
        for (int c = 0; c < 3; c++) out[c] = byte_of(rgb[c]);
        out[3] = 255;
    }
}

void sheet_place(hone_image *sheet, const sheet_cell *cell, const float top[3], const float bottom[3],
                 const hone_image *picture)
{
    for (uint32_t y = 0; y < cell->height; y++) {
        float down = (float)y / (float)cell->height;
        uint8_t *out = sheet->pixels + 4 * ((size_t)(cell->y + y) * sheet->width + cell->x);
        const uint8_t *in = picture->pixels + 4 * (size_t)y * picture->width;
        for (uint32_t x = 0; x < cell->width; x++, out += 4, in += 4) {
            float alpha = (float)in[3] / 255;
            for (int c = 0; c < 3; c++) {
                float behind = top[c] + (bottom[c] - top[c]) * down;
                out[c] = byte_of(behind + ((float)in[c] / 255 - behind) * alpha);
            }
        }
    }
}
