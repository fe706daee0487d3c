/* A command of the history: the values of edits, keys and surroundings before and after it. */
#ifndef HONE_VIEW_EDIT_HISTORY_COMMAND_H
#define HONE_VIEW_EDIT_HISTORY_COMMAND_H

#include "tool/edit/edit.h"
#include "view/edit/history.h"
#include "view/edit/surroundings.h"
#include "view/keys/keys.h"

typedef enum change_kind { CHANGE_BONE, CHANGE_MORPH, CHANGE_CHAIN, CHANGE_HIDDEN, CHANGE_PLACE } change_kind;

typedef struct change_value { /* the member for the kind; the others are zero */
    edit_bone bone;
    edit_morph morph;
    edit_chain chain;
    bool hidden;
    edit_placement place;
} change_value;

typedef struct change {
    edit *edit;
    change_kind kind;
    uint32_t index;
    change_value before, after;
} change;

/* Changed weights of one edit, in arrays because a stroke changes thousands of vertices. */
typedef struct weight_changes {
    edit *edit; /* NULL: none */
    uint32_t count, capacity;
    uint32_t *vertices;             /* [count] */
    vertex_weights *before, *after; /* [count] as weight_table_painted */
    uint32_t *places;               /* [vertex_count] 1 + place in the arrays; NULL once the command is closed */
} weight_changes;

/* Changed keys of one motion: ascending by track and frame, none twice. */
typedef struct key_changes {
    keyframes *keys;
    uint32_t count;
    keys_change *before, *after; /* [count] */
} key_changes;

typedef struct look_change {
    look_values *look; /* NULL: none */
    look_values before, after;
} look_change;

/* A change of something else, such as of the files that are open. */
struct history_step {
    void *object;                  /* NULL: none */
    void (*swap)(void *object);    /* takes the change back, or makes it again */
    void (*release)(void *object); /* it will not be swapped any more */
    size_t size;                   /* bytes, as the history counts them */
};

typedef struct history_command {
    const char *label;
    uintptr_t merge;
    change *changes; /* [count] */
    uint32_t count, capacity;
    weight_changes weights;
    key_changes *keys; /* [keys_count] */
    uint32_t keys_count;
    look_change look;
    history_step step;
} history_command;

/* Changes the edit and records it. False: out of memory, the edit is unchanged. */
bool command_set(history_command *c, edit *e, change_kind kind, uint32_t index, const change_value *value);
/* The same for weights, of one edit in each command; false also for a second one. */
bool command_set_weights(history_command *c, edit *e, uint32_t vertex, const vertex_weights *value);
/* The same for keys. changes: ascending by track and frame, none twice. */
bool command_set_keys(history_command *c, keyframes *k, const keys_change *changes, uint32_t count);
/* The same for surroundings; false also for a second look. */
bool command_set_look(history_command *c, look_values *look, const look_values *value);
void command_close(history_command *c); /* nothing more will be added: frees what only that needs */
bool command_is_empty(const history_command *c);
const edit *command_first(const history_command *c); /* the edit that it changed first; NULL: none */
const keyframes *command_first_keys(const history_command *c);
bool command_differs(const history_command *c); /* whether a value differs from the value before */
void command_revert(const history_command *c);
void command_repeat(const history_command *c);
void command_forget(history_command *c, const edit *e); /* drops its changes */
void command_forget_keys(history_command *c, const keyframes *k);
void command_forget_look(history_command *c);
void command_follow(history_command *c, const edit *from, edit *to);
size_t command_size(const history_command *c);
void command_release(history_command *c);

#endif
