#include "draw/render/renderer.h"
#include "base/error.h"
#include "draw/render/gl/texture.h"
#include "draw/render/gltf/gltf.h"
#include <stdio.h>
#include <string.h>

extern const unsigned char hone_embedded_material_glsl[], hone_embedded_edge_glsl[], hone_embedded_shadow_caster_glsl[],
    hone_embedded_colour_glsl[], hone_embedded_wire_glsl[], hone_embedded_data_glsl[];

/* More than any mesh needs at once. A palette in a buffer takes the room of the whole block. */
enum { PALETTE_BYTES_MAX = 65536, REGISTER_BYTES = 16 };

/* Largest ratio of length to width of the texture area that one pixel of a slanted surface reads. */
static const float anisotropy_wanted = 8;

bool hone_render_available(void)
{
    return true;
}

/* Returns whether the driver renders on the CPU. There anisotropy doubles the time of a picture without visible
 * gain. */
static bool is_software(const char *name)
{
    return strstr(name, "llvmpipe") || strstr(name, "softpipe") || strstr(name, "SwiftShader");
}

/* Returns 1, for none, to `anisotropy_wanted`. OpenGL has it since 4.6; OpenGL and ES have it as an extension. */
static float find_anisotropy(const char *name)
{
    GLfloat most = 1;
    bool has = hone_gl_has("GL_EXT_texture_filter_anisotropic") || hone_gl_has("GL_ARB_texture_filter_anisotropic") ||
               (!hone_gl_is_es() && hone_gl_version() >= 46);
    if (has && !is_software(name))
        glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY, &most);
    return most < 1 ? 1 : most < anisotropy_wanted ? most : anisotropy_wanted;
}

static void note_device(hone_renderer *renderer)
{
    const GLubyte *name = glGetString(GL_RENDERER), *version = glGetString(GL_VERSION);
    snprintf(renderer->name, sizeof renderer->name, "%s, %s", name ? (const char *)name : "unknown device",
             version ? (const char *)version : "unknown version");
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    renderer->max_samples = samples > 1 ? (uint32_t)samples : 1;
    GLint block = 0, alignment = 0, side = 0;
    glGetIntegerv(GL_MAX_UNIFORM_BLOCK_SIZE, &block);
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side);
    renderer->palette_size = (uint32_t)(block < PALETTE_BYTES_MAX ? block : PALETTE_BYTES_MAX) / REGISTER_BYTES;
    renderer->palette_alignment = alignment > REGISTER_BYTES ? (uint32_t)alignment : REGISTER_BYTES;
    renderer->texture_side_max = (uint32_t)side;
    GLint texels = 0;
    if (!hone_gl_is_es()) /* ES has them since 3.2 */
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &texels);
    renderer->buffer_texels_max = texels > 0 ? (uint32_t)texels : 0;
    renderer->anisotropy = find_anisotropy(renderer->name);
    renderer->compiles_aside =
        hone_gl_has("GL_KHR_parallel_shader_compile") || hone_gl_has("GL_ARB_parallel_shader_compile");
}

hone_program_desc hone_renderer_pass_program(const hone_renderer *renderer, hone_gpu_skin skin, hone_pass pass)
{
    static const struct {
        const char *title;
        const unsigned char *body;
    } passes[HONE_PASS_COUNT] = {
        [HONE_PASS_SURFACE] = {"surface", hone_embedded_material_glsl},
        [HONE_PASS_EDGE] = {"edge", hone_embedded_edge_glsl},
        [HONE_PASS_CASTER] = {"caster", hone_embedded_shadow_caster_glsl},
        [HONE_PASS_CUT_CASTER] = {"caster", hone_embedded_shadow_caster_glsl},
        [HONE_PASS_COLOUR] = {"colour", hone_embedded_colour_glsl},
        [HONE_PASS_WIRE] = {"wire", hone_embedded_wire_glsl},
        [HONE_PASS_DATA] = {"data", hone_embedded_data_glsl},
    };
    hone_program_desc desc = {
        .title = passes[pass].title, .body = passes[pass].body, .skin = skin, .palette_size = renderer->palette_size};
    if (pass == HONE_PASS_CUT_CASTER)
        desc.shared = (const unsigned char *)"#define CUT_OUT\n";
    if (pass == HONE_PASS_PBR || pass == HONE_PASS_MTOON)
        hone_gltf_set_program(pass, &desc);
    if (pass == HONE_PASS_SKIN)
        hone_skinned_vertices_set_program(&desc);
    return desc;
}

