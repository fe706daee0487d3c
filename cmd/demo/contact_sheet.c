#include "cmd/demo/contact_sheet.h"

static uint8_t byte_of(float value)
{
    return (uint8_t)(value <= 0 ? 0 : value >= 1 ? 255 : value * 255 + 0.5f);
}

void contact_sheet_clear(hone_image *contact_sheet, const float rgb[3])
{
    size_t count = (size_t)contact_sheet->width * contact_sheet->height;
    for (size_t i = 0; i < count; i++) {
        uint8_t *out = contact_sheet->pixels + 4 * i;
        for (int c = 0; c < 3; c++) out[c] = byte_of(rgb[c]);
        out[3] = 255;
    }
}

/* Blends the picture's pixels that belong to one pixel of the sheet over the colour behind them. */
static void cover(const hone_image *picture, uint32_t x, uint32_t y, const float behind[3], uint8_t out[4])
{
    float sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < SHEET_FINENESS * SHEET_FINENESS; i++) {
        uint32_t column = x * SHEET_FINENESS + i % SHEET_FINENESS, row = y * SHEET_FINENESS + i / SHEET_FINENESS;
        const uint8_t *in = picture->pixels + 4 * ((size_t)row * picture->width + column);
        float alpha = (float)in[3] / 255;
        for (int c = 0; c < 3; c++) sum[c] += behind[c] + ((float)in[c] / 255 - behind[c]) * alpha;
    }
    for (int c = 0; c < 3; c++) out[c] = byte_of(sum[c] / (SHEET_FINENESS * SHEET_FINENESS));
}

void contact_sheet_place(hone_image *contact_sheet, const contact_sheet_cell *cell, const float top[3],
                         const float bottom[3], const hone_image *picture)
{
    for (uint32_t y = 0; y < cell->height; y++) {
        float down = (float)y / (float)cell->height, behind[3];
        for (int c = 0; c < 3; c++) behind[c] = top[c] + (bottom[c] - top[c]) * down;
        uint8_t *row = contact_sheet->pixels + 4 * ((size_t)(cell->y + y) * contact_sheet->width + cell->x);
        for (uint32_t x = 0; x < cell->width; x++) cover(picture, x, y, behind, row + 4 * (size_t)x);
    }
}

void contact_sheet_lay_over(hone_image *picture, const float top[3], const float bottom[3])
{
    for (uint32_t y = 0; y < picture->height; y++) {
        float down = (float)y / (float)picture->height, behind[3];
        for (int c = 0; c < 3; c++) behind[c] = 255 * (top[c] + (bottom[c] - top[c]) * down);
        uint8_t *pixel = picture->pixels + 4 * ((size_t)y * picture->width);
        for (uint32_t x = 0; x < picture->width; x++, pixel += 4) {
            float alpha = (float)pixel[3] / 255;
            for (int c = 0; c < 3; c++) pixel[c] = (uint8_t)(behind[c] + ((float)pixel[c] - behind[c]) * alpha + 0.5f);
            pixel[3] = 255;
        }
    }
}
