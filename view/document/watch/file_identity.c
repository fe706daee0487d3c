#define _XOPEN_SOURCE 700 /* realpath */
#include "view/document/watch/file_identity.h"
#include "view/digest.h"
#include <hone/io.h>

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const uint8_t *bytes, size_t size)
{
    uint64_t hash = DIGEST_BEGIN;
    digest_add(&hash, bytes, size);
    return hash;
}

static char *real_place(const char *path)
{
    char folder[HONE_PATH_SIZE] = "";
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *real = hone_path_folder(path, folder) ? realpath(folder[0] ? folder : slash ? "/" : ".", NULL) : NULL;
    size_t before = real ? strlen(real) : 0;
    char *place = real ? malloc(before + strlen(name) + 2) : NULL;
    if (place) {
        memcpy(place, real, before);
        place[before] = '/';
        strcpy(place + before + 1, name);
    }
    free(real);
    return place;
}

file_identity file_identity_of(const char *path, const void *bytes, size_t size)
{
    return (file_identity){real_place(path), size, hash_of(bytes, size)};
}

void file_identity_release(file_identity *id)
{
    free(id->path);
    *id = (file_identity){0};
}

bool file_identity_equal(const file_identity *a, const file_identity *b)
{
    return a->path && b->path && a->size == b->size && a->hash == b->hash && strcmp(a->path, b->path) == 0;
}
