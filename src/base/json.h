/* Writing JSON: objects and arrays nest, commas and escapes come by themselves. Two spaces a level; arrays of numbers
 * stay on one line. Numbers are the shortest that read back the same, whatever the locale; NaN and infinity become
 * null. */
#ifndef HONE_SRC_BASE_JSON_H
#define HONE_SRC_BASE_JSON_H

#include "base/byte_writer.h"
#include "base/float_format.h"

typedef struct hone_json {
    hone_writer *out;
    uint32_t depth;
    uint32_t flat; /* depth of the outermost array that stays on one line; 0: none */
    bool first;    /* nothing yet in the innermost object or array */
    bool after_key;
} hone_json;

hone_json hone_json_make(hone_writer *out);
void hone_json_object(hone_json *json);
void hone_json_array(hone_json *json);             /* one element a line */
void hone_json_flat_array(hone_json *json);        /* all on one line, until its end */
void hone_json_end(hone_json *json, char bracket); /* '}' or ']'; a line feed behind the outermost */
void hone_json_key(hone_json *json, const char *key);
void hone_json_string(hone_json *json, const char *utf8); /* ill-formed parts become U+FFFD */
void hone_json_number(hone_json *json, double value);
void hone_json_float(hone_json *json, float value);
void hone_json_integer(hone_json *json, uint64_t value);
void hone_json_bool(hone_json *json, bool value);

#endif
