/* A shader program: both stages from one .glsl file, after scene.glsl and, of vertices, skin.glsl; for GL 3.3 and
 * ES 3.0 alike. */
#ifndef HONE_SRC_RENDER_GL_PROGRAM_H
#define HONE_SRC_RENDER_GL_PROGRAM_H

#include <epoxy/gl.h>
#include <hone/render.h>

/* Where a figure's vertex arrays arrive; the .glsl files name the same numbers. */
enum {
    HONE_ATTRIBUTE_POSITION,
    HONE_ATTRIBUTE_NORMAL,
    HONE_ATTRIBUTE_UV,
    HONE_ATTRIBUTE_EDGE_SCALE,
    HONE_ATTRIBUTE_EXTRA_UV,
    HONE_ATTRIBUTE_SECOND_UV,
    HONE_ATTRIBUTE_SLOTS, /* this and the next five only where the GPU skins */
    HONE_ATTRIBUTE_WEIGHTS,
    HONE_ATTRIBUTE_KIND,
    HONE_ATTRIBUTE_SDEF_C,
    HONE_ATTRIBUTE_SDEF_C0,
    HONE_ATTRIBUTE_SDEF_C1,
    HONE_ATTRIBUTE_WORLD, /* three rows, three numbers; this and the next of each instance */
    HONE_ATTRIBUTE_POSE = HONE_ATTRIBUTE_WORLD + 3,
    HONE_ATTRIBUTE_COUNT
};

/* Which texture unit serves what. */
enum {
    HONE_UNIT_TEXTURE,
    HONE_UNIT_SPHERE,
    HONE_UNIT_TOON,
    HONE_UNIT_EMISSIVE,
    HONE_UNIT_BONES,
    HONE_UNIT_SHADOW,
    HONE_UNIT_COUNT
};

/* Where the uniform block of a palette is bound. */
enum { HONE_BLOCK_PALETTE };

/* Every uniform of every program; one that a program lacks has location -1, which GL passes over. */
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
    HONE_UNIFORM_MAP_TRANSFORMS, /* two rows of the base colour's, two of the emission's */
    HONE_UNIFORM_SECOND_SET,
    HONE_UNIFORM_SHADOW,
    HONE_UNIFORM_SHADOW_STRENGTH,
    HONE_UNIFORM_RECEIVES,
    HONE_UNIFORM_MIP_BIAS,
    HONE_UNIFORM_POINT_SIZE,
    HONE_UNIFORM_METHOD,
    HONE_UNIFORM_RIGID,
    HONE_UNIFORM_REGISTERS,
    HONE_UNIFORM_POSE_SLOTS,
    HONE_UNIFORM_LINE,
    HONE_UNIFORM_COUNT
} hone_uniform;

typedef struct hone_program {
    GLuint name;
    GLint uniforms[HONE_UNIFORM_COUNT];
} hone_program;

typedef struct hone_program_desc {
    const char *title;
    const unsigned char *body;   /* the text of a .glsl file with a NUL at its end */
    hone_gpu_skin skin;          /* how it gets its vertices */
    uint32_t palette_size;       /* registers of a palette in uniforms; 0: there is none */
    const char *const *captured; /* [captured_count] of the vertex shader's outputs, one behind the other; for tests */
    int captured_count;
} hone_program_desc;

/* A context is current. Errors: DEVICE, with the driver's words. */
bool hone_program_create(hone_program *out, const hone_program_desc *desc, hone_error *error);
void hone_program_destroy(hone_program *program);

#endif
