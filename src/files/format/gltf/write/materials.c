/* Writes materials: those of glTF as they were; for those of MMD and .x the lit colour, with all their fields as
 * extras. */
#include "base/trigonometry.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/writer.h"
#include <hone/math.h>
#include <string.h>

static const uint8_t repeated[2] = {HONE_WRAP_REPEAT, HONE_WRAP_REPEAT},
                     clamped[2] = {HONE_WRAP_CLAMP, HONE_WRAP_CLAMP};

static void number(hone_json *json, const char *key, float value)
{
    hone_json_key(json, key);
    hone_json_float(json, value);
}

static void unlit(gltf_writer *writer, hone_json *json)
{
    writer->unlit = true;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_UNLIT, '{');
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

/* ---- materials of glTF ---- */

/* Splits the matrix into T R S, the inverse of what the reader does. */
static void write_uv_transform(gltf_writer *writer, const hone_map *map, hone_json *json)
{
    const float(*m)[3] = map->transform;
    if (m[0][0] == 1 && m[0][1] == 0 && m[0][2] == 0 && m[1][0] == 0 && m[1][1] == 1 && m[1][2] == 0)
        return;
    const float scale[2] = {hone_hypotf(m[0][0], m[1][0]), hone_hypotf(m[0][1], m[1][1])};
    const float offset[2] = {m[0][2], m[1][2]};
    writer->transforms = true;
    hone_gltf_json_begin(json, "extensions", '{');
    hone_gltf_json_begin(json, GLTF_TEXTURE_TRANSFORM, '{');
    hone_gltf_json_floats(json, "offset", offset, 2);
    number(json, "rotation", hone_atan2f(-m[1][0], m[0][0]));
    hone_gltf_json_floats(json, "scale", scale, 2);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static void write_map(gltf_writer *writer, const hone_map *map, const char *key, const char *scale, hone_json *json)
{
    int32_t texture = hone_gltf_texture_of(writer, map->texture, map->wrap, map->nearest);
    if (texture == HONE_NONE)
        return;
    hone_gltf_json_begin(json, key, '{');
    hone_gltf_json_index(json, "index", texture);
    if (writer->uv_of_set[map->uv_set])
        hone_gltf_json_index(json, "texCoord", writer->uv_of_set[map->uv_set]);
    if (scale && map->scale != 1)
        number(json, scale, map->scale);
    write_uv_transform(writer, map, json);
    hone_json_end(json, '}');
}

static void write_alpha(hone_json *json, uint8_t mode, float cutoff)
{
    if (mode == HONE_ALPHA_OPAQUE)
        return;
    hone_gltf_json_text(json, "alphaMode", mode == HONE_ALPHA_MASK ? "MASK" : "BLEND");
    if (mode == HONE_ALPHA_MASK)
        number(json, "alphaCutoff", cutoff);
}

static void write_pbr(gltf_writer *writer, const hone_pbr *pbr, hone_json *json)
{
    hone_gltf_json_begin(json, "pbrMetallicRoughness", '{');
    hone_gltf_json_floats(json, "baseColorFactor", pbr->base_colour, 4);
    number(json, "metallicFactor", pbr->metallic);
    number(json, "roughnessFactor", pbr->roughness);
    write_map(writer, &pbr->maps[HONE_MAP_BASE_COLOUR], "baseColorTexture", NULL, json);
    write_map(writer, &pbr->maps[HONE_MAP_METALLIC_ROUGHNESS], "metallicRoughnessTexture", NULL, json);
    hone_json_end(json, '}');
    write_map(writer, &pbr->maps[HONE_MAP_NORMAL], "normalTexture", "scale", json);
    write_map(writer, &pbr->maps[HONE_MAP_OCCLUSION], "occlusionTexture", "strength", json);
    write_map(writer, &pbr->maps[HONE_MAP_EMISSIVE], "emissiveTexture", NULL, json);
    hone_gltf_json_floats(json, "emissiveFactor", pbr->emissive, 3);
    write_alpha(json, pbr->alpha_mode, pbr->alpha_cutoff);
    if (pbr->unlit)
        unlit(writer, json);
}

/* ---- materials of MMD and .x ---- */

/* The colour that MMD shows where its own light falls: sat(diffuse * light + ambient). */
static void lit_colour(const hone_material *material, float out[4])
{
    const hone_light light = HONE_LIGHT_DEFAULT;
    for (int i = 0; i < 3; i++)
        out[i] = hone_linear_from_display(material->diffuse[i] * light.colour[i] + material->ambient[i]);
    out[3] = fminf(fmaxf(material->diffuse[3], 0), 1);
}

/* MMD blends all materials in their order, which other programs do not do, so only materials that need it are
 * blended. */
static uint8_t alpha_mode_of(const gltf_writer *writer, const hone_material *material)
{
    gltf_alpha alpha =
        material->texture == HONE_NONE || !writer->images ? GLTF_ALPHA_NONE : writer->images[material->texture].alpha;
    if (material->diffuse[3] < 1 || alpha == GLTF_ALPHA_SMOOTH)
        return HONE_ALPHA_BLEND;
    return alpha == GLTF_ALPHA_CUT ? HONE_ALPHA_MASK : HONE_ALPHA_OPAQUE;
}

static void write_texture_hint(gltf_writer *writer, int32_t texture, const uint8_t wrap[2], const char *key,
                               hone_json *json)
{
    int32_t index = hone_gltf_texture_of(writer, texture, wrap, false);
    if (index == HONE_NONE)
        return;
    hone_gltf_json_begin(json, key, '{');
    hone_gltf_json_index(json, "index", index);
    hone_json_end(json, '}');
}

/* Writes the fields of MMD under their own names, for programs that draw toons. */
static void write_hints(gltf_writer *writer, const hone_material *material, hone_json *json)
{
    static const char *const modes[] = {"off", "multiply", "add", "subTexture"};
    hone_gltf_json_begin(json, "extras", '{');
    hone_gltf_json_begin(json, "mmd", '{');
    hone_gltf_json_text(json, "englishName", material->english_name);
    hone_gltf_json_text(json, "memo", material->memo);
    hone_gltf_json_floats(json, "diffuse", material->diffuse, 4);
    hone_gltf_json_floats(json, "specular", material->specular, 3);
    number(json, "specularPower", material->specular_power);
    hone_gltf_json_floats(json, "ambient", material->ambient, 3);
    hone_gltf_json_index(json, "flags", material->flags);
    hone_gltf_json_floats(json, "edgeColor", material->edge_colour, 4);
    number(json, "edgeSize", material->edge_size);
    if (material->sphere_mode <= HONE_SPHERE_SUB_TEXTURE && material->sphere_texture != HONE_NONE) {
        hone_gltf_json_text(json, "sphereMode", modes[material->sphere_mode]);
        write_texture_hint(writer, material->sphere_texture, repeated, "sphereTexture", json);
    }
    if (material->shared_toon)
        hone_gltf_json_index(json, "sharedToon", material->toon);
    else
        write_texture_hint(writer, material->toon, clamped, "toonTexture", json);
    hone_json_end(json, '}');
    hone_json_end(json, '}');
}

static bool is_lit(const gltf_writer *writer)
{
    hone_gltf_surface surface = writer->desc->surface;
    return surface == HONE_GLTF_PBR || (surface == HONE_GLTF_BY_FORMAT && writer->model->space == HONE_SPACE_X);
}

/* The ambient colour of a .x is written as its emission. */
static void write_emission(const hone_material *material, float colour[4], hone_json *json)
{
    float emissive[3];
    for (int i = 0; i < 3; i++) {
        colour[i] = hone_linear_from_display(material->diffuse[i]);
        emissive[i] = hone_linear_from_display(material->ambient[i]);
    }
    hone_gltf_json_floats(json, "emissiveFactor", emissive, 3);
}

static void write_classic(gltf_writer *writer, const hone_material *material, hone_json *json)
{
    enum { DEFAULT_CUTOFF_PERCENT = 50 };
    float colour[4];
    const hone_map base = {.texture = material->texture, .transform = {{1, 0, 0}, {0, 1, 0}}, .scale = 1};
    lit_colour(material, colour);
    if (is_lit(writer) && writer->model->space == HONE_SPACE_X)
        write_emission(material, colour, json);
    hone_gltf_json_begin(json, "pbrMetallicRoughness", '{');
    hone_gltf_json_floats(json, "baseColorFactor", colour, 4);
    number(json, "metallicFactor", 0);
    number(json, "roughnessFactor", 0.9f);
    write_map(writer, &base, "baseColorTexture", NULL, json);
    hone_json_end(json, '}');
    write_alpha(json, alpha_mode_of(writer, material), DEFAULT_CUTOFF_PERCENT / 100.0f);
    if (!is_lit(writer))
        unlit(writer, json);
    if (writer->model->space == HONE_SPACE_MMD)
        write_hints(writer, material, json);
}

void hone_gltf_write_materials(gltf_writer *writer, hone_json *json)
{
    const hone_model_data *model = writer->model;
    if (model->material_count == 0)
        return;
    hone_gltf_json_begin(json, "materials", '[');
    for (uint32_t m = 0; m < model->material_count; m++) {
        const hone_material *material = &model->materials[m];
        hone_json_object(json);
        hone_gltf_json_text(json, "name", material->name);
        if (material->flags & HONE_MATERIAL_DOUBLE_SIDED) {
            hone_json_key(json, "doubleSided");
            hone_json_bool(json, true);
        }
        if (material->pbr)
            write_pbr(writer, material->pbr, json);
        else
            write_classic(writer, material, json);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}
