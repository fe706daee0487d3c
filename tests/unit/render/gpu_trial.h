/* A model on the GPU in contexts of both kinds of OpenGL. Its skinned vertices are read back by transform feedback, and
 * compared with those of the scalar kernel. */
#ifndef HONE_TESTS_UNIT_RENDER_GPU_TRIAL_H
#define HONE_TESTS_UNIT_RENDER_GPU_TRIAL_H

#include "draw/render/mesh/gpu_model.h"
#include "support/image/gl.h"
#include "support/support.h"
#include <hone/render.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUTS = 6 }; /* position, normal */

typedef struct gl { /* a context made by hand for the renderer, because the test calls GL itself */
    EGLDisplay display;
    EGLContext context;
    hone_renderer *renderer;
    hone_program capture[HONE_GPU_SKIN_COUNT];
} gl;

/* GL 3.3 core, ES 3.0 */
static gl contexts[2];

static inline bool make_context(gl *g, bool es)
{
    static const EGLint gl_attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint es_attributes[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    if (!hone_gl_load(NULL))
        return false;
    g->display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (g->display == EGL_NO_DISPLAY || !eglInitialize(g->display, NULL, NULL) ||
        !eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API))
        return false;
    g->context = eglCreateContext(g->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, es ? es_attributes : gl_attributes);
    return g->context != EGL_NO_CONTEXT;
}

static inline void use(const gl *g, bool es)
{
    eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
    CHECK(eglMakeCurrent(g->display, EGL_NO_SURFACE, EGL_NO_SURFACE, g->context));
}

static const char body[] = "#if VERTEX\n"
                           "out vec3 v_position, v_normal;\n"
                           "void main() { place_vertex(v_position, v_normal); gl_Position = vec4(0.0); }\n"
                           "#else\n"
                           "out vec4 o_colour;\n"
                           "void main() { o_colour = vec4(1.0); }\n"
                           "#endif\n";

/* OpenGL ES 3.0 has no buffer textures. */
static inline bool available(const gl *g, hone_gpu_skin way)
{
    return g == &contexts[0] || hone_skin_encoding_of(way)->store != HONE_SKIN_STORE_BUFFER;
}

static inline int make_contexts(void **state)
{
    (void)state;
    static const char *const captured[] = {"v_position", "v_normal"};
    for (int es = 0; es < 2; es++) {
        gl *g = &contexts[es];
        hone_error error = {0};
        if (!make_context(g, es))
            continue;
        use(g, es);
        g->renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, &error);
        for (int way = 0; g->renderer && way < HONE_GPU_SKIN_COUNT; way++) {
            const hone_program_desc desc = {.title = "capture",
                                            .body = (const unsigned char *)body,
                                            .skin = (hone_gpu_skin)way,
                                            .palette_size = g->renderer->palette_size,
                                            .captured = captured,
                                            .captured_count = 2};
            if (available(g, (hone_gpu_skin)way) && !hone_program_prepare(&g->capture[way], &desc, &error))
                return printf("%s\n", error.message), 1;
        }
    }
    return 0;
}

static inline int destroy_contexts(void **state)
{
    (void)state;
    for (int es = 0; es < 2; es++) {
        gl *g = &contexts[es];
        if (!g->renderer)
            continue;
        use(g, es);
        for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) hone_program_destroy(&g->capture[way]);
        hone_renderer_destroy(g->renderer);
        eglMakeCurrent(g->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(g->display, g->context);
    }
    return 0;
}

/* ---- reading back ---- */

typedef struct trial {
    hone_actor *actor;
    hone_skin_method method;
    uint32_t max_slots;
    const hone_palette *pose; /* NULL: the actor's */
} trial;

/* By the scalar kernel, in file order, in world space. */
static inline float (*reference(const trial *t, float *size))[OUTPUTS]
{
    const hone_model_data *model = hone_model_get(hone_actor_model(t->actor));
    uint32_t count = model->mesh.vertex_count;
    float(*out)[OUTPUTS] = calloc(count, sizeof *out);
    hone_skin_out how = {.positions = {out, count, sizeof *out},
                         .normals = {&out[0][3], count, sizeof *out},
                         .method = t->method,
                         .kernel = "scalar",
                         .palette = t->pose};
    CHECK(out && hone_actor_skin(t->actor, &how, NULL));
    hone_bounds bounds = HONE_BOUNDS_EMPTY;
    CHECK(hone_framing_add_actor(&bounds, t->actor, NULL));
    *size = 0;
    for (int i = 0; i < 3; i++) *size = fmaxf(*size, bounds.max[i] - bounds.min[i]);
    return out;
}

