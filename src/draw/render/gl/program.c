#include "draw/render/gl/program.h"
#include "base/error.h"
#include "draw/render/gl/skin_encoding.h"
#include <stdio.h>

extern const unsigned char hone_embedded_scene_glsl[], hone_embedded_skin_glsl[];

static const char *const uniform_names[HONE_UNIFORM_COUNT] = {
    [HONE_UNIFORM_VIEW] = "u_view",
    [HONE_UNIFORM_PROJECTION] = "u_projection",
    [HONE_UNIFORM_EYE] = "u_eye",
    [HONE_UNIFORM_LIGHT_COLOUR] = "u_light_colour",
    [HONE_UNIFORM_TO_LIGHT] = "u_to_light",
    [HONE_UNIFORM_DIFFUSE] = "u_diffuse",
    [HONE_UNIFORM_AMBIENT] = "u_ambient",
    [HONE_UNIFORM_SPECULAR] = "u_specular",
    [HONE_UNIFORM_TOON] = "u_toon",
    [HONE_UNIFORM_SPHERE] = "u_sphere",
    [HONE_UNIFORM_VERTEX_COLOUR] = "u_vertex_colour",
    [HONE_UNIFORM_TEXTURE_FACTOR] = "u_texture_factor",
    [HONE_UNIFORM_SPHERE_FACTOR] = "u_sphere_factor",
    [HONE_UNIFORM_TOON_FACTOR] = "u_toon_factor",
    [HONE_UNIFORM_EDGE_COLOUR] = "u_edge_colour",
    [HONE_UNIFORM_EDGE_WIDTH] = "u_edge_width",
    [HONE_UNIFORM_BASE_COLOUR] = "u_base_colour",
    [HONE_UNIFORM_EMISSIVE] = "u_emissive",
    [HONE_UNIFORM_METALLIC_ROUGHNESS] = "u_metallic_roughness",
    [HONE_UNIFORM_ALPHA_CUTOFF] = "u_alpha_cutoff",
    [HONE_UNIFORM_UNLIT] = "u_unlit",
    [HONE_UNIFORM_FLAT] = "u_flat",
    [HONE_UNIFORM_MAPS] = "u_maps",
    [HONE_UNIFORM_MAP_TRANSFORMS] = "u_map_transforms",
    [HONE_UNIFORM_UV_MOTION] = "u_uv_motion",
    [HONE_UNIFORM_OUTLINE] = "u_outline",
    [HONE_UNIFORM_MTOON] = "u_mtoon",
    [HONE_UNIFORM_AROUND] = "u_around",
    [HONE_UNIFORM_SHADOW] = "u_shadow",
    [HONE_UNIFORM_SHADOW_STRENGTH] = "u_shadow_strength",
    [HONE_UNIFORM_RECEIVES] = "u_receives",
    [HONE_UNIFORM_MIP_BIAS] = "u_mip_bias",
    [HONE_UNIFORM_POINT_SIZE] = "u_point_size",
    [HONE_UNIFORM_METHOD] = "u_method",
    [HONE_UNIFORM_RIGID] = "u_rigid",
    [HONE_UNIFORM_REGISTERS] = "u_registers",
    [HONE_UNIFORM_POSE_SLOTS] = "u_pose_slots",
    [HONE_UNIFORM_DISTANCE] = "u_distance",
    [HONE_UNIFORM_LINE] = "u_line",
    [HONE_UNIFORM_NUMBERS] = "u_numbers",
    [HONE_UNIFORM_BACKDROP] = "u_backdrop",
};

static const char *const unit_names[HONE_UNIT_COUNT] = {
    "u_texture_map", "u_sphere_map", "u_toon_map",  "u_emissive_map", "u_normal_map", "u_shade_map", "u_shift_map",
    "u_matcap_map",  "u_rim_map",    "u_width_map", "u_mask_map",     "u_bones",      "u_segments",  "u_shadow_map"};

static const char gl_head[] = "#version 330 core\n";
static const char es_head[] =
    "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";

