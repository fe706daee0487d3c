/* How corrections fade: smooth curves between the frames at which a foot is held. */
#include "base/trigonometry.h"
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <string.h>

/* A cubic from a value to another with given slopes per frame. at: 0 to 1; span: frames. */
static void hermite(const float from[3], const float from_slope[3], const float to[3], const float to_slope[3],
                    float at, float span, float out[3])
{
    float h01 = at * at * (3 - 2 * at), h00 = 1 - h01;
    float h10 = at * (1 - at) * (1 - at) * span, h11 = -at * at * (1 - at) * span;
    for (int i = 0; i < 3; i++) out[i] = h00 * from[i] + h10 * from_slope[i] + h01 * to[i] + h11 * to_slope[i];
}

/* Computes by how much the known values change per frame, at a frame whose neighbour on the other side is not known.
 */
static void find_slope(const uint8_t *known, uint32_t count, int64_t at, int64_t neighbour, float (*values)[3],
                       float out[3])
{
    hone_vec3_set(0, 0, 0, out);
    if (neighbour < 0 || neighbour >= (int64_t)count || !known[neighbour])
        return;
    hone_vec3_subtract(values[at], values[neighbour], out);
    hone_vec3_scale(out, (float)(at - neighbour), out);
}

/* Fills the frames between two known ones. begin or end beyond the frames: nothing is known there. */
static void fill(const uint8_t *known, uint32_t count, int64_t begin, int64_t end, float (*values)[3])
{
    static const float none[3] = {0, 0, 0};
    float slopes[2][3] = {{0, 0, 0}, {0, 0, 0}};
    bool left = begin >= 0, right = end < (int64_t)count, joined = left && right && end - begin <= 2 * FEET_FADE;
    float span = joined ? (float)(end - begin) : FEET_FADE;
    if (left)
        find_slope(known, count, begin, begin - 1, values, slopes[0]);
    if (right)
        find_slope(known, count, end, end + 1, values, slopes[1]);
    for (int64_t i = begin + 1; i < end; i++) {
        hone_vec3_set(0, 0, 0, values[i]);
        if (joined)
            hermite(values[begin], slopes[0], values[end], slopes[1], (float)(i - begin) / span, span, values[i]);
        else if (left && i - begin < FEET_FADE)
            hermite(values[begin], slopes[0], none, none, (float)(i - begin) / span, span, values[i]);
        else if (right && end - i < FEET_FADE)
            hermite(none, none, values[end], slopes[1], 1 - (float)(end - i) / span, span, values[i]);
    }
}

void hone_feet_fade(const uint8_t *known, uint32_t count, float (*values)[3])
{
    int64_t last = -1;
    for (int64_t i = 0; i <= (int64_t)count; i++)
        if (i == (int64_t)count || known[i]) {
            fill(known, count, last, i, values);
            last = i;
        }
}

/* ---- rotations -----------------------------------------------------------------------------------------------------
 */

void hone_feet_log(const float turn[4], float out[3])
{
    float sine = hone_vec3_length(turn), sign = turn[3] < 0 ? -1.0f : 1.0f;
    hone_vec3_scale(turn, sine > 1e-7f ? sign * 2 * hone_atan2f(sine, sign * turn[3]) / sine : 2 * sign, out);
}

void hone_feet_exp(const float vector[3], float out[4])
{
    float angle = hone_vec3_length(vector);
    hone_vec3_scale(vector, angle > 1e-7f ? hone_sinf(0.5f * angle) / angle : 0.5f, out);
    out[3] = hone_cosf(0.5f * angle);
}

float hone_feet_tilt(const float turn[4])
{
    float up[3];
    hone_quat_rotate(turn, (float[3]){0, 1, 0}, up);
    return hone_acosf(fmaxf(-1, fminf(1, up[1])));
}