static inline void check_piece(const hone_gpu_model *gpu_model, uint32_t piece, float (*got)[OUTPUTS],
                               float (*want)[OUTPUTS], float size, float worst[2])
{
    const hone_split *split = gpu_model->gpu.split;
    bool half = hone_skin_encoding_of(gpu_model->skin_path)->half;
    float position = (half ? 6e-4f : 1e-5f) * size, normal = half ? 5e-3f : 1e-4f;
    for (uint32_t v = split->vertex_begin[piece]; v < split->vertex_begin[piece + 1]; v++)
        for (int c = 0; c < OUTPUTS; c++) {
            float wanted = want[split->vertices[v]][c], allowed = c < 3 ? position : normal;
            float off = fabsf(got[v - split->vertex_begin[piece]][c] - wanted);
            if (!(off <= allowed))
                fail_msg("vertex %u, number %d is %g, not %g", split->vertices[v], c,
                         (double)got[v - split->vertex_begin[piece]][c], (double)wanted);
            worst[c >= 3] = fmaxf(worst[c >= 3], c < 3 ? off / size : off);
        }
}

/* Vertices [begin, end) of the bound array, as the bound program computes them. */
static inline void capture(uint32_t begin, uint32_t end, float (*out)[OUTPUTS])
{
    GLuint buffer;
    size_t bytes = (end - begin) * sizeof *out;
    assert_int_equal(glGetError(), GL_NO_ERROR);
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArraysInstanced(GL_POINTS, (GLint)begin, (GLsizei)(end - begin), 1);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    const void *mapped = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    GLenum code = glGetError();
    if (!mapped || code != GL_NO_ERROR)
        fail_msg("GL error 0x%04x", code);
    memcpy(out, mapped, bytes);
    glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    glDeleteBuffers(1, &buffer);
}

/* Skins in this way and compares all drawn vertices. Returns the way that was used. */
static inline hone_gpu_skin check_way(gl *g, hone_gpu_model *gpu_model, const trial *t, hone_gpu_skin way,
                                      uint32_t *pieces)
{
    float size, worst[2] = {0, 0};
    float(*want)[OUTPUTS] = reference(t, &size);
    hone_error error = {0};
    hone_draw_range batch;
    hone_draw_desc desc = {.gpu_skin = way, .method = t->method, .gpu_max_slots = t->max_slots};
    const hone_instance origin = {HONE_AFFINE_IDENTITY, 0};
    hone_draw_item item = {.gpu_model = gpu_model, .actor = t->actor};
    if (t->pose) {
        item.poses = t->pose, item.pose_count = 1;
        item.instances = &origin, item.instance_count = 1;
    }
    desc.items = &item, desc.item_count = 1;
    const hone_draw_entry *entry = hone_draw_list_make(g->renderer, &desc, &error) ? g->renderer->list.entries : NULL;
    if (!entry || !hone_gpu_model_begin(gpu_model, &desc, entry, &error) ||
        !hone_gpu_model_begin_range(gpu_model, &desc, entry, 0, &batch, &error))
        fail_msg("%s", error.message);
    if (gpu_model->skin_path != HONE_GPU_SKIN_OFF) {
        CHECK(hone_target_prepare(&g->renderer->targets[0], 8, 8, 0, NULL)); /* without a target nothing is drawn */
        hone_target_begin(&g->renderer->targets[0], (float[4]){0});
        const hone_split *split = gpu_model->gpu.split;
        hone_gpu_model_use(gpu_model, &batch);
        glUseProgram(g->capture[gpu_model->skin_path].name);
        hone_bone_palette_use(&gpu_model->palette, g->renderer, &g->capture[gpu_model->skin_path], t->method);
        float(*got)[OUTPUTS] = calloc(gpu_model->gpu.vertices.count + 1, sizeof *got);
        for (uint32_t p = 0; p < split->palette_count; p++) {
            hone_bone_palette_use_piece(&gpu_model->palette, g->renderer, p);
            capture(split->vertex_begin[p], split->vertex_begin[p + 1], got);
            check_piece(gpu_model, p, got, want, size, worst);
        }
        free(got);
        *pieces = split->palette_count;
    }
    if (getenv("HONE_TEST_VERBOSE"))
        printf("way %d, method %d: position within %.1e of the size, normal within %.1e\n", way, t->method,
               (double)worst[0], (double)worst[1]);
    free(want);
    return gpu_model->skin_path;
}

