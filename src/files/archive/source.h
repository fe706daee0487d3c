/* The bytes of an archive, on disk or in memory. */
#ifndef HONE_SRC_ARCHIVE_SOURCE_H
#define HONE_SRC_ARCHIVE_SOURCE_H

#include <hone/base.h>

typedef struct archive_source {
    int file;             /* -1: in memory */
    const uint8_t *bytes; /* [size] of an archive in memory */
    uint64_t size;
} archive_source;

/* Opens a regular file. Errors: IO (the message has no path). */
bool hone_archive_source_open(archive_source *source, const char *path, hone_error *error);
void hone_archive_source_close(archive_source *source);

/* Copies [size] bytes. Errors: IO (also beyond the end). */
bool hone_archive_source_read(const archive_source *source, uint64_t at, void *out, size_t size, hone_error *error);

#endif
