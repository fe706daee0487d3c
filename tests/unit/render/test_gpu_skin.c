/* Vertices skinned by the GPU, read back by transform feedback and compared with the scalar kernel. Built only with
 * rendering. */
#include "draw/render/mesh/gpu_model.h"
#include "samples/samples.h"
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

static bool make_context(gl *g, bool es)
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

static void use(const gl *g, bool es)
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
static bool available(const gl *g, hone_gpu_skin way)
{
    return g == &contexts[0] || hone_skin_encoding_of(way)->store != HONE_SKIN_STORE_BUFFER;
}

static int make_contexts(void **state)
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

static int destroy_contexts(void **state)
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
static float (*reference(const trial *t, float *size))[OUTPUTS]
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

static void check_piece(const hone_gpu_model *gpu_model, uint32_t piece, float (*got)[OUTPUTS], float (*want)[OUTPUTS],
                        float size, float worst[2])
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
static void capture(uint32_t begin, uint32_t end, float (*out)[OUTPUTS])
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
static hone_gpu_skin check_way(gl *g, hone_gpu_model *gpu_model, const trial *t, hone_gpu_skin way, uint32_t *pieces)
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

static gl *context_or_skip(int es)
{
    gl *g = &contexts[es];
    if (!g->renderer)
        test_skip(1, "test of skinning on the GPU, without Mesa's surfaceless platform");
    use(g, es);
    return g;
}

/* The bytes of a bone in a texture; 0: in uniforms. Dual quaternions follow matrices if the method needs them. */
static size_t texture_bytes(hone_gpu_skin way, bool duals)
{
    switch (way) {
    case HONE_GPU_SKIN_TEXTURE:
    case HONE_GPU_SKIN_TEXTURE_NORMALISED:
    case HONE_GPU_SKIN_BUFFER:
        return duals ? 80 : 48;
    case HONE_GPU_SKIN_TEXTURE_HALF:
        return duals ? 40 : 24;
    case HONE_GPU_SKIN_TEXTURE_QUATERNION:
    case HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED:
    case HONE_GPU_SKIN_BUFFER_QUATERNION:
        return 32;
    case HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF:
        return 16;
    default:
        return 0;
    }
}

static void check_bytes(const hone_gpu_model *gpu_model, hone_skin_method method)
{
    bool duals = (hone_skin_needs(gpu_model->skin, method) & HONE_SKIN_NEEDS_DUALS) != 0;
    size_t size = texture_bytes(gpu_model->skin_path, duals);
    CHECK((size > 0) == hone_gpu_skin_has_texture(gpu_model->skin_path));
    if (size && gpu_model->palette.texture.layout.height == 1)
        assert_int_equal(gpu_model->palette.sent, size * gpu_model->gpu.split->slot_begin[1]);
}

/* All ways with all methods; each uses the requested way, or a texture if the device lacks that. */
static void check_all(gl *g, hone_actor *actor, uint32_t max_slots, uint32_t most_pieces)
{
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, hone_actor_model(actor), NULL, NULL);
    CHECK(gpu_model);
    for (int method = 0; method <= HONE_SKIN_DUAL_QUATERNION; method++)
        for (int w = 0; w < WAYS; w++) {
            uint32_t pieces = 0;
            const trial t = {actor, (hone_skin_method)method, max_slots, NULL};
            bool has = available(g, gpu_ways[w]);
            assert_int_equal(check_way(g, gpu_model, &t, gpu_ways[w], &pieces),
                             has ? gpu_ways[w] : HONE_GPU_SKIN_TEXTURE);
            const char *why = hone_gpu_model_fallback(gpu_model);
            CHECK(has ? !why : strstr(why, "the device has no buffer textures") != NULL);
            check_bytes(gpu_model, (hone_skin_method)method);
            bool texture = hone_gpu_skin_has_texture(gpu_ways[w]);
            CHECK(pieces >= 1 && pieces <= most_pieces && (!texture || pieces == 1));
            if (max_slots && !texture)
                CHECK(pieces > 1);
        }
    hone_gpu_model_destroy(gpu_model);
}

