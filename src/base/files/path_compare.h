/* Compares file names as people do. */
#ifndef HONE_SRC_BASE_FILES_PATH_COMPARE_H
#define HONE_SRC_BASE_FILES_PATH_COMPARE_H

#include <stdbool.h>

/* Returns whether two names are equal, ignoring the case of letters (Latin, Greek, Cyrillic, wide Latin) and
 * ignoring whether a kana's voice mark is part of the letter or follows it, as in file names that come from a Mac.
 * %XX is the byte that it stands for, as in names that come from the web, also on one side alone. Bytes that are not
 * valid UTF-8 must be equal. */
bool hone_paths_are_alike(const char *a, const char *b);

#endif
