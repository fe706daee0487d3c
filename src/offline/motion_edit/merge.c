/* Lays motions over one another. */
#include "base/error.h"
#include "offline/motion_edit/edit.h"

/* The tracks of all motions, the first motion's first. */
static hone_edit_track *make_room(hone_edit *edit, const hone_motion *const *motions, uint32_t count)
{
    size_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const hone_motion_data *data = hone_motion_get(motions[i]);
        most += (size_t)data->bone_track_count + data->morph_track_count + KEY_TYPE_COUNT;
    }
    return hone_arena_array(edit->memory, most, sizeof(hone_edit_track));
}

static bool add_tracks(hone_edit *edit, const hone_motion *motion, hone_error *error)
{
    hone_edit next;
    bool good = hone_edit_begin(&next, motion, edit->allocator, error);
    const uint32_t *match = good ? hone_edit_match(edit, &next, edit) : NULL;
    for (uint32_t i = 0; match && i < next.count; i++) {
        uint32_t at = match[i];
        edit->report.tracks_replaced += at != UINT32_MAX;
        edit->tracks[at != UINT32_MAX ? at : edit->count++] = next.tracks[i];
    }
    hone_edit_finish(&next, false, NULL, NULL);
    return good;
}

hone_motion *hone_motion_merge(const hone_motion *const *motions, uint32_t count, const hone_allocator *allocator,
                               hone_motion_edit_report *report, hone_error *error)
{
    if (!motions || !count)
        return hone_fail_null(error, "motions"), NULL;
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motions[0], allocator, error);
    hone_edit_track *tracks = good ? make_room(&edit, motions, count) : NULL;
    if (tracks) {
        memcpy(tracks, edit.tracks, edit.count * sizeof *tracks);
        edit.tracks = tracks;
    }
    edit.failed |= !tracks;
    for (uint32_t i = 1; tracks && good && i < count; i++) good = add_tracks(&edit, motions[i], error);
    return hone_edit_finish(&edit, good, report, error);
}
