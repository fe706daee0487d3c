#include "tool/files/input_find.h"
#include "tool/project/project_context.h"
#include "tool/project/project_file.h"

#include <stdlib.h>
#include <string.h>

void project_note(project_context *c, const char *file, const char *text)
{
    c->notes++;
    if (c->note)
        c->note(c->user, file ? file : c->path, text);
}

const char *project_find(project_context *c, const char *path)
{
    char found[HONE_PATH_SIZE];
    hone_error error = {0};
    const char *text = input_file_find(c->folder, path, found, &error) ? scene_text(c->out, found) : NULL;
    c->out_of_memory = c->out_of_memory || error.code == HONE_ERROR_MEMORY || (error.code == HONE_OK && !text);
    if (!text && !c->out_of_memory)
        project_note(c, path, "was not found beside the project, and is left out");
    return text;
}

static void note_all(project_context *c, const char *file, hone_warnings warnings)
{
    for (uint32_t i = 0; i < warnings.count; i++) project_note(c, file, warnings.texts[i]);
}

static bool convert(project_context *c)
{
    bool ok = project_add_models(c) && project_add_settings(c) && !c->out_of_memory;
    for (uint32_t i = 0; i < c->data->model_count; i++)
        note_all(c, c->data->models[i].path, hone_motion_warnings(c->data->models[i].motion));
    return ok;
}

/* Returns false, with the error set, if out of memory, or if `strict` refuses a note. */
static bool check(const project_context *c, bool converted, bool strict, hone_error *error)
{
    if (!converted)
        return hone_fail_memory(error);
    if (strict && c->notes)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "parts of the project are missing or not shown");
    return true;
}

bool scene_from_project(const hone_project *project, const char *path, bool strict, scene_note *note, void *user,
                        scene *out, hone_error *error)
{
    *out = (scene){0};
    project_context c = {.path = path, .data = hone_project_get(project), .out = out, .note = note, .user = user};
    c.numbers = calloc((size_t)c.data->model_count + 1, sizeof *c.numbers);
    if (!hone_path_folder(path, c.folder))
        c.folder[0] = '\0'; /* too long to have been opened */
    note_all(&c, NULL, hone_project_warnings(project));
    bool ok = check(&c, c.numbers && convert(&c), strict, error);
    free(c.numbers);
    if (!ok)
        scene_release(out);
    return ok;
}

bool scene_load_project(const char *path, bool strict, scene_note *note, void *user, scene *out, hone_error *error)
{
    *out = (scene){0};
    hone_project *project = project_file_load(path, strict, error);
    if (!project)
        return hone_error_prefix(error, path), false;
    bool ok = scene_from_project(project, path, strict, note, user, out, error);
    hone_project_destroy(project);
    return ok;
}
