/* Paths written elsewhere among the paths of a list. */
#include "base/files/file_list.h"
#include "base/files/path_compare.h"
#include "base/files/path_tidy.h"

#include <string.h>

static int32_t find_alike(const hone_file_list *list, const char *path)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (hone_paths_are_alike(list->path(list->user, i), path))
            return (int32_t)i;
    return HONE_NONE;
}

int32_t hone_file_list_find(const hone_file_list *list, const char *path)
{
    char wanted[HONE_PATH_SIZE];
    size_t size = strlen(path);
    if (size == 0 || size >= sizeof wanted)
        return HONE_NONE;
    for (size_t i = 0; i <= size; i++) wanted[i] = path[i] == '\\' ? '/' : path[i];
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->path(list->user, i), wanted) == 0)
            return (int32_t)i;
    int32_t found = find_alike(list, wanted);
    return found != HONE_NONE || !hone_path_tidy(path, wanted) ? found : find_alike(list, wanted);
}

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

/* Appends a path with all its components to that of a folder. Returns false if it leads out of the list. */
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
static int32_t find(const hone_file_list *list, const char *folder, const char *between, const char *path)
{
    char joined[HONE_PATH_SIZE] = "";
    if ((folder[0] && !join(joined, folder)) || (between[0] && !join(joined, between)) || !join(joined, path))
        return HONE_NONE;
    return hone_file_list_find(list, joined);
}

int32_t hone_file_list_find_in(const hone_file_list *list, const char *folder, const char *path)
{
    char tidy[HONE_PATH_SIZE];
    const char *name = path;
    bool relative = path[0] != '/' && path[0] != '\\' && !(path[0] && path[1] == ':');
    int32_t at = relative ? find(list, folder, "", path) : HONE_NONE;
    if (at == HONE_NONE && hone_path_tidy(path, tidy))
        at = find(list, folder, "", tidy);
    for (const char *tail = path; at == HONE_NONE && (tail = hone_path_tail(tail)); name = tail)
        at = find(list, folder, "", tail);
    return at != HONE_NONE ? at : find(list, folder, "textures", name);
}
