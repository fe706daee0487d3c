/* Joins motions, one after another. */
#include "offline/motion_edit/join.h"
#include "base/error.h"
#include "offline/motion_edit/trim.h"
#include <inttypes.h>

/* ---- values at the seam ---- */

/* Makes the value that a track has without keys. Returns false if there is none: the camera, the light and the
 * self-shadow are then those of the program. states: of a property key, whose chains are switched on. */
static bool rest_key(hone_edit *edit, const hone_edit_track *like, hone_any_key *out)
{
    static const hone_bone_key bone = {
        .rotation = {0, 0, 0, 1},
        .curves = {HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR, HONE_CURVE_LINEAR}};
    switch (like->kind->type) {
    case KEY_BONE:
        out->bone = bone;
        return true;
    case KEY_MORPH:
        out->morph = (hone_morph_key){0, 0};
        return true;
    case KEY_PROPERTY: {
        hone_track_carry(edit, like, 0, like->count - 1, 0, out);
        hone_ik_state *states = (hone_ik_state *)out->property.states; /* a copy of its own */
        for (uint32_t i = 0; states && i < out->property.state_count; i++) states[i].enabled = true;
        out->property.visible = true;
        return states || out->property.state_count == 0;
    }
    default:
        return false;
    }
}

/* The two keys that meet at the seam. */
typedef struct seam_keys {
    hone_any_key end, start;
    bool known[2]; /* whether there is such a value */
    bool equal;
} seam_keys;

/* before, after: the track in both motions; NULL or without keys: the motion lacks it. */
static seam_keys meet(hone_edit *edit, const hone_edit_track *before, const hone_edit_track *after)
{
    seam_keys keys = {.known = {true, true}};
    bool has[2] = {before && before->count, after && after->count};
    if (has[0])
        hone_track_carry(edit, before, 0, before->count - 1, 0, &keys.end);
    else if (has[1])
        keys.known[0] = rest_key(edit, after, &keys.end);
    if (has[1])
        hone_track_carry(edit, after, 0, 0, 0, &keys.start);
    else if (has[0])
        keys.known[1] = rest_key(edit, before, &keys.start);
    const hone_key_kind *kind = has[0] ? before->kind : after ? after->kind : NULL;
    keys.equal = !has[0] && !has[1];
    if (!keys.equal)
        keys.equal = !keys.known[0] || !keys.known[1] || kind->equal(&keys.end, &keys.start);
    return keys;
}

/* Which tracks of two motions belong together. */
typedef struct pairs {
    const uint32_t *of_edit, *of_next; /* for each track of one the index in the other, or UINT32_MAX */
} pairs;

static pairs pair_tracks(hone_edit *edit, const hone_edit *next)
{
    return (pairs){hone_edit_match(edit, edit, next), hone_edit_match(edit, next, edit)};
}

bool hone_edit_continues(hone_edit *edit, const hone_edit *next)
{
    pairs p = pair_tracks(edit, next);
    for (uint32_t i = 0; !edit->failed && i < edit->count; i++) {
        const hone_edit_track *after = p.of_edit[i] == UINT32_MAX ? NULL : &next->tracks[p.of_edit[i]];
        if (!meet(edit, &edit->tracks[i], after).equal)
            return false;
    }
    for (uint32_t i = 0; !edit->failed && i < next->count; i++)
        if (p.of_next[i] == UINT32_MAX && !meet(edit, NULL, &next->tracks[i]).equal)
            return false;
    return true;
}

/* ---- joining tracks ---- */

/* Both tracks have the same value at the seam. A key that only marks the value that holds there anyway is left out. */
static void join_equal(hone_key_list *list, const hone_edit_track *before, const hone_edit_track *after, uint32_t seam)
{
    const hone_key_kind *kind = list->kind;
    uint32_t ends = before->count, skip = 0;
    bool key_before = ends && hone_track_frame(before, ends - 1) == seam;
    bool key_after = after->count && hone_track_frame(after, 0) == 0;
    if (key_before && key_after)
        skip = 1;
    else if (key_after && ends &&
             (after->count == 1 || kind->equal(hone_track_key(after, 0), hone_track_key(after, 1))))
        skip = 1;
    else if (key_before && ends == 1 && after->count)
        ends = 0;
    hone_key_list_add_all(list, before, 0, ends, 0);
    hone_key_list_add_all(list, after, skip, after->count - skip, seam);
}

