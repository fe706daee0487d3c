/* Writes JSON. Objects and arrays nest; commas, line feeds and escapes are added, two spaces a level. Numbers are the
 * shortest that read back the same, in any locale; NaN and infinity become null. */
#ifndef HONE_SRC_BASE_JSON_JSON_WRITER_H
#define HONE_SRC_BASE_JSON_JSON_WRITER_H

#include "base/files/byte_writer.h"

typedef struct hone_json {
    hone_writer *out; /* where the text goes; its hone_writer_finish reports a failed allocation */
    uint32_t depth;   /* open objects and arrays */
    uint32_t flat;    /* depth of the outermost array that is written on one line; 0: none */
    bool first;       /* whether the innermost object or array is still empty */
    bool after_key;   /* whether the next value belongs to the key just written */
} hone_json;

hone_json hone_json_make(hone_writer *out); /* out must outlive it */

/* Begin an object, an array with one element on each line, and an array on one line. */
void hone_json_object(hone_json *json);
void hone_json_array(hone_json *json);
void hone_json_flat_array(hone_json *json);

/* Ends the innermost object or array, with a line feed after the outermost. bracket: '}' or ']'. */
void hone_json_end(hone_json *json, char bracket);

/* Writes the key of the value that follows, in an object. */
void hone_json_key(hone_json *json, const char *key);

/* Write a value. Ill-formed parts of a string become U+FFFD. */
void hone_json_string(hone_json *json, const char *utf8);
void hone_json_number(hone_json *json, double value);
void hone_json_float(hone_json *json, float value);
void hone_json_integer(hone_json *json, uint64_t value);
void hone_json_bool(hone_json *json, bool value);

/* Writes the members of an object that is a whole text of hone_json, in an outermost object. text: [size]. */
void hone_json_members(hone_json *json, const void *text, size_t size);

#endif
