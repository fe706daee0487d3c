/* The settings of a scene: one table says what the command line, scene files, the help and the viewer know of each.
 *
 * A setting is a row of a table of options (tool/options/options.h): its `key` says where scene files have it, its
 * `field` is offsetof(scene, …), and its `kind` says what its value is. A row without a name is only in scene files. */
#ifndef HONE_TOOL_SETTINGS_SETTINGS_H
#define HONE_TOOL_SETTINGS_SETTINGS_H

#include "tool/settings/value_kind.h"

/* The parts of the table, which subcommands put into their own; {0} ends each. */
extern const option camera_settings[]; /* tool/options/camera_options.c */
extern const option film_settings[];   /* tool/options/film_options.c */
extern const option look_settings[];   /* tool/options/look_options.c */
/* playback_options, too: tool/options/playback_options.c */

/* Row i of all settings of a scene; NULL past the last. */
const option *setting_at(uint32_t i);

/* The setting with this key; NULL: there is none. */
const option *setting_named(const char *key);

/* Whether both are the same; texts by what they say. Not for lists and for camera.look_at. */
bool setting_is_same(const option *o, const void *a, const void *b);

/* Puts each setting of the table that is set in `given` over that in `values`. */
void settings_take(const option *table, const void *given, void *values);

/* Reads the members of an object of a scene file. object: "" for the whole file, "picture", … others: rows of more
 * members, whose keys are their names; NULL: none. */
bool settings_read_object(json_reader *j, const char *object, const option *others, scene *s);

/* Writes the members of an object that are set. */
bool settings_write_object(scene_writer *w, const char *object, const scene *s);

/* The kind of a row whose value is an object: the rows whose keys begin with its own. */
extern const value_kind value_object;

#endif
