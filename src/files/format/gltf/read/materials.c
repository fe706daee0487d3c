/* Materials: metallic-roughness as far as it determines the look, and equivalent fields of MMD. */
#include "base/memory/builder.h"
#include "base/trigonometry.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/vrm.h"
#include <math.h>
#include <string.h>

/* ---- textures ------------------------------------------------------------------------------------------------- */

static uint8_t wrap_of(gltf_reader *reader, const gltf_object *sampler, const char *key)
{
    enum { CLAMP = 33071, MIRROR = 33648, REPEAT = 10497 };
    uint64_t mode = hone_gltf_whole(sampler, key, REPEAT);
    if (mode != CLAMP && mode != MIRROR && mode != REPEAT)
        hone_builder_warn(reader->file.builder, "sampler with an unknown wrapping mode: read as repeat",
                          sampler->index);
    return mode == CLAMP ? HONE_WRAP_CLAMP : mode == MIRROR ? HONE_WRAP_MIRROR : HONE_WRAP_REPEAT;
}

/* KHR_texture_transform: uv' = T R S uv, with angles counter-clockwise in a plane whose v points down. */
static void read_uv_transform(const gltf_object *transform, hone_map *map)
{
    float offset[2] = {0, 0}, scale[2] = {1, 1};
    double angle = hone_gltf_number(transform, "rotation", 0);
    float c = (float)hone_cos(angle), s = (float)hone_sin(angle);
    hone_gltf_floats(transform, "offset", offset, 2);
    hone_gltf_floats(transform, "scale", scale, 2);
    float rows[2][3] = {{c * scale[0], s * scale[1], offset[0]}, {-s * scale[0], c * scale[1], offset[1]}};
    memcpy(map->transform, rows, sizeof rows);
}

/* Returns which UV set of the mesh it is, or the first for sets that hone does not keep. */
static uint8_t uv_set_of(gltf_reader *reader, uint64_t set)
{
    if (set == 1 && reader->second_uv_set)
        return (uint8_t)reader->second_uv_set;
    if (set > 1)
        hone_builder_warn_limit(reader->file.builder,
                                "texture with a third or later set of coordinates: the first set is used", NULL, 0);
    return 0;
}

void hone_gltf_read_texture(gltf_reader *reader, int32_t index, hone_map *map)
{
    gltf_object root = hone_gltf_root(&reader->json);
    gltf_object texture = hone_gltf_item(&reader->json, "textures", index);
    gltf_object sampler = hone_gltf_item(&reader->json, "samplers",
                                         hone_gltf_index(&texture, "sampler", hone_gltf_count(&root, "samplers")));
    enum { NEAREST = 9728 };
    map->texture = hone_gltf_image_of(reader, index);
    map->wrap[0] = wrap_of(reader, &sampler, "wrapS");
    map->wrap[1] = wrap_of(reader, &sampler, "wrapT");
    map->nearest = hone_gltf_whole(&sampler, "magFilter", 0) == NEAREST;
}

void hone_gltf_read_map(gltf_reader *reader, const gltf_object *parent, const char *key, const char *scale,
                        hone_map *map)
{
    gltf_object root = hone_gltf_root(&reader->json), info = hone_gltf_member(parent, key);
    *map = hone_surface_no_map();
    int32_t index = hone_gltf_index(&info, "index", hone_gltf_count(&root, "textures"));
    if (index < 0)
        return;
    gltf_object extensions = hone_gltf_member(&info, "extensions");
    gltf_object transform = hone_gltf_member(&extensions, GLTF_TEXTURE_TRANSFORM);
    hone_gltf_read_texture(reader, index, map);
    if (scale)
        map->scale = (float)hone_gltf_number(&info, scale, 1);
    if (transform.value)
        read_uv_transform(&transform, map);
    uint64_t set = hone_gltf_whole(&info, "texCoord", 0);
    map->uv_set = uv_set_of(reader, hone_gltf_whole(&transform, "texCoord", set));
}

/* ---- one material ---- */

static uint8_t alpha_mode_of(gltf_reader *reader, const gltf_object *material)
{
    if (hone_gltf_text_is(material, "alphaMode", "MASK"))
        return HONE_ALPHA_MASK;
    if (hone_gltf_text_is(material, "alphaMode", "BLEND"))
        return HONE_ALPHA_BLEND;
    if (hone_gltf_has(material, "alphaMode") && !hone_gltf_text_is(material, "alphaMode", "OPAQUE"))
        hone_builder_warn(reader->file.builder, "material with an unknown alpha mode: read as opaque", material->index);
    return HONE_ALPHA_OPAQUE;
}

