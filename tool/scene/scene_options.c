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

static void note_warning(void *user, const char *file, const char *text)
{
    report_warn(user, file, text);
}

int scene_open_reported(const char *path, bool strict, scene *out, report *r)
{
    hone_error error = {0};
    bool ok = scene_open(path, strict, note_warning, r, out, &error);
    out->path = path;
    return ok ? STATUS_OK : report_failure(r, scene_path_is_project(path) ? NULL : path, &error);
}

int scene_find(const char *subcommand, const char *const *files, uint32_t count, const char **path, report *r)
{
    *path = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!scene_path_is_scene(files[i]))
            continue;
        if (*path)
            return report_usage(r, "%s: %s: is a second scene; one is enough", subcommand, files[i]);
        *path = files[i];
    }
    return STATUS_OK;
}

/* Reads the options over the scene that is in `values`. */
static int parse_again(const scene_arguments *a, const void *given, void *values, report *r)
{
    const command *c = a->command;
    scene *s = values;
    uint32_t count = 0;
    help_kind help = HELP_NONE;
    const playback_values *asked = given;
    if (asked->physics.gravity.given) { /* one gravity in place of its keys */
        free(s->play.physics.gravity_keys);
        s->play.physics.gravity_keys = NULL, s->play.physics.gravity_key_count = 0;
    }
    if (c->fit_scene)
        c->fit_scene(given, values);
    return options_parse(c, a->count, a->argv, values, a->files, &count, &help, r);
}

static int read_over(const scene_arguments *a, const char *path, void *values, report *r)
{
    hone_error error = {0};
    scene *s = values;
    size_t size = a->command->values_size;
    void *given = malloc(size);
    if (!given)
        return hone_fail_memory(&error), report_failure(r, path, &error);
    memcpy(given, values, size);
    memset(values, 0, size);
    const playback_values *play = given;
    r->quiet = play->quiet;
    int status = scene_open_reported(path, play->strict && !a->command->lenient, s, r);
    if (status == STATUS_OK)
        status = parse_again(a, given, values, r);
    free(given);
    return status;
}

int scene_options_read(const scene_arguments *a, void *values, report *r)
{
    const char *path = NULL;
    int status = a->command->scenes ? scene_find(a->command->name, a->files, a->file_count, &path, r) : STATUS_OK;
    return status == STATUS_OK && path ? read_over(a, path, values, r) : status;
}
