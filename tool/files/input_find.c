#include "tool/files/input_find.h"
#include "base/files/path_compare.h"
#include "base/files/path_tidy.h"
#include "tool/files/any_case.h"
#include "tool/files/input_file.h"

#include <hone/archive.h>
#include <stdio.h>
#include <string.h>

enum { PARENTS_MAX = 2 }; /* as in hone_file_find */

/* Removes the last component. Returns false if there is none. */
static bool go_up(char folder[HONE_PATH_SIZE])
{
    char *slash = strrchr(folder, '/');
    if (!folder[0])
        return false;
    *(slash ? slash : folder) = '\0';
    return true;
}

/* Tries a path below the folder, its parent, and so on. No entry's path has "..", so that nothing leads out. */
static int32_t find_below(const hone_archive *archive, const char *folder, const char *path)
{
    char at[HONE_PATH_SIZE], joined[HONE_PATH_SIZE];
    snprintf(at, sizeof at, "%s", folder);
    for (int up = 0; up <= PARENTS_MAX; up++) {
        int size = snprintf(joined, sizeof joined, "%s%s%s", at, at[0] ? "/" : "", path);
        int32_t found = size > 0 && size < (int)sizeof joined ? hone_archive_find(archive, joined) : HONE_NONE;
        if (found != HONE_NONE || !go_up(at))
            return found;
    }
    return HONE_NONE;
}

/* The first entry in byte order that has the name, in the folder or below it. */
static int32_t find_name(const hone_archive *archive, const char *folder, const char *name)
{
    size_t size = strlen(folder);
    const char *best = NULL;
    int32_t found = HONE_NONE;
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        const char *path = hone_archive_entry_at(archive, i)->path, *slash = strrchr(path, '/');
        bool below = size == 0 || (begins_in_any_case(path, folder, size) && path[size] == '/');
        if (!below || !hone_paths_are_alike(slash ? slash + 1 : path, name) || (best && strcmp(best, path) <= 0))
            continue;
        best = path;
        found = (int32_t)i;
    }
    return found;
}

static int32_t find_entry(const hone_archive *archive, const char *folder, const char *path)
{
    int32_t found = HONE_NONE;
    path += strspn(path, "/\\:");
    const char *name = path;
    for (const char *tail = path; tail && found == HONE_NONE; tail = hone_path_tail(tail)) {
        found = find_below(archive, folder, tail);
        name = tail;
    }
    return found != HONE_NONE || !*path ? found : find_name(archive, folder, name);
}

bool input_file_find(const char *folder, const char *path, char found[HONE_PATH_SIZE], hone_error *error)
{
    input_folder inside;
    input_folder_files(&inside, folder, false);
    if (!inside.archive)
        return hone_file_find(folder, path, found, error);
    const char *rest = inside.path + inside.archive;
    rest += *rest == '/';
    hone_archive *archive = input_folder_archive(&inside, error);
    int32_t at = archive ? find_entry(archive, rest, path) : HONE_NONE;
    int size = at == HONE_NONE ? 0
                               : snprintf(found, HONE_PATH_SIZE, "%.*s/%s", (int)inside.archive, inside.path,
                                          hone_archive_entry_at(archive, (uint32_t)at)->path);
    bool ok = archive &&
              ((size > 0 && size < HONE_PATH_SIZE) || hone_fail(error, HONE_ERROR_IO, 0, "not found in the archive"));
    hone_archive_close(archive);
    return ok;
}
