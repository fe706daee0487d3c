/* Keys in a command of the history. */
#ifndef HONE_VIEW_EDIT_HISTORY_KEYS_H
#define HONE_VIEW_EDIT_HISTORY_KEYS_H

#include "view/edit/history_command.h"

bool command_keys_differ(const key_changes *changes);
void command_drop_keys(history_command *c, uint32_t index); /* drops the changes of c->keys[index] */

#endif
