#include "files/format/gltf/pointers.h"
#include "files/format/gltf/extensions.h"
#include <stdio.h>
#include <string.h>

#define PLACE(member) (offsetof(hone_surface_state, member) / sizeof(float))
#define VALUE(path, member, count, group)                                                                              \
    {                                                                                                                  \
        path, PLACE(member), count, group                                                                              \
    }
#define TOON(key, member, count, group) VALUE("extensions/" GLTF_MTOON "/" key, member, count, group)
#define TRANSFORM(path, map, group)                                                                                    \
    VALUE(path "/extensions/" GLTF_TEXTURE_TRANSFORM "/offset", maps[map].offset, 2, group),                           \
        VALUE(path "/extensions/" GLTF_TEXTURE_TRANSFORM "/rotation", maps[map].rotation, 1, group),                   \
        VALUE(path "/extensions/" GLTF_TEXTURE_TRANSFORM "/scale", maps[map].scale, 2, group)
#define TOON_TRANSFORM(key, map, group) TRANSFORM("extensions/" GLTF_MTOON "/" key, HONE_MAP_COUNT + (map), group)

const gltf_pointer hone_gltf_pointers[GLTF_POINTERS] = {
    VALUE("pbrMetallicRoughness/baseColorFactor", colours[HONE_COLOUR_BASE], 4, 0),
    VALUE("pbrMetallicRoughness/metallicFactor", metallic, 1, 1),
    VALUE("pbrMetallicRoughness/roughnessFactor", roughness, 1, 2),
    VALUE("alphaCutoff", alpha_cutoff, 1, 3),
    VALUE("normalTexture/scale", normal_scale, 1, 4),
    VALUE("occlusionTexture/strength", occlusion_strength, 1, 5),
    VALUE("emissiveFactor", colours[HONE_COLOUR_EMISSION], 3, 6),
    VALUE("extensions/" GLTF_EMISSIVE_STRENGTH "/emissiveStrength", emissive_strength, 1, 6),
    TOON("shadeColorFactor", colours[HONE_COLOUR_SHADE], 3, 7),
    TOON("shadingShiftFactor", shading_shift, 1, 8),
    TOON("shadingShiftTexture/scale", shading_shift_scale, 1, 9),
    TOON("shadingToonyFactor", shading_toony, 1, 10),
    TOON("giEqualizationFactor", gi_equalization, 1, 11),
    TOON("matcapFactor", colours[HONE_COLOUR_MATCAP], 3, 12),
    TOON("parametricRimColorFactor", colours[HONE_COLOUR_RIM], 3, 13),
    TOON("parametricRimFresnelPowerFactor", rim_power, 1, 14),
    TOON("parametricRimLiftFactor", rim_lift, 1, 15),
    TOON("rimLightingMixFactor", rim_lighting_mix, 1, 16),
    TOON("outlineWidthFactor", outline_width, 1, 17),
    TOON("outlineColorFactor", colours[HONE_COLOUR_OUTLINE], 3, 18),
    TOON("outlineLightingMixFactor", outline_lighting_mix, 1, 19),
    TOON("uvAnimationScrollXSpeedFactor", uv_scroll[0], 1, 20),
    TOON("uvAnimationScrollYSpeedFactor", uv_scroll[1], 1, 21),
    TOON("uvAnimationRotationSpeedFactor", uv_rotation, 1, 22),
    TRANSFORM("pbrMetallicRoughness/baseColorTexture", HONE_MAP_BASE_COLOUR, 23),
    TRANSFORM("pbrMetallicRoughness/metallicRoughnessTexture", HONE_MAP_METALLIC_ROUGHNESS, 24),
    TRANSFORM("normalTexture", HONE_MAP_NORMAL, 25),
    TRANSFORM("occlusionTexture", HONE_MAP_OCCLUSION, 26),
    TRANSFORM("emissiveTexture", HONE_MAP_EMISSIVE, 27),
    TOON_TRANSFORM("shadeMultiplyTexture", HONE_MTOON_SHADE, 28),
    TOON_TRANSFORM("shadingShiftTexture", HONE_MTOON_SHIFT, 29),
    TOON_TRANSFORM("matcapTexture", HONE_MTOON_MATCAP, 30),
    TOON_TRANSFORM("rimMultiplyTexture", HONE_MTOON_RIM, 31),
    TOON_TRANSFORM("outlineWidthMultiplyTexture", HONE_MTOON_OUTLINE_WIDTH, 32),
    TOON_TRANSFORM("uvAnimationMaskTexture", HONE_MTOON_UV_MASK, 33),
};

/* Passes over the objects that only hold others: "extensions", the extension's name, "pbrMetallicRoughness". */
static const char *short_path(const char *path)
{
    static const char *const holders[] = {"pbrMetallicRoughness/", "extensions/" GLTF_MTOON "/",
                                          "extensions/" GLTF_EMISSIVE_STRENGTH "/"};
    for (size_t i = 0; i < sizeof holders / sizeof *holders; i++)
        if (strncmp(path, holders[i], strlen(holders[i])) == 0)
            return path + strlen(holders[i]);
    return path;
}

void hone_gltf_pointer_name(const gltf_pointer *pointer, uint32_t at, char out[GLTF_POINTER_NAME_SIZE])
{
    static const char transform[] = "/extensions/" GLTF_TEXTURE_TRANSFORM;
    static const char *const letters[] = {NULL, "", "xy", "rgb", "rgba"};
    const char *path = short_path(pointer->path), *extension = strstr(path, transform);
    int head = extension ? (int)(extension - path) : (int)strlen(path);
    const char *tail = extension ? extension + sizeof transform - 1 : "";
    snprintf(out, GLTF_POINTER_NAME_SIZE, "%.*s%s%s%.1s", head, path, tail, pointer->count > 1 ? "." : "",
             pointer->count > 1 ? letters[pointer->count] + at : "");
}
