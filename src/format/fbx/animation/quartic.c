#include "format/fbx/animation/quartic.h"
#include <math.h>

fbx_quartic hone_fbx_quartic_through(uint32_t width, bool is_rotation, const double values[5][FBX_WIDTH_MAX])
{
    static const double weights[5][5] = {{3, 0, 0, 0, 0},
                                         {-25, 48, -36, 16, -3},
                                         {70, -208, 228, -112, 22},
                                         {-80, 288, -384, 224, -48},
                                         {32, -128, 192, -128, 32}};
    fbx_quartic out = {.width = width, .is_rotation = is_rotation};
    for (int c = 0; c < 5; c++)
        for (int v = 0; v < 5; v++)
            for (uint32_t i = 0; i < width; i++) out.coefficients[c][i] += weights[c][v] / 3 * values[v][i];
    return out;
}

void hone_fbx_quartic_value(const fbx_quartic *quartic, double t, double out[FBX_WIDTH_MAX])
{
    const double(*c)[FBX_WIDTH_MAX] = quartic->coefficients;
    double square = 0;
    for (uint32_t i = 0; i < quartic->width; i++) {
        out[i] = (((c[4][i] * t + c[3][i]) * t + c[2][i]) * t + c[1][i]) * t + c[0][i];
        square += out[i] * out[i];
    }
    for (uint32_t i = 0; quartic->is_rotation && i < 4; i++) out[i] *= square > 0 ? 1 / sqrt(square) : 1;
}

/* A quaternion q that turns evenly accelerates too, towards -q, which slerp follows; only the rest of the acceleration
 * counts. The angle of a rotation is twice the arc of its quaternion. */
static double bend_at(const fbx_quartic *quartic, double t)
{
    const double(*c)[FBX_WIDTH_MAX] = quartic->coefficients;
    double second[FBX_WIDTH_MAX] = {0}, value[FBX_WIDTH_MAX] = {0}, along = 0, most = 0, square = 0;
    for (uint32_t i = 0; i < quartic->width; i++) {
        second[i] = 2 * c[2][i] + 6 * c[3][i] * t + 12 * c[4][i] * t * t;
        most = fmax(most, fabs(second[i]));
    }
    if (!quartic->is_rotation)
        return most;
    hone_fbx_quartic_value(quartic, t, value);
    for (int i = 0; i < 4; i++) along += second[i] * value[i];
    for (int i = 0; i < 4; i++) square += (second[i] - along * value[i]) * (second[i] - along * value[i]);
    return 2 * sqrt(square);
}

double hone_fbx_quartic_bend(const fbx_quartic *quartic)
{
    double most = 0;
    for (int i = 0; i <= 4; i++) most = fmax(most, bend_at(quartic, i / 4.0));
    return most;
}
