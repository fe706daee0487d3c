/* What the files of the document share: no one else's. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_INTERNAL_H

#include "view/document/document.h"

/* document.c */
const char *document_file_name(const char *path); /* without its folder; points into path */
/* The same for people: UTF-8, whatever the bytes are. Names that are no UTF-8 come out of archives from Japan: CP932.
 * malloc; NULL: out of memory. */
char *document_shown_name(const char *path);
void document_note_all(document *d, const char *path, hone_warnings warnings);
bool document_attach_motions(document *d, character *c, hone_error *error); /* with what plays on it */
bool document_attach_motions_all(document *d, hone_error *error);
/* document_files.c */
void document_warn_of_stranger(document *d, const document_motion *m); /* who plays it is not whom it was made for */

/* document.c */
void document_refresh_scene(document *d); /* of what is shown beside characters, and for how long */

/* document_retarget.c */
/* Makes what document_played says. */
bool document_retarget(document *d, const document_motion *m, const character *c, hone_error *error);
void document_forget_retargeted(document *d); /* what was made for those that are open no more */

/* document_physics.c */
void document_stop_chase(document *d);

#endif
