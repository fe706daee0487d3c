#include "files/image/toon_ramp.h"
#include <math.h>

enum { STOPS_MAX = 13 };

/* The colour of one row of a toon ramp. */
typedef struct ramp_stop {
    uint8_t row, colour[3];
} ramp_stop;

/* clang-format off */
#define STEP_TO(red, green, blue)                                                                                      \
    {{0, {255, 255, 255}}, {15, {255, 255, 255}}, {16, {red, green, blue}}, {31, {red, green, blue}}}
#define WHITE {{0, {255, 255, 255}}, {31, {255, 255, 255}}}

/* Each ramp goes from row 0, the lit end, to row 31. Rows between two stops are interpolated. The white ones are for
 * models that bring their own toon textures under these names. */
static const ramp_stop ramps[HONE_TOON_COUNT][STOPS_MAX] = {
    STEP_TO(205, 205, 205),
    STEP_TO(245, 225, 225),
    STEP_TO(154, 154, 154),
    STEP_TO(248, 239, 235),
    {{0, {255, 255, 255}}, {18, {255, 255, 255}}, {19, {255, 254, 254}}, {21, {255, 246, 242}}, {22, {255, 240, 234}},
     {24, {255, 233, 224}}, {25, {255, 231, 222}}, {26, {255, 231, 221}}, {31, {255, 231, 221}}},
    {{0, {255, 237, 97}}, {7, {255, 237, 97}}, {8, {255, 238, 106}}, {10, {255, 254, 242}}, {11, {255, 242, 138}},
     {12, {255, 237, 97}}, {21, {255, 237, 97}}, {22, {254, 235, 94}}, {23, {238, 218, 69}}, {24, {209, 187, 24}},
     {25, {197, 174, 6}}, {26, {195, 172, 3}}, {31, {195, 172, 3}}},
    WHITE, WHITE, WHITE, WHITE,
};
/* clang-format on */

static void find_row_colour(const ramp_stop *above, int row, uint8_t out[4])
{
    while (above[1].row < row) above++;
    double share = (double)(row - above->row) / (above[1].row - above->row);
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)lround(above->colour[c] + share * (above[1].colour[c] - above->colour[c]));
    out[3] = 255;
}

void hone_toon_ramp(uint32_t toon, uint8_t rows[HONE_TOON_ROWS][4])
{
    for (int row = 0; row < HONE_TOON_ROWS; row++) find_row_colour(ramps[toon], row, rows[row]);
}
