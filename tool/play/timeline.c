#include "tool/play/timeline.h"

#include <math.h>
#include <stdio.h>

bool timeline_moves(const hone_motion *motion)
{
    return hone_motion_moves(motion);
}

/* A scene may move a model by keys of its place, without a motion. */
static double end_of(const input *item)
{
    double end = hone_frame_from_seconds(hone_motion_duration(item->motion));
    const scene_model *from = item->set_up;
    return from && from->key_count ? fmax(end, from->keys[from->key_count - 1].frame) : end;
}

/* The file whose motion ends last. */
static const input *find_longest(const inputs *in)
{
    const input *longest = &in->items[0];
    for (uint32_t i = 1; i < in->count; i++)
        if (end_of(&in->items[i]) > end_of(longest))
            longest = &in->items[i];
    return longest;
}

double timeline_end(const inputs *in)
{
    return in->count ? end_of(find_longest(in)) : 0;
}

static void warn_of_rest(const inputs *in, const timeline_times *times, report *r)
{
    char text[160];
    bool asked = false;
    for (uint32_t i = 0; i < times->count; i++) asked |= times->frames[i] != 0;
    for (uint32_t i = 0; i < in->count && asked; i++) {
        const input *item = &in->items[i];
        uint32_t clips = item->model ? hone_model_get(item->model)->clip_count : 0;
        if (item->motion && timeline_moves(item->motion))
            return;
        snprintf(text, sizeof text, "is at rest at every %s: use --clip to play one of its %u clips", times->unit,
                 clips);
        if (clips)
            report_warn(r, item->path, text);
    }
}

void timeline_warn_outside(const inputs *in, const timeline_times *times, report *r)
{
    const double nearly = 1e-6;
    const input *longest = find_longest(in);
    double end = end_of(longest), first = 0;
    uint32_t outside = 0;
    char text[200], more[48] = "";
    if (!(end > 0)) {
        warn_of_rest(in, times, r);
        return;
    }
    for (uint32_t i = times->count; i-- > 0;)
        if (times->frames[i] < -nearly || times->frames[i] > end + nearly)
            first = times->frames[i], outside++;
    if (outside > 1)
        snprintf(more, sizeof more, " (and %u more)", outside - 1);
    snprintf(text, sizeof text, "%s %g%s is outside the motion, which goes from 0 to %g: its %s key holds", times->unit,
             first * times->units_per_frame, more, end * times->units_per_frame, first < 0 ? "first" : "last");
    if (outside)
        report_warn(r, longest->path, text);
}