/* ---- weights by distance --------------------------------------------------------------------------------------- */

/* The weights of the segments of all slots that the split uses, as influences of every vertex. */
static hone_influence *weigh(const hone_model *model, const hone_split *split, float exponent)
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
static float (*reference_by_distance(hone_actor *actor, const hone_split *split, float exponent,
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

static void check_distance(gl *g, hone_gpu_model *gpu_model, hone_actor *actor, float exponent, hone_skin_method method)
{
    hone_error error = {0};
    hone_draw_range batch;
    float worst[2] = {0, 0}, size = 0;
    hone_draw_desc desc = {.gpu_skin = HONE_GPU_SKIN_DISTANCE, .method = method, .distance_exponent = exponent};
    hone_draw_item item = {.gpu_model = gpu_model, .actor = actor};
    desc.items = &item, desc.item_count = 1;
    const hone_draw_entry *entry = hone_draw_list_make(g->renderer, &desc, &error) ? g->renderer->list.entries : NULL;
    if (!entry || !hone_gpu_model_begin(gpu_model, &desc, entry, &error) ||
        !hone_gpu_model_begin_range(gpu_model, &desc, entry, 0, &batch, &error))
        fail_msg("%s", error.message);
    assert_int_equal(gpu_model->skin_path, HONE_GPU_SKIN_DISTANCE);
    const hone_split *split = gpu_model->gpu.split;
    const hone_program *program = &g->capture[HONE_GPU_SKIN_DISTANCE];
    float(*want)[OUTPUTS] = reference_by_distance(actor, split, exponent, method);
    float(*got)[OUTPUTS] = calloc(gpu_model->gpu.vertices.count + 1, sizeof *got);
    for (uint32_t v = 0; v < hone_model_mesh(hone_actor_model(actor))->vertex_count; v++)
        for (int c = 0; c < 3; c++) size = fmaxf(size, 2 * fabsf(want[v][c]));
    CHECK(hone_target_prepare(&g->renderer->targets[0], 8, 8, 0, NULL));
    hone_target_begin(&g->renderer->targets[0], (float[4]){0});
    hone_gpu_model_use(gpu_model, &batch);
    glUseProgram(program->name);
    hone_bone_palette_use(&gpu_model->palette, g->renderer, program, method);
    hone_gpu_segments_use(&gpu_model->segments, g->renderer, program, exponent);
    capture(0, split->vertex_begin[1], got);
    check_piece(gpu_model, 0, got, want, size, worst);
    if (getenv("HONE_TEST_VERBOSE"))
        printf("%u bones, c = %g, method %d: position within %.1e of the size, normal within %.1e\n",
               split->slot_begin[1], (double)exponent, method, (double)worst[0], (double)worst[1]);
    free(want);
    free(got);
}

/* ---- models ---- */

typedef struct rig_desc {
    uint32_t bones, vertices;
    uint32_t influences; /* influences per vertex, at most; 0: 4 */
    bool linear;         /* any number of influences; else MMD's kinds in turn */
} rig_desc;

/* The arrays of a model under construction. */
typedef struct rig_arrays {
    hone_bone *bones;
    hone_slot *slots;
    float (*positions)[3], (*normals)[3], (*uvs)[2], *edge_scales;
    uint8_t *deforms;
    uint32_t *begin, *indices, sdef_count;
    hone_influence *influences;
    hone_sdef *sdefs;
    hone_material *material;
    hone_morph *morph; /* one morph, which moves some vertices and rotates normals of others */
    hone_morph_vertex *moved, *turned;
} rig_arrays;

/* numbers of vertices; the second are every other one of the last, in more than one run */
enum { MOVED = 7, TURNED = 300 };

static rig_arrays make_arrays(hone_builder *b, const rig_desc *d)
{
    uint32_t most = d->influences ? d->influences : 4;
    rig_arrays a = {
        .bones = hone_builder_array(b, d->bones, sizeof *a.bones),
        .slots = hone_builder_array(b, d->bones, sizeof *a.slots),
        .positions = hone_builder_array(b, d->vertices, sizeof *a.positions),
        .normals = hone_builder_array(b, d->vertices, sizeof *a.normals),
        .uvs = hone_builder_array(b, d->vertices, sizeof *a.uvs),
        .edge_scales = hone_builder_array(b, d->vertices, sizeof *a.edge_scales),
        .deforms = hone_builder_array(b, d->vertices, 1),
        .begin = hone_builder_array(b, d->vertices + 1, sizeof *a.begin),
        .indices = hone_builder_array(b, d->vertices, 3 * sizeof *a.indices),
        .influences = hone_builder_array(b, (size_t)d->vertices * most, sizeof *a.influences),
        .sdefs = hone_builder_array(b, d->vertices, sizeof *a.sdefs),
        .material = hone_builder_array(b, 1, sizeof *a.material),
        .moved = hone_builder_array(b, MOVED, sizeof *a.moved),
        .turned = hone_builder_array(b, TURNED, sizeof *a.turned),
        .morph = hone_builder_array(b, 1, sizeof *a.morph),
    };
    CHECK(a.morph); /* after a failure every later request fails too */
    return a;
}

static void make_bone(rig_arrays *a, uint32_t i)
{
    float at[3] = {(float)(i % 8) - 4, (float)(i / 8 % 16), (float)(i / 128)};
    bool root = i % 8 == 0;
    a->bones[i] = (hone_bone){
        .name = "bone",
        .parent = root ? HONE_NONE : (int32_t)i - 1,
        .position = {at[0], at[1], at[2]},
        .rest_local = {{{1, 0, 0, root ? at[0] : 1}, {0, 1, 0, root ? at[1] : 0}, {0, 0, 1, root ? at[2] : 0}}},
        .tail_bone = HONE_NONE,
        .tail_offset = {0.9f, i % 3 ? 0.2f : 0, 0},
        .append_source = HONE_NONE,
        .ik = HONE_NONE};
    a->slots[i] = (hone_slot){(int32_t)i, {{{1, 0, 0, -at[0]}, {0, 1, 0, -at[1]}, {0, 0, 1, -at[2]}}}};
}

/* Near the bone that its index gives; that bone and those after it move it. */
static void make_vertex(rig_arrays *a, const rig_desc *d, uint32_t v, test_random *random)
{
    static const uint8_t kinds[] = {HONE_DEFORM_BDEF1, HONE_DEFORM_BDEF2, HONE_DEFORM_BDEF4, HONE_DEFORM_SDEF,
                                    HONE_DEFORM_QDEF};
    static const uint32_t counts[] = {1, 2, 4, 2, 4};
    uint32_t near = (uint32_t)((uint64_t)v * d->bones / d->vertices);
    uint32_t count = d->linear ? d->influences ? d->influences : 4 : counts[v % 5];
    float rest = 1;
    a->deforms[v] = d->linear ? (uint8_t)HONE_DEFORM_LINEAR : kinds[v % 5];
    for (uint32_t i = 0; i < count; i++) {
        float weight = i + 1 < count ? rest * test_random_float(random, 0.1f, 0.6f) : rest;
        a->influences[a->begin[v] + i] = (hone_influence){(int32_t)((near + i) % d->bones), weight};
        rest -= weight;
    }
    a->begin[v + 1] = a->begin[v] + count;
    for (int c = 0; c < 3; c++) {
        a->positions[v][c] = a->bones[near].position[c] + test_random_float(random, -1, 1);
        a->normals[v][c] = test_random_float(random, -1, 1);
    }
    if (a->deforms[v] != HONE_DEFORM_SDEF)
        return;
    hone_sdef *s = &a->sdefs[a->sdef_count++];
    s->vertex = v;
    for (int c = 0; c < 3; c++) {
        s->c[c] = a->positions[v][c] + test_random_float(random, -0.3f, 0.3f);
        s->r0[c] = s->c[c] + test_random_float(random, -0.5f, 0.5f);
        s->r1[c] = s->c[c] + test_random_float(random, -0.5f, 0.5f);
    }
}

static void make_morph(rig_arrays *a, uint32_t vertices)
{
    for (uint32_t i = 0; i < MOVED; i++) a->moved[i] = (hone_morph_vertex){i * 5 % vertices, {0.5f, -1, 2}};
    for (uint32_t i = 0; i < TURNED; i++)
        a->turned[i] = (hone_morph_vertex){vertices - 1 - 2 * i % vertices, {3, 1, 0.5f}};
    *a->morph = (hone_morph){.name = "morph",
                             .kind = HONE_MORPH_VERTEX,
                             .count = MOVED,
                             .u.vertices = a->moved,
                             .normal_count = TURNED,
                             .normals = a->turned};
}

/* A body with bones in chains of eight, and around them a strip of vertices of every kind. */
static hone_model *make_rig(const rig_desc *d, uint64_t seed)
{
    test_random random = {seed};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    rig_arrays a = make_arrays(b, d);
    uint32_t triangles = d->vertices - 2;
    for (uint32_t i = 0; i < d->bones; i++) make_bone(&a, i);
    for (uint32_t v = 0; v < d->vertices; v++) make_vertex(&a, d, v, &random);
    for (uint32_t i = 0; i < 3 * triangles; i++) a.indices[i] = i / 3 + i % 3;
    make_morph(&a, d->vertices);
    *a.material = (hone_material){.name = "m",
                                  .diffuse = {1, 1, 1, 1},
                                  .texture = HONE_NONE,
                                  .sphere_texture = HONE_NONE,
                                  .toon = HONE_NONE,
                                  .index_count = 3 * triangles};
    const hone_model_data data = {.skeleton = {.bone_count = d->bones, .bones = a.bones},
                                  .mesh = {.vertex_count = d->vertices,
                                           .positions = (const float(*)[3])a.positions,
                                           .normals = (const float(*)[3])a.normals,
                                           .uvs = (const float(*)[2])a.uvs,
                                           .edge_scales = a.edge_scales,
                                           .deforms = a.deforms,
                                           .influence_begin = a.begin,
                                           .influence_count = a.begin[d->vertices],
                                           .influences = a.influences,
                                           .sdef_count = a.sdef_count,
                                           .sdefs = a.sdefs,
                                           .slot_count = d->bones,
                                           .slots = a.slots,
                                           .index_count = 3 * triangles,
                                           .indices = a.indices},
                                  .material_count = 1,
                                  .materials = a.material,
                                  .morph_count = 1,
                                  .morphs = a.morph};
    return test_model_create(b, &data);
}

/* Every bone rotated and moved at random. */
static hone_actor *make_actor(hone_model *model, uint64_t seed)
{
    test_random random = {seed};
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(actor);
    hone_actor_sample_frame(actor, 0);
    hone_pose *pose = hone_actor_writable_pose(actor);
    for (uint32_t i = 0; i < pose->bone_count; i++) {
        test_random_quat(&random, pose->bones[i].rotation);
        for (int c = 0; c < 3; c++) pose->bones[i].translation[c] += test_random_float(&random, -0.2f, 0.2f);
        pose->animated[i] = 1;
    }
    CHECK(hone_actor_evaluate(actor, NULL));
    hone_actor_apply_morphs(actor);
    hone_actor_build_palette(actor);
    return actor;
}

static void check_rig(int es, uint32_t bones, uint32_t vertices, uint32_t max_slots, uint32_t most_pieces)
{
    gl *g = context_or_skip(es);
    hone_model *model = make_rig(&(rig_desc){.bones = bones, .vertices = vertices}, bones);
    hone_actor *actor = make_actor(model, 9);
    CHECK(hone_actor_palette(actor)->rigid);
    check_all(g, actor, max_slots, most_pieces);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* ---- tests ---- */

static void the_built_in_character_dances_alike(void **state)
{
    (void)state;
    for (int es = 0; es < 2; es++) {
        gl *g = context_or_skip(es);
        hone_model *model = hone_sample_character(NULL);
        hone_motion *dance = hone_sample_dance(NULL);
        hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
        CHECK(hone_actor_play(actor, dance, NULL, NULL).id);
        CHECK(hone_actor_update_frame(actor, 47, NULL)); /* a morph moves the face there */
        CHECK(hone_actor_morph_result(actor)->positions != hone_model_mesh(model)->positions);
        check_all(g, actor, 0, 1);
        if (es == 0)
            check_all(g, actor, 12, 1000);
        hone_actor_destroy(actor);
        hone_motion_release(dance);
        hone_model_release(model);
    }
}

static void rigs_of_any_size_are_skinned_alike(void **state)
{
    (void)state;
    check_rig(0, 167, 9333, 0, 1);
    check_rig(0, 347, 6000, 0, 2);
    check_rig(0, 1000, 9000, 0, 2);
    check_rig(1, 1000, 9000, 0, 2);
}

static void the_classic_budget_of_117_bones_splits_a_mesh(void **state)
{
    (void)state;
    check_rig(0, 167, 9333, 117, 2);
    check_rig(0, 1000, 9000, 117, 10);
    check_rig(1, 347, 3000, 117, 4);
}

/* Scaled along one axis, evenly scaled, mirrored and sheared: with any way that can hold it, always as on the CPU. */
static void scaled_bones_fall_back_to_matrices(void **state)
{
    (void)state;
    static const struct {
        float scale[3];
        bool quaternion; /* the form can hold it */
    } cases[] = {{{1, 2.5f, 1}, false}, {{1.7f, 1.7f, 1.7f}, true}, {{1, -1, 1}, false}};
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 40, .vertices = 600, .linear = true}, 5);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int w = 0; w < WAYS; w++)
            for (int method = 0; method <= HONE_SKIN_DUAL_QUATERNION; method++) {
                hone_palette pose = {.slot_count = 40};
                hone_actor *actor = make_actor(model, 9);
                hone_affine bones[40];
                memcpy(bones, hone_actor_bones(actor), sizeof bones);
                for (int k = 0; k < 40; k += 5)
                    for (int r = 0; r < 3; r++)
                        for (int c = 0; c < 3; c++) bones[k].m[r][c] *= cases[i].scale[c];
                hone_affine affine[40], cofactor[40];
                hone_dual_quaternion duals[40];
                pose.affine = affine, pose.cofactor = cofactor, pose.duals = duals;
                hone_palette_build(hone_model_mesh(model)->slots, bones, 40, &pose);
                CHECK(!pose.rigid);
                const trial t = {actor, (hone_skin_method)method, 0, &pose};
                hone_palette_form form = hone_skin_encoding_of(gpu_ways[w])->form;
                bool quaternions = form == HONE_PALETTE_QUATERNION_SCALE || form == HONE_PALETTE_QUATERNION_SCALE_HALF;
                bool in_texture = quaternions && hone_gpu_skin_has_texture(gpu_ways[w]);
                bool refused = gpu_ways[w] == HONE_GPU_SKIN_DUAL_QUATERNION || (quaternions && !cases[i].quaternion);
                hone_gpu_skin instead = in_texture ? HONE_GPU_SKIN_TEXTURE : HONE_GPU_SKIN_MATRIX;
                uint32_t pieces = 0;
                hone_gpu_skin taken = check_way(g, gpu_model, &t, gpu_ways[w], &pieces);
                assert_int_equal(taken, refused ? instead : gpu_ways[w]);
                const char *why = hone_gpu_model_fallback(gpu_model);
                CHECK((why != NULL) == refused);
                if (refused)
                    CHECK(strstr(why, "slot 0 does not fit") && (strstr(why, "in a texture") != NULL) == in_texture);
                hone_actor_destroy(actor);
            }
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

/* Beyond the range of half floats: by matrices in a texture of floats. */
static void far_bones_fall_back_from_half_floats(void **state)
{
    (void)state;
    static const hone_gpu_skin halves[] = {HONE_GPU_SKIN_TEXTURE_HALF, HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF};
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 40, .vertices = 600}, 5);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    for (int w = 0; w < 2; w++)
        for (int far = 0; far < 2; far++) {
            hone_actor *actor = make_actor(model, 9);
            hone_actor_writable_pose(actor)->bones[39].translation[1] = far ? 2e5f : 0;
            CHECK(hone_actor_evaluate(actor, NULL));
            hone_actor_apply_morphs(actor);
            hone_actor_build_palette(actor);
            uint32_t pieces;
            const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
            assert_int_equal(check_way(g, gpu_model, &t, halves[w], &pieces), far ? HONE_GPU_SKIN_TEXTURE : halves[w]);
            CHECK(!far || strstr(hone_gpu_model_fallback(gpu_model), "slot 39 does not fit half floats"));
            hone_actor_destroy(actor);
        }
    hone_gpu_model_destroy(gpu_model);
    hone_model_release(model);
}

