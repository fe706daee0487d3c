#include "core/skin/quantise.h"
#include <math.h>
#include <string.h>

enum { POSITION_STEPS = 65535, NORMAL_STEPS = 32767, WEIGHT_STEPS = 65535 };

void hone_pack_box(const hone_stream *positions, uint32_t count, float origin[3], float step[3])
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t v = 0; v < count; v++) {
        float position[3];
        memcpy(position, (const char *)positions->data + v * positions->stride, sizeof position);
        for (int c = 0; c < 3; c++) {
            if (!isfinite(position[c]))
                continue;
            low[c] = fminf(low[c], position[c]);
            high[c] = fmaxf(high[c], position[c]);
        }
    }
    for (int c = 0; c < 3; c++) {
        bool any = low[c] <= high[c];
        origin[c] = any ? low[c] : 0;
        step[c] = any ? high[c] / POSITION_STEPS - low[c] / POSITION_STEPS : 0;
    }
}

void hone_pack_position(const float origin[3], const float step[3], const float position[3], uint16_t out[3][LANES],
                        uint32_t lane)
{
    for (int c = 0; c < 3; c++) {
        float steps = step[c] > 0 ? (position[c] - origin[c]) / step[c] : 0;
        out[c][lane] = (uint16_t)lrintf(steps > 0 ? fminf(steps, POSITION_STEPS) : 0);
    }
}

void hone_pack_normal(const float normal[3], int16_t out[2][LANES], uint32_t lane)
{
    float sum = fabsf(normal[0]) + fabsf(normal[1]) + fabsf(normal[2]);
    float x = normal[0] / sum, y = normal[1] / sum;
    if (normal[2] < 0) {
        float folded = copysignf(1 - fabsf(y), x);
        y = copysignf(1 - fabsf(x), y);
        x = folded;
    }
    out[0][lane] = (int16_t)lrintf(x * NORMAL_STEPS);
    out[1][lane] = (int16_t)lrintf(y * NORMAL_STEPS);
}

uint16_t hone_pack_weight(float weight)
{
    return (uint16_t)lrintf(fminf(fmaxf(weight, 0), 1) * WEIGHT_STEPS);
}
