/* Names of entries as paths. */
#ifndef HONE_SRC_ARCHIVE_NAMES_H
#define HONE_SRC_ARCHIVE_NAMES_H

#include <hone/base.h>

/* Turns a name into a path: slashes, no empty or "." components. In place. Returns false if the name is absolute, leads
 * out of the archive, is that of a folder, or contains control characters. */
bool hone_archive_clean_path(char *path);

#endif
