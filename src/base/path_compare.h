/* File names as people compare them. */
#ifndef HONE_SRC_BASE_PATH_COMPARE_H
#define HONE_SRC_BASE_PATH_COMPARE_H

#include <stdbool.h>

/* The same but for the case of letters (Latin, Greek, Cyrillic, wide Latin) and for kana's voice marks being part of
 * their letter or behind it, as files that came from a Mac have them. Bytes that are no UTF-8 must be alike. */
bool hone_paths_are_alike(const char *a, const char *b);

#endif
