/* Steps and boxes: surfaces above the floor on which a foot stands. */
#include "offline/retarget/feet.h"
#include <hone/math.h>

enum { SHORTEST = 5 };

/* Returns how high the sole is, at the mean of heel and ball. */
static float height_of(const feet_side *s, uint32_t at)
{
    float heel = s->points[FEET_HEEL][at][1] - s->levels[FEET_HEEL];
    return 0.5f * (heel + s->points[FEET_BALL][at][1] - s->levels[FEET_BALL]);
}

/* Whether a foot is flat, still, and above the floor. */
static bool hovers(const feet_context *f, const feet_side *s, uint32_t at)
{
    const float level = 0.05f;
    float heel = s->points[FEET_HEEL][at][1] - s->levels[FEET_HEEL];
    float ball = s->points[FEET_BALL][at][1] - s->levels[FEET_BALL];
    for (int p = 0; p < FEET_POINTS; p++)
        if (hone_feet_speed((const float(*)[3])s->points[p], f->count, at) >= f->limits.slow)
            return false;
    return fminf(heel, ball) > f->limits.high && fabsf(heel - ball) < level * f->r->source.leg;
}

/* Whether a foot stands on the floor. */
static bool is_on_floor(const feet_context *f, const feet_side *s, uint32_t at)
{
    for (int p = 0; p < FEET_POINTS; p++)
        if (s->points[p][at][1] - s->levels[p] < f->limits.high &&
            hone_feet_speed((const float(*)[3])s->points[p], f->count, at) < f->limits.fast)
            return true;
    return false;
}

/* A foot that is lifted while the other one stands on the floor all the time stands on nothing. */
static bool is_needed(const feet_context *f, const feet_side *other, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        if (!is_on_floor(f, other, i))
            return true;
    return false;
}

/* Gives a run of frames the height of its surface; the run is split where the foot goes to another one. */
static void set_ground(const feet_context *f, feet_side *s, const feet_side *other, uint32_t begin, uint32_t end)
{
    float sum = 0;
    uint32_t first = begin;
    for (uint32_t i = begin; i <= end; i++) {
        float mean = sum / (float)(i > first ? i - first : 1);
        if (i < end && (i == first || fabsf(height_of(s, i) - mean) < f->limits.low)) {
            sum += height_of(s, i);
            continue;
        }
        if (i - first >= SHORTEST && is_needed(f, other, first, i))
            for (uint32_t k = first; k < i; k++) s->grounds[k] = mean;
        first = i;
        sum = i < end ? height_of(s, i) : 0;
    }
}

void hone_feet_find_steps(feet_context *f)
{
    for (int side = 0; side < 2; side++) {
        feet_side *s = &f->sides[side];
        for (uint32_t begin = 0; begin < f->count; begin++) {
            uint32_t end = begin;
            while (end < f->count && hovers(f, s, end)) end++;
            set_ground(f, s, &f->sides[!side], begin, end);
            begin = end;
        }
    }
}
