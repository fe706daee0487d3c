#include "tool/picture/data_pass.h"

#include <hone/io.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool data_pass_begin(data_pass *d, const pass_values *values, const hone_draw_item *items, uint32_t item_count,
                     uint32_t width, uint32_t height, hone_error *error)
{
    static const depth_range usual = DEPTH_RANGE_DEFAULT;
    size_t count = (size_t)width * height;
    uint32_t number = 1;
    bool ok = true;
    *d = (data_pass){.pass = (picture_pass)values->pass, .depth = values->depth.given ? values->depth : usual};
    if (d->pass == PASS_COLOUR)
        return true;
    d->first_material = calloc((size_t)item_count + 1, sizeof *d->first_material);
    for (int i = 0; i < DATA_PASS_QUEUE; i++) ok = (d->pixels[i] = calloc(count, sizeof **d->pixels)) && ok;
    if (!ok || !d->first_material)
        return hone_fail_memory(error);
    for (uint32_t i = 0; i < item_count; i++) {
        d->first_material[i] = number;
        number += hone_model_get(hone_actor_model(items[i].actor))->material_count;
    }
    return true;
}

void data_pass_release(data_pass *d)
{
    for (int i = 0; i < DATA_PASS_QUEUE; i++) free(d->pixels[i]);
    free(d->first_material);
    *d = (data_pass){0};
}

bool data_pass_draw(data_pass *d, hone_renderer *renderer, const hone_draw_desc *desc, hone_error *error)
{
    bool ok = hone_renderer_draw_data(renderer, desc, d->pixels[(d->first + d->drawn) % DATA_PASS_QUEUE], error);
    d->drawn += ok;
    return ok;
}

/* As in the label maps of PASCAL VOC: the bits of the number in turn to the highest bits of red, green and blue. */
void data_pass_colour(uint32_t number, uint8_t out[4])
{
    uint32_t channels[3] = {0};
    for (uint32_t bit = 0; bit < 24; bit++) channels[bit % 3] |= (number >> bit & 1) << (7 - bit / 3);
    for (int c = 0; c < 3; c++) out[c] = (uint8_t)channels[c];
    out[3] = 255;
}

static void put_depth(data_pass *d, float depth, uint8_t out[4])
{
    double share = ((double)depth - (double)d->depth.black) / ((double)d->depth.white - (double)d->depth.black);
    if (isinf(depth))
        share = d->depth.white > d->depth.black ? 1 : 0; /* nothing is as far as can be */
    else
        d->outside = d->outside || share < 0 || share > 1;
    uint32_t value = (uint32_t)lround(65535 * fmin(fmax(share, 0), 1));
    out[0] = (uint8_t)(value >> 8), out[1] = (uint8_t)value, out[2] = 0, out[3] = 255;
}

static uint32_t number_of(const data_pass *d, const hone_pixel_data *pixel)
{
    if (pixel->item == 0 || d->pass == PASS_MODELS)
        return pixel->item;
    return d->first_material[pixel->item - 1] + pixel->material - 1;
}

void data_pass_read(data_pass *d, hone_image *out)
{
    const hone_pixel_data *pixels = d->pixels[d->first];
    size_t count = (size_t)out->width * out->height;
    for (size_t i = 0; i < count; i++) {
        if (d->pass == PASS_DEPTH)
            put_depth(d, pixels[i].depth, out->pixels + 4 * i);
        else
            data_pass_colour(number_of(d, &pixels[i]), out->pixels + 4 * i);
    }
    d->first = (d->first + 1) % DATA_PASS_QUEUE;
    d->drawn--;
}
