/* Keys of the document's motions: which motion takes them, registering, saving.
 *
 * A bend is a change of a bone, morph or IK chain by the user. Each character has two layers of bends:
 * - CHARACTER_KEYS: bends that wait to be registered as keys. They stay until they are registered or dropped, also when
 *   the frame changes: they are shown at each frame that is visited. (MMD drops them when the frame changes.)
 * - CHARACTER_CORRECTION: bends of the whole motion, without keys.
 * character.edit is the layer that the user bends now; character_set_layer switches.
 *
 * Keys of a character go to the last motion on it that is on and can be edited; if there is none, to a new one. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_KEYS_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_KEYS_H

#include "view/document/document.h"
#include "view/keys/keys_edit.h"

/* The keys of a character's motion. Makes an empty motion, which has no file, if there is none; lists need not show it
 * while document_motion_is_blank. NULL: its model is not MMD's, or out of memory. Valid until the motion or the model
 * is closed, or document_keys_generation grows. */
keyframes *document_keys(document *d, uint32_t character_id, hone_error *error);
/* Those of camera, light and self-shadow: of the last motion that is on and has such keys. */
keyframes *document_scene_keys(document *d, hone_error *error);
/* document.keys_generation grows when keys are closed or made again. */
document_motion *document_motion_of_keys(const document *d, const keyframes *k); /* NULL: none */
bool document_motion_is_blank(const document_motion *m);                         /* has no file and no keys */
bool document_motion_is_modified(const document_motion *m);                      /* its keys differ from its file */
bool document_keys_are_modified(const document *d);                              /* those of any motion */

/* ---- bends ----------------------------------------------------------------------------------------------------- */

typedef struct document_bends { /* how many wait to be registered */
    uint32_t bones, morphs, chains;
} document_bends;

document_bends document_unregistered(const document *d, uint32_t character_id);
/* Sets keys at a frame: the pose that is shown, with the bends, but without the correction. The bends of what is
 * registered are then gone. The first key of a bone or morph after frame 0 brings one of rest at frame 0, as in MMD.
 * Between two keys the curve is divided, so that registering something unchanged changes the motion by no more than
 * the curves of a VMD can be divided: see hone_bone_key_divide. Each is one command. Errors: ARGUMENT (document_keys is
 * NULL), MEMORY; then nothing has changed. */
bool document_register(document *d, uint32_t character_id, uint32_t frame, hone_error *error); /* all that is bent */
/* Tracks of document_keys, whether bent or not. */
bool document_register_tracks(document *d, uint32_t character_id, const uint32_t *tracks, uint32_t count,
                              uint32_t frame, hone_error *error);
/* Takes back all bends that wait to be registered: one command. False: out of memory. */
bool document_drop(document *d, uint32_t character_id);

bool document_register_visible(document *d, uint32_t character_id, uint32_t frame, bool visible, hone_error *error);
bool document_register_camera(document *d, uint32_t frame, const hone_camera *camera, hone_error *error);
bool document_register_light(document *d, uint32_t frame, const hone_light *light, hone_error *error);
bool document_register_shadow(document *d, uint32_t frame, uint8_t mode, float distance, hone_error *error);

/* ---- files ----------------------------------------------------------------------------------------------------- */

/* Saves the motion of a character as VMD, without camera, light and shadow; the motion is then that of this file.
 * lost: the number of names that VMD cannot hold; may be NULL. Errors: ARGUMENT, MEMORY, IO. */
bool document_save_keys(document *d, uint32_t character_id, const char *path, uint32_t *lost, hone_error *error);
/* Saves a whole motion, edited or not; it is then that of this file. Errors: MEMORY, IO, what VMD cannot hold. */
bool document_save_motion(document *d, document_motion *m, const char *path, hone_error *error);
/* Saves camera, light and self-shadow as a VMD of their own. */
bool document_save_scene_keys(document *d, const char *path, hone_error *error);

#endif
