/* Opens files that another file names, below that file's folder. Separators and case are treated as on Windows.
 * Paths that lead out of the folder are refused, unless the caller allows them. */
#include "base/files/file_resolver.h"
#include "base/error.h"
#include "base/files/path_compare.h"
#include "base/files/path_tidy.h"
#include "base/system/files.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = HONE_PATH_SIZE, COMPONENTS_MAX = 64 };

/* A path's components, each followed by a NUL. */
typedef struct split_path {
    char root[4]; /* "/", or on Windows also "C:/"; "": the path is relative */
    char text[PATH_SIZE];
    const char *components[COMPONENTS_MAX];
    size_t count;
} split_path;

static bool is_up(const char *component)
{
    return strcmp(component, "..") == 0;
}

/* Writes what the path begins with if it is absolute. Returns its length. */
static size_t read_root(const char *path, char root[4])
{
    size_t length = hone_path_root(path) == 3 ? 3 : path[0] == '/' || path[0] == '\\'; /* 3: a drive of Windows */
    memcpy(root, length == 3 ? path : "/", length);
    root[length] = '\0';
    return length;
}

/* Removes '.', and '..' together with the component before it; a '..' that leads above the folder stays. Returns
 * false if the path is too long or begins with a drive letter that means nothing here. */
static bool split(const char *path, split_path *out)
{
    size_t size = strlen(path), root = read_root(path, out->root);
    if (size == 0 || size >= sizeof out->text || (!root && size >= 2 && path[1] == ':'))
        return false;
    memcpy(out->text, path, size + 1);
    out->count = 0;
    for (char *at = out->text + root, *next; at; at = next) {
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
            if (out->root[0])
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
    hone_folder *entries = hone_folder_open(folder);
    size_t found = 0;
    if (!entries)
        return 0;
    for (const char *entry; (entry = hone_folder_next(entries));) {
        size_t length = strlen(entry);
        if (length < size && hone_paths_are_alike(entry, name) && (found == 0 || strcmp(entry, out) < 0)) {
            memcpy(out, entry, length + 1);
            found = length;
        }
    }
    hone_folder_close(entries);
    return found;
}

/* ---- downwards from the folder --------------------------------------------------------------------------------- */

/* Appends "/NAME" with the spelling on disk. Returns false if there is no such entry, or no room. */
static bool descend(char *path, const char *name)
{
    size_t length = strlen(path), name_length = strlen(name);
    if (length + 1 + name_length >= PATH_SIZE)
        return false;
    char real[HONE_NAME_SIZE];
    memcpy(path + length, "/", 1);
    memcpy(path + length + 1, name, name_length + 1);
    if (hone_path_kind(path) != HONE_FILE_NONE)
        return true;
    path[length] = '\0';
    size_t real_length = find_entry(path, name, real, sizeof real);
    if (real_length == 0 || length + 1 + real_length >= PATH_SIZE)
        return false;
    path[length] = '/';
    memcpy(path + length + 1, real, real_length + 1);
    return true;
}

/* A root ends in a slash. Only "/" has length 0 then. */
static size_t length_without_slash(const char *folder)
{
    size_t length = strlen(folder);
    return length - (length > 0 && folder[length - 1] == '/');
}

static bool is_below(const char *path, const char *folder)
{
    size_t length = length_without_slash(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* Returns the real path of `parts`, with symbolic links resolved. */
static char *resolve(const char *folder, const split_path *parts, bool anywhere, hone_error *error)
{
    char path[PATH_SIZE];
    char *root = hone_path_real(parts->root[0] ? parts->root : folder[0] ? folder : "."), *real = NULL;
    bool ok = root && strlen(root) < sizeof path;
    if (ok) /* each component adds its own '/' */
        snprintf(path, sizeof path, "%.*s", (int)length_without_slash(root), root);
    for (size_t i = 0; ok && i < parts->count; i++) ok = descend(path, parts->components[i]);
    if (ok)
        real = hone_path_real(path);
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

static char *resolve_path(const char *folder, const char *path, bool anywhere, hone_error *error)
{
    split_path parts;
    bool known = split(path, &parts);
    if (known && (anywhere || (!parts.root[0] && !is_up(parts.components[0]))))
        return resolve(folder, &parts, anywhere, error);
    hone_fail(error, HONE_ERROR_IO, 0, anywhere ? "not a path" : "not a path inside the folder");
    return NULL;
}

char *hone_file_resolve(const char *folder, const char *path, bool anywhere, hone_error *error)
{
    hone_error why = {0};
    char tidy[PATH_SIZE];
    char *real = resolve_path(folder, path, anywhere, &why);
    if (!real && hone_path_tidy(path, tidy))
        real = resolve_path(folder, tidy, false, NULL);
    if (!real)
        hone_fail(error, why.code, why.at, "%s", why.message);
    return real;
}

/* Models are moved away from the folders of their author: returns the real path of the file that an end of the path
 * names below the folder, or of the name alone in its folder "textures"; NULL if there is none. */
static char *find_by_name(const char *folder, const char *path)
{
    static const char textures[] = "textures/";
    char beside[sizeof textures + PATH_SIZE];
    const char *name = path;
    for (const char *tail = path; (tail = hone_path_tail(tail)); name = tail) {
        char *real = is_up(tail) ? NULL : hone_file_resolve(folder, tail, false, NULL);
        if (real)
            return real;
    }
    if (name[0] == '\0' || is_up(name) || strlen(name) >= PATH_SIZE)
        return NULL;
    memcpy(beside, textures, sizeof textures - 1);
    memcpy(beside + sizeof textures - 1, name, strlen(name) + 1);
    return hone_file_resolve(folder, beside, false, NULL);
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
    return (hone_file_resolver){.read = read_below, .user = (void *)folder};
}

hone_file_resolver hone_file_resolver_anywhere(const char *folder)
{
    return (hone_file_resolver){.read = read_anywhere, .user = (void *)folder};
}

bool hone_path_folder(const char *path, char folder[HONE_PATH_SIZE])
{
    size_t size = (size_t)(hone_path_name(path) - path), root = hone_path_root(path);
    size -= size > root; /* the slash, except that of "/NAME" */
    if (size >= HONE_PATH_SIZE)
        return false;
    memcpy(folder, path, size);
    folder[size] = '\0';
    return true;
}
