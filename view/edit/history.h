/* Changes of edits, undone and redone.
 *
 * A command is what the user did at a time: one change or many. All that is called in between begin and end is one; so
 * is what is called outside of them, one by one. Whoever changes an edit in another way clears the history of it first.
 */
#ifndef HONE_VIEW_EDIT_HISTORY_H
#define HONE_VIEW_EDIT_HISTORY_H

#include "view/edit/edit.h"

typedef struct history history;

/* limit: bytes of memory that the commands may take, the oldest go first; 0: 4 MiB. Errors: MEMORY. */
history *history_create(size_t limit, hone_error *error);
void history_destroy(history *h); /* NULL is fine */
void history_clear(history *h);   /* and counts as saved */
/* Of an edit that will be gone: commands that touch it are forgotten. */
void history_forget(history *h, const edit *e);
/* `to` stands in for `from`, which will be gone: their models have as many of everything. */
void history_follow(history *h, const edit *from, edit *to);

/* Begins a command; one that is open ends. label: a literal, for people ("Turn a bone"); the viewer translates it.
 * merge: not 0, and the last command was begun with the same label and merge and nothing was undone since, nor
 * history_seal called: that one goes on. So are a slider's many steps one command. */
void history_begin(history *h, const char *label, uintptr_t merge);
void history_end(history *h);    /* a command that changed nothing leaves no trace; without a begin: nothing */
void history_cancel(history *h); /* everything is as it was at the begin; of one that goes on: before that */
void history_seal(history *h);   /* no merging with what was */

/* Each changes the edit and notes it. False: out of memory, the edit is as it was. */
bool history_set_bone(history *h, edit *e, uint32_t bone, edit_bone value);
bool history_set_morph(history *h, edit *e, uint32_t morph, edit_morph value);
bool history_set_chain(history *h, edit *e, uint32_t chain, edit_chain value);
bool history_set_hidden(history *h, edit *e, uint32_t material, bool hidden);
bool history_set_place(history *h, edit *e, const float place[3]);
/* One command each, unless one is open. */
bool history_reset_bone(history *h, edit *e, uint32_t bone);
bool history_reset_bones(history *h, edit *e);
bool history_reset_morphs(history *h, edit *e);
bool history_reset_all(history *h, edit *e);

/* Turns a chain off, and leaves its links as IK has turned them at the actor's last update, so that nothing jumps. One
 * command, unless one is open. */
bool history_release_chain(history *h, edit *e, hone_actor *actor, uint32_t chain, hone_error *error);

bool history_undo(history *h); /* false: there is nothing; an open command ends first */
bool history_redo(history *h);
const char *history_undo_label(const history *h); /* NULL: nothing to undo */
const char *history_redo_label(const history *h);
/* The edit that the last undo or redo has changed, the first of several; NULL: none, or it is gone. */
const edit *history_touched(const history *h);
bool history_is_open(const history *h); /* begun, and not ended */

void history_saved(history *h); /* what is now is saved */
bool history_modified(const history *h);
size_t history_size(const history *h); /* bytes that the commands take */

#endif
