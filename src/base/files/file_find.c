/* Finds files whose path was written on another computer, by the parts of the path that are the same here. */
#include "base/error.h"
#include "base/files/file_resolver.h"
#include "base/files/path_compare.h"
#include "base/files/path_tidy.h"
#include "base/system/files.h"
#include <stdlib.h>
#include <string.h>

enum {
    PARENTS_MAX = 2,    /* folders above the given one in which files are looked for */
    DEPTH_MAX = 4,      /* folders below each other that are searched for a name */
    ENTRIES_MAX = 20000 /* entries of folders that one search looks at */
};

static bool is_separator(char c)
{
    return c == '/' || c == '\\' || c == ':';
}

static bool is_regular(const char *path)
{
    return hone_path_kind(path) == HONE_FILE_REGULAR;
}

/* Copies a path from hone_path_real and frees it. Returns false if it is NULL, too long or not a file. */
static bool take(char *real, char found[HONE_PATH_SIZE])
{
    bool ok = real && strlen(real) < HONE_PATH_SIZE && is_regular(real);
    if (ok)
        memcpy(found, real, strlen(real) + 1);
    free(real);
    return ok;
}

/* Tries a path below the folder, its parent, and so on. */
static bool find_below(const char *folder, const char *path, char found[HONE_PATH_SIZE])
{
    char at[HONE_PATH_SIZE];
    memcpy(at, folder[0] ? folder : ".", strlen(folder[0] ? folder : ".") + 1);
    for (int up = 0; up <= PARENTS_MAX; up++) {
        if (take(hone_file_resolve(at, path, false, NULL), found))
            return true;
        strcat(at, "/..");
    }
    return false;
}

/* Tries the whole path, then shorter and shorter ends of it. */
static bool find_tail(const char *folder, const char *path, char found[HONE_PATH_SIZE])
{
    while (is_separator(*path)) path++;
    for (const char *tail = path; tail; tail = hone_path_tail(tail))
        if (find_below(folder, tail, found))
            return true;
    return false;
}

/* ---- by name alone --------------------------------------------------------------------------------------------- */

typedef struct name_search {
    const char *name;
    uint32_t entries; /* seen so far */
    char *found;      /* [HONE_PATH_SIZE] "": nothing */
} name_search;

/* Appends "/NAME". Returns false if there is no room. */
static bool append(char path[HONE_PATH_SIZE], const char *name)
{
    size_t length = strlen(path), size = strlen(name);
    if (length + size + 2 > HONE_PATH_SIZE)
        return false;
    path[length] = '/';
    memcpy(path + length + 1, name, size + 1);
    return true;
}

/* Takes the file if it comes before the one found so far, in byte order of the paths: the order of the folder does not
 * matter. */
static void look_at(name_search *search, const char *path, const char *name)
{
    if (!hone_paths_are_alike(name, search->name) || !is_regular(path))
        return;
    if (!search->found[0] || strcmp(path, search->found) < 0)
        memcpy(search->found, path, strlen(path) + 1);
}

/* Symbolic links to folders are not followed. `path` is changed and restored. */
static void search_folder(name_search *search, char path[HONE_PATH_SIZE], int depth)
{
    size_t length = strlen(path);
    hone_folder *entries = hone_folder_open(path);
    if (!entries)
        return;
    for (const char *name; search->entries < ENTRIES_MAX && (name = hone_folder_next(entries));) {
        search->entries++;
        if (name[0] == '.' || !append(path, name))
            continue;
        look_at(search, path, name);
        if (depth < DEPTH_MAX && hone_path_kind_of_link(path) == HONE_FILE_FOLDER)
            search_folder(search, path, depth + 1); // NOLINT(misc-no-recursion): bounded by DEPTH_MAX
        path[length] = '\0';
    }
    hone_folder_close(entries);
}

static bool find_name(const char *folder, const char *path, char found[HONE_PATH_SIZE])
{
    char at[HONE_PATH_SIZE];
    char *root = hone_path_real(folder[0] ? folder : ".");
    bool ok = root && strlen(root) < sizeof at;
    if (ok)
        memcpy(at, root, strlen(root) + 1);
    free(root);
    const char *name = path;
    for (const char *tail = path; tail; tail = hone_path_tail(tail)) name = tail;
    name_search search = {.name = name, .found = found};
    found[0] = '\0';
    if (ok)
        search_folder(&search, at, 1);
    return found[0] != '\0';
}

/* ---- the whole search ------------------------------------------------------------------------------------------ */

bool hone_file_find(const char *folder, const char *path, char found[HONE_PATH_SIZE], hone_error *error)
{
    if (!folder || !path || !found)
        return hone_fail_null(error, !folder ? "folder" : !path ? "path" : "found");
    if (strlen(folder) + sizeof "/.." * PARENTS_MAX >= HONE_PATH_SIZE)
        return hone_fail(error, HONE_ERROR_IO, 0, "the folder's path is too long");
    return find_tail(folder, path, found) || find_name(folder, path, found) ||
           hone_fail(error, HONE_ERROR_IO, 0, "not found");
}

static bool read_found(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                       hone_error *error)
{
    char found[HONE_PATH_SIZE];
    return hone_file_find(user, path, found, error) && hone_file_read(found, allocator, out, error);
}

hone_file_resolver hone_file_resolver_in_project(const char *folder)
{
    return (hone_file_resolver){.read = read_found, .user = (void *)folder};
}
