#include "history.h"
#include "base/error.h"
#include "base/math.h"
#include "base/memory.h"
#include <hone/rig.h>
#include <stdlib.h>
#include <string.h>

typedef enum change_kind { CHANGE_BONE, CHANGE_MORPH, CHANGE_CHAIN, CHANGE_HIDDEN } change_kind;

typedef struct change_value { /* the member that the kind names; the others zero */
    edit_bone bone;
    edit_morph morph;
    edit_chain chain;
    bool hidden;
} change_value;

typedef struct change {
    edit *edit;
    change_kind kind;
    uint32_t index;
    change_value before, after;
} change;

typedef struct command {
    const char *label;
    uintptr_t merge;
    change *changes;
    uint32_t count, capacity;
} command;

struct history {
    command *commands; /* [count], of which the first `done` are in the edits */
    uint32_t count, capacity, done;
    int64_t saved; /* `done` when it was saved; -1: cannot be come back to */
    bool open, sealed;
    command now; /* the open one */
    size_t size, limit;
};

static const char label_other[] = "Change";

history *history_create(size_t limit, hone_error *error)
{
    history *h = calloc(1, sizeof *h);
    if (!h)
        return hone_fail_memory(error), NULL;
    h->limit = limit ? limit : (size_t)4 << 20;
    return h;
}

static size_t command_size(const command *c)
{
    return sizeof *c + c->capacity * sizeof *c->changes;
}

static void command_release(command *c)
{
    free(c->changes);
    *c = (command){0};
}

/* Commands [first, first + number). */
static void drop(history *h, uint32_t first, uint32_t number)
{
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
    h->saved = 0;
}

void history_destroy(history *h)
{
    if (!h)
        return;
    history_clear(h);
    free(h->commands);
    free(h);
}

static void filter(command *c, const edit *e)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->changes[i].edit != e)
            c->changes[kept++] = c->changes[i];
    c->count = kept;
}

void history_forget(history *h, const edit *e)
{
    filter(&h->now, e);
    for (uint32_t i = h->count; i-- > 0;) {
        filter(&h->commands[i], e);
        if (h->commands[i].count)
            continue;
        drop(h, i, 1);
        h->done -= i < h->done;
        h->saved -= (int64_t)i < h->saved;
    }
}

/* ---- changes -------------------------------------------------------------------------------------------------- */

static change_value value_of(const edit *e, change_kind kind, uint32_t index)
{
    change_value value = {.bone = EDIT_BONE_NONE};
    switch (kind) {
    case CHANGE_BONE:
        value.bone = edit_get_bone(e, index);
        break;
    case CHANGE_MORPH:
        value.morph = edit_get_morph(e, index);
        break;
    case CHANGE_CHAIN:
        value.chain = edit_get_chain(e, index);
        break;
    case CHANGE_HIDDEN:
        value.hidden = edit_get_hidden(e, index);
        break;
    }
    return value;
}

static void put(edit *e, change_kind kind, uint32_t index, const change_value *value)
{
    switch (kind) {
    case CHANGE_BONE:
        edit_set_bone(e, index, value->bone);
        break;
    case CHANGE_MORPH:
        edit_set_morph(e, index, value->morph);
        break;
    case CHANGE_CHAIN:
        edit_set_chain(e, index, value->chain);
        break;
    case CHANGE_HIDDEN:
        edit_set_hidden(e, index, value->hidden);
        break;
    }
}

static bool same(const change_value *a, const change_value *b)
{
    return memcmp(a->bone.rotation, b->bone.rotation, sizeof a->bone.rotation) == 0 &&
           memcmp(a->bone.translation, b->bone.translation, sizeof a->bone.translation) == 0 &&
           a->morph.on == b->morph.on && a->morph.weight == b->morph.weight && a->chain == b->chain &&
           a->hidden == b->hidden;
}

static change *find(const command *c, const edit *e, change_kind kind, uint32_t index)
{
    for (uint32_t i = c->count; i-- > 0;) {
        change *at = &c->changes[i];
        if (at->edit == e && at->kind == kind && at->index == index)
            return at;
    }
    return NULL;
}

static change *add(command *c)
{
    if (c->count == c->capacity) {
        uint32_t capacity = c->capacity ? 2 * c->capacity : 2;
        change *changes = realloc(c->changes, capacity * sizeof *changes);
        if (!changes)
            return NULL;
        c->changes = changes;
        c->capacity = capacity;
    }
    return &c->changes[c->count++];
}

