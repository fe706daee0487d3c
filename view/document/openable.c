#define _POSIX_C_SOURCE 200809L
#include "view/document/openable.h"
#include "tool/files/input_file.h"
#include <hone/io.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { DEPTH = 4, MOST_MODELS = 16, MOST_ENTRIES = 20000, SHOWN_NAMES = 3 };

typedef struct search {
    char *models[MOST_MODELS]; /* paths of the models found */
    uint32_t count;            /* may exceed MOST_MODELS */
    uint32_t entries;          /* visited so far */
} search;

static bool ends_in(const char *name, const char *const *endings)
{
    const char *dot = strrchr(name, '.');
    for (; dot && *endings; endings++)
        if (strcasecmp(dot + 1, *endings) == 0)
            return true;
    return false;
}

static bool is_model(const char *name)
{
    static const char *const endings[] = {"pmx", "pmd", "x", "gltf", "glb", "vrm", NULL};
    return ends_in(name, endings);
}

static bool is_folder(const char *path, bool follow)
{
    struct stat s;
    return (follow ? stat(path, &s) : lstat(path, &s)) == 0 && S_ISDIR(s.st_mode);
}

static char *joined(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static void look_in(search *s, const char *folder, int depth);

static void check_entry(search *s, const char *folder, const char *name, int depth)
{
    char *path = joined(folder, name);
    if (!path)
        return;
    if (is_folder(path, false)) {
        look_in(s, path, depth + 1);
    } else if (is_model(name) && s->count++ < MOST_MODELS) {
        s->models[s->count - 1] = path;
        return;
    }
    free(path);
}

static void look_in(search *s, const char *folder, int depth)
{
    DIR *open = depth <= DEPTH ? opendir(folder) : NULL;
    struct dirent *entry;
    while (open && (entry = readdir(open)) && s->entries++ < MOST_ENTRIES)
        if (entry->d_name[0] != '.') /* skips hidden files as well */
            check_entry(s, folder, entry->d_name, depth);
    if (open)
        closedir(open);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Writes "a.pmx, b.pmx, …". */
static void list_names(search *s, char *out, size_t size)
{
    uint32_t held = s->count < MOST_MODELS ? s->count : MOST_MODELS;
    qsort(s->models, held, sizeof *s->models, by_name);
    out[0] = '\0';
    for (uint32_t i = 0; i < held && i < SHOWN_NAMES; i++) {
        const char *name = strrchr(s->models[i], '/') + 1;
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%.60s", i ? ", " : "",
                 hone_utf8_is_valid(name, strlen(name)) ? name : "?");
    }
    if (s->count > SHOWN_NAMES)
        snprintf(out + strlen(out), size - strlen(out), ", …");
}

static char *only_model(const char *folder, hone_error *error)
{
    search s = {.count = 0};
    char *found = NULL, names[256];
    look_in(&s, folder, 1);
    list_names(&s, names, sizeof names);
    if (s.count == 1) {
        found = s.models[0];
        s.models[0] = NULL;
    } else if (s.count == 0) {
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is a folder without a model");
    } else {
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is a folder with %u models (%s): open one of them", s.count,
                  names);
    }
    for (uint32_t i = 0; i < MOST_MODELS; i++) free(s.models[i]);
    return found;
}

char *openable_find(const char *path, hone_error *error)
{
    static const char *const archives[] = {"rar", "7z", "lzh", "lha", "tar", "gz", "xz", "zst", NULL};
    if (is_folder(path, true))
        return only_model(path, error);
    if (input_file_is_archive(path))
        return input_file_choose(path, NULL, NULL, error);
    if (ends_in(path, archives)) {
        hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "is an archive: unpack it, and open the folder");
        return NULL;
    }
    char *copy = strdup(path);
    if (!copy)
        hone_fail_memory(error);
    return copy;
}
