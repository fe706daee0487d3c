/* Operations on keys: each makes a list of changes and gives it to the history. */
#include "view/keys/keys_edit.h"
#include "view/keys/change_list.h"
#include "view/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char label_set[] = N_("Set a key");
static const char label_delete[] = N_("Delete keys");
static const char label_move[] = N_("Move keys");
static const char label_scale[] = N_("Stretch keys");
static const char label_curve[] = N_("Change a curve");
static const char label_physics[] = N_("Switch physics of keys");
static const char label_insert_frames[] = N_("Insert frames");
static const char label_remove_frames[] = N_("Delete frames");

bool keys_set(history *h, keyframes *k, uint32_t track, uint32_t frame, const keys_value *value)
{
    change_list list = {0};
    change_list_add(&list, (keys_change){track, frame, true, true, *value});
    return change_list_commit(&list, h, k, label_set);
}

bool keys_remove(history *h, keyframes *k, uint32_t track, uint32_t frame)
{
    change_list list = {0};
    change_list_add(&list, (keys_change){.track = track, .frame = frame});
    return change_list_commit(&list, h, k, label_delete);
}

/* Calls `visit` with each selected key. */
typedef void visitor(change_list *list, uint32_t track, const keys_key *key, const void *user);

static void visit_selected(const keyframes *k, change_list *list, visitor *visit, const void *user)
{
    for (uint32_t t = 0; t < keys_track_count(k); t++) {
        const keys_track *at = keys_get_track(k, t);
        for (uint32_t i = 0; at->selected && i < at->count; i++)
            if (at->array[i].selected)
                visit(list, t, &at->array[i], user);
    }
}

static void visit_delete(change_list *list, uint32_t track, const keys_key *key, const void *user)
{
    (void)user;
    change_list_add(list, (keys_change){.track = track, .frame = key->frame});
}

bool keys_delete(history *h, keyframes *k)
{
    change_list list = {0};
    visit_selected(k, &list, visit_delete, NULL);
    return change_list_commit(&list, h, k, label_delete);
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

static uint32_t clamp_frame(double frame)
{
    frame = floor(frame + 0.5);
    return frame < 0 ? 0 : frame > KEYS_LAST_FRAME ? KEYS_LAST_FRAME : (uint32_t)frame;
}

static void add_moved(change_list *list, uint32_t track, const keys_key *key, uint32_t to)
{
    change_list_add(list, (keys_change){.track = track, .frame = key->frame});
    change_list_add(list, (keys_change){track, to, true, key->selected, key->value});
}

static void visit_move(change_list *list, uint32_t track, const keys_key *key, const void *user)
{
    const int64_t *frames = user;
    add_moved(list, track, key, (uint32_t)((int64_t)key->frame + *frames));
}

/* The frames of the first and the last selected key; false: none is selected. */
static bool selected_span(const keyframes *k, int64_t *first, int64_t *last)
{
    *first = INT64_MAX, *last = -1;
    for (uint32_t t = 0; t < keys_track_count(k); t++) {
        const keys_track *at = keys_get_track(k, t);
        for (uint32_t i = 0; at->selected && i < at->count; i++) {
            int64_t frame = at->array[i].frame;
            if (!at->array[i].selected)
                continue;
            *first = frame < *first ? frame : *first;
            *last = frame > *last ? frame : *last;
        }
    }
    return *last >= 0;
}

bool keys_move(history *h, keyframes *k, int64_t frames)
{
    change_list list = {0};
    int64_t first, last;
    if (!selected_span(k, &first, &last))
        return true;
    frames = frames < -first ? -first : frames;
    frames = frames > KEYS_LAST_FRAME - last ? KEYS_LAST_FRAME - last : frames;
    if (frames)
        visit_selected(k, &list, visit_move, &frames);
    return change_list_commit(&list, h, k, label_move);
}

typedef struct scale_context {
    double from, factor;
} scale_context;

static void visit_scale(change_list *list, uint32_t track, const keys_key *key, const void *user)
{
    const scale_context *s = user;
    add_moved(list, track, key, clamp_frame(s->from + (key->frame - s->from) * s->factor));
}

bool keys_scale(history *h, keyframes *k, uint32_t from, double factor)
{
    change_list list = {0};
    const scale_context s = {from, factor};
    if (isfinite(factor) && factor >= 0)
        visit_selected(k, &list, visit_scale, &s);
    return change_list_commit(&list, h, k, label_scale);
}

bool keys_insert_frames(history *h, keyframes *k, uint32_t at, uint32_t count)
{
    change_list list = {0};
    uint32_t last = keys_last_frame(k);
    if (last < at)
        return true;
    count = last + (uint64_t)count > KEYS_LAST_FRAME ? KEYS_LAST_FRAME - last : count;
    for (uint32_t t = 0; count && t < keys_track_count(k); t++) {
        const keys_track *track = keys_get_track(k, t);
        for (uint32_t i = keys_lower_bound(track, at); i < track->count; i++)
            add_moved(&list, t, &track->array[i], track->array[i].frame + count);
    }
    return change_list_commit(&list, h, k, label_insert_frames);
}

bool keys_remove_frames(history *h, keyframes *k, uint32_t at, uint32_t count)
{
    change_list list = {0};
    for (uint32_t t = 0; count && t < keys_track_count(k); t++) {
        const keys_track *track = keys_get_track(k, t);
        for (uint32_t i = keys_lower_bound(track, at); i < track->count; i++) {
            uint32_t frame = track->array[i].frame;
            if (frame - at < count)
                change_list_add(&list, (keys_change){.track = t, .frame = frame});
            else
                add_moved(&list, t, &track->array[i], frame - count);
        }
    }
    return change_list_commit(&list, h, k, label_remove_frames);
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

typedef struct curve_setting {
    const keyframes *keys;
    keys_kind kind;
    uint32_t curves;
    hone_curve curve;
} curve_setting;

static void visit_curves(change_list *list, uint32_t track, const keys_key *key, const void *user)
{
    const curve_setting *s = user;
    keys_change change = {track, key->frame, true, true, key->value};
    if (keys_get_track(s->keys, track)->kind != s->kind)
        return;
    hone_curve *curves = keys_curves(s->kind, &change.value);
    for (uint32_t c = 0; c < keys_curve_count(s->kind); c++)
        if (s->curves & 1u << c)
            curves[c] = s->curve;
    change_list_add(list, change);
}

static uint8_t clamp_curve(uint8_t value)
{
    return value < 127 ? value : 127;
}

bool keys_set_curves(history *h, keyframes *k, keys_kind kind, uint32_t curves, hone_curve curve)
{
    change_list list = {0};
    curve = (hone_curve){clamp_curve(curve.x1), clamp_curve(curve.y1), clamp_curve(curve.x2), clamp_curve(curve.y2)};
    const curve_setting s = {k, kind, curves, curve};
    visit_selected(k, &list, visit_curves, &s);
    return change_list_commit(&list, h, k, label_curve);
}

typedef struct physics_setting {
    const keyframes *keys;
    bool off;
} physics_setting;

static void visit_physics(change_list *list, uint32_t track, const keys_key *key, const void *user)
{
    const physics_setting *s = user;
    keys_change change = {track, key->frame, true, true, key->value};
    change.value.bone.physics_off = s->off;
    if (keys_get_track(s->keys, track)->kind == KEYS_BONE)
        change_list_add(list, change);
}

bool keys_set_physics_off(history *h, keyframes *k, bool off)
{
    change_list list = {0};
    const physics_setting s = {k, off};
    visit_selected(k, &list, visit_physics, &s);
    return change_list_commit(&list, h, k, label_physics);
}
