/* Makes a motion as a mirror shows it. */
#include "offline/motion_edit/names.h"

static const char *other_side(hone_edit *edit, const char *name, void *user)
{
    (void)user;
    size_t size = hone_mirror_name(name, NULL, 0);
    char *out = hone_arena_array(edit->memory, size + 1, 1);
    if (out)
        hone_mirror_name(name, out, size + 1);
    return out;
}

static void mirror_key(const hone_key_kind *kind, void *key)
{
    switch (kind->type) {
    case KEY_BONE:
        hone_mirror_offset(((hone_bone_key *)key)->translation, ((hone_bone_key *)key)->rotation);
        break;
    case KEY_CAMERA:
        hone_mirror_camera(&((hone_camera_key *)key)->camera);
        break;
    case KEY_LIGHT: {
        float *direction = ((hone_light_key *)key)->light.direction;
        direction[0] = -direction[0];
        break;
    }
    default:
        break;
    }
}

static void mirror_track(hone_edit *edit, hone_edit_track *track)
{
    char *keys = hone_arena_array(edit->memory, track->count, track->kind->size);
    edit->failed |= track->count && !keys;
    if (!keys)
        return;
    memcpy(keys, track->keys, track->count * track->kind->size);
    for (uint32_t k = 0; k < track->count; k++) mirror_key(track->kind, keys + k * track->kind->size);
    track->keys = keys;
}

hone_motion *hone_motion_mirror(const hone_motion *motion, const hone_allocator *allocator,
                                hone_motion_edit_report *report, hone_error *error)
{
    hone_edit edit;
    bool good = hone_edit_begin(&edit, motion, allocator, error);
    for (uint32_t i = 0; good && i < edit.count; i++) mirror_track(&edit, &edit.tracks[i]);
    good = good && hone_edit_rename(&edit, other_side, NULL, error);
    return hone_edit_finish(&edit, good, report, error);
}