/* The values differ: the one of the first motion holds to the frame before the seam, if there are keys to hold. */
static void join_jump(hone_key_list *list, const hone_edit_track *before, const hone_edit_track *after,
                      const seam_keys *keys, uint32_t seam)
{
    uint32_t last = before->count ? hone_track_frame(before, before->count - 1) : 0;
    hone_key_list_add_all(list, before, 0, before->count, 0);
    if (seam && (!before->count || last < seam - 1))
        hone_key_list_add(list, &keys->end, seam - 1);
    if (!after->count || hone_track_frame(after, 0) > 0)
        hone_key_list_add(list, &keys->start, seam);
    hone_key_list_add_all(list, after, 0, after->count, seam);
}

/* Cuts the keys at the seam off, because the values of the next motion take their place. */
static void cut_at_seam(hone_edit *edit, hone_edit_track *before, uint32_t seam)
{
    if (!seam || !before->count || hone_track_frame(before, before->count - 1) < seam)
        return;
    hone_track_trim(edit, before, &(hone_trim_range){0, seam - 1, 0}, before);
}

static void append_track(hone_edit *edit, hone_edit_track *before, const hone_edit_track *after, uint32_t seam)
{
    seam_keys keys = meet(edit, before, after);
    if (!keys.equal) {
        cut_at_seam(edit, before, seam);
        if (before->count)
            hone_track_carry(edit, before, 0, before->count - 1, 0, &keys.end);
    }
    hone_key_list list = hone_key_list_make(edit, before->kind);
    if (keys.equal)
        join_equal(&list, before, after, seam);
    else
        join_jump(&list, before, after, &keys, seam);
    hone_key_list_take(&list, before);
}

/* Makes room for the tracks that only `next` has. */
static bool grow(hone_edit *edit, const hone_edit *next)
{
    hone_edit_track *tracks = hone_arena_array(edit->memory, (size_t)edit->count + next->count, sizeof *tracks);
    edit->failed |= !tracks && edit->count + next->count > 0;
    if (!tracks)
        return false;
    memcpy(tracks, edit->tracks, edit->count * sizeof *tracks);
    edit->tracks = tracks;
    return true;
}

void hone_edit_append(hone_edit *edit, const hone_edit *next, uint32_t seam)
{
    pairs p = pair_tracks(edit, next);
    if (edit->failed || !grow(edit, next))
        return;
    for (uint32_t i = 0; i < edit->count && !edit->failed; i++) {
        hone_edit_track none = edit->tracks[i];
        none.count = 0;
        append_track(edit, &edit->tracks[i], p.of_edit[i] == UINT32_MAX ? &none : &next->tracks[p.of_edit[i]], seam);
    }
    for (uint32_t i = 0; i < next->count && !edit->failed; i++) {
        if (p.of_next[i] != UINT32_MAX)
            continue;
        hone_edit_track *track = &edit->tracks[edit->count++];
        *track = next->tracks[i];
        track->count = 0;
        append_track(edit, track, &next->tracks[i], seam);
    }
    edit->last_frame = seam + next->last_frame;
}

/* ---- motions ---- */

static bool join_next(hone_edit *edit, const hone_motion *motion, hone_error *error)
{
    hone_edit next;
    bool good = hone_edit_begin(&next, motion, edit->allocator, error);
    if (good) {
        bool continues = hone_edit_continues(edit, &next);
        uint64_t seam = (uint64_t)edit->last_frame + !continues;
        if (seam + next.last_frame > HONE_MOTION_MAX_FRAME)
            good = hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the motion would end behind frame %" PRIu32,
                             (uint32_t)HONE_MOTION_MAX_FRAME);
        else
            hone_edit_append(edit, &next, (uint32_t)seam);
        edit->report.jumps += !continues;
    }
    hone_edit_finish(&next, false, NULL, NULL);
    return good;
}

hone_motion *hone_motion_join(const hone_motion *const *motions, uint32_t count, const hone_allocator *allocator,
                              hone_motion_edit_report *report, hone_error *error)
{
    if (!motions || !count)
        return hone_fail_null(error, "motions"), NULL;
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motions[0], allocator, error);
    for (uint32_t i = 1; good && i < count; i++) good = join_next(&edit, motions[i], error);
    return hone_edit_finish(&edit, good, report, error);
}
