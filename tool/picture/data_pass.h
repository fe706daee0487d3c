/* Pictures of depth, of models and of materials. */
#ifndef HONE_TOOL_PICTURE_DATA_PASS_H
#define HONE_TOOL_PICTURE_DATA_PASS_H

#include "tool/options/pass_options.h"

#include <hone/render.h>

enum { DATA_PASS_QUEUE = 2 };

/* All zero: none. */
typedef struct data_pass {
    picture_pass pass;
    depth_range depth;
    uint32_t *first_material;                 /* [item] the number of the first material of each item, from 1 */
    hone_pixel_data *pixels[DATA_PASS_QUEUE]; /* pictures that are drawn and not read yet */
    uint32_t first, drawn;
    bool outside; /* something was nearer or farther than the range */
} data_pass;

/* The items are those of all pictures to come. Release it in any case. Errors: MEMORY. */
bool data_pass_begin(data_pass *d, const pass_values *values, const hone_draw_item *items, uint32_t item_count,
                     uint32_t width, uint32_t height, hone_error *error);
void data_pass_release(data_pass *d);

/* Draws a picture; up to two may be drawn before one is read. Errors: as hone_renderer_draw_data. */
bool data_pass_draw(data_pass *d, hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error);

/* Reads the earliest one. Depth has the higher byte in red, the lower one in green (picture_file.grey). A number has
 * the colour of data_pass_colour. */
void data_pass_read(data_pass *d, hone_image *out);

/* The colour of a number: 0 is black. Each number below 2^24 has one of its own. */
void data_pass_colour(uint32_t number, uint8_t out[4]);

#endif