static void more_than_four_influences_are_the_cpus(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 12, .vertices = 60, .influences = 7, .linear = true}, 5);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    uint32_t pieces;
    const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
    assert_int_equal(check_way(g, gpu_model, &t, HONE_GPU_SKIN_TEXTURE, &pieces), HONE_GPU_SKIN_OFF);
    CHECK(strstr(hone_gpu_model_fallback(gpu_model), "7 influences"));
    check_way(g, gpu_model, &t, HONE_GPU_SKIN_OFF, &pieces);
    CHECK(!hone_gpu_model_fallback(gpu_model));
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

/* Exponents whose powers underflow in a float unless they are relative, one bone, folded segments, ES. */
static void weights_by_distance_are_those_of_the_cpu(void **state)
{
    (void)state;
    static const struct {
        uint32_t bones, vertices;
        float exponent;
        int es;
    } cases[] = {{1, 30, 0, 0},     {5, 300, 16, 0},  {167, 600, 0, 0},  {167, 600, 2, 0},
                 {167, 600, 64, 0}, {40, 300, 16, 1}, {40, 300, 300, 0}, {347, 500, 16, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int method = HONE_SKIN_AUTO; method <= HONE_SKIN_DUAL_QUATERNION; method += HONE_SKIN_DUAL_QUATERNION) {
            gl *g = context_or_skip(cases[i].es);
            const rig_desc desc = {.bones = cases[i].bones, .vertices = cases[i].vertices, .linear = true};
            hone_model *model = make_rig(&desc, 4);
            hone_actor *actor = make_actor(model, 9);
            uint32_t side = g->renderer->texture_side_max;
            g->renderer->texture_side_max = i % 2 ? side : 64;
            hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
            check_distance(g, gpu_model, actor, cases[i].exponent, (hone_skin_method)method);
            hone_gpu_model_destroy(gpu_model);
            g->renderer->texture_side_max = side;
            hone_actor_destroy(actor);
            hone_model_release(model);
        }
}

/* After weights have changed, the vertex shader uses the bones of the new weights. */
static void changed_weights_change_the_bones_of_distances(void **state)
{
    (void)state;
    enum { VERTICES = 40 };
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 12, .vertices = VERTICES, .linear = true}, 4);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    uint8_t deforms[VERTICES];
    uint32_t begin[VERTICES + 1];
    hone_influence influences[VERTICES];
    for (uint32_t v = 0; v < VERTICES; v++) {
        deforms[v] = HONE_DEFORM_LINEAR, begin[v] = v, influences[v] = (hone_influence){v % 2 ? 10 : 7, 1};
    }
    begin[VERTICES] = VERTICES;
    check_distance(g, gpu_model, actor, 0, HONE_SKIN_AUTO);
    const hone_weights weights = {.deforms = deforms, .influence_begin = begin, .influences = influences};
    hone_model *changed = hone_model_with_weights(model, &weights, NULL, NULL);
    CHECK(changed && hone_gpu_model_set_skin_weights(gpu_model, changed, NULL) &&
          hone_actor_set_skin_weights(actor, changed, NULL));
    check_distance(g, gpu_model, actor, 0, HONE_SKIN_AUTO);
    assert_int_equal(gpu_model->gpu.split->slot_begin[1], 2);
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(changed);
    hone_model_release(model);
}