bool hone_renderer_prepare_passes(hone_renderer *renderer, hone_gpu_skin skin, uint32_t passes, hone_error *error)
{
    for (int pass = 0; pass < HONE_PASS_COUNT; pass++) {
        if (!(passes >> pass & 1))
            continue;
        const hone_program_desc desc = hone_renderer_pass_program(renderer, skin, (hone_pass)pass);
        if (!hone_program_prepare(&renderer->programs[skin][pass], &desc, error))
            return false;
    }
    return true;
}

static void make_samplers(hone_renderer *renderer)
{
    static const GLenum wraps[HONE_WRAPS] = {
        [HONE_WRAP_REPEAT] = GL_REPEAT, [HONE_WRAP_CLAMP] = GL_CLAMP_TO_EDGE, [HONE_WRAP_MIRROR] = GL_MIRRORED_REPEAT};
    renderer->repeat = hone_sampler_create_gl(GL_REPEAT, GL_REPEAT, GL_LINEAR, renderer->anisotropy);
    renderer->clamp = hone_sampler_create_gl(GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, GL_LINEAR, 1);
    renderer->nearest = hone_sampler_create_nearest();
    for (int i = 0; i < 2 * HONE_WRAPS * HONE_WRAPS; i++) {
        int nearest = i / (HONE_WRAPS * HONE_WRAPS), across = i / HONE_WRAPS % HONE_WRAPS, down = i % HONE_WRAPS;
        renderer->samplers[nearest][across][down] = hone_sampler_create_gl(
            wraps[across], wraps[down], nearest ? GL_NEAREST : GL_LINEAR, nearest ? 1 : renderer->anisotropy);
    }
}

/* A context must be current. */
static bool prepare(hone_renderer *renderer, hone_error *error)
{
    if (hone_gl_version() < (hone_gl_is_es() ? 30 : 33))
        return hone_fail(error, HONE_ERROR_DEVICE, 0, "the context is neither OpenGL 3.3 nor OpenGL ES 3.0");
    while (glGetError() != GL_NO_ERROR) {
        /* errors of the caller's own calls */
    }
    note_device(renderer);
    make_samplers(renderer);
    glGenVertexArrays(1, &renderer->no_vertices);
    renderer->white = hone_texture_create_white();
    for (uint32_t i = 0; i < HONE_TOON_COUNT; i++) renderer->toons[i] = hone_texture_create_toon(i);
    return glGetError() == GL_NO_ERROR ||
           hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver refuses the first textures");
}

static void discard(hone_renderer *renderer)
{
    for (uint32_t i = 0; i < HONE_TARGET_COUNT; i++) hone_target_destroy(&renderer->targets[i]);
    hone_draw_list_discard(&renderer->list);
    hone_target_destroy(&renderer->shown);
    hone_shadow_map_destroy(&renderer->shadow);
    hone_data_target_destroy(&renderer->data);
    hone_overlay_renderer_destroy(&renderer->overlay);
    if (renderer->no_vertices)
        glDeleteVertexArrays(1, &renderer->no_vertices);
    glDeleteTextures(HONE_TOON_COUNT, renderer->toons);
    glDeleteTextures(1, &renderer->white);
    glDeleteSamplers(1, &renderer->nearest);
    glDeleteSamplers(1, &renderer->clamp);
    glDeleteSamplers(1, &renderer->repeat);
    glDeleteSamplers(2 * HONE_WRAPS * HONE_WRAPS, **renderer->samplers);
    hone_program_destroy(&renderer->grid);
    hone_program_destroy(&renderer->backdrop);
    for (int skin = 0; skin < HONE_SKIN_PATH_COUNT; skin++)
        for (int pass = 0; pass < HONE_PASS_COUNT; pass++) hone_program_destroy(&renderer->programs[skin][pass]);
}

