/* Opens files that another file names, below that file's folder. Separators and case are treated as on Windows.
 * Paths that lead out of the folder are refused, unless the caller allows them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "base/file_resolver.h"
#include "base/error.h"
#include "base/path_compare.h"
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = HONE_PATH_SIZE, COMPONENTS_MAX = 64 };

/* A path's components, each followed by a NUL. */
typedef struct split_path {
    bool from_root;
    char text[PATH_SIZE];
    const char *components[COMPONENTS_MAX];
    size_t count;
} split_path;

static bool is_up(const char *component)
{
    return strcmp(component, "..") == 0;
}

/* Removes '.', and '..' together with the component before it; a '..' that leads above the folder stays. Returns
 * false if the path is too long or begins with a drive letter. */
static bool split(const char *path, split_path *out)
{
    size_t size = strlen(path);
    bool drive = size >= 2 && path[1] == ':';
    if (size == 0 || size >= sizeof out->text || drive)
        return false;
    out->from_root = path[0] == '/' || path[0] == '\\';
    memcpy(out->text, path, size + 1);
    out->count = 0;
    for (char *at = out->text, *next; at; at = next) {
        next = strpbrk(at, "/\\");
        if (next)
            *next++ = '\0';
        if (*at == '\0' || strcmp(at, ".") == 0)
            continue;
        if (is_up(at)) {
            if (out->count > 0 && !is_up(out->components[out->count - 1])) {
                out->count--;
                continue;
            }
            if (out->from_root)
                continue;
        }
        if (out->count == COMPONENTS_MAX)
            return false;
        out->components[out->count++] = at;
    }
    return out->count > 0;
}

/* Finds the entry of `folder` with that name, ignoring case; of several the first in byte order. Returns its length,
 * 0 if there is none. */
static size_t find_entry(const char *folder, const char *name, char *out, size_t size)
{
    DIR *directory = opendir(folder);
    size_t found = 0;
    if (!directory)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        if (length < size && hone_paths_are_alike(entry->d_name, name) &&
            (found == 0 || strcmp(entry->d_name, out) < 0)) {
            memcpy(out, entry->d_name, length + 1);
            found = length;
        }
    }
    closedir(directory);
    return found;
}

/* ---- downwards from the folder --------------------------------------------------------------------------------- */

/* Appends "/NAME" with the spelling on disk. Returns false if there is no such entry, or no room. */
static bool descend(char *path, const char *name)
{
    size_t length = strlen(path), name_length = strlen(name);
    if (length + 1 + name_length >= PATH_SIZE)
        return false;
    char real[NAME_MAX + 1];
    memcpy(path + length, "/", 1);
    memcpy(path + length + 1, name, name_length + 1);
    struct stat status;
    if (stat(path, &status) == 0)
        return true;
    path[length] = '\0';
    size_t real_length = find_entry(path, name, real, sizeof real);
    if (real_length == 0 || length + 1 + real_length >= PATH_SIZE)
        return false;
    path[length] = '/';
    memcpy(path + length + 1, real, real_length + 1);
    return true;
}

static bool is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    if (length == 1) /* "/" */
        return true;
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Returns the real path of `parts`, with symbolic links resolved. */
static char *resolve(const char *folder, const split_path *parts, bool anywhere, hone_error *error)
{
    char path[PATH_SIZE];
    char *root = realpath(parts->from_root ? "/" : folder[0] ? folder : ".", NULL), *real = NULL;
    bool ok = root && strlen(root) < sizeof path;
    if (ok)
        memcpy(path, root, strlen(root) + 1);
    if (ok && !root[1]) /* each component adds its own '/' */
        path[0] = '\0';
    for (size_t i = 0; ok && i < parts->count; i++) ok = descend(path, parts->components[i]);
    if (ok)
        real = realpath(path, NULL);
    if (!real)
        hone_fail(error, HONE_ERROR_IO, 0, "not found");
    else if (!anywhere && !is_below(real, root)) {
        hone_fail(error, HONE_ERROR_IO, 0, "it leads out of the folder");
        free(real);
        real = NULL;
    }
    free(root);
    return real;
}

char *hone_file_resolve(const char *folder, const char *path, bool anywhere, hone_error *error)
{
    split_path parts;
    bool known = split(path, &parts);
    if (known && (anywhere || (!parts.from_root && !is_up(parts.components[0]))))
        return resolve(folder, &parts, anywhere, error);
    hone_fail(error, HONE_ERROR_IO, 0, anywhere ? "not a path" : "not a path inside the folder");
    return NULL;
}

/* Models are moved away from the folders of their author: returns the real path of the file with the same name in the
 * folder, or in its folder "textures"; NULL if there is none. */
static char *find_by_name(const char *folder, const char *path)
{
    static const char textures[] = "textures/";
    char beside[sizeof textures + PATH_SIZE];
    const char *name = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\' || *at == ':')
            name = at + 1;
    if (name[0] == '\0' || is_up(name) || strlen(name) >= PATH_SIZE)
        return NULL;
    memcpy(beside, textures, sizeof textures - 1);
    memcpy(beside + sizeof textures - 1, name, strlen(name) + 1);
    char *real = hone_file_resolve(folder, name, false, NULL);
    return real ? real : hone_file_resolve(folder, beside, false, NULL);
}

/* The real path of the file, where the path says or by its name. The error is that of the first. */
static char *find_anyhow(const char *folder, const char *path, bool anywhere, hone_error *error)
{
    hone_error first = {0};
    char *real = hone_file_resolve(folder, path, anywhere, &first);
    if (!real)
        real = find_by_name(folder, path);
    if (!real)
        hone_fail(error, first.code, 0, "%s", first.message);
    return real;
}

bool hone_model_file_find(const char *folder, const char *path, bool anywhere, char real[HONE_PATH_SIZE],
                          hone_error *error)
{
    if (!folder || !path || !real)
        return hone_fail_null(error, "the folder, the path or the place for the result");
    char *found = find_anyhow(folder, path, anywhere, error);
    size_t size = found ? strlen(found) + 1 : 0;
    if (size > HONE_PATH_SIZE)
        hone_fail(error, HONE_ERROR_IO, 0, "the path is too long");
    else if (found)
        memcpy(real, found, size);
    free(found);
    return size > 0 && size <= HONE_PATH_SIZE;
}

static bool read(const char *folder, const char *path, bool anywhere, const hone_allocator *allocator, hone_bytes *out,
                 hone_error *error)
{
    char *real = find_anyhow(folder, path, anywhere, error);
    bool ok = real && hone_file_read(real, allocator, out, error);
    free(real);
    return ok;
}

static bool read_below(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    return read(user, path, false, allocator, out, error);
}

static bool read_anywhere(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                          hone_error *error)
{
    return read(user, path, true, allocator, out, error);
}

hone_file_resolver hone_file_resolver_in_folder(const char *folder)
{
    return (hone_file_resolver){read_below, (void *)folder};
}

hone_file_resolver hone_file_resolver_anywhere(const char *folder)
{
    return (hone_file_resolver){read_anywhere, (void *)folder};
}

bool hone_folder_of(const char *path, char folder[HONE_PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t size = slash ? (size_t)(slash - path) + (slash == path) : 0; /* for "/NAME" it is "/" */
    if (size >= HONE_PATH_SIZE)
        return false;
    memcpy(folder, path, size);
    folder[size] = '\0';
    return true;
}
