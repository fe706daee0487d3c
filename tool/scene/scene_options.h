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

/* Puts what a scene says into `values`, before the options of the command line are read into them. given: those options
 * alone. */
typedef void scene_use_fn(const scene *s, const char *path, const void *given, void *values);

/* The arguments of options_parse. */
typedef struct scene_arguments {
    const command *command;
    scene_use_fn *use; /* NULL: the command takes no scene files */
    int count;
    char **argv;
    const char **files; /* [file_count] as read */
    uint32_t file_count;
} scene_arguments;

/* Reads the scene among the files, if there is one, and the command line again over it. scene: empty without one;
 * release it in any case, after `values`. */
int scene_options_read(const scene_arguments *a, void *values, scene *s, report *r);

#endif
