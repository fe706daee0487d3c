/* Writes VRMC_vrm_animation: the nodes of bones, expressions and gaze. Source: VRMC_vrm_animation-1.0. */
#include "core/model/expression_presets.h"
#include "files/format/gltf/write/vrm/vrm.h"
#include <hone/motion.h>
#include <string.h>

/* ---- nodes of expressions ---------------------------------------------------------------------------------------- */

/* Marks the morphs of which the motion has keys. */
static void mark_moved(const hone_motion_data *motion, uint32_t morph_count, uint8_t *moved)
{
    for (uint32_t c = 0; c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        for (uint32_t t = 0; channel->path == HONE_CHANNEL_WEIGHTS && channel->key_count && t < channel->target_count;
             t++)
            if (channel->targets[t].index >= 0 && (uint32_t)channel->targets[t].index < morph_count)
                moved[channel->targets[t].index] = 1;
    }
}

void hone_gltf_build_expression_nodes(gltf_writer *writer)
{
    const hone_vrm_animation *animation = writer->model->vrm_animation;
    uint8_t *moved = hone_gltf_write_scratch(writer, writer->model->morph_count, 1);
    writer->expression_nodes =
        hone_gltf_write_scratch(writer, animation->expression_count, sizeof *writer->expression_nodes);
    if (!moved || !writer->expression_nodes)
        return;
    mark_moved(hone_motion_get(writer->desc->motion), writer->model->morph_count, moved);
    for (uint32_t i = 0; i < animation->expression_count; i++) {
        const hone_animated_expression *e = &animation->expressions[i];
        bool wanted = e->bone == HONE_NONE && moved[e->morph];
        writer->expression_nodes[i] =
            wanted ? hone_gltf_add_node(writer, writer->model->morphs[e->morph].name, HONE_NONE) : e->bone;
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static void write_node(hone_json *json, const char *key, int32_t node)
{
    hone_gltf_json_begin(json, key, '{');
    hone_gltf_json_index(json, "node", node);
    hone_json_end(json, '}');
}

/* Eyes have no keys in a VRM animation: the gaze has. */
static bool is_eye(const char *role)
{
    return strcmp(role, "leftEye") == 0 || strcmp(role, "rightEye") == 0;
}

static void write_bones(const gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    hone_gltf_json_begin(json, "humanoid", '{');
    hone_gltf_json_begin(json, "humanBones", '{');
    for (uint32_t i = 0; i < model->humanoid_map_count; i++)
        if (!is_eye(model->humanoid_map[i].role))
            write_node(json, model->humanoid_map[i].role, model->humanoid_map[i].bone);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static bool is_preset(const char *name)
{
    for (int i = 0; i < HONE_EXPRESSION_PRESETS; i++)
        if (strcmp(hone_expression_presets[i].name, name) == 0)
            return true;
    return false;
}

/* Writes the expressions of VRM, or those of the author. */
static void write_some(const gltf_writer *writer, bool presets, hone_json *json)
{
    const hone_vrm_animation *animation = writer->model->vrm_animation;
    bool any = false;
    for (uint32_t i = 0; writer->expression_nodes && i < animation->expression_count; i++) {
        const char *name = writer->model->morphs[animation->expressions[i].morph].name;
        if (writer->expression_nodes[i] == HONE_NONE || !*name || is_preset(name) != presets)
            continue;
        if (!any)
            hone_gltf_json_begin(json, presets ? "preset" : "custom", '{');
        any = true;
        write_node(json, name, writer->expression_nodes[i]);
    }
    if (any)
        hone_json_end(json, '}');
}

void hone_gltf_write_vrm_animation(gltf_writer *writer, hone_json *json)
{
    const hone_vrm_animation *animation = writer->model->vrm_animation;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_VRM_ANIMATION, '{');
    hone_gltf_json_text(json, "specVersion", "1.0");
    if (writer->model->humanoid_map_count)
        write_bones(writer, json);
    hone_gltf_json_begin(json, "expressions", '{');
    write_some(writer, true, json);
    write_some(writer, false, json);
    hone_json_end(json, '}');
    if (animation->gaze_bone != HONE_NONE) {
        hone_gltf_json_begin(json, "lookAt", '{');
        hone_gltf_json_index(json, "node", animation->gaze_bone);
        hone_gltf_json_floats(json, "offsetFromHeadBone", animation->gaze_offset, 3);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}
