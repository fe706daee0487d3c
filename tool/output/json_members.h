/* Members of JSON objects: a key and its value in one call. */
#ifndef HONE_TOOL_OUTPUT_JSON_MEMBERS_H
#define HONE_TOOL_OUTPUT_JSON_MEMBERS_H

#include "base/json/json_writer.h"
#include <hone/io.h>

static inline void json_integer(hone_json *json, const char *key, uint64_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, value);
}

/* A number that is not finite becomes null. */
static inline void json_number(hone_json *json, const char *key, double value)
{
    hone_json_key(json, key);
    hone_json_number(json, value);
}

static inline void json_string(hone_json *json, const char *key, const char *text)
{
    hone_json_key(json, key);
    hone_json_string(json, text);
}

#endif
