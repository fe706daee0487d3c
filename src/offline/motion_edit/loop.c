/* Repeats a motion. */
#include "base/error.h"
#include "offline/motion_edit/edit.h"
#include "offline/motion_edit/join.h"
#include "offline/motion_edit/rotations.h"
#include "offline/motion_edit/trim.h"
#include <inttypes.h>

/* The end of a track that is led to the value of its beginning. */
typedef struct seam {
    uint32_t first, last; /* frames: values change behind the first, and are those of the beginning at the last */
    hone_any_key start;   /* the key of the beginning */
    double move[3], turn[4], weight; /* from the value at the end to that at the beginning */
} seam;

static void measure_bone(seam *s, const hone_bone_key *end, hone_motion_edit_report *report)
{
    double from[4], to[4], square = 0;
    for (int i = 0; i < 3; i++) {
        s->move[i] = (double)s->start.bone.translation[i] - end->translation[i];
        square += s->move[i] * s->move[i];
    }
    hone_turn_widen(end->rotation, from), hone_turn_widen(s->start.bone.rotation, to);
    report->seam_distance = fmax(report->seam_distance, sqrt(square));
    report->seam_angle = fmax(report->seam_angle, hone_turn_angle(from, to) * 180 / HONE_PI);
    for (int i = 0; i < 3; i++) from[i] = -from[i];
    hone_turn_multiply(to, from, s->turn);
}

static void move_bone(const seam *s, double part, hone_bone_key *key)
{
    const double none[4] = {0, 0, 0, 1};
    double turn[4], rotation[4];
    hone_turn_widen(key->rotation, rotation);
    hone_turn_between(none, s->turn, part, turn);
    hone_turn_multiply(turn, rotation, rotation);
    hone_turn_narrow(rotation, key->rotation);
    for (int i = 0; i < 3; i++) key->translation[i] = (float)(key->translation[i] + part * s->move[i]);
}

/* Moves a key by a part of the way, which grows smoothly. The last one gets the value of the beginning to the bit. */
static void move_key(const hone_key_kind *kind, const seam *s, uint32_t frame, hone_any_key *key)
{
    double at = ((double)frame - s->first) / ((double)s->last - s->first), part = at * at * (3 - 2 * at);
    if (kind->type == KEY_MORPH) {
        key->morph.weight = frame == s->last ? s->start.morph.weight : (float)(key->morph.weight + part * s->weight);
    } else if (frame < s->last) {
        move_bone(s, part, &key->bone);
    } else {
        memcpy(key->bone.translation, s->start.bone.translation, sizeof key->bone.translation);
        memcpy(key->bone.rotation, s->start.bone.rotation, sizeof key->bone.rotation);
        key->bone.physics_off = s->start.bone.physics_off;
    }
}

static void add_end(hone_key_list *list, const seam *s, const hone_edit_track *end)
{
    hone_any_key key;
    for (uint32_t k = 0; k < end->count; k++) {
        uint32_t frame = hone_track_frame(end, k);
        memcpy(&key, hone_track_key(end, k), end->kind->size);
        move_key(end->kind, s, frame, &key);
        if (frame > s->first || list->count == 0)
            hone_key_list_add(list, &key, frame);
    }
    if (hone_track_frame(end, end->count - 1) == s->last)
        return;
    memcpy(&key, hone_track_key(end, end->count - 1), end->kind->size);
    move_key(end->kind, s, s->last, &key);
    hone_key_list_add(list, &key, s->last);
}

static void close_track(hone_edit *edit, hone_edit_track *track, uint32_t frames)
{
    hone_edit_track begin, end;
    hone_any_key last;
    seam s = {.first = edit->last_frame - frames, .last = edit->last_frame};
    hone_track_carry(edit, track, 0, 0, 0, &s.start);
    hone_track_carry(edit, track, 0, track->count - 1, 0, &last);
    if (track->kind->equal(&s.start, &last))
        return;
    if (track->kind->type == KEY_BONE)
        measure_bone(&s, &last.bone, &edit->report);
    else
        s.weight = (double)s.start.morph.weight - last.morph.weight;
    hone_track_trim(edit, track, &(hone_trim_range){0, s.first, 0}, &begin);
    hone_track_trim(edit, track, &(hone_trim_range){s.first, s.last, 0}, &end);
    if (edit->failed)
        return;
    hone_key_list list = hone_key_list_make(edit, track->kind);
    hone_key_list_add_all(&list, &begin, 0, begin.count, 0);
    if (!begin.count || hone_track_frame(&begin, begin.count - 1) < s.first) /* the value holds to there */
        hone_key_list_add(&list, hone_track_key(begin.count ? &begin : &end, begin.count ? begin.count - 1 : 0),
                          s.first);
    add_end(&list, &s, &end);
    hone_key_list_take(&list, track);
}

static void close_loop(hone_edit *edit, uint32_t frames)
{
    uint32_t half = (edit->last_frame + 1) / 2;
    frames = frames < half ? frames : half;
    for (uint32_t i = 0; i < edit->count && !edit->failed; i++) {
        hone_edit_track *track = &edit->tracks[i];
        bool smooth = track->kind->type == KEY_BONE || track->kind->type == KEY_MORPH;
        if (smooth && track->count && frames)
            close_track(edit, track, frames);
    }
}

/* Doubles the motion, and adds one more where the count needs it. */
static void repeat(hone_edit *edit, uint32_t count)
{
    const hone_edit once = *edit;
    uint32_t bit = 1;
    while (bit <= count / 2) bit *= 2;
    while (bit > 1 && !edit->failed) {
        bit /= 2;
        const hone_edit all = *edit;
        hone_edit_append(edit, &all, edit->last_frame);
        if (count & bit && !edit->failed)
            hone_edit_append(edit, &once, edit->last_frame);
    }
}

hone_motion *hone_motion_loop(const hone_motion *motion, uint32_t count, uint32_t frames,
                              const hone_allocator *allocator, hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error);
    if (good && (!count || edit.last_frame == 0))
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, count ? "a motion of one frame cannot loop" : "no loops");
    if (good && (uint64_t)edit.last_frame * count > HONE_MOTION_MAX_FRAME)
        good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion would end behind frame %" PRIu32,
                         (uint32_t)HONE_MOTION_MAX_FRAME);
    if (good) {
        close_loop(&edit, frames);
        repeat(&edit, count);
    }
    return hone_edit_finish(&edit, good, report, error);
}
