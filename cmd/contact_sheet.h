/* A contact sheet: pictures side by side on a backdrop. */
#ifndef HONE_CMD_CONTACT_SHEET_H
#define HONE_CMD_CONTACT_SHEET_H

#include <hone/image.h>

typedef struct contact_sheet_cell {
    uint32_t x, y, width, height; /* pixels from the top left */
} contact_sheet_cell;

/* Opaque, in one colour. */
void contact_sheet_clear(hone_image *contact_sheet, const float rgb[3]);

/* Fills a cell with a vertical run of colours and lays the picture over it. The picture is SHEET_FINENESS times as wide
 * and high as the cell: each pixel of the sheet is the mean of a square of its pixels. */
enum { SHEET_FINENESS = 2 };
void contact_sheet_place(hone_image *contact_sheet, const contact_sheet_cell *cell, const float top[3],
                         const float bottom[3], const hone_image *picture);

/* Lays a picture over what is behind it, from the upper edge to the lower, in place. */
void contact_sheet_lay_over(hone_image *picture, const float top[3], const float bottom[3]);

#endif