/* Morphs start, change and end; the GPU's copy of the rest data follows. */
static void morphs_are_followed(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    hone_model *model = make_rig(&(rig_desc){.bones = 30, .vertices = 1500}, 8);
    hone_actor *actor = make_actor(model, 9);
    hone_gpu_model *gpu_model = hone_gpu_model_create(g->renderer, model, NULL, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    const float weights[] = {0, 1, 1, 0.25f, 0, 0.5f, 0};
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        uint32_t pieces;
        const trial t = {actor, HONE_SKIN_AUTO, 0, NULL};
        hone_actor_writable_pose(actor)->morphs[0] = weights[i];
        CHECK(hone_actor_evaluate(actor, NULL));
        hone_actor_apply_morphs(actor);
        hone_actor_build_palette(actor);
        check_way(g, gpu_model, &t, HONE_GPU_SKIN_TEXTURE, &pieces);
        CHECK((hone_actor_morph_result(actor)->positions == mesh->positions) == (weights[i] == 0));
        CHECK((hone_actor_morph_result(actor)->normals == mesh->normals) == (weights[i] == 0));
    }
    hone_gpu_model_destroy(gpu_model);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void bone_textures_fold_where_rows_are_too_long_or_too_many(void **state)
{
    (void)state;
    static const struct {
        uint32_t entry, row, rows, side, width, height;
    } cases[] = {
        {3, 501, 1000, 2048, 501, 1000},   {3, 0, 0, 2048, 1, 1},
        {3, 3000, 2, 2048, 2046, 3},       {5, 100, 3000, 2048, 2045, 147},
        {3, 2046, 2048, 2048, 2046, 2048}, {3, 2049, 2046, 2048, 0, 0},
        {3, 4092, 1024, 2048, 2046, 2048}, {3, UINT32_MAX, UINT32_MAX, 16384, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_bone_layout l = hone_bone_layout_of(cases[i].entry, cases[i].row, cases[i].rows, cases[i].side);
        assert_int_equal(l.width, cases[i].width);
        assert_int_equal(l.height, cases[i].height);
    }
}

/* The same pixels whether each row of poses is a row of the texture or rows are folded. */
static void folded_palettes_are_read_right(void **state)
{
    (void)state;
    gl *g = context_or_skip(0);
    uint32_t side = g->renderer->texture_side_max;
    g->renderer->texture_side_max = 64; /* 21 matrices per row */
    check_rig(0, 167, 900, 0, 1);
    g->renderer->texture_side_max = side;
}

TEST_GROUP(test_gpu_skin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_built_in_character_dances_alike),
        cmocka_unit_test(rigs_of_any_size_are_skinned_alike),
        cmocka_unit_test(the_classic_budget_of_117_bones_splits_a_mesh),
        cmocka_unit_test(scaled_bones_fall_back_to_matrices),
        cmocka_unit_test(far_bones_fall_back_from_half_floats),
        cmocka_unit_test(more_than_four_influences_are_the_cpus),
        cmocka_unit_test(weights_by_distance_are_those_of_the_cpu),
        cmocka_unit_test(changed_weights_change_the_bones_of_distances),
        cmocka_unit_test(morphs_are_followed),
        cmocka_unit_test(bone_textures_fold_where_rows_are_too_long_or_too_many),
        cmocka_unit_test(folded_palettes_are_read_right),
    };
    return cmocka_run_group_tests(tests, make_contexts, destroy_contexts);
}
