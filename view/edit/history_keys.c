#include "view/edit/history_keys.h"
#include <stdlib.h>
#include <string.h>

static key_changes *find(const history_command *c, const keyframes *k)
{
    for (uint32_t i = 0; i < c->keys_count; i++)
        if (c->keys[i].keys == k)
            return &c->keys[i];
    return NULL;
}

static key_changes *find_or_add(history_command *c, keyframes *k)
{
    key_changes *found = find(c, k);
    key_changes *grown = found ? NULL : realloc(c->keys, (c->keys_count + 1) * sizeof *grown);
    if (!grown)
        return found;
    c->keys = grown;
    grown[c->keys_count] = (key_changes){.keys = k};
    return &grown[c->keys_count++];
}

static int compare(const keys_change *a, const keys_change *b)
{
    if (a->track != b->track)
        return a->track < b->track ? -1 : 1;
    return a->frame == b->frame ? 0 : a->frame < b->frame ? -1 : 1;
}

/* Merges new changes into the noted ones, whose values before stay. out: has room for all. */
static void merge(const key_changes *noted, const keys_change *changes, uint32_t count, key_changes *out)
{
    uint32_t n = 0, i = 0;
    while (n < noted->count || i < count) {
        int order = n == noted->count ? 1 : i == count ? -1 : compare(&noted->after[n], &changes[i]);
        uint32_t to = out->count++;
        out->before[to] = order <= 0 ? noted->before[n] : keys_state(noted->keys, changes[i].track, changes[i].frame);
        out->after[to] = order < 0 ? noted->after[n] : changes[i];
        n += order <= 0;
        i += order >= 0;
    }
}

bool command_set_keys(history_command *c, keyframes *k, const keys_change *changes, uint32_t count)
{
    key_changes *noted = count ? find_or_add(c, k) : NULL;
    if (!noted)
        return count == 0;
    key_changes merged = {.keys = k};
    size_t room = (size_t)noted->count + count;
    merged.before = malloc(room * sizeof *merged.before);
    merged.after = malloc(room * sizeof *merged.after);
    if (!merged.before || !merged.after || !keys_reserve(k, changes, count)) {
        free(merged.before);
        free(merged.after);
        return false;
    }
    merge(noted, changes, count, &merged);
    free(noted->before);
    free(noted->after);
    *noted = merged;
    keys_apply(k, changes, count);
    return true;
}

bool command_keys_differ(const key_changes *changes)
{
    for (uint32_t i = 0; i < changes->count; i++) {
        const keys_change *a = &changes->before[i], *b = &changes->after[i];
        keys_kind kind = keys_get_track(changes->keys, a->track)->kind;
        if (a->present != b->present || (a->present && !keys_value_equal(kind, &a->value, &b->value)))
            return true;
    }
    return false;
}

void command_drop_keys(history_command *c, uint32_t index)
{
    free(c->keys[index].before);
    free(c->keys[index].after);
    memmove(c->keys + index, c->keys + index + 1, (c->keys_count - index - 1) * sizeof *c->keys);
    c->keys_count--;
}

void command_forget_keys(history_command *c, const keyframes *k)
{
    for (uint32_t i = c->keys_count; i-- > 0;)
        if (c->keys[i].keys == k)
            command_drop_keys(c, i);
}

const keyframes *command_first_keys(const history_command *c)
{
    return c->keys_count ? c->keys[0].keys : NULL;
}
