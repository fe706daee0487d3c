/* A project that becomes a scene. */
#ifndef HONE_TOOL_PROJECT_PROJECT_CONTEXT_H
#define HONE_TOOL_PROJECT_PROJECT_CONTEXT_H

#include "tool/project/project_scene.h"

#include <hone/project.h>

typedef struct project_context {
    const char *path; /* of the project */
    const hone_project_data *data;
    scene *out;
    uint32_t *numbers; /* [model_count] of the project's models in the scene, from 1; 0: left out */
    scene_note *note;
    void *user;
    uint32_t notes; /* how many there were */
    bool out_of_memory;
    char folder[HONE_PATH_SIZE];
} project_context;

/* Notes a sentence about a file of the project, or about the project if `file` is NULL. */
void project_note(project_context *c, const char *file, const char *text);

/* Finds a file that the project names. Returns its path in the scene's memory; NULL with a note if it is missing, and
 * with out_of_memory if memory runs out. */
const char *project_find(project_context *c, const char *path);

/* Adds the models and accessories, with their motions. Returns false if out of memory. */
bool project_add_models(project_context *c);

/* Takes over what is not a model: camera, light, sound, background, physics. Returns false if out of memory. */
bool project_add_settings(project_context *c);

#endif
