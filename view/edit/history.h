/* Undo and redo for edits, keys and the surroundings of a scene.
 *
 * A command is one action of the user, with one or many changes. All changes between begin and end are one command;
 * a change outside of them is a command by itself. Code that changes an edit in another way must clear its history
 * first. */
#ifndef HONE_VIEW_EDIT_HISTORY_H
#define HONE_VIEW_EDIT_HISTORY_H

#include "tool/edit/edit.h"
#include "view/edit/surroundings.h"
#include "view/keys/keys.h"

typedef struct history history;
typedef struct history_step history_step; /* history_command.h */

/* limit: bytes of memory for the commands; the oldest are dropped; 0: 4 MiB. Errors: MEMORY. */
history *history_create(size_t limit, hone_error *error);
void history_destroy(history *h); /* NULL is fine */
void history_clear(history *h);
/* Call before an edit is destroyed: drops the commands that affect it. */
void history_forget(history *h, const edit *e);
void history_forget_keys(history *h, const keyframes *k); /* the same for keyframes */
void history_forget_look(history *h);                     /* and for surroundings, whose files are released with them */
/* Makes `to` take the place of `from`, which will be destroyed. Their models have the same numbers of bones, morphs and
 * so on. */
void history_follow(history *h, const edit *from, edit *to);

/* Begins a command and ends an open one. label: a string literal for display ("Turn a bone"), which the viewer
 * translates. merge: if it is not 0 and the last command has the same label and merge, and neither undo nor
 * history_seal was called since, that command continues. So the many steps of a slider are one command. */
void history_begin(history *h, const char *label, uintptr_t merge);
void history_end(history *h);    /* drops a command that changed nothing; does nothing without a begin */
void history_cancel(history *h); /* restores the state at the begin; for a continued command the state before it */
void history_seal(history *h);   /* prevents merging with earlier commands */

/* Each changes the edit and records it. False: out of memory, the edit is unchanged. */
bool history_set_bone(history *h, edit *e, uint32_t bone, edit_bone value);
bool history_set_morph(history *h, edit *e, uint32_t morph, edit_morph value);
bool history_set_chain(history *h, edit *e, uint32_t chain, edit_chain value);
bool history_set_hidden(history *h, edit *e, uint32_t material, bool hidden);
bool history_set_place(history *h, edit *e, const edit_placement *place);
/* count 0: as in the model. edit_begin_weights must have been called. A command changes the weights of one edit. */
bool history_set_weights(history *h, edit *e, uint32_t vertex, const vertex_weights *value);
/* changes: ascending by track and frame, none twice. keys_edit.h has what the user does with keys. */
bool history_set_keys(history *h, keyframes *k, const keys_change *changes, uint32_t count);
/* `look` must stay where it is, and the value's file exist, until history_forget_look. */
bool history_set_surroundings(history *h, look_values *look, const look_values *value);
/* Records a change of something else, which was made just now, as a command; takes over its object. False: out of
 * memory; the object is then released. */
bool history_add_step(history *h, const char *label, const history_step *step);
/* Each is one command, unless one is open. */
bool history_reset_bone(history *h, edit *e, uint32_t bone);
bool history_reset_bones(history *h, edit *e);
bool history_reset_morphs(history *h, edit *e);
bool history_reset_all(history *h, edit *e);

/* Turns a chain off and keeps the rotations that IK gave its links at the actor's last update, so that nothing jumps.
 * One command, unless one is open. */
bool history_release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error);

bool history_undo(history *h); /* false: nothing to undo; ends an open command first */
bool history_redo(history *h);
const char *history_undo_label(const history *h); /* NULL: nothing to undo */
const char *history_redo_label(const history *h);
/* The edit that the last undo or redo changed, the first of several; NULL: none, or it is destroyed. */
const edit *history_touched(const history *h);
const keyframes *history_touched_keys(const history *h); /* the same for keyframes */
/* A frame at which the last undo or redo added, removed or changed keys: the nearest to `frame`, but 0 only if it is
 * the only one, since the first key of a track brings one there. -1: none. */
int64_t history_touched_frame(const history *h, double frame);
bool history_is_open(const history *h); /* begun, and not ended */

size_t history_size(const history *h); /* bytes that the commands take */

#endif
