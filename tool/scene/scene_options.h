/* A scene file among the files of a command: its values are those of options, over which the command line wins. */
#ifndef HONE_TOOL_SCENE_SCENE_OPTIONS_H
#define HONE_TOOL_SCENE_SCENE_OPTIONS_H

#include "tool/options/options.h"
#include "tool/project/project_scene.h"

/* Whether a file is a scene or a project of MikuMikuDance: a regular file that begins as one. */
bool scene_path_is_scene(const char *path);

/* Whether a file is a project of MikuMikuDance. */
bool scene_path_is_project(const char *path);

/* Reads a scene file or a project. note: as scene_load_project. Errors: as scene_load, or as scene_load_project, whose
 * messages begin with the path. */
bool scene_open(const char *path, bool strict, scene_note *note, void *user, scene *out, hone_error *error);

/* The same for a command: notes are warnings, and a failure is reported. Sets the scene's path. Returns a status. */
int scene_open_reported(const char *path, bool strict, scene *out, report *r);

/* Finds the only scene or project among files. *path: out; NULL: there is none. Reports a second one. Returns a status.
 */
int scene_find(const char *subcommand, const char *const *files, uint32_t count, const char **path, report *r);

/* The arguments of options_parse. */
typedef struct scene_arguments {
    const command *command;
    int count;
    char **argv;
    const char **files; /* [file_count] as read */
    uint32_t file_count;
} scene_arguments;

/* Reads the scene among the files, if the command takes one and there is one, into `values`, and the command line again
 * over it. Then `values` begins with a scene; release it in any case. */
int scene_options_read(const scene_arguments *a, void *values, report *r);

#endif
