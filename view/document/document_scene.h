/* The document as a scene file. */
#ifndef HONE_VIEW_DOCUMENT_DOCUMENT_SCENE_H
#define HONE_VIEW_DOCUMENT_DOCUMENT_SCENE_H

#include "view/document/document.h"

/* The state of the window that a scene contains, but the document does not. */
typedef struct document_shown {
    const hone_camera *camera; /* NULL: that of the keys */
    bool same_camera;          /* that of the scene that was opened, in place of `camera` */
    const look_values *look;   /* NULL: that of the scene that was opened */
    hone_skin_method method;
} document_shown;

/* Adds the models and motions of a scene file or a project to what is open; the document keeps the scene, for
 * document_scene. Good files stay open if others fail. Errors: those of scene_open, else of the first bad file. */
bool document_open_scene(document *d, const char *path, hone_error *error);
/* The same for a scene that was read, which it takes over. A model without a path is the built-in character.
 * ids: [model_count + 1] out, 0 before; of the scene's models; 0: it could not be opened. */
bool document_show_scene(document *d, scene *s, uint32_t *ids, hone_error *error);

/* Seconds by which the sound begins later, as the scene that it belongs to says. */
double document_sound_delay(const document *d);

/* Describes the document. What the viewer does not know, such as the size of the picture, is as in the scene that was
 * opened last. Its texts are borrowed from the document; release it before that changes. Errors: ARGUMENT (a built-in
 * character or motion, which has no file), MEMORY. */
bool document_scene(const document *d, const document_shown *shown, scene *out, hone_error *error);

/* Which changes of poses a scene has as its corrections. */
typedef enum document_layers {
    DOCUMENT_LAYERS_ALL,        /* bends and corrections */
    DOCUMENT_LAYERS_CORRECTION, /* one of both; built-in characters and motions are then named as if they had files */
    DOCUMENT_LAYERS_BENDS
} document_layers;

/* As document_scene, with these changes of poses. */
bool document_scene_layers(const document *d, const document_shown *shown, document_layers layers, scene *out,
                           hone_error *error);
/* Whether a scene has this motion: not a model's own, and not one without keys. They keep their order. */
bool document_motion_is_in_scenes(const document_motion *m);
/* Bends, or corrects, a character as a scene's model says, over what it has. */
void document_correct(edit *e, const scene_model *from, const hone_model *model);

/* Saves it. Motions without a file, and those whose keys were changed, are saved beside it as NAME-motion-N.vmd.
 * Errors: as document_scene, scene_save and document_save_motion. */
bool document_save_scene(document *d, const document_shown *shown, const char *path, hone_error *error);

#endif
