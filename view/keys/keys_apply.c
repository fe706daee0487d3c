/* Changes keys: all changes of a track in one pass, in place. */
#include "view/keys/keys_internal.h"

#include <stdlib.h>
#include <string.h>

bool keys_grow_track(own_track *t, uint32_t count)
{
    if (count <= t->capacity)
        return true;
    uint32_t capacity = count < 8 ? 8 : count + count / 2;
    keys_key *grown = realloc(t->keys, capacity * sizeof *grown);
    if (!grown)
        return false;
    t->shown.array = t->keys = grown;
    t->capacity = capacity;
    return true;
}

keys_change keys_state(const keyframes *k, uint32_t track, uint32_t frame)
{
    keys_change state = {.track = track, .frame = frame};
    const keys_key *key = keys_at(&k->tracks[track].shown, frame);
    if (key) {
        state.present = true;
        state.selected = key->selected;
        state.value = key->value;
    }
    return state;
}

/* Returns the end of the changes of one track, which begin at `first`. */
static uint32_t end_of_track(const keys_change *changes, uint32_t first, uint32_t count)
{
    uint32_t end = first;
    while (end < count && changes[end].track == changes[first].track) end++;
    return end;
}

/* Counts the keys that the changes bring to a track and that it does not have. */
static uint32_t count_new(const keys_track *t, const keys_change *changes, uint32_t count)
{
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < count; i++) fresh += changes[i].present && !keys_at(t, changes[i].frame);
    return fresh;
}

bool keys_reserve(keyframes *k, const keys_change *changes, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0, end; i < count && ok; i = end) {
        end = end_of_track(changes, i, count);
        own_track *t = &k->tracks[changes[i].track];
        ok = keys_grow_track(t, t->shown.count + count_new(&t->shown, changes + i, end - i));
    }
    return ok;
}

/* Replaces and removes keys. Returns how many keys are left. */
static uint32_t remove_absent(own_track *t, const keys_change *changes, uint32_t count)
{
    uint32_t from = keys_lower_bound(&t->shown, changes[0].frame), to = from, at = 0;
    for (; from < t->shown.count; from++) {
        while (at < count && changes[at].frame < t->keys[from].frame) at++;
        bool named = at < count && changes[at].frame == t->keys[from].frame;
        if (named && !changes[at].present)
            continue;
        t->keys[to] = t->keys[from];
        if (named)
            t->keys[to].value = changes[at].value, t->keys[to].selected = changes[at].selected;
        to++;
    }
    return to;
}

/* Inserts the keys that are not there yet, from the last to the first. */
static void insert_present(own_track *t, const keys_change *changes, uint32_t count, uint32_t fresh)
{
    uint32_t from = t->shown.count, to = from + fresh;
    t->shown.count = to;
    for (uint32_t c = count; c-- > 0 && to > from;) {
        if (!changes[c].present)
            continue;
        while (from && t->keys[from - 1].frame > changes[c].frame) t->keys[--to] = t->keys[--from];
        if (!from || t->keys[from - 1].frame < changes[c].frame)
            t->keys[--to] = (keys_key){changes[c].frame, changes[c].selected, changes[c].value};
    }
}

static void count_selected(own_track *t)
{
    t->shown.selected = 0;
    for (uint32_t i = 0; i < t->shown.count; i++) t->shown.selected += t->keys[i].selected;
}

/* The last frame that a key at `frame` does not affect. A switch keeps its value up to its next key; all else moves
 * from one key to the next, and has the value of the first key before it. */
static int64_t last_before(const keys_track *t, uint32_t frame)
{
    if (t->kind == KEYS_VISIBLE || t->kind == KEYS_CHAIN)
        return (int64_t)frame - 1;
    uint32_t place = keys_lower_bound(t, frame);
    return place ? (int64_t)t->array[place - 1].frame : -1;
}

/* Notes the last frame before the first change that matters. */
static void note_change(keyframes *k, own_track *own, const keys_change *changes, uint32_t count)
{
    const keys_track *t = &own->shown;
    for (uint32_t i = 0; i < count; i++) {
        const keys_key *key = keys_at(t, changes[i].frame);
        if (changes[i].present ? key && keys_value_equal(t->kind, &key->value, &changes[i].value) : !key)
            continue;
        int64_t before = last_before(t, changes[i].frame);
        k->unchanged = before < k->unchanged ? before : k->unchanged;
        k->revision++;
        own->digested = false;
        return;
    }
}

void keys_apply(keyframes *k, const keys_change *changes, uint32_t count)
{
    for (uint32_t i = 0, end; i < count; i = end) {
        end = end_of_track(changes, i, count);
        own_track *t = &k->tracks[changes[i].track];
        note_change(k, t, changes + i, end - i);
        t->shown.count = remove_absent(t, changes + i, end - i);
        insert_present(t, changes + i, end - i, count_new(&t->shown, changes + i, end - i));
        count_selected(t);
    }
    k->drawn++;
}

int64_t keys_take_unchanged(keyframes *k)
{
    int64_t unchanged = k->unchanged;
    k->unchanged = INT64_MAX;
    return unchanged;
}
