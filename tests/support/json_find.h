/* Reads JSON as a user's program would: checks that it is well-formed, and finds values by path. */
#ifndef HONE_TESTS_JSON_FIND_H
#define HONE_TESTS_JSON_FIND_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the text is one value followed only by white space (RFC 8259). */
bool json_is_valid(const char *text);

/* The value at a path of keys and array indices, such as "0.deform.bdef1"; NULL if there is none. The text must be
 * valid. */
const char *json_find(const char *text, const char *path);

double json_number(const char *text, const char *path);                        /* NaN if there is none */
bool json_string_is(const char *text, const char *path, const char *expected); /* without escapes */
size_t json_count(const char *text, const char *path);                         /* elements of an array */

#endif
