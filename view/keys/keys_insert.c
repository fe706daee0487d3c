#include "view/keys/keys_insert.h"
#include <hone/motion_edit.h>

#include <string.h>

static const hone_curve linear = HONE_CURVE_LINEAR;

static hone_bone_key bone_key(const keys_key *key)
{
    const keys_bone *value = &key->value.bone;
    hone_bone_key out = {.frame = key->frame, .physics_off = value->physics_off};
    memcpy(out.translation, value->translation, sizeof out.translation);
    memcpy(out.rotation, value->rotation, sizeof out.rotation);
    memcpy(out.curves, value->curves, sizeof out.curves);
    return out;
}

static hone_camera_key camera_key(const keys_key *key)
{
    const keys_camera *camera = &key->value.camera;
    hone_camera_key out = {.frame = key->frame, .camera = camera->camera, .no_cut = camera->no_cut};
    memcpy(out.curves, camera->curves, sizeof out.curves);
    return out;
}

/* Sets the curves of a new key between two, and of the one after it. */
static void divide(keys_kind kind, const keys_key *from, const keys_key *to, uint32_t frame, keys_value *value,
                   keys_value *after)
{
    if (kind == KEYS_BONE) {
        hone_bone_key a = bone_key(from), b = bone_key(to), middle;
        hone_bone_key_divide(&a, &b, frame, &middle, after->bone.curves);
        memcpy(value->bone.curves, middle.curves, sizeof middle.curves);
    } else if (kind == KEYS_CAMERA) {
        hone_camera_key a = camera_key(from), b = camera_key(to), middle;
        hone_camera_key_divide(&a, &b, frame, &middle, after->camera.curves);
        memcpy(value->camera.curves, middle.curves, sizeof middle.curves);
    }
}

static void set_linear(keys_kind kind, keys_value *value)
{
    for (uint32_t c = 0; c < keys_curve_count(kind); c++) keys_curves(kind, value)[c] = linear;
}

/* Takes over what a key that is there has and the new value lacks. */
static void keep(keys_kind kind, const keys_value *from, keys_value *value)
{
    if (kind == KEYS_BONE) {
        memcpy(value->bone.curves, from->bone.curves, sizeof from->bone.curves);
        value->bone.physics_off = from->bone.physics_off;
    } else if (kind == KEYS_CAMERA) {
        memcpy(value->camera.curves, from->camera.curves, sizeof from->camera.curves);
    }
}

void keys_insert(change_list *list, const keyframes *k, uint32_t track, uint32_t frame, keys_value value,
                 const keys_value *rest)
{
    const keys_track *t = keys_get_track(k, track);
    uint32_t place = keys_lower_bound(t, frame);
    const keys_key *next = place < t->count ? &t->array[place] : NULL, *before = place ? &t->array[place - 1] : NULL;
    set_linear(t->kind, &value);
    if (t->kind == KEYS_BONE)
        value.bone.physics_off = before && before->value.bone.physics_off;
    if (next && next->frame == frame) {
        keep(t->kind, &next->value, &value);
    } else if (next && before && keys_curve_count(t->kind)) {
        keys_change after = {track, next->frame, true, next->selected, next->value};
        divide(t->kind, before, next, frame, &value, &after.value);
        change_list_add(list, after);
    } else if (!t->count && frame && rest) {
        keys_change first = {track, 0, true, false, *rest};
        set_linear(t->kind, &first.value);
        change_list_add(list, first);
    }
    bool selected = next && next->frame == frame && next->selected;
    change_list_add(list, (keys_change){track, frame, true, selected, value});
}
