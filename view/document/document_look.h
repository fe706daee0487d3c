/* The surroundings of the document's scene, as the user changes them: each change is a step of the history. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_LOOK_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_LOOK_H

#include "view/document/document.h"

/* label, merge: as in history_begin. Errors: MEMORY; then nothing changes. */
bool document_set_surroundings(document *d, const char *label, uintptr_t merge, const look_values *value,
                               hone_error *error);

/* Shows another picture or film as the one before was shown; path NULL: none. Errors: MEMORY. */
bool document_set_backdrop(document *d, const char *path, hone_error *error);

/* Whether a file is shown as a backdrop: a picture or a film, by its ending. */
bool document_is_backdrop(const char *path);
extern const char *const document_backdrop_endings[]; /* without dots; NULL at the end */

void document_forget_scene(document *d); /* releases the scene, and the steps that changed its surroundings */

#endif
