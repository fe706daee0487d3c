/* A contact sheet: pictures side by side on a backdrop. */
#ifndef HONE_CMD_DEMO_CONTACT_SHEET_H
#define HONE_CMD_DEMO_CONTACT_SHEET_H

#include <hone/image.h>

typedef struct contact_sheet_cell {
    uint32_t x, y, width, height; /* in pixels from the top left */
} contact_sheet_cell;

/* Fills the sheet with one opaque colour. */
void contact_sheet_clear(hone_image *contact_sheet, const float rgb[3]);

/* Fills a cell with a vertical gradient and blends the picture over it. The picture must be SHEET_FINENESS times as
 * wide and high as the cell: each pixel of the sheet is the mean of a square of its pixels. */
enum { SHEET_FINENESS = 2 };
void contact_sheet_place(hone_image *contact_sheet, const contact_sheet_cell *cell, const float top[3],
                         const float bottom[3], const hone_image *picture);

/* Blends a picture over a vertical gradient, in place. */
void contact_sheet_lay_over(hone_image *picture, const float top[3], const float bottom[3]);

#endif