static bool set(history *h, edit *e, change_kind kind, uint32_t index, const change_value *value)
{
    bool alone = !h->open;
    if (alone)
        history_begin(h, label_other, 0);
    change_value before = value_of(e, kind, index);
    put(e, kind, index, value);
    change_value after = value_of(e, kind, index); /* edits mend what they are given */
    change *noted = same(&before, &after) ? NULL : find(&h->now, e, kind, index);
    bool ok = true;
    if (noted) {
        noted->after = after;
    } else if (!same(&before, &after)) {
        noted = add(&h->now);
        ok = noted != NULL;
        if (ok)
            *noted = (change){e, kind, index, before, after};
        else
            put(e, kind, index, &before);
    }
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

/* ---- commands ------------------------------------------------------------------------------------------------- */

static bool goes_on(const history *h, const char *label, uintptr_t merge)
{
    if (merge == 0 || h->sealed || h->done == 0 || h->done != h->count || h->saved == (int64_t)h->done)
        return false;
    const command *last = &h->commands[h->count - 1];
    return last->merge == merge && strcmp(last->label, label) == 0;
}

void history_begin(history *h, const char *label, uintptr_t merge)
{
    history_end(h);
    h->open = true;
    h->now = (command){.label = label, .merge = merge};
    if (goes_on(h, label, merge)) {
        h->now = h->commands[--h->count];
        h->size -= command_size(&h->now);
        h->done--;
    }
    h->sealed = false;
}

static bool net_change(const command *c)
{
    bool any = false;
    for (uint32_t i = 0; i < c->count; i++) any |= !same(&c->changes[i].before, &c->changes[i].after);
    return any;
}

static void revert(const command *c)
{
    for (uint32_t i = c->count; i-- > 0;)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].before);
}

static void redo_all(const command *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].after);
}

static bool make_room(history *h)
{
    if (h->count < h->capacity)
        return true;
    uint32_t capacity = h->capacity ? 2 * h->capacity : 16;
    command *commands = realloc(h->commands, capacity * sizeof *commands);
    if (!commands)
        return false;
    h->commands = commands;
    h->capacity = capacity;
    return true;
}

static void forget_oldest(history *h)
{
    uint32_t number = 0;
    size_t size = h->size;
    while (size > h->limit && number + 1 < h->count) size -= command_size(&h->commands[number++]);
    drop(h, 0, number);
    h->done -= number;
    h->saved = h->saved >= (int64_t)number ? h->saved - (int64_t)number : -1;
}

void history_end(history *h)
{
    if (!h->open)
        return;
    h->open = false;
    if (!net_change(&h->now)) {
        command_release(&h->now);
        return;
    }
    if (h->saved > (int64_t)h->done)
        h->saved = -1;
    drop(h, h->done, h->count - h->done);
    if (!make_room(h)) { /* done, but not to be undone; nor is what came before, on top of it */
        history_clear(h);
        h->saved = -1;
        return;
    }
    h->commands[h->count++] = h->now;
    h->size += command_size(&h->now);
    h->done = h->count;
    h->now = (command){0};
    forget_oldest(h);
}

void history_cancel(history *h)
{
    if (!h->open)
        return;
    revert(&h->now);
    command_release(&h->now);
    h->open = false;
}

void history_seal(history *h)
{
    h->sealed = true;
}

bool history_undo(history *h)
{
    history_end(h);
    if (h->done == 0)
        return false;
    revert(&h->commands[--h->done]);
    return true;
}

bool history_redo(history *h)
{
    history_end(h);
    if (h->done == h->count)
        return false;
    redo_all(&h->commands[h->done++]);
    h->sealed = true;
    return true;
}

const char *history_undo_label(const history *h)
{
    if (h->open && net_change(&h->now))
        return h->now.label;
    return h->done ? h->commands[h->done - 1].label : NULL;
}

const char *history_redo_label(const history *h)
{
    return h->done < h->count ? h->commands[h->done].label : NULL;
}

void history_saved(history *h)
{
    history_end(h);
    h->saved = h->done;
}

bool history_modified(const history *h)
{
    return h->saved != (int64_t)h->done || (h->open && net_change(&h->now));
}

size_t history_size(const history *h)
{
    return h->size + (h->open ? command_size(&h->now) : 0);
}

/* ---- resets --------------------------------------------------------------------------------------------------- */

/* Begins a command unless one is open; true: it did, and the caller ends it. */
static bool begin_alone(history *h, const char *label)
{
    if (h->open)
        return false;
    history_begin(h, label, 0);
    return true;
}

static bool end_alone(history *h, bool alone, bool ok)
{
    if (alone && !ok)
        history_cancel(h);
    else if (alone)
        history_end(h);
    return ok;
}

bool history_reset_bone(history *h, edit *e, uint32_t bone)
{
    bool alone = begin_alone(h, "Reset a bone");
    return end_alone(h, alone, history_set_bone(h, e, bone, (edit_bone)EDIT_BONE_NONE));
}

