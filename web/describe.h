/* Texts and lists of models and motions, as JSON for JavaScript. */
#ifndef HONE_WEB_DESCRIBE_H
#define HONE_WEB_DESCRIBE_H

#include "base/json/json_writer.h"

#include <hone/io.h>

typedef struct web_text {
    hone_writer out;
    hone_json json;
} web_text;

void web_text_begin(web_text *text);
/* The text; NULL: out of memory, with web_error. */
hone_bytes *web_text_end(web_text *text);

void web_write_text(hone_json *json, const char *key, const char *value);
void web_write_integer(hone_json *json, const char *key, int64_t value);
void web_write_floats(hone_json *json, const char *key, const float *values, uint32_t count);
void web_write_warnings(hone_json *json, hone_warnings warnings);

#endif
