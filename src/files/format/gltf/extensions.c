#include "files/format/gltf/extensions.h"
#include "files/format/gltf/meshopt/meshopt.h"
#include <hone/format.h>
#include <string.h>

#define READ GLTF_EXTENSION_READ
#define SILENT GLTF_EXTENSION_SILENT
#define PICTURE GLTF_EXTENSION_PICTURE
#define LOOK GLTF_EXTENSION_LOOK
#define MOTION GLTF_EXTENSION_MOTION
#define SHAPE GLTF_EXTENSION_SHAPE

static const char not_evaluated[] = "an extension of glTF is not evaluated", sounds[] = "sounds are not played",
                  lights[] = "lights are not read: hone lights the model itself",
                  materials[] = "materials of an extension are drawn in glTF's own terms",
                  textures[] = "textures of an extension are not read", physics[] = "bodies of physics are not read",
                  variants[] = "variants of materials are not read: the usual ones are drawn";

/* What VRM and VRMC_vrm have beside what is read is found in the file (read/limits.c). */
static const gltf_extension extensions[] = {
    {"EXT_instance_features", SILENT, false, NULL},
    {"EXT_mesh_features", SILENT, false, NULL},
    {GLTF_INSTANCING, READ, false, NULL},
    {GLTF_MESHOPT, READ, true, NULL},
    {"EXT_texture_avif", PICTURE, false, "textures in AVIF are not read"},
    {"EXT_texture_webp", READ, false, NULL},
    {"FB_ngon_encoding", SILENT, false, NULL}, /* which triangles were one polygon */
    {"GODOT_single_root", SILENT, false, NULL},
    {GLTF_POINTER, READ, true, NULL}, /* of lenses of cameras; others have a warning (read/animation.c) */
    {"KHR_audio", LOOK, false, sounds},
    {"KHR_audio_emitter", LOOK, false, sounds},
    {GLTF_DRACO, READ, false, NULL},
    {"KHR_gaussian_splatting", SHAPE, false, "Gaussian splats are not drawn"},
    {"KHR_implicit_shapes", MOTION, false, physics},
    {"KHR_interactivity", MOTION, false, "graphs of behaviour (KHR_interactivity) are not run"},
    {GLTF_EMISSIVE_STRENGTH, READ, true, NULL},
    {"KHR_materials_pbrSpecularGlossiness", LOOK, false,
     "materials of specular and glossiness are drawn in glTF's own terms"},
    {GLTF_UNLIT, READ, true, NULL},
    {"KHR_materials_variants", LOOK, false, variants},
    {GLTF_QUANTIZATION, READ, true, NULL},
    {GLTF_MESHOPT_OF_KHRONOS, READ, false, NULL},
    {"KHR_node_hoverability", SILENT, false, NULL},
    {"KHR_node_selectability", SILENT, false, NULL},
    {GLTF_VISIBILITY, READ, false, NULL},
    {"KHR_physics_rigid_bodies", MOTION, false, physics},
    {"KHR_texture_basisu", PICTURE, false, "textures in KTX2 (Basis Universal) are not read"},
    {GLTF_TEXTURE_TRANSFORM, READ, true, NULL},
    {"KHR_xmp", SILENT, false, NULL},
    {"KHR_xmp_json_ld", SILENT, false, NULL},
    {"MOZ_hubs_components", SILENT, false, NULL},
    {"MOZ_lightmap", LOOK, false, "light maps are not read"},
    {"MSFT_audio_emitter", LOOK, false, sounds},
    {"MSFT_lod", SILENT, false, NULL}, /* the finest level is drawn */
    {"MSFT_texture_dds", READ, false, NULL},
    {"OMI_collider", MOTION, false, physics},
    {"OMI_physics_body", MOTION, false, physics},
    {"OMI_physics_joint", MOTION, false, physics},
    {"OMI_physics_shape", MOTION, false, physics},
    {"VRM", READ, false, NULL},
    {GLTF_MTOON, READ, true, NULL},
    {"VRMC_materials_hdr_emissiveMultiplier", READ, false, NULL},
    {GLTF_CONSTRAINT, READ, true, NULL},
    {GLTF_SPRINGS, READ, true, NULL},
    {GLTF_EXTENDED_COLLIDER, READ, true, NULL},
    {GLTF_SPRING_LIMIT, READ, true, NULL},
    {GLTF_VRM, READ, true, NULL},
    {GLTF_VRM_ANIMATION, READ, true, NULL},
};

/* What hone takes extensions for that are not in the list. */
static const gltf_extension other_materials = {"materials", LOOK, false, materials},
                            other_textures = {"texture", LOOK, false, textures},
                            other_lights = {"lights", LOOK, false, lights},
                            other_techniques = {"technique", LOOK, false, materials},
                            other_metadata = {"metadata", SILENT, false, NULL},
                            other = {"", SHAPE, false, not_evaluated};

/* Returns what follows the prefix of the vendor, as "texture_webp" in "EXT_texture_webp". */
static const char *after_vendor(const char *name, size_t size, size_t *left)
{
    const char *line = size ? memchr(name, '_', size) : NULL;
    const char *rest = line ? line + 1 : name;
    *left = size - (size_t)(rest - name);
    return rest;
}

static const gltf_extension *by_first_word(const char *name, size_t size)
{
    static const gltf_extension *const kinds[] = {&other_materials, &other_textures, &other_lights, &other_techniques};
    size_t left;
    const char *rest = after_vendor(name, size, &left);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t length = strlen(kinds[k]->name);
        if (left >= length && memcmp(rest, kinds[k]->name, length) == 0)
            return kinds[k];
    }
    static const char metadata[] = "metadata";
    size_t length = sizeof metadata - 1;
    bool describes = size >= length && memcmp(name + size - length, metadata, length) == 0;
    return describes ? &other_metadata : &other;
}

const gltf_extension *hone_gltf_extension_of(const char *name, size_t size)
{
    for (size_t e = 0; e < sizeof extensions / sizeof *extensions; e++)
        if (strlen(extensions[e].name) == size && memcmp(extensions[e].name, name, size) == 0)
            return &extensions[e];
    return by_first_word(name, size);
}

bool hone_compressed_gltf_available(void)
{
    return hone_meshopt_built_in();
}