/* Reports the driver's message on one line. */
static bool fail(const char *title, const char *stage, char *log, hone_error *error)
{
    for (char *c = log; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver refuses the %s %s: %s", title, stage, log);
}

/* Writes the numbers by which skin.glsl chooses its code. */
static void write_choices(bool of_vertices, const hone_program_desc *desc, char *out, size_t size)
{
    static const char *const forms[] = {
        [HONE_PALETTE_3X4] = "MATRIX",
        [HONE_PALETTE_3X4_HALF] = "MATRIX",
        [HONE_PALETTE_QUATERNION_SCALE] = "QUATERNION",
        [HONE_PALETTE_QUATERNION_SCALE_HALF] = "QUATERNION",
        [HONE_PALETTE_DUAL_QUATERNION] = "DUAL_QUATERNION",
    };
    static const char *const stores[] = {"UNIFORMS", "TEXTURE", "TEXTURE_NORMALISED", "BUFFER"};
    const hone_skin_encoding *encoding = hone_skin_encoding_of(desc->skin);
    bool off = desc->skin == HONE_GPU_SKIN_OFF;
    snprintf(out, size,
             "#define VERTEX %d\n#define PALETTE_SIZE %u\n#define SKIN_OFF %d\n#define FORM_%s 1\n#define STORE_%s 1\n"
             "#define STORE_HALF %d\n#define WEIGHTS_BY_DISTANCE %d\n#define CROWD %d\n",
             of_vertices, desc->palette_size, off, off ? "NONE" : forms[encoding->form],
             off ? "NONE" : stores[encoding->store], encoding->half, desc->skin == HONE_GPU_SKIN_DISTANCE,
             desc->skin == (hone_gpu_skin)HONE_SKIN_PATH_CROWD);
}

static GLuint compile(GLenum stage, const hone_program_desc *desc)
{
    char skin[352];
    bool of_vertices = stage == GL_VERTEX_SHADER;
    write_choices(of_vertices, desc, skin, sizeof skin);
    const char *texts[] = {
        hone_gl_is_es() ? es_head : gl_head,
        skin,
        (const char *)hone_embedded_scene_glsl,
        of_vertices ? (const char *)hone_embedded_skin_glsl : "",
        desc->shared ? (const char *)desc->shared : "",
        (const char *)desc->body,
    };
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, sizeof texts / sizeof *texts, texts, NULL);
    glCompileShader(shader);
    return shader;
}

static bool check_shader(GLuint shader, const char *stage, const hone_program_desc *desc, hone_error *error)
{
    GLint ok = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok)
        return true;
    char log[256] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    return fail(desc->title, stage, log, error);
}

/* The shaders are asked only if the program is refused, which may be their fault: each question waits. */
static bool check_program(const hone_program *program, const hone_program_desc *desc, hone_error *error)
{
    GLint ok = GL_FALSE;
    glGetProgramiv(program->name, GL_LINK_STATUS, &ok);
    if (ok)
        return true;
    if (!check_shader(program->vertex, "vertex shader", desc, error) ||
        !check_shader(program->fragment, "fragment shader", desc, error))
        return false;
    char log[256] = "";
    glGetProgramInfoLog(program->name, sizeof log, NULL, log);
    return fail(desc->title, "program", log, error);
}

static void find_uniforms(hone_program *out)
{
    for (int i = 0; i < HONE_UNIFORM_COUNT; i++) out->uniforms[i] = glGetUniformLocation(out->name, uniform_names[i]);
    glUseProgram(out->name);
    for (int i = 0; i < HONE_UNIT_COUNT; i++) glUniform1i(glGetUniformLocation(out->name, unit_names[i]), i);
    GLuint palette = glGetUniformBlockIndex(out->name, "Palette");
    if (palette != GL_INVALID_INDEX)
        glUniformBlockBinding(out->name, palette, HONE_BLOCK_PALETTE);
}

static void discard_shaders(hone_program *program)
{
    if (program->vertex) {
        glDetachShader(program->name, program->vertex);
        glDetachShader(program->name, program->fragment);
        glDeleteShader(program->vertex);
        glDeleteShader(program->fragment);
    }
    program->vertex = program->fragment = 0;
}

void hone_program_begin(hone_program *program, const hone_program_desc *desc)
{
    *program = (hone_program){.name = glCreateProgram(),
                              .vertex = compile(GL_VERTEX_SHADER, desc),
                              .fragment = compile(GL_FRAGMENT_SHADER, desc)};
    glAttachShader(program->name, program->vertex);
    glAttachShader(program->name, program->fragment);
    if (desc->captured_count > 0)
        glTransformFeedbackVaryings(program->name, desc->captured_count, desc->captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program->name);
}

bool hone_program_is_compiled(const hone_program *program)
{
    GLint done = GL_TRUE;
    if (program->vertex)
        glGetProgramiv(program->name, GL_COMPLETION_STATUS_KHR, &done);
    return done != GL_FALSE;
}

bool hone_program_prepare(hone_program *program, const hone_program_desc *desc, hone_error *error)
{
    if (hone_program_is_complete(program))
        return true;
    if (!program->name)
        hone_program_begin(program, desc);
    if (!check_program(program, desc, error)) {
        hone_program_destroy(program);
        return false;
    }
    discard_shaders(program);
    find_uniforms(program);
    return true;
}

void hone_program_destroy(hone_program *program)
{
    discard_shaders(program);
    glDeleteProgram(program->name);
    *program = (hone_program){0};
}
