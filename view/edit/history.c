#include "view/edit/history.h"
#include "view/edit/history_command.h"
#include "view/text.h"
#include <hone/io.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct history {
    history_command *commands; /* [count]; the first `done` are applied to the edits */
    uint32_t count, capacity, done;
    bool open, sealed;
    history_command now; /* the open command */
    const edit *touched;
    const keyframes *touched_keys;
    const history_command *touched_command; /* until the next command */
    size_t size, limit;
};

static const char label_other[] = N_("Change");

history *history_create(size_t limit, hone_error *error)
{
    history *h = calloc(1, sizeof *h);
    if (!h)
        return hone_fail_memory(error), NULL;
    h->limit = limit ? limit : (size_t)4 << 20;
    return h;
}

/* Drops commands [first, first + number). */
static void drop(history *h, uint32_t first, uint32_t number)
{
    h->touched_command = NULL;
    for (uint32_t i = first; i < first + number; i++) {
        h->size -= command_size(&h->commands[i]);
        command_release(&h->commands[i]);
    }
    if (number)
        memmove(h->commands + first, h->commands + first + number, (h->count - first - number) * sizeof *h->commands);
    h->count -= number;
}

void history_clear(history *h)
{
    command_release(&h->now);
    h->open = false;
    drop(h, 0, h->count);
    h->done = 0;
}

void history_destroy(history *h)
{
    if (!h)
        return;
    history_clear(h);
    free(h->commands);
    free(h);
}

static void drop_empty(history *h)
{
    for (uint32_t i = h->count; i-- > 0;) {
        if (!command_is_empty(&h->commands[i]))
            continue;
        drop(h, i, 1);
        h->done -= i < h->done;
    }
}

void history_forget(history *h, const edit *e)
{
    h->touched = h->touched == e ? NULL : h->touched;
    command_forget(&h->now, e);
    for (uint32_t i = 0; i < h->count; i++) command_forget(&h->commands[i], e);
    drop_empty(h);
}

/* The sizes of commands change with their keys. */
void history_forget_keys(history *h, const keyframes *k)
{
    h->touched_keys = h->touched_keys == k ? NULL : h->touched_keys;
    h->touched_command = NULL;
    command_forget_keys(&h->now, k);
    for (uint32_t i = 0; i < h->count; i++) {
        h->size -= command_size(&h->commands[i]);
        command_forget_keys(&h->commands[i], k);
        h->size += command_size(&h->commands[i]);
    }
    drop_empty(h);
}

void history_forget_look(history *h)
{
    command_forget_look(&h->now);
    for (uint32_t i = 0; i < h->count; i++) command_forget_look(&h->commands[i]);
    drop_empty(h);
}

void history_follow(history *h, const edit *from, edit *to)
{
    command_follow(&h->now, from, to);
    for (uint32_t i = 0; i < h->count; i++) command_follow(&h->commands[i], from, to);
    h->touched = h->touched == from ? to : h->touched;
}

/* ---- changes -------------------------------------------------------------------------------------------------- */

static bool set(history *h, edit *e, change_kind kind, uint32_t index, const change_value *value)
{
    bool alone = !h->open;
    if (alone)
        history_begin(h, label_other, 0);
    bool ok = command_set(&h->now, e, kind, index, value);
    if (alone)
        history_end(h);
    return ok;
}

bool history_set_bone(history *h, edit *e, uint32_t bone, edit_bone value)
{
    return set(h, e, CHANGE_BONE, bone, &(change_value){.bone = value});
}

bool history_set_morph(history *h, edit *e, uint32_t morph, edit_morph value)
{
    return set(h, e, CHANGE_MORPH, morph, &(change_value){.morph = value});
}

bool history_set_chain(history *h, edit *e, uint32_t chain, edit_chain value)
{
    return set(h, e, CHANGE_CHAIN, chain, &(change_value){.chain = value});
}

bool history_set_hidden(history *h, edit *e, uint32_t material, bool hidden)
{
    return set(h, e, CHANGE_HIDDEN, material, &(change_value){.hidden = hidden});
}

bool history_set_weights(history *h, edit *e, uint32_t vertex, const vertex_weights *value)
{
    bool alone = !h->open;
    if (alone)
        history_begin(h, label_other, 0);
    bool ok = command_set_weights(&h->now, e, vertex, value);
    if (alone)
        history_end(h);
    return ok;
}

bool history_set_keys(history *h, keyframes *k, const keys_change *changes, uint32_t count)
{
    bool alone = !h->open;
    if (alone)
        history_begin(h, label_other, 0);
    bool ok = command_set_keys(&h->now, k, changes, count);
    if (alone)
        history_end(h);
    return ok;
}

bool history_set_surroundings(history *h, look_values *look, const look_values *value)
{
    bool alone = !h->open;
    if (alone)
        history_begin(h, label_other, 0);
    bool ok = command_set_look(&h->now, look, value);
    if (alone)
        history_end(h);
    return ok;
}

