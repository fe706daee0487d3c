/* Opening as a step of the history: in place of what is open, or in addition to it. Undoing it brings back what was
 * there, with its keys, poses and changes, which stay in memory as long as the history has the step. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_STEP_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_STEP_H

#include "view/document/document.h"

/* Opens files as document_open does. replaces: everything that is open is closed before, and comes back if no file
 * can be opened. Otherwise models and motions are added, and a scene's look, camera and rules
 * do not count. If nothing
 * is open, it is no step of the history. Errors: as document_open. */
bool document_open_step(document *d, bool replaces, const char *const *paths, uint32_t count, uint32_t *bad,
                        hone_error *error);

/* The same for anything that is opened: between both calls it is opened, and `opened` says whether that is to stay.
 * NULL: nothing is open, or out of memory; the second call then does nothing. */
typedef struct document_step document_step;
document_step *document_step_begin(document *d, bool replaces);
void document_step_end(document_step *step, bool opened, const char *label);

#endif
