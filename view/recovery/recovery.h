/* Keeps the unsaved work of a document on disk, so that it is not lost if the program ends without being closed; and
 * opens what another program has left.
 *
 * It is what Save scene writes: a scene file and motions beside it (VMD), with a second scene for the bends that wait
 * to be registered, and recovery_file for the rest. Files are new each time; the last one, RECOVERY_FILE, makes them
 * count, and those before are removed after it. A second thread writes, the caller's thread only copies what may
 * change. */
#ifndef HONE_VIEW_RECOVERY_RECOVERY_H
#define HONE_VIEW_RECOVERY_RECOVERY_H

#include "view/document/document_scene.h"
#include "view/recovery/recovery_folder.h"

typedef struct recovery recovery;

/* root: the folder for all processes; nothing is made there yet. Errors: MEMORY. */
recovery *recovery_create(const char *root, hone_error *error);
/* Leaves what is on disk. NULL is fine. */
void recovery_destroy(recovery *r);

/* Writes the work if it has changed since the last call; if nothing is unsaved, removes what was written. opened: the
 * file where the scene is saved; NULL: none. wait: until it is on disk; otherwise it skips a turn if the last one is
 * still being written. Errors: those of the last writing that has ended: as document_scene, MEMORY, IO. */
bool recovery_save(recovery *r, const document *d, const document_shown *shown, const char *opened, bool wait,
                   hone_error *error);

/* Removes what was written: the work is saved, or not wanted. */
void recovery_forget(recovery *r);

/* Opens the work that is in a folder, beside what is open, as unsaved changes. opened: out, the file where the scene is
 * saved, to be freed; NULL: none. Errors: IO, FORMAT, MEMORY, or of the first file that cannot be opened; what could be
 * opened is then open. */
bool recovery_open(document *d, const char *folder, char **opened, hone_error *error);

/* Goes on in a folder that was claimed and opened: it is written anew, and removed, as its own. */
void recovery_adopt(recovery *r, recovery_folder *claimed);

#endif
