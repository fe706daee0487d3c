/* Finds the files that a file in an archive names. */
#include "base/error.h"
#include "base/files/path_tidy.h"
#include "files/archive/archive.h"

#include <string.h>

/* Appends a component. Returns false if there is no room. */
static bool append(char path[HONE_PATH_SIZE], const char *component, size_t size)
{
    size_t length = strlen(path);
    if (length + size + 2 > HONE_PATH_SIZE)
        return false;
    if (length)
        path[length++] = '/';
    memcpy(path + length, component, size);
    path[length + size] = '\0';
    return true;
}

/* Removes the last component. Returns false if there is none. */
static bool go_up(char path[HONE_PATH_SIZE])
{
    char *slash = strrchr(path, '/');
    if (!path[0])
        return false;
    *(slash ? slash : path) = '\0';
    return true;
}

/* Appends a path with all its components to that of a folder. Returns false if it leads out of the archive. */
static bool join(char out[HONE_PATH_SIZE], const char *path)
{
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/\\");
        bool up = length == 2 && at[0] == '.' && at[1] == '.', here = length == 0 || (length == 1 && at[0] == '.');
        if (up ? !go_up(out) : !here && !append(out, at, length))
            return false;
        at += length + (at[length] != '\0');
    }
    return out[0] != '\0';
}

/* Finds "FOLDER/BETWEEN/PATH"; HONE_NONE: there is none. */
static int32_t find(const hone_archive_folder *folder, const char *between, const char *path)
{
    char joined[HONE_PATH_SIZE] = "";
    if ((folder->path[0] && !join(joined, folder->path)) || (between[0] && !join(joined, between)) ||
        !join(joined, path))
        return HONE_NONE;
    return hone_archive_find(folder->archive, joined);
}

/* Finds the entry that the path or an end of it names in the folder, or the name alone in its folder "textures". */
static int32_t find_anyhow(const hone_archive_folder *folder, const char *path)
{
    char tidy[HONE_PATH_SIZE];
    const char *name = path;
    bool relative = path[0] != '/' && path[0] != '\\' && !(path[0] && path[1] == ':');
    int32_t at = relative ? find(folder, "", path) : HONE_NONE;
    if (at == HONE_NONE && hone_path_tidy(path, tidy))
        at = find(folder, "", tidy);
    for (const char *tail = path; at == HONE_NONE && (tail = hone_path_tail(tail)); name = tail)
        at = find(folder, "", tail);
    return at != HONE_NONE ? at : find(folder, "textures", name);
}

static bool read_entry(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    const hone_archive_folder *folder = user;
    int32_t at = find_anyhow(folder, path);
    if (at == HONE_NONE)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found in the archive");
    return hone_archive_read(folder->archive, (uint32_t)at, allocator, out, error);
}

hone_file_resolver hone_archive_files(const hone_archive_folder *folder)
{
    return (hone_file_resolver){.read = read_entry, .user = (void *)folder};
}
