/* Where a result goes: a file whose ending says the format, or "-", stdout, with --format. */
#ifndef HONE_CMD_OUTPUT_H
#define HONE_CMD_OUTPUT_H

#include "options.h"

/* Index of the ending of `path` in `endings` ("npy", ..., NULL; case does not count), or -1. */
int output_format(const char *path, const char *const *endings);
bool output_is_stdout(const char *path);

/* To the file, whole or not at all, or to stdout. */
int output_write(const char *path, const hone_bytes *bytes, report *r);

#endif
