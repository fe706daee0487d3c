#include "view/edit/history_command.h"
#include <stdlib.h>
#include <string.h>

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
    case CHANGE_PLACE:
        memcpy(value.place, edit_place(e), sizeof value.place);
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
    case CHANGE_PLACE:
        edit_set_place(e, value->place);
        break;
    }
}

static bool same(const change_value *a, const change_value *b)
{
    return memcmp(a->bone.rotation, b->bone.rotation, sizeof a->bone.rotation) == 0 &&
           memcmp(a->bone.translation, b->bone.translation, sizeof a->bone.translation) == 0 &&
           a->morph.on == b->morph.on && a->morph.weight == b->morph.weight && a->chain == b->chain &&
           a->hidden == b->hidden && memcmp(a->place, b->place, sizeof a->place) == 0;
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

bool command_set(command *c, edit *e, change_kind kind, uint32_t index, const change_value *value)
{
    change_value before = value_of(e, kind, index);
    put(e, kind, index, value);
    change_value after = value_of(e, kind, index); /* the setters correct invalid values */
    if (same(&before, &after))
        return true;
    change *noted = find(c, e, kind, index);
    if (noted) {
        noted->after = after;
        return true;
    }
    noted = add(c);
    if (noted)
        *noted = (change){e, kind, index, before, after};
    else
        put(e, kind, index, &before);
    return noted != NULL;
}

bool command_differs(const command *c)
{
    bool any = false;
    for (uint32_t i = 0; i < c->count; i++) any |= !same(&c->changes[i].before, &c->changes[i].after);
    return any;
}

void command_revert(const command *c)
{
    for (uint32_t i = c->count; i-- > 0;)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].before);
}

void command_repeat(const command *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].after);
}

void command_forget(command *c, const edit *e)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->changes[i].edit != e)
            c->changes[kept++] = c->changes[i];
    c->count = kept;
}

void command_follow(command *c, const edit *from, edit *to)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->changes[i].edit == from)
            c->changes[i].edit = to;
}

size_t command_size(const command *c)
{
    return sizeof *c + c->capacity * sizeof *c->changes;
}

void command_release(command *c)
{
    free(c->changes);
    *c = (command){0};
}
