#include "files/format/fbx/animation/quartic.h"
#include <math.h>

fbx_quartic hone_fbx_quartic_through(uint32_t width, bool is_rotation, const double (*values)[FBX_WIDTH_MAX])
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

/* The cubic through the values at 0, 1/4, 3/4 and 1 is off by t (t - 1/4) (t - 3/4) (t - 1) times the coefficient of
 * t^4, which is at most 1/64 of it. That of a piece is smaller by the fourth power of its length. */
uint32_t hone_fbx_quartic_pieces(const fbx_quartic *quartic, double tolerance)
{
    enum { PIECES_MAX = 64 };
    double most = 0;
    for (uint32_t i = 0; i < quartic->width; i++) most = fmax(most, fabs(quartic->coefficients[4][i]));
    double off = (quartic->is_rotation ? 2 : 1) * most / 64;
    double count = off > tolerance ? ceil(sqrt(sqrt(off / tolerance))) : 1;
    return count < PIECES_MAX ? (uint32_t)count : PIECES_MAX;
}

void hone_fbx_cubic_tangents(const double *const values[4], uint32_t width, double seconds, fbx_tangents *out)
{
    double scale = 1 / (3 * seconds);
    for (uint32_t i = 0; i < width; i++) {
        double a = values[0][i], b = values[1][i], c = values[2][i], d = values[3][i];
        out->out[i] = scale * (-19 * a + 24 * b - 8 * c + 3 * d);
        out->in[i] = scale * (-3 * a + 8 * b - 24 * c + 19 * d);
    }
}

void hone_fbx_quartic_piece(const fbx_quartic *quartic, double from, double to, double seconds, fbx_tangents *out)
{
    static const double places[4] = {0, 0.25, 0.75, 1};
    double values[4][FBX_WIDTH_MAX];
    const double *const pointers[4] = {values[0], values[1], values[2], values[3]};
    for (int i = 0; i < 4; i++) hone_fbx_quartic_value(quartic, from + (to - from) * places[i], values[i]);
    hone_fbx_cubic_tangents(pointers, quartic->width, seconds, out);
}
