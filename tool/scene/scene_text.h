/* Functions that the readers and writers of a scene file share: texts, paths, colours. */
#ifndef HONE_TOOL_SCENE_SCENE_TEXT_H
#define HONE_TOOL_SCENE_SCENE_TEXT_H

#include "base/json/json_writer.h"
#include "tool/scene/json_reader.h"
#include "tool/scene/scene.h"

/* The `user` of the reader. */
typedef struct scene_reader {
    scene *scene;
    const char *folder; /* of the scene file */
} scene_reader;

/* Each reads into a const char * of the scene's texts. */
bool scene_read_text(json_reader *j, const json_member *member, void *to);
bool scene_read_path(json_reader *j, const json_member *member, void *to);
bool scene_read_colour(json_reader *j, const json_member *member, void *to); /* colour: 3 or 4 numbers, 0 to 1 */

typedef struct scene_writer {
    hone_json *json;
    const char *folder;    /* of the scene file */
    uint32_t numbers_from; /* added to the numbers of models */
    hone_error *error;
} scene_writer;

/* Each writes a member. Those that return false have set the error. */
bool scene_write_text(scene_writer *w, const char *key, const char *text); /* nothing if text is NULL */
bool scene_write_path(scene_writer *w, const char *key, const char *path); /* nothing if path is NULL */
void scene_write_number(scene_writer *w, const char *key, double value);
void scene_write_float(scene_writer *w, const char *key, float value);
void scene_write_bool(scene_writer *w, const char *key, bool value);
void scene_write_floats(scene_writer *w, const char *key, const float *values, uint32_t count);
void scene_write_integers(scene_writer *w, const char *key, const uint32_t *values, uint32_t count);

#endif
