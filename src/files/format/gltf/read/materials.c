/* Materials: metallic-roughness as far as it determines the look, and equivalent fields of MMD. */
#include "base/memory/builder.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/extensions.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <math.h>
#include <string.h>

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
