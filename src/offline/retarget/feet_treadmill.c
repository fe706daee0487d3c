/* Walks and runs on the spot: the feet that are down slide backwards together, as on a treadmill. In the frame of the
 * floor that moves with them they stand still. */
#include "base/trigonometry.h"
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Returns the lowest point of a side. */
static float find_lowest(const feet_context *f, int side, int point)
{
    float low = INFINITY;
    for (uint32_t i = 0; i < f->count; i++) low = fminf(low, f->sides[side].points[point][i][1]);
    return low;
}

/* Whether a point is down at a frame and at the next one. */
static bool is_down(const feet_context *f, int side, int point, uint32_t at, float low)
{
    const float(*points)[3] = (const float(*)[3])f->sides[side].points[point];
    return points[at][1] - low < f->limits.low && points[at + 1][1] - low < f->limits.low;
}

/* Collects the steps along an axis of the points that are down; returns how many there are. */
static uint32_t collect(feet_context *f, int axis)
{
    uint32_t found = 0;
    for (int side = 0; side < 2; side++) {
        const float low[2] = {find_lowest(f, side, FEET_HEEL), find_lowest(f, side, FEET_BALL)};
        for (uint32_t i = 0; i + 1 < f->count; i++) {
            const int p = f->sides[side].points[FEET_HEEL][i][1] - low[FEET_HEEL] <
                                  f->sides[side].points[FEET_BALL][i][1] - low[FEET_BALL]
                              ? FEET_HEEL
                              : FEET_BALL;
            const float(*points)[3] = (const float(*)[3])f->sides[side].points[p];
            if (is_down(f, side, p, i, low[p]))
                f->scratch[found++] = points[i + 1][axis] - points[i][axis];
        }
    }
    return found;
}

/* Sets the middle of the steps along an axis, and within how much of it half of them are. Returns how many there are.
 */
static uint32_t find_middle(feet_context *f, int axis, float *middle, float *spread)
{
    const uint32_t count = collect(f, axis);
    if (count == 0)
        return 0;
    qsort(f->scratch, count, sizeof *f->scratch, compare);
    *middle = f->scratch[count / 2];
    *spread = fmaxf(f->scratch[3 * count / 4] - *middle, *middle - f->scratch[count / 4]);
    return count;
}

/* How far the hips are at the end from where they began, for each frame. */
static float hips_speed(const feet_context *f)
{
    const float *from = f->r->poses[0].hips, *to = f->r->poses[f->count - 1].hips;
    return hone_hypotf(to[0] - from[0], to[2] - from[2]) / (float)(f->count - 1);
}

/* Reports the velocity in the source's model space. */
static void report(const feet_context *f)
{
    const retarget_context *r = f->r;
    const float movement[3] = {f->treadmill[0], 0, f->treadmill[1]}, nowhere[3] = {0, 0, 0};
    float to[3], from[3];
    hone_humanoid_rest_unplace(&r->source, movement, to);
    hone_humanoid_rest_unplace(&r->source, nowhere, from);
    hone_vec3_subtract(to, from, to);
    hone_vec3_scale(to, (float)(HONE_FRAMES_PER_SECOND / r->step), to);
    r->report->treadmill[0] = to[0], r->report->treadmill[1] = to[2];
}

bool hone_feet_find_treadmill(feet_context *f)
{
    enum { FEWEST = 6 };
    const float together = 0.35f, stays = 0.15f; /* of the treadmill's speed: spread of the feet, speed of the hips */
    float middle[2], spread[2];
    f->treadmill[0] = f->treadmill[1] = 0;
    if (f->count < FEWEST || find_middle(f, 0, &middle[0], &spread[0]) < FEWEST)
        return false;
    find_middle(f, 2, &middle[1], &spread[1]);
    const float speed = hone_hypotf(middle[0], middle[1]);
    if (!(speed > f->limits.fast) || !(fmaxf(spread[0], spread[1]) < together * speed) ||
        !(hips_speed(f) < stays * speed))
        return false;
    for (int i = 0; i < 2; i++) f->treadmill[i] = middle[i];
    report(f);
    return true;
}

void hone_feet_move_off(const feet_context *f, uint32_t frame, float scale, float at[3])
{
    at[0] -= f->treadmill[0] * scale * (float)frame;
    at[2] -= f->treadmill[1] * scale * (float)frame;
}

void hone_feet_leave_treadmill(feet_context *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        retarget_pose *pose = &f->r->poses[i];
        hone_feet_move_off(f, i, 1, pose->hips);
        for (int side = 0; side < 2; side++) hone_feet_move_off(f, i, 1, pose->ankles[side]);
        hone_retarget_follow(f->r, pose, &f->r->strides[i]);
    }
}

void hone_feet_enter_treadmill(feet_context *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        retarget_legs *legs = &f->r->strides[i];
        hone_feet_move_off(f, i, -f->r->scale, legs->hips);
        for (int side = 0; side < 2; side++) hone_feet_move_off(f, i, -f->r->scale, legs->ankles[side]);
    }
}
