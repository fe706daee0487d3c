/* The root motion of a whole motion, and movements between two of its times. */
#include "core/motion/root/root_track.h"
#include <math.h>

/* ---- times ----------------------------------------------------------------------------------------------------- */

/* Between 0 and the last frame. */
static hone_root_delta within(const hone_root_track *track, double frame)
{
    uint32_t last = track->sample_count - 1;
    if (!(frame > 0) || last == 0)
        return track->samples[0];
    if (frame >= track->last_frame)
        return track->samples[last];
    uint32_t before = (uint32_t)frame;
    if (before >= last)
        before = last - 1;
    double end = before + 1 == last ? track->last_frame : (double)before + 1;
    float share = (float)((frame - before) / (end - before));
    return hone_root_delta_blend(&track->samples[before], &track->samples[before + 1], share);
}

/* Splits a time into whole loops and the rest. */
static double loops_before(const hone_root_track *track, double frame, double *rest)
{
    double loops = floor(frame / track->last_frame);
    *rest = fmax(frame - loops * track->last_frame, 0);
    return loops;
}

/* The movement `count` times, one after another. */
static hone_root_delta repeat(hone_root_delta move, double count)
{
    hone_root_delta out = {{0}, 0};
    if (count < 0)
        move = hone_root_delta_invert(&move);
    for (uint64_t left = (uint64_t)fmin(fabs(count), 1e15); left; left /= 2) {
        if (left % 2)
            out = hone_root_delta_compose(&out, &move);
        move = hone_root_delta_compose(&move, &move);
    }
    return out;
}

hone_root_delta hone_root_track_at(const hone_root_track *track, double frame, bool loop)
{
    if (!loop || !(track->last_frame > 0) || !isfinite(frame))
        return within(track, frame);
    double rest, loops = loops_before(track, frame, &rest);
    hone_root_delta whole = repeat(within(track, track->last_frame), loops), part = within(track, rest);
    return hone_root_delta_compose(&whole, &part);
}

hone_root_delta hone_root_track_delta(const hone_root_track *track, double from_frame, double to_frame, bool loop)
{
    double rest_from = from_frame, rest_to = to_frame, loops = 0;
    if (loop && track->last_frame > 0 && isfinite(from_frame) && isfinite(to_frame)) {
        loops = -loops_before(track, from_frame, &rest_from);
        loops += loops_before(track, to_frame, &rest_to);
    }
    hone_root_delta begin = within(track, rest_from), end = within(track, rest_to);
    hone_root_delta back = hone_root_delta_invert(&begin);
    if (loops != 0) {
        hone_root_delta whole = repeat(within(track, track->last_frame), loops);
        back = hone_root_delta_compose(&back, &whole);
    }
    return hone_root_delta_compose(&back, &end);
}

/* ---- memory ----------------------------------------------------------------------------------------------------- */

void hone_root_track_destroy(hone_root_track *track)
{
    if (track)
        hone_arena_destroy(((hone_root_memory *)track)->arena);
}

hone_root_memory *hone_root_track_allocate(const hone_allocator *allocator, double last_frame, hone_error *error)
{
    hone_arena *arena = hone_arena_create(allocator, 0, error);
    if (!arena)
        return NULL;
    uint32_t count = (uint32_t)ceil(last_frame) + 1;
    hone_root_memory *made = hone_arena_array(arena, 1, sizeof *made);
    hone_root_delta *samples = hone_arena_array(arena, count, sizeof *samples);
    if (hone_arena_failed(arena)) {
        hone_arena_fail(arena, error);
        hone_arena_destroy(arena);
        return NULL;
    }
    *made = (hone_root_memory){{last_frame, count, samples}, arena, samples};
    return made;
}
