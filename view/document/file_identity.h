/* What tells that a file that is opened again is the same: its place and its content. */
#ifndef HONE_VIEW_DOCUMENT_FILE_IDENTITY_H
#define HONE_VIEW_DOCUMENT_FILE_IDENTITY_H

#include <hone/base.h>

typedef struct file_identity {
    char *path; /* without links in its folder: pictures are sought beside it. NULL: not known */
    size_t size;
    uint64_t hash; /* of its bytes */
} file_identity;

/* Identifies a file by its place and these bytes; release the result. Where the place cannot be had, the file is the
 * same as no other. */
file_identity file_identity_of(const char *path, const void *bytes, size_t size);
void file_identity_release(file_identity *id); /* zero is fine */
bool file_identity_equal(const file_identity *a, const file_identity *b);

#endif
