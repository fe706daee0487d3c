/* A shader program. Both stages come from one .glsl file; scene.glsl, and for vertex shaders also skin.glsl, are put
 * in front of it. The same text works for OpenGL 3.3 and ES 3.0. */
#ifndef HONE_SRC_RENDER_GL_PROGRAM_H
#define HONE_SRC_RENDER_GL_PROGRAM_H

#include "draw/render/gl/functions.h"
#include <hone/render.h>

/* Locations of a model's vertex attributes. The .glsl files use the same numbers. */
enum {
    HONE_ATTRIBUTE_POSITION,
    HONE_ATTRIBUTE_NORMAL,
    HONE_ATTRIBUTE_UV,
    HONE_ATTRIBUTE_EDGE_SCALE,
    HONE_ATTRIBUTE_EXTRA_UV,
    HONE_ATTRIBUTE_SECOND_UV,
    HONE_ATTRIBUTE_SLOTS, /* this and the next five only for skinning on the GPU */
    HONE_ATTRIBUTE_WEIGHTS,
    HONE_ATTRIBUTE_KIND,
    HONE_ATTRIBUTE_SDEF_C,
    HONE_ATTRIBUTE_SDEF_C0,
    HONE_ATTRIBUTE_SDEF_C1,
    HONE_ATTRIBUTE_WORLD, /* three rows in three locations; this and the next attribute are per instance */
    HONE_ATTRIBUTE_POSE = HONE_ATTRIBUTE_WORLD + 3,
    HONE_ATTRIBUTE_COUNT
};

/* Texture units: at most 16 are in every OpenGL ES 3.0, and a stage has as many. */
enum {
    HONE_UNIT_TEXTURE,
    HONE_UNIT_SPHERE,
    HONE_UNIT_TOON,
    HONE_UNIT_EMISSIVE, /* this and the next seven: maps of glTF in the order of hone_gpu_map */
    HONE_UNIT_NORMAL,
    HONE_UNIT_SHADE,
    HONE_UNIT_SHIFT,
    HONE_UNIT_MATCAP,
    HONE_UNIT_RIM,
    HONE_UNIT_WIDTH,
    HONE_UNIT_MASK,
    HONE_UNIT_BONES,
    HONE_UNIT_SEGMENTS,
    HONE_UNIT_SHADOW,
    HONE_UNIT_COUNT
};

/* Binding of the uniform block with the palette. */
enum { HONE_BLOCK_PALETTE };

/* All uniforms of all programs. If a program lacks one, its location is -1, which GL ignores. */
typedef enum hone_uniform {
    HONE_UNIFORM_VIEW,
    HONE_UNIFORM_PROJECTION,
    HONE_UNIFORM_EYE,
    HONE_UNIFORM_LIGHT_COLOUR,
    HONE_UNIFORM_TO_LIGHT,
    HONE_UNIFORM_DIFFUSE,
    HONE_UNIFORM_AMBIENT,
    HONE_UNIFORM_SPECULAR,
    HONE_UNIFORM_TOON,
    HONE_UNIFORM_SPHERE,
    HONE_UNIFORM_VERTEX_COLOUR,
    HONE_UNIFORM_TEXTURE_FACTOR, /* multiply, add */
    HONE_UNIFORM_SPHERE_FACTOR,
    HONE_UNIFORM_TOON_FACTOR,
    HONE_UNIFORM_EDGE_COLOUR,
    HONE_UNIFORM_EDGE_WIDTH,
    HONE_UNIFORM_BASE_COLOUR,
    HONE_UNIFORM_EMISSIVE,
    HONE_UNIFORM_METALLIC_ROUGHNESS,
    HONE_UNIFORM_ALPHA_CUTOFF,
    HONE_UNIFORM_UNLIT,
    HONE_UNIFORM_FLAT,
    HONE_UNIFORM_MAPS,           /* bits */
    HONE_UNIFORM_MAP_TRANSFORMS, /* two rows for each of hone_gpu_map */
    HONE_UNIFORM_UV_MOTION,
    HONE_UNIFORM_OUTLINE,
    HONE_UNIFORM_MTOON,
    HONE_UNIFORM_AROUND,
    HONE_UNIFORM_SHADOW,
    HONE_UNIFORM_SHADOW_STRENGTH,
    HONE_UNIFORM_RECEIVES,
    HONE_UNIFORM_MIP_BIAS,
    HONE_UNIFORM_POINT_SIZE,
    HONE_UNIFORM_METHOD,
    HONE_UNIFORM_RIGID,
    HONE_UNIFORM_REGISTERS,
    HONE_UNIFORM_POSE_SLOTS,
    HONE_UNIFORM_DISTANCE, /* exponent, 1 / length */
    HONE_UNIFORM_LINE,
    HONE_UNIFORM_NUMBERS,  /* of item and material */
    HONE_UNIFORM_BACKDROP, /* factors and offsets from pixels to texture coordinates */
    HONE_UNIFORM_COUNT
} hone_uniform;

typedef struct hone_program {
    GLuint name;
    GLuint vertex, fragment; /* shaders, until it is finished */
    GLint uniforms[HONE_UNIFORM_COUNT];
} hone_program;

typedef struct hone_program_desc {
    const char *title;
    const unsigned char *shared; /* text of a .glsl file before `body`; NULL: none */
    const unsigned char *body;   /* text of a .glsl file with a NUL at its end */
    hone_gpu_skin skin;          /* how vertices are skinned */
    uint32_t palette_size;       /* number of registers of the uniform palette; 0: none */
    /* [captured_count] Outputs of the vertex shader to capture (transform feedback), interleaved. For tests. */
    const char *const *captured;
    int captured_count;
} hone_program_desc;

/* A context must be current in all functions. */

/* Makes a zeroed or begun program complete; one that is complete stays as it is. Errors: DEVICE, with the driver's
 * message; then it is zeroed. */
bool hone_program_prepare(hone_program *program, const hone_program_desc *desc, hone_error *error);

/* Begins a zeroed program, and does not wait for the driver. */
void hone_program_begin(hone_program *program, const hone_program_desc *desc);

static inline bool hone_program_is_complete(const hone_program *program)
{
    return program->name && !program->vertex;
}

/* Whether the driver has compiled a begun program, so that preparing it does not wait. The driver must have
 * KHR_parallel_shader_compile or ARB_parallel_shader_compile. */
bool hone_program_is_compiled(const hone_program *program);

void hone_program_destroy(hone_program *program);

#endif
