#include "support/make/bodies/make_pointers.h"
#include <stdio.h>
#include <string.h>

#define TOON "extensions/VRMC_materials_mtoon/"
#define MOVED "/extensions/KHR_texture_transform/"

const make_pointer make_pointers[MAKE_POINTERS] = {
    {"pbrMetallicRoughness/baseColorFactor", 4},
    {"pbrMetallicRoughness/metallicFactor", 1},
    {"pbrMetallicRoughness/roughnessFactor", 1},
    {"alphaCutoff", 1},
    {"normalTexture/scale", 1},
    {"occlusionTexture/strength", 1},
    {"emissiveFactor", 3},
    {"extensions/KHR_materials_emissive_strength/emissiveStrength", 1},
    {"pbrMetallicRoughness/baseColorTexture" MOVED "offset", 2},
    {"pbrMetallicRoughness/baseColorTexture" MOVED "rotation", 1},
    {"pbrMetallicRoughness/baseColorTexture" MOVED "scale", 2},
    {"emissiveTexture" MOVED "offset", 2},
    {"normalTexture" MOVED "rotation", 1},
    {TOON "shadeColorFactor", 3},
    {TOON "shadingShiftFactor", 1},
    {TOON "shadingShiftTexture/scale", 1},
    {TOON "shadingToonyFactor", 1},
    {TOON "giEqualizationFactor", 1},
    {TOON "matcapFactor", 3},
    {TOON "parametricRimColorFactor", 3},
    {TOON "parametricRimFresnelPowerFactor", 1},
    {TOON "parametricRimLiftFactor", 1},
    {TOON "rimLightingMixFactor", 1},
    {TOON "outlineWidthFactor", 1},
    {TOON "outlineColorFactor", 3},
    {TOON "outlineLightingMixFactor", 1},
    {TOON "uvAnimationScrollXSpeedFactor", 1},
    {TOON "uvAnimationScrollYSpeedFactor", 1},
    {TOON "uvAnimationRotationSpeedFactor", 1},
    {TOON "shadeMultiplyTexture" MOVED "scale", 2},
    {TOON "matcapTexture" MOVED "offset", 2},
    {TOON "uvAnimationMaskTexture" MOVED "rotation", 1},
};

float make_pointer_value(int pointer, int k, int c)
{
    return (float)(1 + (pointer * 7 + k * 5 + c * 3) % 16) / 32;
}

/* Adds the output of a channel, whose values are one key after the other; of a cubic one with tangents of 0. */
static int add_output(make_gltf *file, int pointer, bool cubic)
{
    static const char *const types[] = {NULL, "SCALAR", "VEC2", "VEC3", "VEC4"};
    float values[3 * 4 * MAKE_POINTER_KEYS];
    int width = make_pointers[pointer].count, at = 0;
    for (int k = 0; k < MAKE_POINTER_KEYS; k++)
        for (int part = cubic ? 0 : 1; part < (cubic ? 3 : 2); part++)
            for (int c = 0; c < width; c++) values[at++] = part == 1 ? make_pointer_value(pointer, k, c) : 0;
    return make_gltf_floats(file, types[width], values, at / width);
}

