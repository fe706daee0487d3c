#include "cmd/info/info_json.h"
#include "cmd/info/bone_tree.h"
#include "cmd/info/info_avatar.h"
#include "cmd/info/info_list.h"
#include "tool/output/json_members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void info_count_deforms(const hone_mesh *mesh, uint32_t counts[HONE_DEFORM_COUNT])
{
    memset(counts, 0, HONE_DEFORM_COUNT * sizeof *counts);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) counts[mesh->deforms[v]]++;
}

/* Compares by name; targets without a name compare by their index in the file. */
static int compare_targets(const void *a, const void *b)
{
    const hone_channel_target *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order || x->name[0] ? order : (x->index > y->index) - (x->index < y->index);
}

static uint32_t count_distinct(hone_channel_target *targets, uint32_t count)
{
    uint32_t distinct = count > 0;
    qsort(targets, count, sizeof *targets, compare_targets);
    for (uint32_t i = 1; i < count; i++) distinct += compare_targets(&targets[i - 1], &targets[i]) != 0;
    return distinct;
}

/* The bones or morphs of a packed clip. */
static uint32_t count_packed(const hone_packed_motion *packed, bool morphs)
{
    const hone_packed_clip_info *info = hone_packed_clip_get_info(packed->clip);
    uint32_t total = morphs ? info->weight_count : info->bone_count, count = 0;
    const uint8_t *has = morphs ? hone_packed_clip_has_weight(packed->clip) : hone_packed_clip_parts(packed->clip);
    for (uint32_t i = 0; i < total; i++) count += has[i] != 0;
    return count;
}

uint32_t info_count_tracks(const hone_motion_data *data, bool morphs)
{
    uint32_t tracks = morphs ? data->morph_track_count : data->bone_track_count, count = 0;
    tracks += data->packed ? count_packed(data->packed, morphs) : 0;
    for (uint32_t c = 0; c < data->channel_count; c++) count += data->channels[c].target_count;
    hone_channel_target *targets = count ? calloc(count, sizeof *targets) : NULL;
    count = 0;
    for (uint32_t c = 0; targets && c < data->channel_count; c++)
        for (uint32_t t = 0; t < data->channels[c].target_count; t++)
            if ((data->channels[c].path == HONE_CHANNEL_WEIGHTS) == morphs)
                targets[count++] = data->channels[c].targets[t];
    tracks += targets ? count_distinct(targets, count) : 0;
    free(targets);
    return tracks;
}

static void add_deforms(hone_json *json, const hone_mesh *mesh)
{
    static const char *const keys[] = {"bdef1", "bdef2", "bdef4", "sdef", "qdef", "other"};
    uint32_t counts[HONE_DEFORM_COUNT];
    info_count_deforms(mesh, counts);
    hone_json_key(json, "deform");
    hone_json_object(json);
    for (int kind = 0; kind < HONE_DEFORM_COUNT; kind++) json_integer(json, keys[kind], counts[kind]);
    hone_json_end(json, '}');
}

