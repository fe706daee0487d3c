/* Names of entries, which old programs wrote in the encoding of their author's Windows. */
#ifndef HONE_SRC_ARCHIVE_NAMES_H
#define HONE_SRC_ARCHIVE_NAMES_H

#include <hone/base.h>

/* The encoding of all names that are not marked as UTF-8. */
typedef enum name_encoding { NAMES_UTF8, NAMES_CP932, NAMES_GBK } name_encoding;

/* How well names fit the encodings, summed up over an archive. All zero: no names yet. */
typedef struct name_votes {
    bool not_utf8, not_cp932, not_gbk;
    uint64_t cp932, gbk; /* characters that are common in Japanese, or in Chinese */
} name_votes;

void hone_archive_vote(name_votes *votes, const uint8_t *name, size_t size);
name_encoding hone_archive_encoding(const name_votes *votes);

/* Converts a name to UTF-8, without a NUL. out: 3 bytes for each byte suffice. Returns the bytes written. */
size_t hone_archive_name(name_encoding encoding, const uint8_t *name, size_t size, char *out);

/* Turns a name into a path: slashes, no empty or "." components. In place. Returns false if the name is absolute, leads
 * out of the archive, is that of a folder, or contains control characters. */
bool hone_archive_clean_path(char *path);

#endif
