/* Writes materials: those of glTF as they were; for those of MMD and .x the lit colour, with all their fields as
 * extras. */
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/write/vrm/vrm.h"
#include <hone/math.h>
#include <string.h>

static const uint8_t repeated[2] = {HONE_WRAP_REPEAT, HONE_WRAP_REPEAT},
                     clamped[2] = {HONE_WRAP_CLAMP, HONE_WRAP_CLAMP};

static void number(hone_json *json, const char *key, float value)
{
    hone_json_key(json, key);
    hone_json_float(json, value);
}

/* Returns the channel of a number of the material, or NULL. offset: in hone_surface_state. */
static const gltf_out_channel *moves(const gltf_writer *writer, size_t offset)
{
    return hone_gltf_value_of(writer, writer->material, offset / sizeof(float));
}

/* The extensions of a material: its own look, its toon, and a strength of emission above 1. toon: NULL: none. Programs
 * that do not know toons show the plain colour. */
static void write_extensions(gltf_writer *writer, bool unlit, const hone_mtoon *toon, float strength, hone_json *json)
{
    toon = writer->desc->vrm ? toon : NULL;
    const bool strong = strength > 1 || moves(writer, offsetof(hone_surface_state, emissive_strength));
    if (!unlit && !toon && !strong)
        return;
    hone_gltf_json_begin(json, "extensions", '{');
    if (unlit || toon) {
        writer->unlit = true;
        hone_gltf_json_begin(json, GLTF_UNLIT, '{');
        hone_json_end(json, '}');
    }
    if (toon)
        hone_gltf_write_mtoon(writer, toon, json);
    if (strong) {
        writer->strong_emission = true;
        hone_gltf_json_begin(json, GLTF_EMISSIVE_STRENGTH, '{');
        number(json, "emissiveStrength", strength);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

/* ---- materials of glTF ---- */

static void write_alpha(hone_json *json, uint8_t mode, float cutoff)
{
    if (mode == HONE_ALPHA_OPAQUE)
        return;
    hone_gltf_json_text(json, "alphaMode", mode == HONE_ALPHA_MASK ? "MASK" : "BLEND");
    if (mode == HONE_ALPHA_MASK)
        number(json, "alphaCutoff", cutoff);
}

/* Splits off the part of the emitted colour that is above 1. Returns its strength. */
static float split_emission(const hone_pbr *pbr, float colour[3])
{
    float strength = 1;
    for (int i = 0; i < 3; i++) strength = fmaxf(strength, pbr->emissive[i]);
    for (int i = 0; i < 3; i++) colour[i] = pbr->emissive[i] / strength;
    return strength;
}

static void write_pbr(gltf_writer *writer, const hone_material *material, hone_json *json)
{
    const hone_pbr *pbr = material->pbr;
    float emissive[3], strength = split_emission(pbr, emissive);
    hone_gltf_json_begin(json, "pbrMetallicRoughness", '{');
    hone_gltf_json_floats(json, "baseColorFactor", pbr->base_colour, 4);
    number(json, "metallicFactor", pbr->metallic);
    number(json, "roughnessFactor", pbr->roughness);
    hone_gltf_write_map(writer, &pbr->maps[HONE_MAP_BASE_COLOUR], "baseColorTexture", NULL, json);
    hone_gltf_write_map(writer, &pbr->maps[HONE_MAP_METALLIC_ROUGHNESS], "metallicRoughnessTexture", NULL, json);
    hone_json_end(json, '}');
    hone_gltf_write_map(writer, &pbr->maps[HONE_MAP_NORMAL], "normalTexture", "scale", json);
    hone_gltf_write_map(writer, &pbr->maps[HONE_MAP_OCCLUSION], "occlusionTexture", "strength", json);
    hone_gltf_write_map(writer, &pbr->maps[HONE_MAP_EMISSIVE], "emissiveTexture", NULL, json);
    hone_gltf_json_floats(json, "emissiveFactor", emissive, 3);
    write_alpha(json, pbr->alpha_mode, pbr->alpha_cutoff);
    write_extensions(writer, pbr->unlit, material->mtoon, strength, json);
}

/* ---- materials of MMD and .x ---- */

void hone_gltf_lit_colour(const float diffuse[4], const float ambient[3], const float factor[3], float out[4])
{
    const hone_light light = HONE_LIGHT_DEFAULT;
    for (int i = 0; i < 3; i++) {
        float lit = fminf(fmaxf(diffuse[i] * light.colour[i] + ambient[i], 0), 1);
        out[i] = hone_linear_from_display(factor ? lit * factor[i] : lit);
    }
    out[3] = fminf(fmaxf(diffuse[3], 0), 1);
}

/* MMD blends all materials in their order, which other programs do not do, so only materials that need it are
 * blended. */
static uint8_t alpha_mode_of(const gltf_writer *writer, const hone_material *material)
{
    hone_alpha_use alpha = material->texture == HONE_NONE || !writer->images ? HONE_ALPHA_USE_NONE
                                                                             : writer->images[material->texture].alpha;
    const gltf_out_channel *base = moves(writer, offsetof(hone_surface_state, colours));
    if (material->diffuse[3] < 1 || (base && base->clear) || alpha == HONE_ALPHA_USE_SMOOTH)
        return HONE_ALPHA_BLEND;
    return alpha == HONE_ALPHA_USE_CUT ? HONE_ALPHA_MASK : HONE_ALPHA_OPAQUE;
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

bool hone_gltf_is_lit(const gltf_writer *writer)
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
    hone_gltf_lit_colour(material->diffuse, material->ambient, NULL, colour);
    if (hone_gltf_is_lit(writer) && writer->model->space == HONE_SPACE_X)
        write_emission(material, colour, json);
    hone_gltf_json_begin(json, "pbrMetallicRoughness", '{');
    hone_gltf_json_floats(json, "baseColorFactor", colour, 4);
    number(json, "metallicFactor", 0);
    number(json, "roughnessFactor", 0.9f);
    hone_gltf_write_map(writer, &base, "baseColorTexture", NULL, json);
    hone_json_end(json, '}');
    write_alpha(json, alpha_mode_of(writer, material), DEFAULT_CUTOFF_PERCENT / 100.0f);
    write_extensions(writer, !hone_gltf_is_lit(writer), NULL, 1, json);
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
        writer->material = m;
        hone_json_object(json);
        hone_gltf_json_text(json, "name", material->name);
        if (material->flags & HONE_MATERIAL_DOUBLE_SIDED) {
            hone_json_key(json, "doubleSided");
            hone_json_bool(json, true);
        }
        if (material->pbr)
            write_pbr(writer, material, json);
        else
            write_classic(writer, material, json);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}