static void add_material(make_gltf *file)
{
    make_gltf_add(file, MAKE_MATERIALS, "{\"name\": \"other\"}");
    make_gltf_add(
        file, MAKE_MATERIALS,
        "{\"name\": \"cheek\", \"alphaMode\": \"MASK\", \"alphaCutoff\": 0.25, \"pbrMetallicRoughness\": "
        "{\"baseColorFactor\": [1, 0.5, 0.25, 1], \"metallicFactor\": 0.5, \"roughnessFactor\": 0.75, "
        "\"baseColorTexture\": {\"index\": 0, \"extensions\": {\"KHR_texture_transform\": {\"offset\": [0.5, 0.25], "
        "\"rotation\": 1, \"scale\": [-2, 3]}}}}, \"normalTexture\": {\"index\": 0, \"scale\": 0.5}, "
        "\"occlusionTexture\": {\"index\": 0, \"strength\": 0.5}, \"emissiveTexture\": {\"index\": 0}, "
        "\"emissiveFactor\": [1, 0.5, 0], \"extensions\": {\"KHR_materials_emissive_strength\": {\"emissiveStrength\": "
        "3}, \"VRMC_materials_mtoon\": {\"specVersion\": \"1.0\", \"outlineWidthMode\": \"worldCoordinates\", "
        "\"shadeMultiplyTexture\": {\"index\": 0}, \"shadingShiftTexture\": {\"index\": 0, \"scale\": 0.5}, "
        "\"matcapTexture\": {\"index\": 0}, \"rimMultiplyTexture\": {\"index\": 0}, \"outlineWidthMultiplyTexture\": "
        "{\"index\": 0}, \"uvAnimationMaskTexture\": {\"index\": 0}}}}");
}

static void add_triangle(make_gltf *file)
{
    static const uint8_t pixel[] = {
        /* a png of one white pixel */
        137, 80, 78, 71,  13, 10,  26, 10,  0,   0,   0,   13, 73, 72, 68, 82, 0,  0,   0,   1,   0,   0,   0,   1,
        8,   6,  0,  0,   0,  31,  21, 196, 137, 0,   0,   0,  13, 73, 68, 65, 84, 120, 156, 99,  248, 255, 255, 255,
        127, 0,  9,  251, 3,  253, 5,  67,  69,  202, 138, 0,  0,  0,  0,  73, 69, 78,  68,  174, 66,  96,  130};
    int positions = make_gltf_floats(file, "VEC3", (const float[]){0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
    int uvs = make_gltf_floats(file, "VEC2", (const float[]){0, 0, 1, 0, 0, 1}, 3);
    make_gltf_add(file, MAKE_IMAGES, "{\"mimeType\": \"image/png\", \"bufferView\": %d}",
                  make_gltf_view(file, pixel, sizeof pixel, 0));
    make_gltf_add(file, MAKE_TEXTURES, "{\"source\": 0}");
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\": [{\"attributes\": {\"POSITION\": %d, \"TEXCOORD_0\": %d}, \"material\": 1}]}",
                  positions, uvs);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\": 0}");
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\": [0]}");
}

void make_gltf_pointers(make_gltf *file, int first, int count, bool mixed, const char *others)
{
    static const char *const kinds[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    char channels[12000] = "", samplers[4000] = "";
    memset(file, 0, sizeof *file);
    strcpy(file->root, "\"extensionsUsed\": [\"KHR_animation_pointer\", \"KHR_texture_transform\", "
                       "\"KHR_materials_emissive_strength\", \"VRMC_materials_mtoon\"], \"scene\": 0,");
    add_material(file);
    add_triangle(file);
    int input = make_gltf_floats(file, "SCALAR", (const float[]){0, 1, 2}, MAKE_POINTER_KEYS);
    for (int p = 0; p < count; p++) {
        int kind = mixed ? p % 3 : 0, output = add_output(file, first + p, kind == 2);
        size_t at = strlen(channels), end = strlen(samplers);
        snprintf(channels + at, sizeof channels - at,
                 "%s{\"sampler\": %d, \"target\": {\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": "
                 "{\"pointer\": \"/materials/1/%s\"}}}}",
                 p ? "," : "", p, make_pointers[first + p].path);
        snprintf(samplers + end, sizeof samplers - end, "%s{\"input\": %d, \"output\": %d, \"interpolation\": \"%s\"}",
                 p ? "," : "", input, output, kinds[kind]);
    }
    make_gltf_add(file, MAKE_ANIMATIONS, "{\"name\": \"blush\", \"channels\": [%s%s], \"samplers\": [%s]}", channels,
                  others, samplers);
}