bool history_set_place(history *h, edit *e, const edit_placement *place)
{
    change_value value = {.place = *place};
    return set(h, e, CHANGE_PLACE, 0, &value);
}

/* ---- commands ------------------------------------------------------------------------------------------------- */

static bool goes_on(const history *h, const char *label, uintptr_t merge)
{
    if (merge == 0 || h->sealed || h->done == 0 || h->done != h->count)
        return false;
    const history_command *last = &h->commands[h->count - 1];
    return last->merge == merge && strcmp(last->label, label) == 0;
}

void history_begin(history *h, const char *label, uintptr_t merge)
{
    history_end(h);
    h->open = true;
    h->now = (history_command){.label = label, .merge = merge};
    if (goes_on(h, label, merge)) {
        h->now = h->commands[--h->count];
        h->size -= command_size(&h->now);
        h->done--;
    }
    h->sealed = false;
}

static bool make_room(history *h)
{
    if (h->count < h->capacity)
        return true;
    uint32_t capacity = h->capacity ? 2 * h->capacity : 16;
    history_command *commands = realloc(h->commands, capacity * sizeof *commands);
    if (!commands)
        return false;
    h->commands = commands;
    h->capacity = capacity;
    return true;
}

/* What was undone last may be released with a command. */
static void untouch(history *h)
{
    h->touched = NULL;
    h->touched_keys = NULL;
    h->touched_command = NULL;
}

static void forget_oldest(history *h)
{
    uint32_t number = 0;
    size_t size = h->size;
    while (size > h->limit && number + 1 < h->count) size -= command_size(&h->commands[number++]);
    drop(h, 0, number);
    h->done -= number;
}

/* Appends the command that is now complete, in place of what was undone. False: out of memory. */
static bool append(history *h)
{
    untouch(h);
    drop(h, h->done, h->count - h->done);
    if (!make_room(h)) { /* the change stays but cannot be undone, nor can the commands before it */
        history_clear(h);
        return false;
    }
    command_close(&h->now);
    h->commands[h->count++] = h->now;
    h->size += command_size(&h->now);
    h->done = h->count;
    h->now = (history_command){0};
    forget_oldest(h);
    return true;
}

void history_end(history *h)
{
    if (!h->open)
        return;
    h->open = false;
    if (!command_differs(&h->now)) {
        command_release(&h->now);
        return;
    }
    append(h);
}

bool history_add_step(history *h, const char *label, const history_step *step)
{
    history_end(h);
    h->now = (history_command){.label = label, .step = *step};
    return append(h);
}

void history_cancel(history *h)
{
    if (!h->open)
        return;
    command_revert(&h->now);
    command_release(&h->now);
    h->open = false;
}

void history_seal(history *h)
{
    h->sealed = true;
}

static void touch(history *h, const history_command *c)
{
    h->touched = command_first(c);
    h->touched_keys = command_first_keys(c);
    h->touched_command = c;
}

bool history_undo(history *h)
{
    history_end(h);
    if (h->done == 0)
        return false;
    command_revert(&h->commands[--h->done]);
    touch(h, &h->commands[h->done]);
    return true;
}

bool history_redo(history *h)
{
    history_end(h);
    if (h->done == h->count)
        return false;
    command_repeat(&h->commands[h->done]);
    touch(h, &h->commands[h->done++]);
    h->sealed = true;
    return true;
}

const char *history_undo_label(const history *h)
{
    if (h->open && command_differs(&h->now))
        return h->now.label;
    return h->done ? h->commands[h->done - 1].label : NULL;
}

const char *history_redo_label(const history *h)
{
    return h->done < h->count ? h->commands[h->done].label : NULL;
}

size_t history_size(const history *h)
{
    return h->size + (h->open ? command_size(&h->now) : 0);
}

bool history_is_open(const history *h)
{
    return h->open;
}

const edit *history_touched(const history *h)
{
    return h->touched;
}

const keyframes *history_touched_keys(const history *h)
{
    return h->touched_keys;
}

/* The nearest frame of these changes; only_keys: of those that add or remove a key, not of those that change one. */
static int64_t nearest_frame(const key_changes *changes, bool only_keys, double frame, int64_t found)
{
    for (uint32_t k = 0; k < changes->count; k++) {
        const int64_t at = changes->after[k].frame;
        if (only_keys && changes->before[k].present == changes->after[k].present)
            continue;
        if (found <= 0 || (at > 0 && fabs((double)at - frame) < fabs((double)found - frame)))
            found = at;
    }
    return found;
}

int64_t history_touched_frame(const history *h, double frame)
{
    const history_command *c = h->touched_command;
    int64_t found = -1;
    for (int all = 0; c && all < 2 && found < 0; all++)
        for (uint32_t i = 0; i < c->keys_count; i++) found = nearest_frame(&c->keys[i], !all, frame, found);
    return found;
}
