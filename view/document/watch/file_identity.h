/* Recognises a file that is opened again, by its path and its content. */
#ifndef HONE_VIEW_DOCUMENT_WATCH_FILE_IDENTITY_H
#define HONE_VIEW_DOCUMENT_WATCH_FILE_IDENTITY_H

#include <hone/base.h>

typedef struct file_identity {
    char *path; /* its folder has no links, since textures are searched beside it. NULL: unknown */
    size_t size;
    uint64_t hash; /* of the file's bytes */
} file_identity;

/* Identifies a file by its path and these bytes; release the result. If the path cannot be resolved, the result equals
 * no other. */
file_identity file_identity_of(const char *path, const void *bytes, size_t size);
void file_identity_release(file_identity *id); /* a zeroed one is fine */
bool file_identity_equal(const file_identity *a, const file_identity *b);

#endif
