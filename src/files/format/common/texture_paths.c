/* Splits and classifies the texture paths of PMD and .x. */
#include "files/format/common/texture_paths.h"

#include <string.h>

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool hone_texture_paths_are_alike(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return *a == *b;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && hone_texture_paths_are_alike(text + length - end_length, end);
}

bool hone_texture_paths_is_sphere(const char *path)
{
    return ends_with(path, ".sph") || ends_with(path, ".spa");
}

/* ---- one field, two textures ---- */

/* Returns the beginning of the sphere map's path after a separator, or NULL if the field has one path only. The
 * separator is '*'. Very old files use '/', which otherwise separates folders; it counts only between what looks like a
 * texture and a sphere map. */
static char *find_separator(char *field)
{
    char *star = strchr(field, '*'), *slash = strrchr(field, '/');
    if (star || !slash || !hone_texture_paths_is_sphere(slash))
        return star;
    for (const char *c = slash; c > field && c[-1] != '/' && c[-1] != '\\'; c--)
        if (c[-1] == '.')
            return slash;
    return NULL;
}

bool hone_texture_paths_split(char *field, const char **main, const char **sphere)
{
    char *separator = find_separator(field), *second = separator ? separator + 1 : field + strlen(field);
    if (separator)
        *separator = 0;
    char *third = strchr(second, '*');
    if (third)
        *third = 0;
    bool swap = hone_texture_paths_is_sphere(field) && !hone_texture_paths_is_sphere(second);
    *main = swap ? second : field;
    *sphere = swap ? field : second;
    return !third;
}

hone_sphere_mode hone_texture_paths_sphere_mode(const char *sphere)
{
    if (!*sphere)
        return HONE_SPHERE_OFF;
    return ends_with(sphere, ".spa") ? HONE_SPHERE_ADD : HONE_SPHERE_MULTIPLY;
}
