/* Shared by the document's own files only. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H

#include "view/document/document.h"
#include "view/document/document_place.h"

enum { DOCUMENT_LINGERING = 4 }; /* seconds that bodies continue to move after an edit of their character */

/* document.c */
const char *document_file_name(const char *path); /* without its folder; points into path */
/* The same for display, as UTF-8. Names that are not UTF-8 come from archives made in Japan or China.
 * Allocated with malloc; NULL: out of memory. */
char *document_shown_name(const char *path);
void document_forget_notes_of(document *d, const char *path);
void document_note_all(document *d, const char *path, hone_warnings warnings);
bool document_attach_motions(document *d, character *c, hone_error *error); /* attaches the motions that play on it */
bool document_attach_motions_all(document *d, hone_error *error);
/* document_files.c */
void document_release_model(document_model *m); /* NULL is fine */
void document_release_motion(document_motion *m);
bool document_make_room(document *d, size_t models); /* grows the lists that have an entry for each character */
void document_warn_of_model(document *d, const document_model *m); /* what its loader and physics say */
/* Files to read again. */
typedef struct document_changed {
    bool *models;  /* [model_count] */
    bool *motions; /* [motion_count] */
} document_changed;
/* As document_reload, but only these; those that cannot be read stay as they are. */
bool document_reload_changed(document *d, const document_changed *changed, hone_error *error);
/* Warns if the motion was made for another model than it plays on. */
void document_warn_of_other_model(document *d, const document_motion *m);
/* Opens a file as a model, whatever it contains, and plays that clip of it (NULL: none). Returns its id; 0: failed. */
uint32_t document_open_model(document *d, const char *path, const char *clip, hone_error *error);
uint32_t document_open_built_in_model(document *d, hone_error *error); /* the same for the built-in character */
/* Opens a motion of a scene for a character, or for all (0). */
bool document_open_motion(document *d, const scene_motion *m, uint32_t target, hone_error *error);

/* Adds a motion to the list, and takes over its reference and texts. NULL: out of memory. */
document_motion *document_append_motion(document *d, document_motion m, hone_error *error);

/* A motion that plays on all characters becomes one for each, since each has keys of its own bones. Errors: MEMORY;
 * then nothing has changed. */
bool document_split_motion(document *d, uint32_t index, uint32_t character_id, hone_error *error);

/* document_keys.c */
/* The index of a motion among those that play on a character. */
uint32_t document_part_of(const document *d, const document_motion *m, const character *c);
hone_motion *document_make_empty_motion(hone_error *error);
void document_drop_keys(document *d, document_motion *m);
/* Plays the keys that have changed since they were last taken. Errors: MEMORY; the next call tries again. */
bool document_take_keys(document *d, double frame, hone_error *error);
/* The characters have other models than their keys: makes the keys again. */
void document_refit_keys(document *d);

/* document_place.c */
struct place_set *document_make_places(hone_error *error); /* errors: MEMORY */
void document_release_places(struct place_set *places);    /* NULL is fine */
/* Tells physics where characters are. Exact physics of those that were placed differently, or whose carrier moves
 * differently, restarts, if nothing is held. Errors: MEMORY; the next call tries again. */
bool document_follow_places(document *d, double frame, bool held, hone_error *error);
/* The index of the character that is updated as the k-th: after those that it follows. */
uint32_t document_update_order(const document *d, uint32_t k);
void document_stand(character *c); /* tells live physics where a character is; those that it follows are updated */
void document_forget_places(document *d); /* characters are about to be destroyed */

/* document_options.c */
/* Makes document.play of the options of a scene and the command line. */
const playback_values *document_take_playback(document *d, const playback_values *of_scene);
void document_forget_playback(document *d); /* the scene is closed */
/* ids: of the model to which each file's options belong; 0: none. Errors: ARGUMENT: what a model is attached to. */
bool document_place_files(document *d, const placement_options *places, const uint32_t *ids, hone_error *error);

/* document_fit.c */
/* Whether a new model takes the place of the active one. A stage or an accessory leaves it to a character. */
bool document_becomes_active(const document *d, const hone_model *model);
void document_choose_active(document *d); /* the last character, or else the last model */
/* The character that a motion plays on: `wanted`, or if the motion does not fit it, the active character or the last
 * one that it fits. */
uint32_t document_find_fitting(document *d, const char *path, const hone_motion *motion, uint32_t wanted);

/* document_retarget.c */
/* Finds out which models the motions of all models fit, before any of them plays. */
void document_retarget_common(document *d);
/* Makes the motion that document_played returns. */
bool document_retarget(document *d, const document_motion *m, const character *c, hone_error *error);
void document_forget_retargeted(document *d); /* drops the copies for files that are closed */

/* document_physics.c */
void document_stop_catch_up(document *d);

#endif
