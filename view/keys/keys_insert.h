/* Sets a key without changing what is beside it. */
#ifndef HONE_VIEW_KEYS_KEYS_INSERT_H
#define HONE_VIEW_KEYS_KEYS_INSERT_H

#include "view/keys/change_list.h"

/* Adds a key to the list. One that is there keeps its curves and its switch of physics; between two others the segment
 * is divided, so that both parts keep their easing. value: its curves and switch do not matter. rest: for the first
 * key of a track, if it is after frame 0: the value of another key at frame 0; NULL: none. */
void keys_insert(change_list *list, const keyframes *k, uint32_t track, uint32_t frame, keys_value value,
                 const keys_value *rest);

#endif