static const hone_gpu_skin gpu_ways[] = {HONE_GPU_SKIN_MATRIX,
                                         HONE_GPU_SKIN_QUATERNION,
                                         HONE_GPU_SKIN_TEXTURE,
                                         HONE_GPU_SKIN_TEXTURE_NORMALISED,
                                         HONE_GPU_SKIN_DUAL_QUATERNION,
                                         HONE_GPU_SKIN_TEXTURE_HALF,
                                         HONE_GPU_SKIN_TEXTURE_QUATERNION,
                                         HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED,
                                         HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF,
                                         HONE_GPU_SKIN_BUFFER,
                                         HONE_GPU_SKIN_BUFFER_QUATERNION};
enum { WAYS = sizeof gpu_ways / sizeof *gpu_ways };

static inline gl *context_or_skip(int es)
{
    gl *g = &contexts[es];
    if (!g->renderer)
        test_skip(1, "test of skinning on the GPU, without Mesa's surfaceless platform");
    use(g, es);
    return g;
}

/* ---- weights by distance --------------------------------------------------------------------------------------- */

/* The weights of the segments of all slots that the split uses, as influences of every vertex. */
static inline hone_influence *weigh(const hone_model *model, const hone_split *split, float exponent)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    uint32_t count = split->slot_begin[1];
    hone_segment *all = calloc(mesh->slot_count, sizeof *all), *used = calloc(count, sizeof *used);
    hone_influence *out = calloc((size_t)mesh->vertex_count * count, sizeof *out);
    CHECK(all && used && out);
    hone_model_segments(model, all);
    for (uint32_t i = 0; i < count; i++) used[i] = all[split->slots[i]];
    const hone_weights_desc desc = {.positions = {(void *)(uintptr_t)mesh->positions, mesh->vertex_count, 12},
                                    .segments = used,
                                    .segment_count = count,
                                    .exponent = exponent,
                                    .max_influences = count};
    CHECK(hone_weights_euclidean(&desc, out, NULL));
    for (size_t i = 0; i < (size_t)mesh->vertex_count * count; i++) out[i].slot = (int32_t)split->slots[out[i].slot];
    free(all);
    free(used);
    return out;
}

/* The vertices of the actor by the scalar kernel with these weights, in file order. */
static inline float (*reference_by_distance(hone_actor *actor, const hone_split *split, float exponent,
                                            hone_skin_method method))[OUTPUTS]
{
    const hone_mesh *mesh = hone_model_mesh(hone_actor_model(actor));
    uint32_t count = mesh->vertex_count, used = split->slot_begin[1];
    hone_influence *influences = weigh(hone_actor_model(actor), split, exponent);
    uint32_t *begin = calloc((size_t)count + 1, sizeof *begin);
    float(*out)[OUTPUTS] = calloc(count, sizeof *out);
    CHECK(begin && out);
    for (uint32_t v = 0; v < count; v++) begin[v + 1] = begin[v] + used;
    const hone_skin_desc desc = {.vertex_count = count,
                                 .slot_count = mesh->slot_count,
                                 .positions = {(void *)(uintptr_t)mesh->positions, count, 12},
                                 .normals = {(void *)(uintptr_t)mesh->normals, count, 12},
                                 .influence_begin = begin,
                                 .influences = influences};
    hone_skin *skin = hone_skin_compile(&desc, NULL);
    const hone_skin_job job = {.palette = hone_actor_palette(actor),
                               .positions = {out, count, sizeof *out},
                               .normals = {&out[0][3], count, sizeof *out},
                               .method = method,
                               .kernel = "scalar"};
    CHECK(skin && hone_skin_run(skin, &job, 0, hone_skin_block_count(skin), NULL));
    hone_skin_release(skin);
    free(begin);
    free(influences);
    return out;
}

#endif
