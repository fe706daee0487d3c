/* Contacts: when a point of a foot stays at one place on the floor. */
#include "offline/retarget/feet.h"
#include <hone/math.h>
#include <string.h>

enum { SHORTEST = 3, SPLIT_GAP = 4, CLOSED_GAP = 2 };

static float speed_over(const float (*points)[3], uint32_t count, uint32_t at, uint32_t reach)
{
    uint32_t from = at > reach ? at - reach : 0, to = at + reach < count ? at + reach : count - 1;
    return to > from ? hone_vec3_distance(points[from], points[to]) / (float)(to - from) : 0;
}

/* The slower of a short and a long neighbourhood: the long one is less noisy, the short one finds short contacts. */
float hone_feet_speed(const float (*points)[3], uint32_t count, uint32_t at)
{
    return fminf(speed_over(points, count, at, 1), speed_over(points, count, at, 2));
}

/* The frames at which a point may be in contact, and a part of them. */
typedef struct contact_run {
    const feet_limits *limits;
    const float (*points)[3];
    const float *grounds;
    float level;
    uint32_t count;
    uint8_t bit, *on;
} contact_run;

static bool is_near(const contact_run *c, uint32_t at, bool surely)
{
    const feet_limits *l = c->limits;
    return c->points[at][1] - c->level - c->grounds[at] < (surely ? l->low : l->high) &&
           hone_feet_speed(c->points, c->count, at) < (surely ? l->slow : l->fast);
}

/* Computes the mean of the frames that are surely in contact; returns whether there are any. */
static bool find_middle(const contact_run *c, uint32_t begin, uint32_t end, float out[3])
{
    uint32_t found = 0;
    hone_vec3_set(0, 0, 0, out);
    for (uint32_t i = begin; i < end; i++)
        if (is_near(c, i, true))
            hone_vec3_add(out, c->points[i], out), found++;
    if (found)
        hone_vec3_scale(out, 1 / (float)found, out);
    return found > 0;
}

/* Returns whether the point arrives or leaves at a frame at the end of a run. next: the next frame of the run. */
static bool is_moving(const contact_run *c, uint32_t at, uint32_t next, const float middle[3])
{
    return hone_vec3_distance(c->points[at], middle) > c->limits->drift ||
           fabsf(c->points[at][1] - middle[1]) > c->limits->rise ||
           (next < c->count && hone_vec3_distance(c->points[at], c->points[next]) > c->limits->step);
}

/* Marks a part of a run without the ends where the point arrives and leaves. */
static void mark(const contact_run *c, uint32_t begin, uint32_t end)
{
    float middle[3];
    if (begin >= end || !find_middle(c, begin, end, middle))
        return;
    while (begin < end && is_moving(c, begin, begin + 1, middle)) begin++;
    while (begin < end && is_moving(c, end - 1, end - 2, middle)) end--;
    for (uint32_t i = begin; i < end && end - begin >= SHORTEST; i++) c->on[i] |= c->bit;
}

/* Splits a run in which the point creeps too far. */
static void mark_parts(const contact_run *c, uint32_t begin, uint32_t end)
{
    float sum[3] = {0, 0, 0}, mean[3];
    uint32_t first = begin;
    for (uint32_t i = begin; i < end; i++) {
        hone_vec3_add(sum, c->points[i], sum);
        hone_vec3_scale(sum, 1 / (float)(i + 1 - first), mean);
        if (hone_vec3_distance(c->points[i], mean) <= c->limits->creep)
            continue;
        mark(c, first, i);
        first = i + SPLIT_GAP < end ? i + SPLIT_GAP : end;
        i = first - 1;
        hone_vec3_set(0, 0, 0, sum);
    }
    mark(c, first, end);
}

/* Whether a point already is, or still is, where a run has it at the frame beside: speeds look at both sides of a
 * frame, and so miss the first and the last one of a contact. */
static bool belongs(const contact_run *c, uint32_t at, uint32_t beside)
{
    return at < c->count && c->points[at][1] - c->level - c->grounds[beside] < c->limits->high &&
           hone_vec3_distance(c->points[at], c->points[beside]) < c->limits->fast;
}

/* Joins contacts between which the point hardly moved. */
static void close_gaps(const contact_run *c)
{
    uint32_t last = UINT32_MAX;
    for (uint32_t i = 0; i < c->count; i++) {
        if (!(c->on[i] & c->bit))
            continue;
        if (last != UINT32_MAX && i - last <= CLOSED_GAP + 1 &&
            hone_vec3_distance(c->points[i], c->points[last]) <= c->limits->drift)
            for (uint32_t k = last + 1; k < i; k++) c->on[k] |= c->bit;
        last = i;
    }
}

void hone_feet_find_contacts(const feet_limits *limits, feet_side *side, int point, uint32_t count)
{
    const contact_run c = {limits,        (const float(*)[3])side->points[point],
                           side->grounds, side->levels[point],
                           count,         (uint8_t)(1u << point),
                           side->on};
    for (uint32_t begin = 0; begin < count; begin++) {
        uint32_t end = begin;
        while (end < count && is_near(&c, end, false)) end++;
        if (end > begin)
            mark_parts(&c, begin - belongs(&c, begin - 1, begin), end + belongs(&c, end, end - 1));
        begin = end;
    }
    close_gaps(&c);
}
