/* Projects of MikuMikuDance (.pmm) as scenes. */
#ifndef HONE_TOOL_PROJECT_PROJECT_SCENE_H
#define HONE_TOOL_PROJECT_PROJECT_SCENE_H

#include "tool/scene/scene.h"

#include <hone/project.h>

/* Called with one sentence about a file: it is missing, or a part of the project is not shown. */
typedef void scene_note(void *user, const char *file, const char *text);

/* Reads a project as a scene. Files that are not where the project says are looked for as hone_file_find does; what is
 * missing is noted and left out. Models are in the order of drawing, the accessories among them. note: NULL: not
 * called. `out` is empty on failure. Errors: as hone_project_load; FORMAT (strict, and something is to be noted). */
bool scene_load_project(const char *path, bool strict, scene_note *note, void *user, scene *out, hone_error *error);

/* The same for a project that was read, whose file is, or would be, at this path. */
bool scene_from_project(const hone_project *project, const char *path, bool strict, scene_note *note, void *user,
                        scene *out, hone_error *error);

#endif
