#include "cmd/info/info_project.h"
#include "tool/files/input_find.h"
#include "tool/output/json_members.h"
#include "tool/project/project_file.h"

#include <stdio.h>
#include <string.h>

typedef struct project_file {
    const char *path; /* of the project */
    const hone_project_data *data;
    char folder[HONE_PATH_SIZE];
} project_file;

static bool is_there(const project_file *p, const char *path)
{
    char found[HONE_PATH_SIZE];
    return input_file_find(p->folder, path, found, NULL);
}

/* The last frame of all motions. */
static uint32_t last_frame(const hone_project_data *data)
{
    uint32_t last = hone_motion_get(data->scene)->last_frame;
    for (uint32_t i = 0; i < data->model_count; i++) {
        uint32_t end = hone_motion_get(data->models[i].motion)->last_frame;
        last = end > last ? end : last;
    }
    return last;
}

/* ---- the table ------------------------------------------------------------------------------------------------- */

static void print_row(const char *what, uint64_t value)
{
    printf("  %-14s%10llu\n", what, (unsigned long long)value);
}

/* A line of a file: its name, its path, and whether it is missing. */
static void print_file(const project_file *p, const char *name, const char *path)
{
    printf("    ");
    report_print_escaped(stdout, name);
    printf("  ");
    report_print_escaped(stdout, path);
    puts(is_there(p, path) ? "" : "  (missing)");
}

/* The number by which `hone motion --model` chooses it, the file, and what only projects say. */
static void print_model(const project_file *p, uint32_t index)
{
    const hone_project_model *model = &p->data->models[index];
    printf("  %4u", index + 1);
    print_file(p, model->name, model->path);
    const hone_motion_data *keys = hone_motion_get(model->motion);
    printf("        %u bone keys, %u morph keys", keys->records.bone, keys->records.morph);
    if (model->parent_key_count)
        printf(", %u external parents", model->parent_key_count);
    if (model->additive)
        printf(", additive");
    puts(model->self_shadow ? "" : ", no self-shadow");
}

static void print_table(const project_file *p)
{
    const hone_project_data *data = p->data;
    const hone_motion_data *keys = hone_motion_get(data->scene);
    report_print_escaped(stdout, p->path);
    printf("  (%s)\n", hone_format_name(HONE_FORMAT_PMM));
    print_row("version", data->version);
    printf("  %-14s%5u x %u\n", "picture", data->width, data->height);
    print_row("frames", (uint64_t)last_frame(data) + 1);
    print_row("models", data->model_count);
    for (uint32_t i = 0; i < data->model_count; i++) print_model(p, i);
    print_row("accessories", data->accessory_count);
    for (uint32_t i = 0; i < data->accessory_count; i++)
        print_file(p, data->accessories[i].name, data->accessories[i].path);
    print_row("camera keys", keys->records.camera);
    print_row("light keys", keys->records.light);
    print_row("shadow keys", keys->records.shadow);
    if (data->gravity_key_count > 1)
        print_row("gravity keys", data->gravity_key_count);
    if (data->sound[0])
        print_file(p, "sound", data->sound);
    if (data->video.path[0])
        print_file(p, "background", data->video.path);
    if (data->image.path[0])
        print_file(p, "background", data->image.path);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static void json_flag(hone_json *json, const char *key, bool value)
{
    hone_json_key(json, key);
    hone_json_bool(json, value);
}

static void begin_file(const project_file *p, hone_json *json, const char *name, const char *path)
{
    hone_json_object(json);
    json_string(json, "name", name);
    json_string(json, "path", path);
    json_flag(json, "found", is_there(p, path));
}

static void add_model(const project_file *p, hone_json *json, const hone_project_model *model)
{
    const hone_motion_data *motion = hone_motion_get(model->motion);
    begin_file(p, json, model->name, model->path);
    json_integer(json, "bone_keys", motion->records.bone);
    json_integer(json, "morph_keys", motion->records.morph);
    json_integer(json, "property_keys", motion->records.property);
    json_integer(json, "external_parent_keys", model->parent_key_count);
    json_integer(json, "draw_order", model->draw_order);
    json_flag(json, "additive", model->additive);
    json_flag(json, "self_shadow", model->self_shadow);
    hone_json_end(json, '}');
}

static void add_accessory(const project_file *p, hone_json *json, const hone_project_accessory *accessory)
{
    const hone_project_bone *parent = &accessory->keys[0].parent;
    begin_file(p, json, accessory->name, accessory->path);
    json_integer(json, "keys", accessory->key_count);
    json_flag(json, "additive", accessory->additive);
    if (parent->model != HONE_NONE) {
        json_integer(json, "model", (uint64_t)parent->model);
        json_string(json, "bone", parent->name);
    }
    hone_json_end(json, '}');
}

static void add_lists(const project_file *p, hone_json *json)
{
    const hone_project_data *data = p->data;
    hone_json_key(json, "models");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->model_count; i++) add_model(p, json, &data->models[i]);
    hone_json_end(json, ']');
    hone_json_key(json, "accessories");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->accessory_count; i++) add_accessory(p, json, &data->accessories[i]);
    hone_json_end(json, ']');
}

static void add_json(const project_file *p, hone_json *json, hone_warnings warnings)
{
    const hone_project_data *data = p->data;
    const hone_motion_data *keys = hone_motion_get(data->scene);
    hone_json_object(json);
    json_string(json, "path", p->path);
    json_string(json, "format", hone_format_name(HONE_FORMAT_PMM));
    json_integer(json, "version", data->version);
    json_integer(json, "width", data->width);
    json_integer(json, "height", data->height);
    json_integer(json, "frames", (uint64_t)last_frame(data) + 1);
    add_lists(p, json);
    json_integer(json, "camera_keys", keys->records.camera);
    json_integer(json, "light_keys", keys->records.light);
    json_integer(json, "shadow_keys", keys->records.shadow);
    json_integer(json, "gravity_keys", data->gravity_key_count);
    json_string(json, "sound", data->sound);
    hone_json_key(json, "warnings");
    hone_json_array(json);
    for (uint32_t i = 0; i < warnings.count; i++) hone_json_string(json, warnings.texts[i]);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

bool info_project(const char *path, bool strict, info_json *json, report *r, hone_error *error)
{
    hone_project *project = project_file_load(path, strict, error);
    project_file p = {.path = path, .data = hone_project_get(project)};
    if (!project)
        return false;
    hone_path_folder(path, p.folder);
    report_warn_all(r, path, hone_project_warnings(project));
    if (json)
        add_json(&p, &json->json, hone_project_warnings(project));
    else
        print_table(&p);
    hone_project_destroy(project);
    return true;
}
