/* A growing list of changes of keys. */
#ifndef HONE_VIEW_KEYS_CHANGE_LIST_H
#define HONE_VIEW_KEYS_CHANGE_LIST_H

#include "view/edit/history.h"
#include "view/keys/keys.h"

typedef struct change_list { /* all zero: empty */
    keys_change *items;      /* [count] */
    uint32_t count, capacity;
    bool failed; /* out of memory */
} change_list;

void change_list_add(change_list *list, keys_change change);
void change_list_release(change_list *list); /* it is then empty */
/* Sorts the list, makes it one command of the history or a part of the open one, and releases it. Of several changes of
 * one frame the last that sets a key wins; only if none does the key is deleted. False: out of memory, nothing
 * changed. */
bool change_list_commit(change_list *list, history *h, keyframes *k, const char *label);

#endif
