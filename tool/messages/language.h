/* The languages that the environment asks for, as gettext finds them. */
#ifndef HONE_TOOL_MESSAGES_LANGUAGE_H
#define HONE_TOOL_MESSAGES_LANGUAGE_H

#include <stdbool.h>

enum { LANGUAGE_SIZE = 16 };

/* Returns the languages that are asked for, the most wanted first, separated by ':', such as "ja_JP.UTF-8" or "ja:fr".
 * "": English. */
const char *language_list(void);

/* Takes the first language off a list: "ja_JP". Returns false at the end of the list, and at English. */
bool language_next(const char **list, char out[LANGUAGE_SIZE]);

#endif
