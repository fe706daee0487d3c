#include "tool/scene/scene_path.h"
#include "tool/system/system.h"

#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *folder, const char *path)
{
    size_t size = strlen(folder) + strlen(path) + 2;
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%s/%s", folder, path);
    return out;
}

static char *copy(const char *text)
{
    char *out = malloc(strlen(text) + 1);
    return out ? strcpy(out, text) : NULL;
}

char *scene_path_from(const char *folder, const char *path)
{
    if (system_is_absolute(path))
        return copy(path);
    return join(folder[0] ? folder : ".", path);
}

/* The real path of a folder; of one that does not exist as it is written. From malloc. */
static char *real_folder(const char *folder)
{
    char *real = system_real_path(folder[0] ? folder : ".");
    return real ? real : copy(folder);
}

/* The path by real folders; the file itself may be a link, whose name is kept. */
static char *real_file(const char *path)
{
    char folder[HONE_PATH_SIZE] = "";
    if (!hone_folder_of(path, folder))
        return copy(path);
    const char *name = system_path_name(path);
    char *real = name == path + 1 ? copy("") : real_folder(folder), *out = real ? join(real, name) : NULL;
    free(real);
    return out;
}

/* Bytes of the folders at the front that both have, with the last slash. */
static size_t common_folders(const char *folder, const char *file)
{
    size_t common = 0;
    for (size_t i = 0;; i++) {
        char c = folder[i] ? folder[i] : '/';
        if (c != file[i])
            return common;
        if (c == '/')
            common = i + 1;
        if (!folder[i])
            return common;
    }
}

/* "../" for each folder that is left, then the rest of the file's path. */
static char *climb(const char *folder, const char *file)
{
    size_t ups = *folder != '\0';
    for (const char *c = folder; *c; c++) ups += *c == '/' && c[1];
    char *out = malloc(ups * 3 + strlen(file) + 1);
    if (!out)
        return NULL;
    out[0] = '\0';
    for (size_t i = 0; i < ups; i++) strcat(out, "../");
    return strcat(out, file);
}

/* Whether the path stays whole: both have no folder in common, or are on other drives. */
static bool is_apart(const char *folder, const char *file, size_t common)
{
    return common == 0 ? system_is_absolute(file) : common == 1 && folder[0] == '/' && folder[1];
}

char *scene_path_to(const char *folder, const char *path)
{
    char *from = real_folder(folder), *file = real_file(path), *out = NULL;
    if (from && file) {
        size_t common = common_folders(from, file), left = strlen(from);
        out = is_apart(from, file, common) ? copy(file) : climb(common > left ? "" : from + common, file + common);
    }
    free(from);
    free(file);
    return out;
}
