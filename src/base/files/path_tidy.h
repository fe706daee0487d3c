/* Paths as Windows opens them, which ignores more than case. */
#ifndef HONE_SRC_BASE_FILES_PATH_TIDY_H
#define HONE_SRC_BASE_FILES_PATH_TIDY_H

#include <hone/io.h>

/* Writes a relative path without what Windows, or MMD, which puts it behind its folder, ignores: separators at its
 * begin and doubled ones, "." and "..", spaces and dots at the end of a name, white space and quotes around it all. It
 * has "/" between its names. For a path that is not found as it is. Returns false if nothing is left, if it leads up,
 * if it is too long, or if it begins with a drive. */
bool hone_path_tidy(const char *path, char out[HONE_PATH_SIZE]);

/* Returns the path behind its first name, NULL after the last one. "\\", "/" and ":" separate. */
const char *hone_path_tail(const char *path);

#endif
