/* The extensions of glTF that hone knows. This is the one list of them: the reader, the check of what a file requires,
 * the writer and docs/formats.md follow it. */
#ifndef HONE_SRC_FORMAT_GLTF_EXTENSIONS_H
#define HONE_SRC_FORMAT_GLTF_EXTENSIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gltf_extension_use {
    GLTF_EXTENSION_READ,   /* hone evaluates it */
    GLTF_EXTENSION_SILENT, /* it changes nothing that can be seen: descriptions, data of editors and games */
    /* Not evaluated; it gives textures other pictures, beside those that all programs read, or alone. */
    GLTF_EXTENSION_PICTURE,
    GLTF_EXTENSION_LOOK,  /* not evaluated; it changes only how things look or sound, so it never stops a file */
    GLTF_EXTENSION_SHAPE, /* not evaluated; it decides what there is to be drawn: a file that requires it is refused */
    GLTF_EXTENSION_MOTION /* not evaluated; it moves things: a file that requires it is refused */
} gltf_extension_use;

typedef struct gltf_extension {
    const char *name;
    gltf_extension_use use;
    bool written;     /* hone_model_write_gltf uses it too */
    const char *lost; /* a sentence: what hone does not evaluate; NULL where nothing is lost */
} gltf_extension;

/* Returns what is known of the extension of that name. One that is not in the list changes the look if its name says so
 * (ACME_materials_x, ACME_texture_x, ACME_lights_x), else the shape. name: [size], not ended by a NUL. */
const gltf_extension *hone_gltf_extension_of(const char *name, size_t size);

/* Names that reader and writer use. */
#define GLTF_MESHOPT "EXT_meshopt_compression"
#define GLTF_MESHOPT_OF_KHRONOS "KHR_meshopt_compression"
#define GLTF_DRACO "KHR_draco_mesh_compression"
#define GLTF_QUANTIZATION "KHR_mesh_quantization"
#define GLTF_POINTER "KHR_animation_pointer"
#define GLTF_INSTANCING "EXT_mesh_gpu_instancing"
#define GLTF_VISIBILITY "KHR_node_visibility"
#define GLTF_UNLIT "KHR_materials_unlit"
#define GLTF_TEXTURE_TRANSFORM "KHR_texture_transform"
#define GLTF_VRM "VRMC_vrm"
#define GLTF_MTOON "VRMC_materials_mtoon"
#define GLTF_CONSTRAINT "VRMC_node_constraint"
#define GLTF_SPRINGS "VRMC_springBone"
#define GLTF_EXTENDED_COLLIDER "VRMC_springBone_extended_collider"
#define GLTF_SPRING_LIMIT "VRMC_springBone_limit"
#define GLTF_EMISSIVE_STRENGTH "KHR_materials_emissive_strength"
#define GLTF_VRM_ANIMATION "VRMC_vrm_animation"

#endif
