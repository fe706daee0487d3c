/* Finds one file below a folder, with separators and case as on Windows. */
#ifndef HONE_SRC_BASE_FILES_FILE_RESOLVER_H
#define HONE_SRC_BASE_FILES_FILE_RESOLVER_H

#include <hone/io.h>

/* Returns the real path of the file that `path` names, to be freed with free; NULL with the error IO if there is none,
 * or if it is not below the folder and `anywhere` is false. */
char *hone_file_resolve(const char *folder, const char *path, bool anywhere, hone_error *error);

/* The same, but writes it; `real` is unchanged on failure. */
bool hone_model_file_find(const char *folder, const char *path, bool anywhere, char real[HONE_PATH_SIZE],
                          hone_error *error);

/* Returns whether the resolver of the folder finds the file. It takes fewer system calls than to find its real path. */
bool hone_model_file_is_there(const char *folder, const char *path);

#endif