static void read_pbr(gltf_reader *reader, const gltf_object *material, hone_pbr *pbr)
{
    gltf_object rough = hone_gltf_member(material, "pbrMetallicRoughness"),
                extensions = hone_gltf_member(material, "extensions");
    for (int i = 0; i < 4; i++) pbr->base_colour[i] = 1;
    hone_gltf_floats(&rough, "baseColorFactor", pbr->base_colour, 4);
    hone_gltf_floats(material, "emissiveFactor", pbr->emissive, 3);
    pbr->metallic = (float)hone_gltf_number(&rough, "metallicFactor", 1);
    pbr->roughness = (float)hone_gltf_number(&rough, "roughnessFactor", 1);
    pbr->alpha_mode = alpha_mode_of(reader, material);
    pbr->alpha_cutoff = (float)hone_gltf_number(material, "alphaCutoff", 0.5);
    pbr->unlit = hone_gltf_has(&extensions, GLTF_UNLIT);
    hone_gltf_read_map(reader, &rough, "baseColorTexture", NULL, &pbr->maps[HONE_MAP_BASE_COLOUR]);
    hone_gltf_read_map(reader, &rough, "metallicRoughnessTexture", NULL, &pbr->maps[HONE_MAP_METALLIC_ROUGHNESS]);
    hone_gltf_read_map(reader, material, "normalTexture", "scale", &pbr->maps[HONE_MAP_NORMAL]);
    hone_gltf_read_map(reader, material, "occlusionTexture", "strength", &pbr->maps[HONE_MAP_OCCLUSION]);
    hone_gltf_read_map(reader, material, "emissiveTexture", NULL, &pbr->maps[HONE_MAP_EMISSIVE]);
    hone_gltf_read_emission(material, pbr);
}

/* at: the index after the last material of the file is the default material. */
static bool read_material(gltf_reader *reader, uint32_t at, hone_material *out)
{
    gltf_object root = hone_gltf_root(&reader->json);
    bool named = at < hone_gltf_count(&root, "materials");
    gltf_object material = hone_gltf_item(&reader->json, "materials", named ? (int32_t)at : HONE_NONE);
    hone_pbr *pbr;
    if (!hone_reading_array(&reader->file, 1, sizeof *pbr, &pbr))
        return false;
    *out = (hone_material){.name = hone_gltf_copy_text(reader, &material, "name"),
                           .english_name = "",
                           .memo = "",
                           .sphere_texture = HONE_NONE,
                           .toon = HONE_NONE,
                           .pbr = pbr};
    bool double_sided = hone_gltf_flag(&material, "doubleSided");
    read_pbr(reader, &material, pbr);
    if (!hone_gltf_read_toon(reader, &material, pbr, &double_sided, &out->mtoon))
        return false;
    hone_surface_set_mmd_fields(pbr, reader->colour_set != 0 && !out->mtoon, double_sided, out);
    hone_gltf_read_material_extras(reader, &material, out);
    return !reader->file.failed;
}

/* Also marks materials as flat if none of their parts has normals: the specification requires flat shading then. */
static void count_triangles(gltf_reader *reader, hone_material *materials)
{
    for (uint32_t m = 0; m < reader->material_count; m++) ((hone_pbr *)materials[m].pbr)->flat = true;
    for (uint32_t p = 0; p < reader->part_count; p++) {
        const gltf_part *part = &reader->parts[p];
        hone_material *material = &materials[part->material];
        material->index_count += part->index_count;
        if (part->has_normals)
            ((hone_pbr *)material->pbr)->flat = false;
    }
}

bool hone_gltf_read_materials(gltf_reader *reader)
{
    hone_material *materials;
    if (!hone_reading_array(&reader->file, reader->material_count, sizeof *materials, &materials))
        return false;
    for (uint32_t i = 0; i < reader->material_count; i++)
        if (!read_material(reader, i, &materials[i]))
            return false;
    count_triangles(reader, materials);
    reader->data.materials = materials;
    reader->data.material_count = reader->material_count;
    return true;
}