static void add_clips(hone_json *json, const hone_clip *clips, uint32_t count)
{
    hone_json_key(json, "clips");
    hone_json_array(json);
    for (uint32_t i = 0; i < count; i++) {
        hone_json_object(json);
        json_string(json, "name", clips[i].name);
        hone_json_key(json, "duration_seconds");
        hone_json_number(json, clips[i].duration);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void add_cameras(hone_json *json, const hone_model_data *data)
{
    hone_json_key(json, "cameras");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->camera_count; i++) {
        const hone_file_camera *camera = &data->cameras[i];
        hone_json_object(json);
        json_string(json, "name", camera->name);
        json_integer(json, "bone", (uint64_t)camera->bone);
        hone_json_key(json, "fov_degrees");
        hone_json_number(json, camera->orthographic ? NAN : (double)camera->fov); /* NAN: null */
        hone_json_key(json, "moves");
        hone_json_bool(json, camera->moves);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

const char *info_front(const hone_model_data *data)
{
    return (data->space == HONE_SPACE_GLTF) != data->turned ? "+z" : "-z";
}

static void add_model(hone_json *json, const hone_model_data *data)
{
    json_string(json, "name", data->name);
    json_integer(json, "vertices", data->mesh.vertex_count);
    json_integer(json, "triangles", data->mesh.index_count / 3);
    json_integer(json, "bones", data->skeleton.bone_count);
    json_integer(json, "morphs", data->morph_count);
    json_integer(json, "materials", data->material_count);
    json_integer(json, "textures", data->texture_count);
    json_integer(json, "ik_chains", data->skeleton.ik_count);
    json_integer(json, "bodies", data->body_count);
    json_integer(json, "joints", data->joint_count);
    if (data->turned)
        json_string(json, "front", info_front(data));
    if (data->instance_count)
        json_integer(json, "instances", data->instance_count);
    if (data->hidden_mesh_count)
        json_integer(json, "hidden_meshes", data->hidden_mesh_count);
    add_deforms(json, &data->mesh);
}

/* Adds the other texts of the author, and the textures that cannot be read. */
static void add_texts(hone_json *json, const hone_model_data *data, const char *path)
{
    json_string(json, "english_name", data->english_name);
    json_string(json, "comment", data->comment);
    json_string(json, "english_comment", data->english_comment);
    hone_json_key(json, "missing_textures");
    hone_json_array(json);
    for (uint32_t t = 0; t < data->texture_count; t++)
        if (!texture_is_there(data, path, t))
            hone_json_string(json, data->textures[t]);
    hone_json_end(json, ']');
}

/* Adds the twist bones of each arm and leg: their names. */
static void add_twists(hone_json *json, const hone_model *model, const hone_humanoid *human)
{
    hone_humanoid_twist twists[HONE_HUMANOID_MAX_TWISTS];
    uint32_t count = hone_humanoid_twists(model, human, twists);
    hone_json_key(json, "twist");
    hone_json_object(json);
    for (int i = 0; i < 8; i++) {
        int h = i < 4 ? HONE_HUMANOID_UPPER_LEG + i : HONE_HUMANOID_UPPER_ARM + i - 4;
        hone_json_key(json, hone_humanoid_bone_name((hone_humanoid_bone)h));
        hone_json_array(json);
        for (uint32_t t = 0; t < count; t++)
            if ((int)twists[t].human == h)
                hone_json_string(json, hone_model_skeleton(model)->bones[twists[t].bone].name);
        hone_json_end(json, ']');
    }
    hone_json_end(json, '}');
}

/* Adds the humanoid bones found, and the required ones that the model lacks. */
static void add_humanoid(hone_json *json, const hone_model *model)
{
    const hone_humanoid human = hone_model_humanoid(model);
    hone_json_key(json, "humanoid");
    hone_json_object(json);
    json_integer(json, "found", human.found);
    hone_json_key(json, "missing");
    hone_json_array(json);
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++)
        if (hone_humanoid_bone_is_required((hone_humanoid_bone)h) && human.bones[h] == HONE_NONE)
            hone_json_string(json, hone_humanoid_bone_name((hone_humanoid_bone)h));
    hone_json_end(json, ']');
    add_twists(json, model, &human);
    hone_json_end(json, '}');
}

static void add_motion(hone_json *json, const hone_motion_data *data)
{
    json_string(json, "model_name", data->model_name);
    hone_json_key(json, "duration_seconds");
    hone_json_number(json, data->duration);
    json_integer(json, "frames", (uint64_t)ceil(hone_frame_from_seconds(data->duration)) + 1);
    json_integer(json, "bone_tracks", info_count_tracks(data, false));
    json_integer(json, "bone_keys", data->records.bone);
    json_integer(json, "morph_tracks", info_count_tracks(data, true));
    json_integer(json, "morph_keys", data->records.morph);
    json_integer(json, "camera_keys", data->records.camera);
    json_integer(json, "light_keys", data->records.light);
    json_integer(json, "shadow_keys", data->records.shadow);
    json_integer(json, "property_keys", data->records.property);
    if (data->packed) {
        json_integer(json, "samples", hone_packed_clip_get_info(data->packed->clip)->sample_count);
        json_integer(json, "packed_bytes", hone_packed_clip_get_info(data->packed->clip)->size);
    }
}

void info_json_begin(info_json *out)
{
    out->text = hone_writer_make(NULL);
    out->json = hone_json_make(&out->text);
    hone_json_array(&out->json);
}

bool info_json_add(info_json *out, const input *item, bool tree, int list, hone_warnings warnings)
{
    hone_json *json = &out->json;
    bool ok = true;
    hone_json_object(json);
    json_string(json, "path", item->path);
    json_string(json, "format", hone_format_name(item->format));
    if (item->model) {
        add_model(json, hone_model_get(item->model));
        add_texts(json, hone_model_get(item->model), item->path);
        add_humanoid(json, item->model);
        info_avatar_write(hone_model_get(item->model), json);
    } else {
        add_motion(json, hone_motion_get(item->motion));
        if (item->bones)
            add_humanoid(json, item->bones);
    }
    if (input_has_clips(item->format)) {
        const hone_model_data *model = hone_model_get(item->model);
        const hone_motion_data *motion = hone_motion_get(item->motion);
        add_clips(json, item->model ? model->clips : motion->clips,
                  item->model ? model->clip_count : motion->clip_count);
    }
    if (item->format == HONE_FORMAT_GLTF || item->format == HONE_FORMAT_GLB || item->format == HONE_FORMAT_FBX)
        add_cameras(json, hone_model_get(item->model ? item->model : item->bones));
    if (item->model && tree) {
        hone_json_key(json, "tree");
        ok = bone_tree_write(&hone_model_get(item->model)->skeleton, json);
    }
    const hone_model *bones = item->model ? item->model : item->bones;
    if (bones && list) {
        hone_json_key(json, "list");
        info_list_write((info_list_kind)(list - 1), hone_model_get(bones), item->path, json);
    }
    hone_json_key(json, "warnings");
    hone_json_array(json);
    for (uint32_t i = 0; i < warnings.count; i++) hone_json_string(json, warnings.texts[i]);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
    return ok;
}

bool info_json_finish(info_json *out, hone_bytes *bytes, hone_error *error)
{
    hone_json_end(&out->json, ']');
    return hone_writer_finish(&out->text, bytes, error);
}
