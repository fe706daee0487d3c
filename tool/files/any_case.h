/* Names compared as file systems without case do it for ASCII. */
#ifndef HONE_TOOL_FILES_ANY_CASE_H
#define HONE_TOOL_FILES_ANY_CASE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether two texts are equal, but for the case of letters of ASCII. */
bool equal_in_any_case(const char *a, const char *b);

/* Whether a text begins with the first `size` bytes of the other one, but for that case. */
bool begins_in_any_case(const char *text, const char *begin, size_t size);

/* Whether a text ends with the other one, but for that case, and is longer. */
bool ends_in_any_case(const char *text, const char *end);

#endif
