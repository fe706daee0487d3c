/* Reading and writing what is not a path (hone_file_read is for those), and which files hone reads and replaces. */
#ifndef HONE_SRC_BASE_FILES_FILE_H
#define HONE_SRC_BASE_FILES_FILE_H

#include "base/system/files.h"
#include <hone/io.h>

/* Reads a stream, such as a pipe, to its end. file: a descriptor, at its current place; it stays open. most: the
 * largest number of bytes. out: zeroed on failure. Errors: IO (also for more bytes; the message has no path), MEMORY.
 */
bool hone_stream_read(int file, size_t most, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/* Writes all bytes to a descriptor. Errors: IO (the message has no path). */
bool hone_stream_write(int file, const void *data, size_t size, hone_error *error);

/* Returns whether it is a regular file. Errors: IO. */
bool hone_check_regular(hone_file_kind kind, hone_error *error);

#endif
