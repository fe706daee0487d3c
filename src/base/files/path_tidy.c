#include "base/files/path_tidy.h"
#include <string.h>

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

static bool is_around(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"';
}

/* Removes the last name. Returns false if there is none. */
static bool go_up(char *out, size_t *size)
{
    if (*size == 0)
        return false;
    while (*size > 0 && out[--*size] != '/') {
    }
    return true;
}

/* Adds a name without the dots and spaces at its end. Returns false if there is no room, or if it leads up too far. */
static bool add(const char *name, size_t length, char *out, size_t *size)
{
    if (length == 2 && name[0] == '.' && name[1] == '.')
        return go_up(out, size);
    while (length > 0 && (name[length - 1] == '.' || name[length - 1] == ' ')) length--;
    if (length == 0)
        return true;
    if (*size + length + 2 > HONE_PATH_SIZE)
        return false;
    if (*size)
        out[(*size)++] = '/';
    memcpy(out + *size, name, length);
    *size += length;
    return true;
}

bool hone_path_tidy(const char *path, char out[HONE_PATH_SIZE])
{
    const char *end = path + strlen(path);
    size_t size = 0;
    while (path < end && is_around(*path)) path++;
    while (end > path && is_around(end[-1])) end--;
    if (end - path > 1 && path[1] == ':')
        return false;
    for (const char *at = path; at < end; at++) {
        const char *name = at;
        while (at < end && !is_separator(*at)) at++;
        if (!add(name, (size_t)(at - name), out, &size))
            return false;
    }
    out[size] = '\0';
    return size > 0;
}

const char *hone_path_tail(const char *path)
{
    while (*path && !is_separator(*path) && *path != ':') path++;
    while (is_separator(*path) || *path == ':') path++;
    return *path ? path : NULL;
}
