/* The changes of the document that are not saved. The title shows them, Save depends on them, and closing asks.
 *
 * What the window shows - the camera, the frame, the active character, the colour of the background - is saved with a
 * scene, but is no change. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_CHANGES_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_CHANGES_H

#include "view/document/document.h"

enum {                               /* bits */
       DOCUMENT_CHANGED_POSE = 1,    /* bends, morphs, chains, hidden materials */
       DOCUMENT_CHANGED_PLACE = 2,   /* where a character stands, or what it is attached to */
       DOCUMENT_CHANGED_WEIGHTS = 4, /* painted weights, which a model file saves, and no scene */
       DOCUMENT_CHANGED_KEYS = 8,
       /* The list of models and motions, whether they are shown and how they play, the sound, the rules of physics, the
        * surroundings: only in a document that was opened from a scene file or saved as one. */
       DOCUMENT_CHANGED_FILES = 16
};

/* The unsaved changes of a character, or of what belongs to none (id 0): keys of camera and light, and FILES. */
unsigned document_changes_of(const document *d, uint32_t character_id);
unsigned document_changes(const document *d); /* of all */
bool document_is_modified(const document *d); /* whether closing everything would lose something */
uint64_t document_digest(const document *d);  /* differs after each of these changes */

/* Each makes what is there now the saved state: the pose of a character; its pose and its place; those of all
 * characters, and the files; the files alone. Weights and keys know their own. */
void document_pose_saved(document *d, uint32_t character_id);
void document_model_opened(document_model *m);
void document_scene_saved(document *d);
void document_files_opened(document *d);

/* Makes these the unsaved changes of a character, or FILES those of what belongs to none (id 0): what was recovered is
 * not what its files have. */
void document_set_changes(document *d, uint32_t character_id, unsigned changes);

#endif
