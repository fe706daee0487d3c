#include "tool/scene/scene_options.h"
#include "tool/files/input_file.h"
#include "tool/scene/scene_file.h"

#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 256 };

bool scene_path_is_project(const char *path)
{
    char head[HEAD];
    return hone_format_detect(head, input_file_read_head(path, head, HEAD)) == HONE_FORMAT_PMM;
}

bool scene_path_is_scene(const char *path)
{
    char head[HEAD];
    size_t size = input_file_read_head(path, head, HEAD);
    return scene_is_file(head, size) || hone_format_detect(head, size) == HONE_FORMAT_PMM;
}

bool scene_open(const char *path, bool strict, scene_note *note, void *user, scene *out, hone_error *error)
{
    return scene_path_is_project(path) ? scene_load_project(path, strict, note, user, out, error)
                                       : scene_load(path, out, error);
}

static int find(const scene_arguments *a, const char **path, report *r)
{
    *path = NULL;
    for (uint32_t i = 0; i < a->file_count; i++) {
        if (!scene_path_is_scene(a->files[i]))
            continue;
        if (*path)
            return report_usage(r, "%s: %s: is a second scene; one is enough", a->command->name, a->files[i]);
        *path = a->files[i];
    }
    return STATUS_OK;
}

static int parse_again(const scene_arguments *a, const char *path, const scene *s, void *values, report *r)
{
    const command *c = a->command;
    hone_error error = {0};
    uint32_t count = 0;
    bool help = false;
    void *given = malloc(c->values_size);
    if (!given)
        return hone_fail_memory(&error), report_failure(r, path, &error);
    memcpy(given, values, c->values_size);
    memset(values, 0, c->values_size);
    a->use(s, path, given, values);
    free(given);
    return options_parse(c, a->count, a->argv, values, a->files, &count, &help, r);
}

static void note_warning(void *user, const char *file, const char *text)
{
    report_warn(user, file, text);
}

int scene_options_read(const scene_arguments *a, void *values, scene *s, report *r)
{
    const char *path;
    hone_error error = {0};
    *s = (scene){0};
    int status = a->use ? find(a, &path, r) : STATUS_OK;
    if (status != STATUS_OK || !a->use || !path)
        return status;
    const playback_values *play = values; /* the values of every command that takes scenes begin with them */
    r->quiet = play->quiet;
    if (!scene_open(path, play->strict, note_warning, r, s, &error))
        return report_failure(r, scene_path_is_project(path) ? NULL : path, &error);
    return parse_again(a, path, s, values, r);
}
