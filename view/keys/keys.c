/* The tracks and what is read of them; the selection. */
#include "view/keys/keys.h"
#include "view/keys/keys_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading -------------------------------------------------------------------------------------------------- */

uint32_t keys_track_count(const keyframes *k)
{
    return k->count;
}

const keys_track *keys_get_track(const keyframes *k, uint32_t track)
{
    return &k->tracks[track].shown;
}

uint32_t keys_find_track(const keyframes *k, keys_kind kind, uint32_t index)
{
    uint32_t track = k->first[kind] + index;
    if (kind == KEYS_CHAIN && k->model)
        track = index < hone_model_skeleton(k->model)->ik_count ? k->chain_tracks[index] : UINT32_MAX;
    return track < k->first[kind + 1] ? track : UINT32_MAX;
}

uint32_t keys_lower_bound(const keys_track *t, uint32_t frame)
{
    uint32_t first = 0, end = t->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (t->array[middle].frame < frame)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

const keys_key *keys_at(const keys_track *t, uint32_t frame)
{
    uint32_t place = keys_lower_bound(t, frame);
    return place < t->count && t->array[place].frame == frame ? &t->array[place] : NULL;
}

static bool same_bone(const keys_bone *a, const keys_bone *b)
{
    return memcmp(a->translation, b->translation, sizeof a->translation) == 0 &&
           memcmp(a->rotation, b->rotation, sizeof a->rotation) == 0 &&
           memcmp(a->curves, b->curves, sizeof a->curves) == 0 && a->physics_off == b->physics_off;
}

static bool same_camera(const keys_camera *a, const keys_camera *b)
{
    const hone_camera *c = &a->camera, *d = &b->camera;
    return memcmp(c->target, d->target, sizeof c->target) == 0 && memcmp(c->angles, d->angles, sizeof c->angles) == 0 &&
           c->distance == d->distance && c->fov == d->fov && c->orthographic == d->orthographic &&
           memcmp(a->curves, b->curves, sizeof a->curves) == 0;
}

bool keys_value_equal(keys_kind kind, const keys_value *a, const keys_value *b)
{
    if (kind == KEYS_BONE)
        return same_bone(&a->bone, &b->bone);
    if (kind == KEYS_MORPH)
        return a->weight == b->weight;
    if (kind == KEYS_CAMERA)
        return same_camera(&a->camera, &b->camera);
    if (kind == KEYS_LIGHT)
        return memcmp(&a->light, &b->light, sizeof a->light) == 0;
    if (kind == KEYS_SHADOW)
        return a->shadow.mode == b->shadow.mode && a->shadow.distance == b->shadow.distance;
    return a->on == b->on;
}

uint32_t keys_curve_count(keys_kind kind)
{
    return kind == KEYS_BONE ? 4 : kind == KEYS_CAMERA ? 6 : 0;
}

hone_curve *keys_curves(keys_kind kind, keys_value *value)
{
    if (kind == KEYS_BONE)
        return value->bone.curves;
    return kind == KEYS_CAMERA ? value->camera.curves : NULL;
}

uint32_t keys_total(const keyframes *k)
{
    uint32_t total = 0;
    for (uint32_t t = 0; t < k->count; t++) total += k->tracks[t].shown.count;
    return total;
}

uint32_t keys_last_frame(const keyframes *k)
{
    uint32_t last = 0;
    for (uint32_t t = 0; t < k->count; t++) {
        const keys_track *at = &k->tracks[t].shown;
        if (at->count && at->array[at->count - 1].frame > last)
            last = at->array[at->count - 1].frame;
    }
    return last;
}

/* Returns the place of the nearest key after or before the frame; the track's count if there is none. */
static uint32_t neighbour(const keys_track *t, uint32_t frame, bool forward)
{
    uint32_t place = keys_lower_bound(t, frame);
    if (!forward)
        return place ? place - 1 : t->count;
    return place < t->count && t->array[place].frame == frame ? place + 1 : place;
}

uint32_t keys_next_frame(const keyframes *k, uint32_t frame, bool forward)
{
    bool chosen = keys_selected(k) > 0, any = false;
    uint32_t best = frame;
    for (uint32_t i = 0; i < k->count; i++) {
        const keys_track *t = &k->tracks[i].shown;
        uint32_t place = neighbour(t, frame, forward);
        if (place >= t->count || (chosen && !t->selected))
            continue;
        uint32_t found = t->array[place].frame;
        best = !any || (forward ? found < best : found > best) ? found : best;
        any = true;
    }
    return best;
}

uint64_t keys_revision(const keyframes *k)
{
    return k->revision;
}

uint64_t keys_drawn_revision(const keyframes *k)
{
    return k->revision + k->drawn;
}

/* ---- the selection -------------------------------------------------------------------------------------------- */

uint32_t keys_selected(const keyframes *k)
{
    uint32_t total = 0;
    for (uint32_t t = 0; t < k->count; t++) total += k->tracks[t].shown.selected;
    return total;
}

/* Selects or deselects the keys [first, end) of a track. */
static void select_range(keyframes *k, uint32_t track_index, uint32_t first, uint32_t end, bool on)
{
    own_track *t = &k->tracks[track_index];
    for (uint32_t i = first; i < end; i++) {
        k->drawn += t->keys[i].selected != on;
        t->shown.selected += t->keys[i].selected == on ? 0 : on ? 1 : UINT32_MAX;
        t->keys[i].selected = on;
    }
}

void keys_select(keyframes *k, uint32_t track, uint32_t frame, bool on)
{
    const keys_track *t = &k->tracks[track].shown;
    uint32_t place = keys_lower_bound(t, frame);
    if (place < t->count && t->array[place].frame == frame)
        select_range(k, track, place, place + 1, on);
}

void keys_select_track(keyframes *k, uint32_t track, bool on)
{
    select_range(k, track, 0, k->tracks[track].shown.count, on);
}

void keys_select_none(keyframes *k)
{
    for (uint32_t t = 0; t < k->count; t++)
        if (k->tracks[t].shown.selected)
            keys_select_track(k, t, false);
}

void keys_select_all(keyframes *k)
{
    for (uint32_t t = 0; t < k->count; t++) keys_select_track(k, t, true);
}

void keys_select_box(keyframes *k, const uint32_t *tracks, uint32_t count, uint32_t first, uint32_t last)
{
    for (uint32_t i = 0; i < count; i++) {
        const keys_track *t = &k->tracks[tracks[i]].shown;
        uint32_t end = last == UINT32_MAX ? t->count : keys_lower_bound(t, last + 1);
        select_range(k, tracks[i], keys_lower_bound(t, first), end, true);
    }
}
