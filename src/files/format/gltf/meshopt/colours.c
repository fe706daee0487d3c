/* The filter of colours of KHR_meshopt_compression (appendix B, filter 4): luma, two differences of colours, and alpha,
 * which also has the number of bits of all four, become red, green, blue and alpha. */
#include "files/format/gltf/meshopt/meshopt.h"

/* Returns value * most / all, rounded, from 0 to most. Floats would round some numbers of 16 bits otherwise. */
static int32_t scaled(int32_t value, int32_t all, int32_t most)
{
    if (value <= 0)
        return 0;
    return value >= all ? most : (int32_t)((2 * (int64_t)value * most + all) / (2 * (int64_t)all));
}

/* Converts luma (y), orange (co), green (cg) and alpha in place. most: the largest value of an output. */
static void convert(int32_t colour[4], int32_t most)
{
    int32_t all = 0, y = colour[0], co = colour[1], cg = colour[2]; /* all: of the bits of an input, each 1 */
    while (all < colour[3]) all = 2 * all + 1;
    int32_t alpha = colour[3] & all >> 1;
    const int32_t values[4] = {y + co - cg, y + cg, y - co - cg, 2 * alpha + (alpha & 1)};
    for (int i = 0; i < 4; i++) colour[i] = scaled(values[i], all, most);
}

static void convert_bytes(uint8_t *at)
{
    int32_t colour[4] = {at[0], (int8_t)at[1], (int8_t)at[2], at[3]};
    convert(colour, UINT8_MAX);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)colour[i];
}

static void convert_halves(uint8_t *at)
{
    int32_t colour[4];
    for (int i = 0; i < 4; i++) colour[i] = at[2 * i] | at[2 * i + 1] << 8;
    for (int i = 1; i < 3; i++) colour[i] = (int16_t)colour[i];
    convert(colour, UINT16_MAX);
    for (int i = 0; i < 4; i++) at[2 * i] = (uint8_t)colour[i], at[2 * i + 1] = (uint8_t)(colour[i] >> 8);
}

void hone_meshopt_unfilter_colours(const hone_meshopt_layout *layout, uint8_t *elements)
{
    for (uint64_t i = 0; i < layout->count; i++)
        (layout->stride == 4 ? convert_bytes : convert_halves)(elements + i * layout->stride);
}
