#include "offline/bake/key_reduction.h"
#include "base/slerp.h"
#include <hone/math.h>
#include <string.h>

static float *sample(const hone_bake_track *track, uint32_t at)
{
    return track->values + (size_t)at * track->width;
}

static inline float square_between(const float *a, const float *b, uint32_t width)
{
    float square = 0;
    for (uint32_t i = 0; i < width; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
    return square;
}

float hone_bake_track_distance(const hone_bake_track *track, const float *a, const float *b)
{
    return sqrtf(square_between(a, b, track->width));
}

static inline float largest_square(const hone_bake_track *track, uint32_t count, const float *value, uint32_t width)
{
    float most = 0;
    for (uint32_t i = 0; i < count; i++) {
        float square = square_between(track->values + (size_t)i * width, value, width);
        most = square <= most ? most : isnan(square) ? INFINITY : square;
    }
    return most;
}

float hone_bake_track_change(const hone_bake_track *track, uint32_t count, const float *value)
{
    switch (track->width) { /* so that the loops over components are unrolled */
    case 4:
        return sqrtf(largest_square(track, count, value, 4));
    case 3:
        return sqrtf(largest_square(track, count, value, 3));
    default:
        return sqrtf(largest_square(track, count, value, track->width));
    }
}

/* Two keys, between which a player interpolates: linear, or by slerp for quaternions. */
typedef struct key_pair {
    const hone_bake_track *track;
    uint32_t from, to;
    hone_slerp slerp;
} key_pair;

static key_pair pair_of(const hone_bake_track *track, uint32_t from, uint32_t to)
{
    key_pair pair = {track, from, to, {{0}, {0}, 0, 0, 0}};
    if (track->turns && from + 1 < to)
        pair.slerp = hone_slerp_plan(sample(track, from), sample(track, to));
    return pair;
}

static inline void interpolate(const key_pair *pair, uint32_t at, float *out)
{
    float s = (float)(at - pair->from) / (float)(pair->to - pair->from);
    const float *a = sample(pair->track, pair->from), *b = sample(pair->track, pair->to);
    if (pair->track->turns)
        hone_slerp_at(&pair->slerp, s, out);
    else
        for (uint32_t i = 0; i < pair->track->width; i++) out[i] = a[i] + s * (b[i] - a[i]);
}

/* Returns whether the samples between two keys can be left out. */
static bool spans(const hone_bake_track *track, uint32_t from, uint32_t to)
{
    key_pair pair = pair_of(track, from, to);
    float value[4];
    for (uint32_t at = from + 1; at < to; at++) {
        interpolate(&pair, at, value);
        if (!(hone_bake_track_distance(track, value, sample(track, at)) <= track->most))
            return false;
    }
    return true;
}

static bool all_span(const hone_bake_track *tracks, uint32_t track_count, uint32_t from, uint32_t to)
{
    for (uint32_t t = 0; t < track_count; t++)
        if (!spans(&tracks[t], from, to))
            return false;
    return true;
}

/* Returns the furthest sample of this frame, before `next`, that a key at `from` can reach. */
static uint32_t reach_within(const hone_bake_track *tracks, uint32_t track_count, uint32_t from, uint32_t next)
{
    uint32_t to = next - 1;
    while (to > from + 1 && !all_span(tracks, track_count, from, to)) to--;
    return to;
}

/* Returns the furthest whole frame that a key at `from` can reach: doubles the step, then halves it. next: the first
 * whole frame after `from`. */
static uint32_t reach(const hone_bake_track *tracks, uint32_t track_count, uint32_t from, uint32_t next, uint32_t last,
                      uint32_t frame)
{
    uint32_t good = next, bad = last + frame;
    for (uint32_t step = frame; good < last; step *= 2) {
        uint32_t to = step < last - next ? next + step : last;
        if (!all_span(tracks, track_count, from, to)) {
            bad = to;
            break;
        }
        good = to;
    }
    while (bad - good > frame) {
        uint32_t middle = good + (bad - good) / frame / 2 * frame;
        if (all_span(tracks, track_count, from, middle))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

uint32_t hone_tracks_reduce_keys(const hone_bake_track *tracks, uint32_t track_count, uint32_t count, bake_grid grid,
                                 uint32_t *kept)
{
    uint32_t found = 0, last = count - 1;
    kept[found++] = 0;
    for (uint32_t at = 0; at < last; kept[found++] = at) {
        uint32_t next = at - at % grid.per_frame + grid.per_frame;
        if (grid.whole || next == at + 1 || all_span(tracks, track_count, at, next))
            at = reach(tracks, track_count, at, next, last, grid.per_frame);
        else
            at = reach_within(tracks, track_count, at, next);
    }
    return found;
}

void hone_bake_track_refill(const hone_bake_track *track, const uint32_t *kept, uint32_t kept_count)
{
    for (uint32_t k = 1; k < kept_count; k++) {
        key_pair pair = pair_of(track, kept[k - 1], kept[k]);
        for (uint32_t at = pair.from + 1; at < pair.to; at++) interpolate(&pair, at, sample(track, at));
    }
}
