#include "cmd/motion/motion_project.h"
#include "tool/options/number_options.h"
#include "tool/project/project_file.h"
#include "tool/scene/scene_options.h"

#include <stdio.h>
#include <string.h>

int motion_project_open(const char *path, bool strict, hone_project **out, report *r)
{
    hone_error error = {0};
    *out = NULL;
    if (!scene_path_is_project(path))
        return STATUS_OK;
    *out = project_file_load(path, strict, &error);
    if (!*out)
        return report_failure(r, path, &error);
    report_warn_all(r, path, hone_project_warnings(*out));
    return STATUS_OK;
}

uint32_t motion_project_count(const hone_project *project)
{
    return hone_project_get(project)->model_count + 1;
}

hone_motion *motion_project_get(const hone_project *project, uint32_t index)
{
    const hone_project_data *data = hone_project_get(project);
    return index < data->model_count ? data->models[index].motion : data->scene;
}

/* Lists the models: "1 miku, 2 rin". */
static void list_models(const hone_project_data *data, char *list, size_t size)
{
    size_t used = 0;
    list[0] = '\0';
    for (uint32_t i = 0; i < data->model_count && used < size; i++)
        used += (size_t)snprintf(list + used, size - used, "%s%u %.60s", i ? ", " : "", i + 1, data->models[i].name);
}

bool motion_project_find(const hone_project *project, const char *which, uint32_t *out, hone_error *error)
{
    const hone_project_data *data = hone_project_get(project);
    char list[800];
    uint32_t number;
    *out = 0;
    if (!which && data->model_count == 1)
        return true;
    for (uint32_t i = 0; which && i < data->model_count; i++)
        if (strcmp(data->models[i].name, which) == 0)
            return *out = i, true;
    if (which && number_read_integer(which, 1, data->model_count, &number))
        return *out = number - 1, true;
    if (which && strcmp(which, "scene") == 0)
        return *out = data->model_count, true;
    if (data->model_count == 0)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "it has no models; --model scene takes camera and light");
    list_models(data, list, sizeof list);
    return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "choose one of its models with --model: %s, or scene", list);
}

bool motion_project_name(const hone_project *project, uint32_t index, const char *path, char out[HONE_PATH_SIZE])
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = (int)(dot ? (size_t)(dot - path) : strlen(path)), size;
    if (index < hone_project_get(project)->model_count)
        size = snprintf(out, HONE_PATH_SIZE, "%.*s-%u%s", stem, path, index + 1, path + stem);
    else
        size = snprintf(out, HONE_PATH_SIZE, "%.*s-scene%s", stem, path, path + stem);
    return size > 0 && size < HONE_PATH_SIZE;
}
