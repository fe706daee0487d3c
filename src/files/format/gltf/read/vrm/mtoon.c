/* MToon of VRM 1.0, and emission that is stronger than 1. Sources: VRMC_materials_mtoon-1.0,
 * KHR_materials_emissive_strength, VRMC_materials_hdr_emissiveMultiplier-1.0. */
#include "base/memory/builder.h"
#include "files/format/common/surface.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

void hone_gltf_read_emission(const gltf_object *material, hone_pbr *pbr)
{
    gltf_object strength = hone_gltf_extension_in(material, GLTF_EMISSIVE_STRENGTH),
                multiplier = hone_gltf_extension_in(material, "VRMC_materials_hdr_emissiveMultiplier");
    float factor = strength.value ? hone_gltf_extras_number(&strength, "emissiveStrength", 1)
                                  : hone_gltf_extras_number(&multiplier, "emissiveMultiplier", 1);
    for (int i = 0; i < 3; i++) pbr->emissive[i] *= factor > 0 ? factor : 0;
}

static void read_numbers(const gltf_object *from, hone_mtoon *out)
{
    float queue = 0;
    for (int i = 0; i < HONE_VRM_TOON_VALUES; i++) {
        const hone_vrm_toon_value *value = &hone_vrm_toon_values[i];
        hone_gltf_extras_floats(from, value->key, (float *)((char *)out + value->offset), value->count);
    }
    hone_gltf_extras_floats(from, "renderQueueOffsetNumber", &queue, 1);
    out->render_queue_offset = queue < -9 ? -9 : queue > 9 ? 9 : (int32_t)queue;
}

static uint8_t outline_mode_of(const gltf_object *from)
{
    gltf_text mode = hone_gltf_extras_text(from, "outlineWidthMode");
    return hone_gltf_text_equals(mode, "worldCoordinates")    ? HONE_OUTLINE_WORLD
           : hone_gltf_text_equals(mode, "screenCoordinates") ? HONE_OUTLINE_SCREEN
                                                              : HONE_OUTLINE_NONE;
}

static void read_mtoon(gltf_reader *reader, const gltf_object *from, hone_mtoon *out)
{
    *out = hone_surface_plain_mtoon();
    hone_gltf_check_version(reader, from, "toon material of no known version: read as one of 1.0", from->index);
    out->transparent_with_z_write = hone_gltf_extras_flag(from, "transparentWithZWrite");
    out->outline_mode = outline_mode_of(from);
    read_numbers(from, out);
    for (int m = 0; m < HONE_MTOON_MAP_COUNT; m++)
        hone_gltf_read_map(reader, from, hone_vrm_toon_maps[m], "scale", &out->maps[m]);
    if (out->maps[HONE_MTOON_SHIFT].texture != HONE_NONE)
        out->shading_shift_scale = out->maps[HONE_MTOON_SHIFT].scale;
}

/* The properties of VRM 0.x of a material; none if the file is a VRM 1.0 or has none. */
static gltf_object old_properties(gltf_reader *reader, const gltf_object *material)
{
    gltf_object vrm, none = {0};
    bool newer = hone_gltf_vrm_of(reader, &vrm);
    return newer || !material->value ? none : hone_gltf_extras_element(&vrm, "materialProperties", material->index);
}

bool hone_gltf_read_toon(gltf_reader *reader, const gltf_object *material, hone_pbr *pbr, bool *double_sided,
                         const hone_mtoon **out)
{
    gltf_object newer = hone_gltf_extension_in(material, GLTF_MTOON), older = old_properties(reader, material);
    hone_mtoon *toon;
    if (!newer.value && !hone_gltf_is_old_toon(&older))
        return true;
    if (!hone_reading_array(&reader->file, 1, sizeof *toon, &toon))
        return false;
    if (newer.value)
        read_mtoon(reader, &newer, toon);
    else
        hone_gltf_read_old_toon(reader, &older, pbr, double_sided, toon);
    pbr->unlit = false; /* that is for programs that do not know MToon */
    *out = toon;
    return !reader->file.failed;
}
