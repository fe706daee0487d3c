/* Scene files: JSON that says all that a scene holds. docs/scene.md describes them. */
#ifndef HONE_TOOL_SCENE_SCENE_FILE_H
#define HONE_TOOL_SCENE_SCENE_FILE_H

#include "tool/scene/scene_text.h"

#include <hone/io.h>

enum { SCENE_VERSION = 1 };

/* Whether bytes begin as a scene file does: an object whose first member is "hone". */
bool scene_is_file(const void *data, size_t size);

/* Reads a scene. Paths in it are joined with `folder`, that of the scene file ("": the current one). `out` is empty on
 * failure. Errors: FORMAT (with the line and the member), MEMORY. */
bool scene_read(const void *data, size_t size, const char *folder, scene *out, hone_error *error);

/* Writes a scene; paths become relative to `folder` where they are below the same root folder. Motions without a path
 * cannot be written. Errors: ARGUMENT (a motion or a model without a file, a name that is not UTF-8), MEMORY. */
bool scene_write(const scene *s, const char *folder, hone_bytes *out, hone_error *error);

/* Each writes the object of a model or a motion. Errors: as scene_write. */
bool scene_write_model(const scene_model *m, scene_writer *w);
bool scene_write_motion(const scene_motion *m, scene_writer *w);

/* Reads a scene file. Errors: as scene_read, IO. */
bool scene_load(const char *path, scene *out, hone_error *error);
/* Writes one. Errors: as scene_write, IO. */
bool scene_save(const scene *s, const char *path, hone_error *error);

#endif
