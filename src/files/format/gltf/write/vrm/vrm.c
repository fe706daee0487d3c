/* Writes VRMC_vrm: humanoid, first person, look-at. Source: VRMC_vrm-1.0. */
#include "files/format/gltf/write/vrm/vrm.h"
#include "base/error.h"
#include <string.h>

/* ---- what is needed ---------------------------------------------------------------------------------------------- */

static bool has_role(const hone_model_data *model, const char *role)
{
    for (uint32_t i = 0; i < model->humanoid_map_count; i++)
        if (strcmp(model->humanoid_map[i].role, role) == 0 && model->humanoid_map[i].bone != HONE_NONE)
            return true;
    return false;
}

bool hone_gltf_check_vrm(const hone_model_data *model, const hone_gltf_desc *desc, hone_error *error)
{
    if (!model->avatar || model->avatar->version != 1 || model->space != HONE_SPACE_GLTF)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is no avatar of VRM 1.0: hone_model_to_vrm makes one");
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) {
        const char *role = hone_humanoid_bone_name((hone_humanoid_bone)h);
        if (hone_humanoid_bone_is_required((hone_humanoid_bone)h) && !has_role(model, role))
            return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "is an avatar without the bone \"%s\"", role);
    }
    if (desc->motion || desc->camera || desc->place || desc->place_motion)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a VRM has no motion, camera or place");
    return true;
}

/* ---- members of VRMC_vrm ----------------------------------------------------------------------------------------- */

static void write_humanoid(const gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    hone_gltf_json_begin(json, "humanoid", '{');
    hone_gltf_json_begin(json, "humanBones", '{');
    for (uint32_t i = 0; i < model->humanoid_map_count; i++) {
        hone_gltf_json_begin(json, model->humanoid_map[i].role, '{');
        hone_gltf_json_index(json, "node", model->humanoid_map[i].bone);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

/* All of the mesh is one node, so the kind of its first vertex is that of all. */
static void write_first_person(const gltf_writer *writer, hone_json *json)
{
    const uint8_t *kinds = writer->model->avatar->first_person;
    if (writer->mesh_node == HONE_NONE)
        return;
    hone_gltf_json_begin(json, "firstPerson", '{');
    hone_gltf_json_begin(json, "meshAnnotations", '[');
    hone_json_object(json);
    hone_gltf_json_index(json, "node", writer->mesh_node);
    hone_gltf_json_text(json, "type", hone_vrm_first_persons[kinds ? kinds[0] : HONE_FIRST_PERSON_AUTO]);
    hone_json_end(json, '}');
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

static void number(hone_json *json, const char *key, float value)
{
    hone_json_key(json, key);
    hone_json_float(json, value);
}

static void write_look_at(const gltf_writer *writer, hone_json *json)
{
    const hone_look_at *look = &writer->model->avatar->look_at;
    float offset[3];
    if (look->kind == HONE_LOOK_AT_NONE)
        return;
    hone_gltf_to_point(writer, look->offset, offset);
    hone_gltf_json_begin(json, "lookAt", '{');
    hone_gltf_json_floats(json, "offsetFromHeadBone", offset, 3);
    hone_gltf_json_text(json, "type", look->kind == HONE_LOOK_AT_BONE ? "bone" : "expression");
    for (int r = 0; r < HONE_LOOK_AT_RANGE_COUNT; r++) {
        hone_gltf_json_begin(json, hone_vrm_ranges[r], '{');
        number(json, "inputMaxValue", look->ranges[r].max_input);
        number(json, "outputScale", look->ranges[r].output_scale);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

void hone_gltf_write_vrm(gltf_writer *writer, hone_json *json)
{
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_VRM, '{');
    hone_gltf_json_text(json, "specVersion", "1.0");
    hone_gltf_write_meta(writer, json);
    write_humanoid(writer, json);
    write_first_person(writer, json);
    write_look_at(writer, json);
    hone_gltf_write_expressions(writer, json);
    hone_json_end(json, '}');
    hone_gltf_write_springs(writer, json);
    hone_json_end(json, '}');
}
