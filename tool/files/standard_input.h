/* Standard input as a file: "-" among the files of a command. */
#ifndef HONE_TOOL_FILES_STANDARD_INPUT_H
#define HONE_TOOL_FILES_STANDARD_INPUT_H

#include <hone/io.h>

bool standard_input_is(const char *path);

/* Reads a file; or for "-" standard input to its end, at most 1 GiB. */
bool standard_input_or_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

enum { STANDARD_INPUT_PATH_SIZE = 32 };

/* Copies bytes to a nameless file. path: out. Returns its descriptor, to be closed after the path was opened; -1 on
 * failure. */
int standard_input_copy(const hone_bytes *bytes, char path[STANDARD_INPUT_PATH_SIZE], hone_error *error);

#endif
