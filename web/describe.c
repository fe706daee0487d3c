/* Models and motions as JSON. */
#include "web/describe.h"
#include "web/files.h"
#include "web/web.h"

#include <hone/model.h>
#include <hone/motion.h>

/* ---- texts ------------------------------------------------------------------------------------------------------ */

void web_text_begin(web_text *text)
{
    text->out = hone_writer_make(NULL);
    text->json = hone_json_make(&text->out);
}

hone_bytes *web_text_end(web_text *text)
{
    hone_bytes bytes = {0};
    return hone_writer_finish(&text->out, &bytes, &web_error) ? web_bytes_keep(&bytes) : NULL;
}

void web_write_text(hone_json *json, const char *key, const char *value)
{
    hone_json_key(json, key);
    hone_json_string(json, value);
}

void web_write_integer(hone_json *json, const char *key, int64_t value)
{
    hone_json_key(json, key);
    hone_json_number(json, (double)value);
}

void web_write_floats(hone_json *json, const char *key, const float *values, uint32_t count)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (uint32_t i = 0; i < count; i++) hone_json_float(json, values[i]);
    hone_json_end(json, ']');
}

void web_write_warnings(hone_json *json, hone_warnings warnings)
{
    hone_json_key(json, "warnings");
    hone_json_array(json);
    for (uint32_t i = 0; i < warnings.count; i++) {
        hone_json_object(json);
        web_write_text(json, "text", warnings.texts[i]);
        hone_json_key(json, "limit");
        hone_json_bool(json, warnings.limits[i]);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

/* ---- models ----------------------------------------------------------------------------------------------------- */

static void write_names(hone_json *json, const char *name, const char *english)
{
    web_write_text(json, "name", name);
    web_write_text(json, "englishName", english);
}

static void write_bone(hone_json *json, const hone_bone *bone)
{
    hone_json_object(json);
    write_names(json, bone->name, bone->english_name);
    web_write_integer(json, "parent", bone->parent);
    web_write_floats(json, "position", bone->position, 3);
    web_write_integer(json, "flags", bone->flags);
    web_write_integer(json, "layer", bone->layer);
    web_write_integer(json, "tailBone", bone->tail_bone);
    hone_json_key(json, "ik");
    hone_json_bool(json, bone->ik != HONE_NONE);
    hone_json_end(json, '}');
}

static void write_morph(hone_json *json, const hone_morph *morph)
{
    hone_json_object(json);
    write_names(json, morph->name, morph->english_name);
    web_write_integer(json, "panel", morph->panel);
    web_write_integer(json, "kind", morph->kind);
    hone_json_key(json, "defaultWeight");
    hone_json_float(json, morph->default_weight);
    hone_json_end(json, '}');
}

static void write_material(hone_json *json, const hone_material *m)
{
    hone_json_object(json);
    write_names(json, m->name, m->english_name);
    web_write_floats(json, "diffuse", m->diffuse, 4);
    web_write_floats(json, "specular", m->specular, 3);
    hone_json_key(json, "specularPower");
    hone_json_float(json, m->specular_power);
    web_write_floats(json, "ambient", m->ambient, 3);
    web_write_floats(json, "edgeColour", m->edge_colour, 4);
    hone_json_key(json, "edgeSize");
    hone_json_float(json, m->edge_size);
    web_write_integer(json, "flags", m->flags);
    web_write_integer(json, "texture", m->texture);
    web_write_integer(json, "sphereTexture", m->sphere_texture);
    web_write_integer(json, "sphereMode", m->sphere_mode);
    web_write_integer(json, "toon", m->toon);
    hone_json_key(json, "sharedToon");
    hone_json_bool(json, m->shared_toon);
    web_write_integer(json, "indexCount", m->index_count);
    hone_json_end(json, '}');
}

static void write_lists(hone_json *json, const hone_model_data *data)
{
    hone_json_key(json, "bones");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->skeleton.bone_count; i++) write_bone(json, &data->skeleton.bones[i]);
    hone_json_end(json, ']');
    hone_json_key(json, "morphs");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->morph_count; i++) write_morph(json, &data->morphs[i]);
    hone_json_end(json, ']');
    hone_json_key(json, "materials");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->material_count; i++) write_material(json, &data->materials[i]);
    hone_json_end(json, ']');
    hone_json_key(json, "textures");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->texture_count; i++) hone_json_string(json, data->textures[i]);
    hone_json_end(json, ']');
    hone_json_key(json, "clips");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->clip_count; i++) hone_json_string(json, data->clips[i].name);
    hone_json_end(json, ']');
}

WEB_CALL(hone_bytes *, model_describe, const hone_model *model)
{
    const hone_model_data *data = hone_model_get(model);
    web_text text;
    web_text_begin(&text);
    hone_json *json = &text.json;
    hone_json_object(json);
    web_write_integer(json, "format", data->format);
    web_write_integer(json, "space", data->space);
    write_names(json, data->name, data->english_name);
    web_write_text(json, "comment", data->comment);
    web_write_text(json, "englishComment", data->english_comment);
    web_write_integer(json, "bodyCount", data->body_count);
    web_write_integer(json, "jointCount", data->joint_count);
    web_write_integer(json, "thumbnail", data->avatar ? data->avatar->thumbnail : HONE_NONE);
    write_lists(json, data);
    web_write_warnings(json, hone_model_warnings(model));
    hone_json_end(json, '}');
    return web_text_end(&text);
}

/* ---- motions ---------------------------------------------------------------------------------------------------- */

WEB_CALL(hone_bytes *, motion_describe, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    web_text text;
    web_text_begin(&text);
    hone_json *json = &text.json;
    hone_json_object(json);
    web_write_integer(json, "format", data->format);
    web_write_integer(json, "space", data->space);
    web_write_text(json, "modelName", data->model_name);
    hone_json_key(json, "duration");
    hone_json_number(json, hone_motion_duration(motion));
    hone_json_key(json, "moves");
    hone_json_bool(json, hone_motion_moves(motion));
    web_write_warnings(json, hone_motion_warnings(motion));
    hone_json_end(json, '}');
    return web_text_end(&text);
}
