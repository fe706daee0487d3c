/* Shared by the document's own files only. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H

#include "view/document/document.h"

/* document.c */
const char *document_file_name(const char *path); /* without its folder; points into path */
/* The same for display, as UTF-8. Names that are not UTF-8 are read as CP932: they come from archives made in Japan.
 * Allocated with malloc; NULL: out of memory. */
char *document_shown_name(const char *path);
void document_note_all(document *d, const char *path, hone_warnings warnings);
bool document_attach_motions(document *d, character *c, hone_error *error); /* attaches the motions that play on it */
bool document_attach_motions_all(document *d, hone_error *error);
/* document_files.c */
/* Warns if the motion was made for another model than it plays on. */
void document_warn_of_other_model(document *d, const document_motion *m);

/* document.c */
void document_refresh_scene(document *d); /* updates the camera, light, sound and duration */

/* document_retarget.c */
/* Makes the motion that document_played returns. */
bool document_retarget(document *d, const document_motion *m, const character *c, hone_error *error);
void document_forget_retargeted(document *d); /* drops the copies for files that are closed */

/* document_physics.c */
void document_stop_catch_up(document *d);

#endif
