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

/* How files are looked for. */
typedef struct file_search {
    const char *folder;
    bool anywhere; /* also outside of the folder */
    bool real;     /* The real path is wanted, not just one that opens the file. */
} file_search;

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

/* Appends "/NAME" with the spelling on disk. Returns what it is by `kind_of`, NONE if there is no such entry or no
 * room.
 */
static hone_file_kind descend(char *path, const char *name, hone_file_kind (*kind_of)(const char *path))
{
    size_t length = strlen(path), name_length = strlen(name);
    if (length + 1 + name_length >= PATH_SIZE)
        return HONE_FILE_NONE;
    char real[HONE_NAME_SIZE];
    memcpy(path + length, "/", 1);
    memcpy(path + length + 1, name, name_length + 1);
    hone_file_kind kind = kind_of(path);
    if (kind != HONE_FILE_NONE)
        return kind;
    path[length] = '\0';
    size_t real_length = find_entry(path, name, real, sizeof real);
    if (real_length == 0 || length + 1 + real_length >= PATH_SIZE)
        return HONE_FILE_NONE;
    path[length] = '/';
    memcpy(path + length + 1, real, real_length + 1);
    return kind_of(path);
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

static bool begin_at(const char *root, char path[PATH_SIZE])
{
    int size = root ? snprintf(path, PATH_SIZE, "%.*s", (int)length_without_slash(root), root) : -1;
    return size >= 0 && size < PATH_SIZE; /* each component adds its own '/' */
}

/* Returns whether a name on the disk may lead up; Windows ignores dots and spaces at the end of one. */
static bool may_lead_up(const char *name)
{
    return strspn(name, ". ") == strlen(name);
}

/* Returns the path of `parts` below the folder if none of them is a symbolic link or leads up: then it is in the
 * folder, whatever leads there. The real path of the folder would take a system call for each folder above it. */
static char *find_without_links(const char *folder, const split_path *parts)
{
    char path[PATH_SIZE];
    bool ok = !parts->root[0] && begin_at(folder[0] ? folder : ".", path);
    for (size_t i = 0; ok && i < parts->count; i++) {
        size_t length = strlen(path);
        hone_file_kind kind = descend(path, parts->components[i], hone_path_kind_of_link);
        ok = (kind == HONE_FILE_REGULAR || kind == HONE_FILE_FOLDER) &&
             !may_lead_up(path + length + 1); /* ".." also as "%2E%2E" */
    }
    size_t size = ok ? strlen(path) + 1 : 0;
    char *copy = ok ? malloc(size) : NULL;
    return copy ? memcpy(copy, path, size) : NULL;
}

/* Returns the real path of `parts`, with symbolic links resolved. */
static char *resolve_links(const file_search *search, const split_path *parts, hone_error *error)
{
    char path[PATH_SIZE];
    const char *folder = search->folder[0] ? search->folder : ".";
    char *root = hone_path_real(parts->root[0] ? parts->root : folder), *real = NULL;
    bool ok = begin_at(root, path);
    for (size_t i = 0; ok && i < parts->count; i++)
        ok = descend(path, parts->components[i], hone_path_kind) != HONE_FILE_NONE;
    if (ok)
        real = hone_path_real(path);
    if (!real)
        hone_fail(error, HONE_ERROR_IO, 0, "not found");
    else if (!search->anywhere && !is_below(real, root)) {
        hone_fail(error, HONE_ERROR_IO, 0, "it leads out of the folder");
        free(real);
        real = NULL;
    }
    free(root);
    return real;
}

static char *find_path(const file_search *search, const char *path, hone_error *error)
{
    split_path parts;
    bool known = split(path, &parts);
    if (known && (search->anywhere || (!parts.root[0] && !is_up(parts.components[0])))) {
        char *found = search->real ? NULL : find_without_links(search->folder, &parts);
        return found ? found : resolve_links(search, &parts, error);
    }
    hone_fail(error, HONE_ERROR_IO, 0, search->anywhere ? "not a path" : "not a path inside the folder");
    return NULL;
}

/* The same search, but not anywhere. */
static file_search below(const file_search *search)
{
    return (file_search){.folder = search->folder, .real = search->real};
}

static char *find(const file_search *search, const char *path, hone_error *error)
{
    hone_error why = {0};
    char tidy[PATH_SIZE];
    const file_search inside = below(search);
    char *found = find_path(search, path, &why);
    if (!found && hone_path_tidy(path, tidy))
        found = find_path(&inside, tidy, NULL);
    if (!found)
        hone_fail(error, why.code, why.at, "%s", why.message);
    return found;
}

char *hone_file_resolve(const char *folder, const char *path, bool anywhere, hone_error *error)
{
    return find(&(file_search){folder, anywhere, true}, path, error);
}

/* Models are moved away from the folders of their author: returns the path of the file that an end of the path names
 * below the folder, or of the name alone in its folder "textures"; NULL if there is none. */
static char *find_by_name(const file_search *search, const char *path)
{
    const file_search inside = below(search);
    static const char textures[] = "textures/";
    char beside[sizeof textures + PATH_SIZE];
    const char *name = path;
    for (const char *tail = path; (tail = hone_path_tail(tail)); name = tail) {
        char *found = is_up(tail) ? NULL : find(&inside, tail, NULL);
        if (found)
            return found;
    }
    if (name[0] == '\0' || is_up(name) || strlen(name) >= PATH_SIZE)
        return NULL;
    memcpy(beside, textures, sizeof textures - 1);
    memcpy(beside + sizeof textures - 1, name, strlen(name) + 1);
    return find(&inside, beside, NULL);
}

/* Returns the path of the file, where the path says or by its name. The error is that of the first. */
static char *find_anyhow(const file_search *search, const char *path, hone_error *error)
{
    hone_error first = {0};
    char *found = find(search, path, &first);
    if (!found)
        found = find_by_name(search, path);
    if (!found)
        hone_fail(error, first.code, 0, "%s", first.message);
    return found;
}

bool hone_model_file_find(const char *folder, const char *path, bool anywhere, char real[HONE_PATH_SIZE],
                          hone_error *error)
{
    if (!folder || !path || !real)
        return hone_fail_null(error, "the folder, the path or the place for the result");
    char *found = find_anyhow(&(file_search){folder, anywhere, true}, path, error);
    size_t size = found ? strlen(found) + 1 : 0;
    if (size > HONE_PATH_SIZE)
        hone_fail(error, HONE_ERROR_IO, 0, "the path is too long");
    else if (found)
        memcpy(real, found, size);
    free(found);
    return size > 0 && size <= HONE_PATH_SIZE;
}

bool hone_model_file_is_there(const char *folder, const char *path)
{
    char *found = find_anyhow(&(file_search){.folder = folder}, path, NULL);
    bool there = found != NULL;
    free(found);
    return there;
}

static bool read(const char *folder, const char *path, bool anywhere, const hone_allocator *allocator, hone_bytes *out,
                 hone_error *error)
{
    char *found = find_anyhow(&(file_search){.folder = folder, .anywhere = anywhere}, path, error);
    bool ok = found && hone_file_read(found, allocator, out, error);
    free(found);
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
