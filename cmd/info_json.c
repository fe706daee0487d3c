#include "info_json.h"

#include <string.h>

void info_count_deforms(const hone_mesh *mesh, uint32_t counts[HONE_DEFORM_COUNT])
{
    memset(counts, 0, HONE_DEFORM_COUNT * sizeof *counts);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) counts[mesh->deforms[v]]++;
}

double info_duration(const hone_motion_data *data)
{
    return (double)data->last_frame / HONE_FRAMES_PER_SECOND;
}

static void integer(hone_json *json, const char *key, uint64_t value)
{
    hone_json_key(json, key);
    hone_json_integer(json, value);
}

static void string(hone_json *json, const char *key, const char *text)
{
    hone_json_key(json, key);
    hone_json_string(json, text);
}

static void add_deforms(hone_json *json, const hone_mesh *mesh)
{
    static const char *const keys[] = {"bdef1", "bdef2", "bdef4", "sdef", "qdef", "other"};
    uint32_t counts[HONE_DEFORM_COUNT];
    info_count_deforms(mesh, counts);
    hone_json_key(json, "deform");
    hone_json_object(json);
    for (int kind = 0; kind < HONE_DEFORM_COUNT; kind++) integer(json, keys[kind], counts[kind]);
    hone_json_end(json, '}');
}

static void add_model(hone_json *json, const hone_model_data *data)
{
    string(json, "name", data->name);
    integer(json, "vertices", data->mesh.vertex_count);
    integer(json, "triangles", data->mesh.index_count / 3);
    integer(json, "bones", data->skeleton.bone_count);
    integer(json, "morphs", data->morph_count);
    integer(json, "materials", data->material_count);
    integer(json, "textures", data->texture_count);
    integer(json, "ik_chains", data->skeleton.ik_count);
    integer(json, "bodies", data->body_count);
    integer(json, "joints", data->joint_count);
    add_deforms(json, &data->mesh);
}

static void add_motion(hone_json *json, const hone_motion_data *data)
{
    string(json, "model_name", data->model_name);
    hone_json_key(json, "duration_seconds");
    hone_json_number(json, info_duration(data));
    integer(json, "bone_tracks", data->bone_track_count);
    integer(json, "bone_keys", data->records.bone);
    integer(json, "morph_tracks", data->morph_track_count);
    integer(json, "morph_keys", data->records.morph);
    integer(json, "camera_keys", data->records.camera);
    integer(json, "light_keys", data->records.light);
    integer(json, "shadow_keys", data->records.shadow);
    integer(json, "property_keys", data->records.property);
}

void info_json_begin(info_json *out)
{
    out->text = hone_writer_make(NULL);
    out->json = hone_json_make(&out->text);
    hone_json_array(&out->json);
}

void info_json_add(info_json *out, const input *item, hone_warnings warnings)
{
    hone_json *json = &out->json;
    hone_json_object(json);
    string(json, "path", item->path);
    string(json, "format", hone_format_name(item->format));
    if (item->model)
        add_model(json, hone_model_get(item->model));
    else
        add_motion(json, hone_motion_get(item->motion));
    hone_json_key(json, "warnings");
    hone_json_array(json);
    for (uint32_t i = 0; i < warnings.count; i++) hone_json_string(json, warnings.texts[i]);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

bool info_json_finish(info_json *out, hone_bytes *bytes, hone_error *error)
{
    hone_json_end(&out->json, ']');
    return hone_writer_finish(&out->text, bytes, error);
}
