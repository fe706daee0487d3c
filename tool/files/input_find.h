/* Finds files by paths that were written on another computer, on disk and in archives. */
#ifndef HONE_TOOL_FILES_INPUT_FIND_H
#define HONE_TOOL_FILES_INPUT_FIND_H

#include <hone/io.h>

/* As hone_file_find. A folder in an archive ("pack.zip/UserFile") is searched inside of the archive alone. Errors: as
 * hone_file_find and hone_archive_open. */
bool input_file_find(const char *folder, const char *path, char found[HONE_PATH_SIZE], hone_error *error);

#endif
