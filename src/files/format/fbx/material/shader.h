/* The properties and textures of a material that hone can show, whichever program made it. */
#ifndef HONE_SRC_FORMAT_FBX_MATERIAL_SHADER_H
#define HONE_SRC_FORMAT_FBX_MATERIAL_SHADER_H

#include "files/format/fbx/reader.h"

/* The meaning of a property or of a texture. */
typedef enum fbx_role {
    FBX_ROLE_BASE_COLOUR,
    FBX_ROLE_BASE_FACTOR,
    FBX_ROLE_METALLIC,
    FBX_ROLE_ROUGHNESS,
    FBX_ROLE_GLOSSINESS,    /* 1 - roughness */
    FBX_ROLE_IS_GLOSSINESS, /* 1: the roughness is a glossiness */
    FBX_ROLE_EMISSIVE,
    FBX_ROLE_EMISSIVE_FACTOR,
    FBX_ROLE_OPACITY,
    FBX_ROLE_NORMAL,
    FBX_ROLE_OCCLUSION,
    FBX_ROLE_COUNT
} fbx_role;

typedef struct fbx_shader {
    /* A material of a renderer (Maya, 3ds Max), whose names have a prefix. Its colours are linear. Otherwise it is
     * Phong or Lambert, and `values` is empty. */
    bool is_pbr;
    bool is_of_blender; /* written by the exporter of Blender, which gives some properties other meanings */
    bool has[FBX_ROLE_COUNT];
    double values[FBX_ROLE_COUNT][3];  /* single numbers three times */
    uint32_t textures[FBX_ROLE_COUNT]; /* objects; UINT32_MAX: none */
} fbx_shader;

void hone_fbx_read_shader(const fbx_reader *reader, uint32_t material, fbx_shader *shader);

#endif
