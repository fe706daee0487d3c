/* The inside of hone_archive. */
#ifndef HONE_SRC_ARCHIVE_ARCHIVE_H
#define HONE_SRC_ARCHIVE_ARCHIVE_H

#include "base/files/file_list.h"
#include "base/memory/arena.h"
#include "files/archive/source.h"
#include <hone/archive.h>

enum { ZIP_LOCAL_SIZE = 30, ZIP_STORED = 0, ZIP_DEFLATED = 8 };

/* Where an entry is in the file. */
typedef struct archive_place {
    uint64_t offset; /* of its local header */
    uint64_t packed; /* bytes in the file */
    uint32_t checksum;
    uint16_t method;
} archive_place;

struct hone_archive {
    archive_source source;
    hone_arena *memory;
    uint64_t largest;
    uint32_t count;
    hone_archive_entry *entries; /* [count] */
    archive_place *places;       /* [count] */
};

/* The paths of the entries; none without an archive. */
hone_file_list hone_archive_list(const hone_archive *archive);

/* Reads the list of entries. Errors: FORMAT, UNSUPPORTED, IO, MEMORY. */
bool hone_archive_read_directory(hone_archive *archive, hone_error *error);

#endif