/* Forgets all that is in a context, without calling it. */
static void forget(hone_renderer *renderer)
{
    hone_draw_list_forget(&renderer->list);
    *renderer = (hone_renderer){.allocator = renderer->allocator,
                                .has_own_context = renderer->has_own_context,
                                .lost_count = renderer->lost_count,
                                .texture_size = renderer->texture_size,
                                .stats = renderer->stats,
                                .list = renderer->list};
}

/* Makes all that models share, in a new context of its own or in the caller's. */
static bool begin(hone_renderer *renderer, hone_error *error)
{
    hone_context_before before;
    if (renderer->has_own_context && !hone_context_create(&renderer->context, error))
        return false;
    bool entered = hone_context_enter(&renderer->context, &before, error), ok = entered && prepare(renderer, error);
    if (entered && !ok)
        discard(renderer);
    if (entered)
        hone_context_leave(&renderer->context, &before);
    if (!ok)
        hone_context_destroy(&renderer->context);
    return ok;
}

hone_renderer *hone_renderer_create(const hone_renderer_desc *desc, hone_error *error)
{
    static const hone_renderer_desc defaults = {0};
    desc = desc ? desc : &defaults;
    hone_renderer *renderer = hone_allocate(desc->allocator, 1, sizeof *renderer);
    if (!renderer) {
        hone_fail_memory(error);
        return NULL;
    }
    renderer->allocator = hone_allocator_or_default(desc->allocator);
    renderer->texture_size = desc->max_texture_size;
    renderer->has_own_context = !desc->use_current_context;
    if (hone_gl_load(error) && begin(renderer, error))
        return renderer;
    hone_allocator allocator = renderer->allocator;
    hone_deallocate(&allocator, renderer, 1, sizeof *renderer);
    return NULL;
}

void hone_renderer_destroy(hone_renderer *renderer)
{
    if (!renderer)
        return;
    hone_context_before before;
    if (hone_context_enter(&renderer->context, &before, NULL)) {
        discard(renderer);
        hone_context_leave(&renderer->context, &before);
    }
    hone_context_destroy(&renderer->context); /* of one that is lost nothing is left */
    hone_allocator allocator = renderer->allocator;
    hone_draw_list_destroy(&renderer->list, &allocator);
    hone_deallocate(&allocator, renderer, 1, sizeof *renderer);
}

/* ---- a context that is lost ---- */

void hone_renderer_lose_context(hone_renderer *renderer)
{
    if (!renderer || renderer->context.lost)
        return;
    hone_context_destroy(&renderer->context);
    forget(renderer);
    renderer->context.lost = true;
    renderer->lost_count++;
}

bool hone_renderer_restore(hone_renderer *renderer, hone_error *error)
{
    if (!renderer)
        return hone_fail_null(error, "renderer");
    if (!renderer->context.lost)
        return true;
    renderer->context.lost = false;
    if (begin(renderer, error))
        return true;
    forget(renderer);
    renderer->context.lost = true;
    return false;
}

bool hone_renderer_check_sent(const hone_renderer *renderer, uint32_t lost_count, const char *what, const char *again,
                              hone_error *error)
{
    return lost_count == renderer->lost_count ||
           hone_fail(error, HONE_ERROR_DEVICE, 0, "%s was in a context that is lost: %s sends it again", what, again);
}

const char *hone_renderer_name(const hone_renderer *renderer)
{
    return renderer ? renderer->name : "";
}

bool hone_renderer_is_software(const hone_renderer *renderer)
{
    return renderer && is_software(renderer->name);
}

uint32_t hone_renderer_max_samples(const hone_renderer *renderer)
{
    return renderer ? renderer->max_samples : 0;
}

hone_render_stats hone_renderer_stats(const hone_renderer *renderer)
{
    return renderer ? renderer->stats : (hone_render_stats){0};
}
