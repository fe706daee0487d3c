/* Makes a motion faster or slower. */
#include "base/error.h"
#include "offline/motion_edit/edit.h"
#include <inttypes.h>
#include <math.h>

typedef struct speed_context {
    hone_key_list list;
    const hone_edit_track *track;
    double factor;
    uint32_t frame; /* of the last new key */
} speed_context;

static uint32_t new_frame(const speed_context *r, uint32_t key)
{
    return (uint32_t)floor(hone_track_frame(r->track, key) / r->factor + 0.5);
}

/* Adds a key one frame before the keys first to last, which fall on one frame, so that only this frame jumps. */
static void add_before(speed_context *r, uint32_t first, uint32_t frame)
{
    const hone_edit_track *track = r->track;
    double from = hone_track_frame(track, first - 1), to = hone_track_frame(track, first);
    hone_any_key key;
    double error = track->kind->section(hone_track_key(track, first - 1), hone_track_key(track, first), 0,
                                        ((frame - 1) * r->factor - from) / (to - from), &key);
    hone_motion_edit_report *report = &r->list.edit->report;
    report->curve_error = fmax(report->curve_error, error);
    report->divided++;
    hone_key_list_add(&r->list, &key, frame - 1);
}

/* A cut of the camera stays a cut: the key before it holds to the frame before it. */
static void keep_cut(speed_context *r, uint32_t key, uint32_t frame)
{
    hone_any_key before;
    if (!hone_track_cuts(r->track, key) || frame - r->frame <= 1)
        return;
    hone_track_carry(r->list.edit, r->track, key - 1, key - 1, frame - 1, &before);
    hone_key_list_add(&r->list, &before, frame - 1);
}

/* Adds the last of the keys first to last, which fall on one frame. */
static void add_keys(speed_context *r, uint32_t first, uint32_t last, uint32_t frame)
{
    const hone_edit_track *track = r->track;
    hone_motion_edit_report *report = &r->list.edit->report;
    bool jumps = first < last && !track->kind->equal(hone_track_key(track, first), hone_track_key(track, last));
    if (first > 0 && jumps && track->kind->section && frame - r->frame > 1)
        add_before(r, first, frame);
    else if (first > 0 && track->kind->cuts)
        keep_cut(r, first, frame);
    hone_any_key key;
    memcpy(&key, hone_track_key(track, last), track->kind->size);
    if (first < last)
        hone_track_carry(r->list.edit, track, first, last, frame, &key);
    hone_key_list_add(&r->list, &key, frame);
    report->keys_lost += last - first;
    report->time_error = fmax(report->time_error, fabs(hone_track_frame(track, last) / r->factor - (double)frame));
    r->frame = frame;
}

static void retime(hone_edit *edit, hone_edit_track *track, double factor)
{
    speed_context r = {hone_key_list_make(edit, track->kind), track, factor, 0};
    for (uint32_t first = 0; first < track->count;) {
        uint32_t last = first, frame = new_frame(&r, first);
        while (last + 1 < track->count && new_frame(&r, last + 1) == frame) last++;
        add_keys(&r, first, last, frame);
        first = last + 1;
    }
    hone_key_list_take(&r.list, track);
}

hone_motion *hone_motion_speed(const hone_motion *motion, double factor, const hone_allocator *allocator,
                               hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error);
    if (good && !(factor >= 1e-3 && factor <= 1e3))
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a speed is from 0.001 to 1000");
    if (good && edit.last_frame / factor > HONE_MOTION_MAX_FRAME)
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion would end behind frame %" PRIu32,
                         (uint32_t)HONE_MOTION_MAX_FRAME);
    for (uint32_t i = 0; good && i < edit.count; i++) retime(&edit, &edit.tracks[i], factor);
    return hone_edit_finish(&edit, good, report, error);
}
