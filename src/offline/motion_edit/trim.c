/* Cuts a motion at frames, and moves it in time. */
#include "offline/motion_edit/trim.h"
#include "base/error.h"
#include "offline/motion_edit/edit.h"
#include <inttypes.h>

static hone_key_section segment_of(const hone_edit_track *track, uint32_t to, const hone_trim_range *range)
{
    uint32_t first = hone_track_frame(track, to - 1), last = hone_track_frame(track, to);
    return (hone_key_section){.from = hone_track_key(track, to - 1),
                              .to = hone_track_key(track, to),
                              .first = first,
                              .last = last,
                              .begin = first > range->first ? first : range->first,
                              .end = last < range->last ? last : range->last,
                              .shift = range->shift};
}

/* Whether anything changes in the segment that ends at key `to`. */
static bool changes(const hone_edit_track *track, uint32_t to)
{
    return track->kind->section && !track->kind->equal(hone_track_key(track, to - 1), hone_track_key(track, to));
}

/* Adds a key at the first frame, if the track has none there. past: keys at or before it, at least 1. */
static void begin_track(hone_key_list *list, const hone_edit_track *track, uint32_t past, const hone_trim_range *range)
{
    hone_any_key key;
    uint32_t frame = hone_track_frame(track, past - 1);
    if (frame == range->first)
        return;
    if (past < track->count && changes(track, past)) {
        double length = (double)hone_track_frame(track, past) - frame;
        track->kind->section(hone_track_key(track, past - 1), hone_track_key(track, past), 0,
                             (range->first - (double)frame) / length, &key);
        list->edit->report.divided++;
    } else {
        hone_track_carry(list->edit, track, 0, past - 1, range->first, &key);
    }
    hone_key_list_add(list, &key, (uint32_t)(range->first + range->shift));
}

/* Adds a key at the last frame, if a segment that changes is cut there. next: the first key behind it. */
static void end_track(hone_key_list *list, const hone_edit_track *track, uint32_t next, const hone_trim_range *range)
{
    hone_any_key key;
    if (next == 0) { /* its value holds before it */
        hone_track_carry(list->edit, track, 0, 0, range->last, &key);
        hone_key_list_add(list, &key, (uint32_t)(range->last + range->shift));
    } else if (hone_track_frame(track, next - 1) < range->last && range->first < range->last && changes(track, next)) {
        hone_key_section section = segment_of(track, next, range);
        hone_key_list_add_section(list, &section);
        list->edit->report.divided++;
    }
}

void hone_track_trim(hone_edit *edit, const hone_edit_track *track, const hone_trim_range *range, hone_edit_track *out)
{
    hone_key_list list = hone_key_list_make(edit, track->kind);
    uint32_t begin = hone_track_past(track, range->first), end = hone_track_past(track, range->last), at = begin;
    bool starts = begin && hone_track_frame(track, begin - 1) == range->first; /* with a key of its own */
    if (starts)
        at--;
    else if (begin)
        begin_track(&list, track, begin, range);
    if (!starts && begin && at < end && changes(track, at)) {
        hone_key_section section = segment_of(track, at++, range);
        hone_key_list_add_section(&list, &section);
    }
    hone_key_list_add_all(&list, track, at, end - at, range->shift);
    if (end < track->count)
        end_track(&list, track, end, range);
    *out = *track;
    hone_key_list_take(&list, out);
}

/* The motion keeps its length: where all tracks hold their values to the end, one gets a key there. */
static void keep_length(hone_edit *edit, uint32_t last)
{
    for (uint32_t i = 0; i < edit->count; i++) {
        const hone_edit_track *track = &edit->tracks[i];
        if (track->count && hone_track_frame(track, track->count - 1) == last)
            return;
    }
    for (uint32_t i = 0; i < edit->count; i++) {
        hone_edit_track *track = &edit->tracks[i];
        if (!track->count)
            continue;
        hone_key_list list = hone_key_list_make(edit, track->kind);
        hone_any_key key;
        hone_key_list_add_all(&list, track, 0, track->count, 0);
        hone_track_carry(edit, track, 0, track->count - 1, last, &key);
        hone_key_list_add(&list, &key, last);
        hone_key_list_take(&list, track);
        return;
    }
}

static bool trim(hone_edit *edit, uint32_t first, uint32_t last, hone_error *error)
{
    last = last < edit->last_frame ? last : edit->last_frame;
    if (first > last)
        return hone_fail(error, HONE_ERROR_ARGUMENT, first,
                         "no frames are left: the motion ends at frame %" PRIu32 ", and frame %" PRIu32
                         " should be the first",
                         edit->last_frame, first);
    hone_trim_range range = {first, last, -(int64_t)first};
    for (uint32_t i = 0; i < edit->count; i++)
        if (edit->tracks[i].count)
            hone_track_trim(edit, &edit->tracks[i], &range, &edit->tracks[i]);
    if (!edit->failed)
        keep_length(edit, last - first);
    return true;
}

hone_motion *hone_motion_trim(const hone_motion *motion, uint32_t first, uint32_t last, const hone_allocator *allocator,
                              hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error) && trim(&edit, first, last, error);
    return hone_edit_finish(&edit, good, report, error);
}

/* ---- moving ---- */

static void shift_tracks(hone_edit *edit, uint32_t frames)
{
    for (uint32_t i = 0; i < edit->count; i++) {
        hone_edit_track *track = &edit->tracks[i];
        hone_key_list list = hone_key_list_make(edit, track->kind);
        hone_key_list_add_all(&list, track, 0, track->count, frames);
        hone_key_list_take(&list, track);
    }
}

hone_motion *hone_motion_shift(const hone_motion *motion, int32_t frames, const hone_allocator *allocator,
                               hone_motion_edit_report *report, hone_error *error)
{
    if (frames < 0)
        return hone_motion_trim(motion, (uint32_t) - (int64_t)frames, UINT32_MAX, allocator, report, error);
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error);
    if (good && (uint64_t)edit.last_frame + (uint32_t)frames > HONE_MOTION_MAX_FRAME)
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion would end behind frame %" PRIu32,
                         (uint32_t)HONE_MOTION_MAX_FRAME);
    if (good)
        shift_tracks(&edit, (uint32_t)frames);
    return hone_edit_finish(&edit, good, report, error);
}
