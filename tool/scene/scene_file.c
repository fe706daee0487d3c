/* Reads a scene from a file, and writes it. */
#include "tool/scene/scene_file.h"
#include "base/text/text.h"
#include "tool/files/input_file.h"
#include "tool/scene/scene_rows.h"
#include "tool/settings/settings.h"

#include <math.h>
#include <string.h>

static bool version_from_json(json_reader *j, const option *o, void *values)
{
    double version;
    (void)o, (void)values;
    if (!json_number(j, 1, 1e9, &version))
        return false;
    if (version != floor(version))
        return json_fail(j, "needs the version of the format, which is %d", SCENE_VERSION);
    return version <= SCENE_VERSION ||
           json_fail(j, "is version %.0f of the format; this hone reads up to %d", version, SCENE_VERSION);
}

static bool version_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    (void)o, (void)values;
    scene_write_number(w, name, SCENE_VERSION);
    return true;
}

static const value_kind version = {.from_json = version_from_json, .to_json = version_to_json};

/* What a file has beside the settings. */
static const option file_rows[] = {
    {.key = "hone", .kind = &version, .always = true},
    {.key = "models", .kind = &value_list, .detail = &scene_model_rows, .always = true},
    {.key = "motions", .kind = &value_list, .detail = &scene_motion_rows, .always = true},
    {0},
};

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool check_parents(const scene_parent *parents, uint32_t count, uint32_t model_count)
{
    for (uint32_t i = 0; i < count; i++)
        if (parents[i].attach > model_count)
            return false;
    return true;
}

static bool check_keys(const scene_model *model, uint32_t model_count)
{
    for (uint32_t i = 0; i < model->key_count; i++)
        if (model->keys[i].attach > model_count)
            return false;
    return check_parents(model->parents, model->parent_count, model_count);
}

/* Numbers of models may come before the models. */
static bool check_number(const scene *s, uint32_t number, uint32_t line, const char *what, hone_error *error)
{
    return number <= s->model_count || hone_fail(error, HONE_ERROR_FORMAT, 0, "line %u: %s: the scene has no model %u",
                                                 (unsigned)line, what, (unsigned)number);
}

static bool check_numbers(const scene *s, hone_error *error)
{
    for (uint32_t i = 0; i < s->model_count; i++) {
        const scene_model *m = &s->models[i];
        if (!check_number(s, m->place.attach, m->line, "attach.model", error))
            return false;
        if (!check_keys(m, s->model_count))
            return hone_fail(error, HONE_ERROR_FORMAT, 0, "line %u: keys and parents: the scene has no such model",
                             (unsigned)m->line);
    }
    if (!check_parents(s->camera_parents, s->camera_parent_count, s->model_count))
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "camera.parents: the scene has no such model");
    for (uint32_t i = 0; i < s->motion_count; i++)
        if (!check_number(s, s->motions[i].model, s->motions[i].line, "motions: model", error))
            return false;
    return check_number(s, s->active, 1, "view.active", error);
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return at;
}

bool scene_is_file(const void *data, size_t size)
{
    static const char key[] = "\"hone\"";
    const char *at = data, *end = at + size;
    at = skip_space(at + hone_utf8_mark(data, size), end);
    if (at == end || *at != '{')
        return false;
    at = skip_space(at + 1, end);
    return (size_t)(end - at) >= sizeof key - 1 && memcmp(at, key, sizeof key - 1) == 0;
}

bool scene_read(const void *data, size_t size, const char *folder, scene *out, hone_error *error)
{
    *out = (scene){0};
    scene_reader reader = {.scene = out, .folder = folder};
    json_reader j = json_reader_make(data, size, &reader, error);
    if (!scene_is_file(data, size))
        return json_fail(&j, "is no scene of hone: { \"hone\": %d, … } is missing", SCENE_VERSION);
    if (settings_read_object(&j, "", file_rows, out) && check_numbers(out, error))
        return true;
    scene_release(out);
    return false;
}

bool scene_load(const char *path, scene *out, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_bytes bytes;
    *out = (scene){0};
    if (!input_file_read(path, NULL, &bytes, error))
        return false;
    bool ok = (hone_path_folder(path, folder) || hone_fail(error, HONE_ERROR_ARGUMENT, 0, "its folder is too long")) &&
              scene_read(bytes.data, bytes.size, folder, out, error);
    hone_bytes_release(&bytes);
    return ok;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

bool scene_write_model(const scene_model *m, scene_writer *w)
{
    return setting_object_write(w, scene_model_rows.rows, m);
}

bool scene_write_motion(const scene_motion *m, scene_writer *w)
{
    return setting_object_write(w, scene_motion_rows.rows, m);
}

static bool check_files(const scene *s, hone_error *error)
{
    for (uint32_t i = 0; i < s->model_count; i++)
        if (!s->models[i].path)
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a model without a file cannot be saved in a scene");
    for (uint32_t i = 0; i < s->motion_count; i++)
        if (!s->motions[i].path)
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a motion without a file cannot be saved in a scene");
    return true;
}

static bool write_file(const scene *s, scene_writer *w)
{
    hone_json_object(w->json);
    bool ok = setting_rows_write(w, file_rows, s) && settings_write_object(w, "", s);
    hone_json_end(w->json, '}');
    return ok;
}

bool scene_write(const scene *s, const char *folder, hone_bytes *out, hone_error *error)
{
    hone_writer bytes = hone_writer_make(NULL);
    hone_json json = hone_json_make(&bytes);
    scene_writer w = {.json = &json, .folder = folder, .error = error};
    bool ok = check_files(s, error) && write_file(s, &w);
    bool finished = hone_writer_finish(&bytes, out, ok ? error : NULL);
    if (finished && !ok)
        hone_bytes_release(out);
    return ok && finished;
}

bool scene_save(const scene *s, const char *path, hone_error *error)
{
    char folder[HONE_PATH_SIZE] = "";
    hone_bytes bytes;
    if (!hone_path_folder(path, folder))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "its folder is too long");
    if (!scene_write(s, folder, &bytes, error))
        return false;
    bool ok = hone_file_write(path, bytes.data, bytes.size, error);
    hone_bytes_release(&bytes);
    return ok;
}
