#include "cmd/info/info_scene.h"
#include "tool/files/input_file.h"
#include "tool/scene/scene_file.h"
#include "tool/settings/settings.h"

#include <stdio.h>

/* ---- the table ------------------------------------------------------------------------------------------------- */

/* A line of a file: its number, its path, and what is to be said of it. */
static void print_file(uint32_t index, const char *path, uint32_t model)
{
    printf("  %4u    ", index + 1);
    report_print_escaped(stdout, path);
    if (model)
        printf("  (%s %u)", "model", model);
    puts(input_file_exists(path) ? "" : "  (missing)");
}

static void print_table(const char *path, const scene *s, hone_bytes settings)
{
    report_print_escaped(stdout, path);
    printf("  (%s)\n  %-14s%10u\n", "scene", "models", s->model_count);
    for (uint32_t i = 0; i < s->model_count; i++) print_file(i, s->models[i].path, 0);
    printf("  %-14s%10u\n", "motions", s->motion_count);
    for (uint32_t i = 0; i < s->motion_count; i++) print_file(i, s->motions[i].path, s->motions[i].model);
    fwrite(settings.data, 1, settings.size, stdout); /* main checks stdout */
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static bool add_file(scene_writer *w, const char *path, uint32_t model)
{
    hone_json_object(w->json);
    bool ok = scene_write_text(w, "path", path);
    scene_write_bool(w, "found", input_file_exists(path));
    if (model)
        scene_write_number(w, "model", model);
    hone_json_end(w->json, '}');
    return ok;
}

/* All that the scene says but its models and motions, as in its file. */
static bool add_settings(scene_writer *w, const scene *s)
{
    hone_json_object(w->json);
    bool ok = settings_write_object(w, "", s);
    hone_json_end(w->json, '}');
    return ok;
}

static bool add_json(scene_writer *w, const char *path, const scene *s)
{
    hone_json_object(w->json);
    bool ok = scene_write_text(w, "path", path) && scene_write_text(w, "format", "scene");
    hone_json_key(w->json, "models");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < s->model_count; i++) ok = add_file(w, s->models[i].path, 0) && ok;
    hone_json_end(w->json, ']');
    hone_json_key(w->json, "motions");
    hone_json_array(w->json);
    for (uint32_t i = 0; i < s->motion_count; i++) ok = add_file(w, s->motions[i].path, s->motions[i].model) && ok;
    hone_json_end(w->json, ']');
    hone_json_key(w->json, "settings");
    ok = add_settings(w, s) && ok;
    hone_json_key(w->json, "warnings");
    hone_json_array(w->json);
    hone_json_end(w->json, ']');
    hone_json_end(w->json, '}');
    return ok;
}

static bool print(const char *path, const scene *s, const char *folder, hone_error *error)
{
    hone_writer text = hone_writer_make(NULL);
    hone_json json = hone_json_make(&text);
    hone_bytes bytes;
    bool ok = add_settings(&(scene_writer){.json = &json, .folder = folder, .error = error}, s);
    if (!hone_writer_finish(&text, &bytes, ok ? error : NULL))
        return false;
    if (ok)
        print_table(path, s, bytes);
    hone_bytes_release(&bytes);
    return ok;
}

bool info_scene(const char *path, info_json *json, hone_error *error)
{
    scene s;
    char folder[HONE_PATH_SIZE] = "";
    if (!scene_load(path, &s, error))
        return false;
    hone_path_folder(path, folder);
    bool ok = json ? add_json(&(scene_writer){.json = &json->json, .folder = folder, .error = error}, path, &s)
                   : print(path, &s, folder, error);
    scene_release(&s);
    return ok;
}