static bool reset_bones(history *h, edit *e)
{
    bool ok = true;
    for (uint32_t b = 0; b < hone_model_skeleton(edit_model(e))->bone_count && ok; b++)
        ok = !edit_bone_changed(e, b) || history_set_bone(h, e, b, (edit_bone)EDIT_BONE_NONE);
    return ok;
}

static bool reset_morphs(history *h, edit *e)
{
    bool ok = true;
    for (uint32_t m = 0; m < hone_model_get(edit_model(e))->morph_count && ok; m++)
        ok = history_set_morph(h, e, m, (edit_morph){false, 0});
    return ok;
}

static bool reset_others(history *h, edit *e)
{
    const hone_model_data *data = hone_model_get(edit_model(e));
    bool ok = true;
    for (uint32_t c = 0; c < data->skeleton.ik_count && ok; c++) ok = history_set_chain(h, e, c, EDIT_CHAIN_FREE);
    for (uint32_t m = 0; m < data->material_count && ok; m++) ok = history_set_hidden(h, e, m, false);
    return ok;
}

bool history_reset_bones(history *h, edit *e)
{
    bool alone = begin_alone(h, "Reset bones");
    return end_alone(h, alone, reset_bones(h, e));
}

bool history_reset_morphs(history *h, edit *e)
{
    bool alone = begin_alone(h, "Reset morphs");
    return end_alone(h, alone, reset_morphs(h, e));
}

bool history_reset_all(history *h, edit *e)
{
    bool alone = begin_alone(h, "Reset all");
    return end_alone(h, alone, reset_bones(h, e) && reset_morphs(h, e) && reset_others(h, e));
}

/* ---- chains --------------------------------------------------------------------------------------------------- */

static void local_rotation(const hone_skeleton *skeleton, const hone_affine *bones, uint32_t bone, float out[4])
{
    float own[4], parent[4] = {0, 0, 0, 1};
    hone_quat_from_affine(&bones[bone], own);
    if (skeleton->bones[bone].parent != HONE_NONE)
        hone_quat_from_affine(&bones[skeleton->bones[bone].parent], parent);
    for (int i = 0; i < 3; i++) parent[i] = -parent[i];
    hone_quat_multiply(parent, own, out);
    hone_quat_normalise(out, out);
}

/* What IK adds to a link stands before what its edit says, or has only a bone morph between. */
static bool keep_links(history *h, edit *e, const hone_ik *ik, const hone_affine *with, const hone_affine *without)
{
    const hone_skeleton *skeleton = hone_model_skeleton(edit_model(e));
    bool ok = true;
    for (uint32_t i = 0; i < ik->link_count && ok; i++) {
        uint32_t bone = (uint32_t)ik->links[i].bone;
        float solved[4], unsolved[4];
        edit_bone value = edit_get_bone(e, bone);
        local_rotation(skeleton, with, bone, solved);
        local_rotation(skeleton, without, bone, unsolved);
        for (int k = 0; k < 3; k++) unsolved[k] = -unsolved[k];
        hone_quat_multiply(solved, unsolved, solved);
        hone_quat_multiply(solved, value.rotation, value.rotation);
        ok = history_set_bone(h, e, bone, value);
    }
    return ok;
}

static bool release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error)
{
    const hone_skeleton *skeleton = hone_model_skeleton(edit_model(e));
    hone_pose *pose = hone_actor_pose(actor);
    hone_rig_desc desc = {.model = edit_model(e)};
    hone_rig *with = hone_rig_create(&desc, error), *without = with ? hone_rig_create(&desc, error) : NULL;
    bool ok = without != NULL;
    if (ok) {
        uint8_t was = pose->ik_enabled[chain];
        hone_rig_evaluate(with, pose);
        pose->ik_enabled[chain] = 0;
        hone_rig_evaluate(without, pose);
        pose->ik_enabled[chain] = was;
        ok = (keep_links(h, e, &skeleton->iks[chain], hone_rig_bones(with), hone_rig_bones(without)) &&
              history_set_chain(h, e, chain, EDIT_CHAIN_OFF)) ||
             hone_fail_memory(error);
    }
    hone_rig_destroy(with);
    hone_rig_destroy(without);
    return ok;
}

bool history_release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error)
{
    if (chain >= hone_model_skeleton(edit_model(e))->ik_count)
        return hone_fail(error, HONE_ERROR_ARGUMENT, chain, "there is no chain %u", chain);
    bool alone = begin_alone(h, "Release a chain");
    return end_alone(h, alone, release_chain(h, e, actor, chain, error));
}
