/* Writes the expressions of a VRM. Source: VRMC_vrm-1.0, "expressions". */
#include "core/model/expression_presets.h"
#include "files/format/gltf/write/vrm/vrm.h"
#include <math.h>
#include <string.h>

/* ---- binds ------------------------------------------------------------------------------------------------------- */

static void write_targets(const gltf_writer *writer, const hone_morph *group, hone_json *json)
{
    if (group->kind != HONE_MORPH_GROUP || group->count == 0 || writer->mesh_node == HONE_NONE)
        return;
    hone_gltf_json_begin(json, "morphTargetBinds", '[');
    for (uint32_t i = 0; i < group->count; i++) {
        int32_t target = writer->vrm.target_of[group->u.children[i].morph];
        if (target == HONE_NONE)
            continue;
        hone_json_object(json);
        hone_gltf_json_index(json, "node", writer->mesh_node);
        hone_gltf_json_index(json, "index", target);
        hone_json_key(json, "weight");
        hone_json_float(json, fminf(fmaxf(group->u.children[i].ratio, 0), 1));
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_colours(const hone_expression *e, hone_json *json)
{
    if (e->colour_bind_count == 0)
        return;
    hone_gltf_json_begin(json, "materialColorBinds", '[');
    for (uint32_t i = 0; i < e->colour_bind_count; i++) {
        hone_json_object(json);
        hone_gltf_json_index(json, "material", e->colour_binds[i].material);
        hone_gltf_json_text(json, "type", hone_vrm_colour_names[e->colour_binds[i].colour]);
        hone_gltf_json_floats(json, "targetValue", e->colour_binds[i].target, 4);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void write_textures(const hone_expression *e, hone_json *json)
{
    if (e->texture_bind_count == 0)
        return;
    hone_gltf_json_begin(json, "textureTransformBinds", '[');
    for (uint32_t i = 0; i < e->texture_bind_count; i++) {
        hone_json_object(json);
        hone_gltf_json_index(json, "material", e->texture_binds[i].material);
        hone_gltf_json_floats(json, "scale", e->texture_binds[i].scale, 2);
        hone_gltf_json_floats(json, "offset", e->texture_binds[i].offset, 2);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */

static const char *name_of(const gltf_writer *writer, const hone_expression *e)
{
    return writer->model->morphs[e->morph].name;
}

static void write_expression(const gltf_writer *writer, const hone_expression *e, hone_json *json)
{
    hone_gltf_json_begin(json, name_of(writer, e), '{');
    write_targets(writer, &writer->model->morphs[e->morph], json);
    write_colours(e, json);
    write_textures(e, json);
    hone_json_key(json, "isBinary");
    hone_json_bool(json, e->binary);
    hone_gltf_json_text(json, "overrideBlink", hone_vrm_overrides[e->override_blink]);
    hone_gltf_json_text(json, "overrideLookAt", hone_vrm_overrides[e->override_look_at]);
    hone_gltf_json_text(json, "overrideMouth", hone_vrm_overrides[e->override_mouth]);
    hone_json_end(json, '}');
}

static bool is_preset(const char *name)
{
    for (int p = 0; p < HONE_EXPRESSION_PRESETS; p++)
        if (strcmp(hone_expression_presets[p].name, name) == 0)
            return true;
    return false;
}

static void write_kind(const gltf_writer *writer, bool presets, hone_json *json)
{
    const hone_avatar *avatar = writer->model->avatar;
    bool any = false;
    for (uint32_t i = 0; i < avatar->expression_count; i++) {
        if (is_preset(name_of(writer, &avatar->expressions[i])) != presets || writer->vrm.repeats[i])
            continue;
        if (!any)
            hone_gltf_json_begin(json, presets ? "preset" : "custom", '{');
        any = true;
        write_expression(writer, &avatar->expressions[i], json);
    }
    if (any)
        hone_json_end(json, '}');
}

/* Programs expect the object even if it is empty: three-vrm has no look-at without it. */
void hone_gltf_write_expressions(gltf_writer *writer, hone_json *json)
{
    hone_gltf_json_begin(json, "expressions", '{');
    write_kind(writer, true, json);
    write_kind(writer, false, json);
    hone_json_end(json, '}');
}
