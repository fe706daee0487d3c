#include "tool/scene/scene_path.h"
#include "base/system/files.h"
#include "tool/files/input_file.h"
#include "tool/files/input_find.h"
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

/* Appends the components of a path. Returns false if it is absolute, also as Windows has it, or leads up too far. */
static bool append(char out[HONE_PATH_SIZE], size_t least, const char *path)
{
    if (path[0] == '/' || path[0] == '\\' || (path[0] && path[1] == ':'))
        return false;
    for (const char *at = path; *at;) {
        size_t size = strlen(out), length = strcspn(at, "/\\");
        bool up = length == 2 && at[0] == '.' && at[1] == '.', here = length == 0 || (length == 1 && at[0] == '.');
        if (up && size <= least)
            return false;
        if (up)
            *strrchr(out, '/') = '\0';
        else if (!here && (size + length + 2 > HONE_PATH_SIZE ||
                           snprintf(out + size, HONE_PATH_SIZE - size, "/%.*s", (int)length, at) < 0))
            return false;
        at += length + (at[length] != '\0');
    }
    return true;
}

/* What a file in an archive names is in the archive: a path that leads out of it is searched there, as those of
 * projects are, and else is the path of no entry. */
static char *path_in_archive(const input_folder *folder, const char *path)
{
    char out[HONE_PATH_SIZE];
    snprintf(out, sizeof out, "%s", folder->path);
    if (append(out, folder->archive, path) || input_file_find(folder->path, path, out, NULL))
        return copy(out);
    snprintf(out, sizeof out, "%.*s/", (int)folder->archive, folder->path);
    return join(out, path);
}

char *scene_path_from(const char *folder, const char *path)
{
    input_folder inside;
    input_folder_files(&inside, folder, false);
    if (inside.archive)
        return path_in_archive(&inside, path);
    if (system_is_absolute(path))
        return copy(path);
    return join(folder[0] ? folder : ".", path);
}

/* The real path of a folder; of one that does not exist as it is written. From malloc. */
static char *real_folder(const char *folder)
{
    char *real = hone_path_real(folder[0] ? folder : ".");
    return real ? real : copy(folder);
}

/* The path by real folders; the file itself may be a link, whose name is kept. */
static char *real_file(const char *path)
{
    char folder[HONE_PATH_SIZE] = "";
    if (!hone_path_folder(path, folder))
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
