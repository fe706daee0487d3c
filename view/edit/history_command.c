#include "view/edit/history_command.h"
#include "view/edit/history_keys.h"
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
        value.place = *edit_place(e);
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
        edit_set_place(e, &value->place);
        break;
    }
}

static bool same(const change_value *a, const change_value *b)
{
    return memcmp(a->bone.rotation, b->bone.rotation, sizeof a->bone.rotation) == 0 &&
           memcmp(a->bone.translation, b->bone.translation, sizeof a->bone.translation) == 0 &&
           a->morph.on == b->morph.on && a->morph.weight == b->morph.weight && a->chain == b->chain &&
           a->hidden == b->hidden && memcmp(&a->place, &b->place, sizeof a->place) == 0;
}

static change *find(const history_command *c, const edit *e, change_kind kind, uint32_t index)
{
    for (uint32_t i = c->count; i-- > 0;) {
        change *at = &c->changes[i];
        if (at->edit == e && at->kind == kind && at->index == index)
            return at;
    }
    return NULL;
}

static change *add(history_command *c)
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

bool command_set(history_command *c, edit *e, change_kind kind, uint32_t index, const change_value *value)
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

/* ---- weights ---- */

static bool make_places(weight_changes *w, uint32_t vertices)
{
    if (w->places)
        return true;
    w->places = calloc((size_t)vertices + 1, sizeof *w->places);
    for (uint32_t i = 0; w->places && i < w->count; i++)
        w->places[w->vertices[i]] = i + 1; /* of a command that merges */
    return w->places != NULL;
}

static bool grow(void **array, uint32_t capacity, size_t size)
{
    void *grown = realloc(*array, capacity * size);
    *array = grown ? grown : *array;
    return grown != NULL;
}

static bool make_room(weight_changes *w)
{
    if (w->count < w->capacity)
        return true;
    uint32_t capacity = w->capacity ? 2 * w->capacity : 64;
    bool ok = grow((void **)&w->vertices, capacity, sizeof *w->vertices) &&
              grow((void **)&w->before, capacity, sizeof *w->before) &&
              grow((void **)&w->after, capacity, sizeof *w->after);
    w->capacity = ok ? capacity : w->capacity;
    return ok;
}

bool command_set_weights(history_command *c, edit *e, uint32_t vertex, const vertex_weights *value)
{
    weight_changes *w = &c->weights;
    weight_table *table = edit_weights(e);
    uint32_t vertices = hone_model_mesh(edit_model(e))->vertex_count;
    if ((w->edit && w->edit != e) || vertex >= vertices || !table || !make_places(w, vertices))
        return false;
    w->edit = e;
    uint32_t place = w->places[vertex];
    if (!place) {
        if (!make_room(w))
            return false;
        place = w->places[vertex] = ++w->count;
        w->vertices[place - 1] = vertex;
        w->before[place - 1] = weight_table_painted(table, vertex);
    }
    w->after[place - 1] = *value;
    weight_table_set(table, vertex, value);
    return true;
}

static void put_weights(const weight_changes *w, const vertex_weights *values)
{
    weight_table *table = w->edit ? edit_weights(w->edit) : NULL;
    for (uint32_t i = 0; table && i < w->count; i++) weight_table_set(table, w->vertices[i], &values[i]);
}

static void release_weights(weight_changes *w)
{
    free(w->vertices);
    free(w->before);
    free(w->after);
    free(w->places);
    *w = (weight_changes){0};
}

void command_close(history_command *c)
{
    free(c->weights.places);
    c->weights.places = NULL;
}

/* ---- surroundings ---- */

bool command_set_look(history_command *c, look_values *look, const look_values *value)
{
    look_change *l = &c->look;
    if (l->look && l->look != look)
        return false;
    if (!l->look)
        *l = (look_change){look, *look, *value};
    l->after = *value;
    *look = *value;
    return true;
}

void command_forget_look(history_command *c)
{
    c->look = (look_change){0};
}

/* ---- all of a command ---- */

bool command_is_empty(const history_command *c)
{
    return c->count == 0 && c->weights.count == 0 && c->keys_count == 0 && !c->look.look && !c->step.object;
}

const edit *command_first(const history_command *c)
{
    return c->count ? c->changes[0].edit : c->weights.edit;
}

bool command_differs(const history_command *c)
{
    const weight_changes *w = &c->weights;
    bool any = c->step.object || (w->count && memcmp(w->before, w->after, w->count * sizeof *w->before) != 0);
    any |= c->look.look && !surroundings_same(&c->look.before, &c->look.after);
    for (uint32_t i = 0; i < c->count; i++) any |= !same(&c->changes[i].before, &c->changes[i].after);
    for (uint32_t i = 0; i < c->keys_count && !any; i++) any = command_keys_differ(&c->keys[i]);
    return any;
}

void command_revert(const history_command *c)
{
    for (uint32_t i = c->count; i-- > 0;)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].before);
    put_weights(&c->weights, c->weights.before);
    for (uint32_t i = c->keys_count; i-- > 0;) keys_apply(c->keys[i].keys, c->keys[i].before, c->keys[i].count);
    if (c->look.look)
        *c->look.look = c->look.before;
    if (c->step.object)
        c->step.swap(c->step.object);
}

void command_repeat(const history_command *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        put(c->changes[i].edit, c->changes[i].kind, c->changes[i].index, &c->changes[i].after);
    put_weights(&c->weights, c->weights.after);
    for (uint32_t i = 0; i < c->keys_count; i++) keys_apply(c->keys[i].keys, c->keys[i].after, c->keys[i].count);
    if (c->look.look)
        *c->look.look = c->look.after;
    if (c->step.object)
        c->step.swap(c->step.object);
}

void command_forget(history_command *c, const edit *e)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->changes[i].edit != e)
            c->changes[kept++] = c->changes[i];
    c->count = kept;
    if (c->weights.edit == e)
        release_weights(&c->weights);
}

void command_follow(history_command *c, const edit *from, edit *to)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->changes[i].edit == from)
            c->changes[i].edit = to;
    if (c->weights.edit == from)
        c->weights.edit = to;
}

size_t command_size(const history_command *c)
{
    size_t vertex = sizeof(uint32_t) + 2 * sizeof(vertex_weights);
    size_t size = sizeof *c + c->capacity * sizeof *c->changes + c->weights.capacity * vertex;
    for (uint32_t i = 0; i < c->keys_count; i++)
        size += sizeof *c->keys + 2 * (size_t)c->keys[i].count * sizeof *c->keys[i].before;
    return size + c->step.size;
}

void command_release(history_command *c)
{
    free(c->changes);
    release_weights(&c->weights);
    while (c->keys_count) command_drop_keys(c, c->keys_count - 1);
    free(c->keys);
    if (c->step.object)
        c->step.release(c->step.object);
    *c = (history_command){0};
}
