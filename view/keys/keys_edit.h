/* The edits of keys. Each is one command of the history, unless one is open; then it becomes a part of that.
 *
 * While keys are dragged: history_begin, and for each position history_cancel, history_begin and the operation with the
 * whole distance, so that keys on the way stay as they are. */
#ifndef HONE_VIEW_KEYS_KEYS_EDIT_H
#define HONE_VIEW_KEYS_KEYS_EDIT_H

#include "view/edit/history.h"
#include "view/keys/keys.h"

/* All return false if out of memory; then nothing has changed. If there is nothing to do they return true, and there
 * is no new command. */

/* Sets a key, selected or not. */
bool keys_set(history *h, keyframes *k, uint32_t track, uint32_t frame, const keys_value *value);
bool keys_remove(history *h, keyframes *k, uint32_t track, uint32_t frame);
bool keys_delete(history *h, keyframes *k); /* the selected keyframes */
/* Moves the selected keys in time. Keys that are not selected and in their way are replaced. The first key stops at
 * frame 0. */
bool keys_move(history *h, keyframes *k, int64_t frames);
/* Multiplies the distances of the selected keys from a frame. Of several keys that come to one frame the last stays. */
bool keys_scale(history *h, keyframes *k, uint32_t from, double factor);
/* Sets curves of the selected keys of a kind. curves: bits: 1 << index, as in hone_bone_key.curves and
 * hone_camera_key.curves. */
bool keys_set_curves(history *h, keyframes *k, keys_kind kind, uint32_t curves, hone_curve curve);
bool keys_set_physics_off(history *h, keyframes *k, bool off); /* of the selected keys of bones */
/* Keys at or after `at`, of all tracks, come `count` frames later. */
bool keys_insert_frames(history *h, keyframes *k, uint32_t at, uint32_t count);
/* Deletes the keys of frames [at, at + count); those after them come `count` frames earlier. */
bool keys_remove_frames(history *h, keyframes *k, uint32_t at, uint32_t count);

/* ---- the clipboard -------------------------------------------------------------------------------------------- */

typedef struct keys_clipboard keys_clipboard; /* independent of the keys that it was copied from */

/* Copies the selected keys. NULL: none is selected, or out of memory. */
keys_clipboard *keys_copy(const keyframes *k);
void keys_clipboard_destroy(keys_clipboard *c); /* NULL is fine */
uint32_t keys_clipboard_count(const keys_clipboard *c);
uint32_t keys_clipboard_first(const keys_clipboard *c); /* the frame that its first key was copied from */
/* Pastes the keys with the first at `frame`; the pasted keys become the selection. Tracks are found by kind and name.
 * mirrored: of the other side: names of left and right are exchanged, and the axes mirrored. missed: how many keys had
 * no track; may be NULL. */
bool keys_paste(history *h, keyframes *k, const keys_clipboard *c, uint32_t frame, bool mirrored, uint32_t *missed);

#endif
