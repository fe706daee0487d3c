#include "view/overlay/quality.h"

enum { SLOW_PICTURES = 2, FAST_PICTURES = 60, SMALL_MAP = 1024 };
static const double slow = 50, fast = 25, slow_for = 250; /* milliseconds */

static bool go_to(quality *q, int level)
{
    bool changed = (int)q->level != level;
    q->level = level < QUALITY_LEVELS ? (quality_level)level : QUALITY_HALF;
    q->slow_pictures = q->fast_pictures = 0;
    q->slow_time = 0;
    return changed;
}

static void count(quality *q, double milliseconds)
{
    bool is_slow = milliseconds > slow, is_fast = milliseconds < fast;
    q->slow_pictures = is_slow ? q->slow_pictures + 1 : 0;
    q->slow_time = is_slow ? q->slow_time + milliseconds : 0;
    q->fast_pictures = is_fast ? q->fast_pictures + 1 : 0;
}

bool quality_follow(quality *q, bool playing, double milliseconds)
{
    if (!playing) {
        q->highest = QUALITY_FULL;
        return go_to(q, QUALITY_FULL);
    }
    count(q, milliseconds);
    if (q->slow_pictures >= SLOW_PICTURES && q->slow_time >= slow_for && q->level < QUALITY_HALF) {
        bool very = q->slow_time > 3 * slow * q->slow_pictures; /* one step would not be enough */
        go_to(q, (int)q->level + (very ? 2 : 1));
        q->highest = q->level;
        return true;
    }
    return q->fast_pictures >= FAST_PICTURES && q->level > q->highest && go_to(q, (int)q->level - 1);
}

void quality_apply(quality_level level, hone_draw_desc *desc)
{
    if (level >= QUALITY_FINE) {
        desc->shadow_size = SMALL_MAP;
        desc->samples = 2;
    }
    if (level >= QUALITY_NO_SHADOWS) {
        desc->shadows = HONE_SHADOWS_OFF;
        desc->samples = 1;
    }
    if (level >= QUALITY_HALF)
        desc->no_edges = true;
}

unsigned quality_divisor(quality_level level)
{
    return level >= QUALITY_HALF ? 2 : 1;
}
