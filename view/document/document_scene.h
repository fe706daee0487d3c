/* The document as a scene file. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_SCENE_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_SCENE_H

#include "view/document/document.h"

/* The state of the window that a scene contains, but the document does not. */
typedef struct document_shown {
    const hone_camera *camera; /* NULL: that of the keys */
    bool same_camera;          /* that of the scene that was opened, in place of `camera` */
    float background[4];
    hone_shadows shadows;
    bool edges, grid;
    hone_skin_method method;
} document_shown;

/* Adds the models and motions of a scene file or a project to what is open; the document keeps the scene, for
 * document_scene. Good files stay open if others fail. Errors: those of scene_open, else of the first bad file. */
bool document_open_scene(document *d, const char *path, hone_error *error);

/* Seconds by which the sound begins later, as the scene that it belongs to says. */
double document_sound_delay(const document *d);

/* Describes the document. What the viewer does not know, such as the size of the picture, is as in the scene that was
 * opened last. Its texts are borrowed from the document; release it before that changes. Errors: ARGUMENT (a built-in
 * character or motion, which has no file), MEMORY. */
bool document_scene(const document *d, const document_shown *shown, scene *out, hone_error *error);

/* Saves it. Motions without a file, and those whose keys were changed, are saved beside it as NAME-motion-N.vmd.
 * Errors: as document_scene, scene_save and document_save_motion. */
bool document_save_scene(document *d, const document_shown *shown, const char *path, hone_error *error);

#endif
