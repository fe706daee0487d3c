/* Contexts: hone's own do not disturb the caller's, and a caller's context works too, also ES 3.0. Built only with
 * rendering. */
#include "support/image/spoil_gl.h"
#include "support/make/balls.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

typedef struct own_context {
    EGLDisplay display;
    EGLContext context;
} own_context;

static own_context make_own(EGLenum api)
{
    static const EGLint gl[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    CHECK(hone_gl_load(NULL));
    own_context own = {eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL),
                       EGL_NO_CONTEXT};
    if (own.display != EGL_NO_DISPLAY && eglInitialize(own.display, NULL, NULL) && eglBindAPI(api))
        own.context = eglCreateContext(own.display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, api == EGL_OPENGL_API ? gl : es);
    if (own.context == EGL_NO_CONTEXT)
        test_skip(1, "test of contexts, without Mesa's surfaceless platform");
    return own;
}

static void make_current(const own_context *own)
{
    CHECK(eglMakeCurrent(own->display, EGL_NO_SURFACE, EGL_NO_SURFACE, own->context));
}

static void destroy_own(const own_context *own)
{
    eglMakeCurrent(own->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(own->display, own->context);
}

/* A picture of the background only, which uses clearing, resolving and reading back. */
static void check_picture(hone_renderer *renderer)
{
    hone_image image;
    hone_error error = {0};
    hone_draw_desc desc = {.width = 9, .height = 5, .background = {1, 0.2f, 0, 1}};
    CHECK(hone_image_create(9, 5, NULL, &image, NULL));
    if (!hone_renderer_draw_image(renderer, &desc, &image, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < 9 * 5; i++) assert_memory_equal(image.pixels + 4 * i, ((uint8_t[4]){255, 51, 0, 255}), 4);
    hone_image_release(&image);
}

/* Balls with all material features, in front of a wall that receives their shadows. */
static void draw_scene(hone_renderer *renderer, hone_image *out)
{
    hone_material materials[6];
    for (int i = 0; i < 6; i++) {
        materials[i] = test_ball_material();
        materials[i].flags = HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW | HONE_MATERIAL_GROUND_SHADOW |
                             HONE_MATERIAL_EDGE;
        materials[i].edge_size = 2;
        materials[i].shared_toon = i < 3;
        materials[i].toon = i < 3 ? i : HONE_NONE;
    }
    materials[4].flags |= HONE_MATERIAL_POINTS, materials[5].flags |= HONE_MATERIAL_LINES;
    test_quad wall = {.z = 4, .half = 12, .material = test_flat_material(0.5f, 0.4f, 0.3f, 1)};
    wall.material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    wall.material.diffuse[0] = 1;
    hone_model *models[2] = {test_quads_model(&wall, 1, NULL, HONE_SPACE_MMD), test_balls_model(materials, 6, 3, NULL)};
    hone_draw_item items[2];
    hone_error error = {0};
    for (int i = 0; i < 2; i++)
        items[i] = (hone_draw_item){.gpu_model = hone_gpu_model_create(renderer, models[i], NULL, &error),
                                    .actor = hone_actor_create(&(hone_actor_desc){.model = models[i]}, &error)};
    hone_draw_desc desc = {.width = 64,
                           .height = 64,
                           .grid = true,
                           .camera = {{0, 0, 0}, {-0.3f, 0.3f, 0}, -45, 30, false},
                           .background = {1, 1, 1, 1},
                           .items = items,
                           .item_count = 2};
    CHECK(hone_image_create(64, 64, NULL, out, NULL));
    if (!hone_renderer_draw_image(renderer, &desc, out, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < 2; i++) {
        hone_gpu_model_destroy(items[i].gpu_model);
        hone_actor_destroy(items[i].actor);
        hone_model_release(models[i]);
    }
}

/* GL and ES, each also after a caller that changed all state. */
static void pictures_are_alike_in_every_context(void **state)
{
    (void)state;
    hone_image pictures[4];
    for (int i = 0; i < 2; i++) {
        own_context own = make_own(i ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
        make_current(&own);
        hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, NULL);
        CHECK(renderer != NULL);
        draw_scene(renderer, &pictures[2 * i]);
        spoil_gl();
        draw_scene(renderer, &pictures[2 * i + 1]);
        assert_int_equal(glGetError(), GL_NO_ERROR);
        hone_renderer_destroy(renderer);
        destroy_own(&own);
    }
    for (int i = 1; i < 4; i++) {
        unsigned apart = 0;
        for (int k = 0; k < 4 * 64 * 64; k++) apart += abs(pictures[i].pixels[k] - pictures[0].pixels[k]) > 4;
        if (apart > 40)
            fail_msg("picture %d has %u bytes of its own", i, apart);
    }
    unsigned drawn = 0;
    for (int k = 0; k < 4 * 64 * 64; k++) drawn += pictures[0].pixels[k] < 250;
    CHECK(drawn > 3000);
    for (int i = 0; i < 4; i++) hone_image_release(&pictures[i]);
}

static void renderers_leave_no_context_behind(void **state)
{
    (void)state;
    hone_renderer *renderers[3];
    for (int i = 0; i < 3; i++) {
        renderers[i] = hone_renderer_create(NULL, NULL);
        if (!renderers[i])
            test_skip(1, "test of contexts, without an EGL driver");
        CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
    }
    for (int i = 0; i < 3; i++) { /* each is destroyed while the later ones still exist */
        for (int k = i; k < 3; k++) check_picture(renderers[k]);
        hone_renderer_destroy(renderers[i]);
        CHECK(eglGetCurrentContext() == EGL_NO_CONTEXT);
    }
}

static void renderers_bring_back_the_callers_context(void **state)
{
    (void)state;
    const EGLenum apis[] = {EGL_OPENGL_API, EGL_OPENGL_ES_API};
    for (int i = 0; i < 2; i++) {
        own_context own = make_own(apis[i]);
        make_current(&own);
        hone_renderer *renderer = hone_renderer_create(NULL, NULL);
        CHECK(renderer && eglGetCurrentContext() == own.context);
        check_picture(renderer);
        CHECK(eglGetCurrentContext() == own.context && eglQueryAPI() == apis[i]);
        hone_renderer_destroy(renderer);
        CHECK(eglGetCurrentContext() == own.context && eglQueryAPI() == apis[i]);
        destroy_own(&own);
    }
}

static void the_callers_context_will_do(void **state)
{
    (void)state;
    const EGLenum apis[] = {EGL_OPENGL_API, EGL_OPENGL_ES_API};
    for (int i = 0; i < 2; i++) {
        own_context own = make_own(apis[i]);
        make_current(&own);
        hone_error error = {0};
        hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, &error);
        if (!renderer)
            fail_msg("%s", error.message);
        CHECK((strstr(hone_renderer_name(renderer), "ES") != NULL) == (apis[i] == EGL_OPENGL_ES_API));
        CHECK(hone_renderer_is_software(renderer) == (strstr(hone_renderer_name(renderer), "llvmpipe") != NULL ||
                                                      strstr(hone_renderer_name(renderer), "softpipe") != NULL));
        glEnable(GL_SCISSOR_TEST); /* a caller's state that would spoil the picture */
        glScissor(0, 0, 2, 2);
        glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_TRUE);
        glPixelStorei(GL_PACK_ROW_LENGTH, 100);
        check_picture(renderer);
        assert_int_equal(glGetError(), GL_NO_ERROR);
        hone_renderer_destroy(renderer);
        CHECK(eglGetCurrentContext() == own.context);
        destroy_own(&own);
    }
}

static void too_large_a_picture_is_an_error_and_a_small_one_follows(void **state)
{
    (void)state;
    hone_renderer *renderer = hone_renderer_create(NULL, NULL);
    if (!renderer)
        test_skip(1, "test of contexts, without an EGL driver");
    hone_image image = {.width = 100000, .height = 1, .pixels = (uint8_t[4]){0}}; /* never written */
    hone_draw_desc desc = {.width = 100000, .height = 1};
    hone_error error = {0};
    CHECK(!hone_renderer_draw_image(renderer, &desc, &image, &error));
    assert_int_equal(error.code, HONE_ERROR_DEVICE);
    check_picture(renderer);
    hone_renderer_destroy(renderer);
}

/* Each page that draws loads the shaders: comments and indentation are left out, lines stay. */
static void shaders_are_embedded_without_comments(void **state)
{
    extern const unsigned char hone_embedded_skin_glsl[];
    (void)state;
    const char *text = (const char *)hone_embedded_skin_glsl;
    CHECK(!strstr(text, "//") && !strstr(text, "\n ") && strstr(text, "void skin_vertex("));
    CHECK(strstr(text, "sum.real / size") && strstr(text, "\n\n"));
}

TEST_GROUP(test_gl)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renderers_leave_no_context_behind),
        cmocka_unit_test(renderers_bring_back_the_callers_context),
        cmocka_unit_test(the_callers_context_will_do),
        cmocka_unit_test(pictures_are_alike_in_every_context),
        cmocka_unit_test(too_large_a_picture_is_an_error_and_a_small_one_follows),
        cmocka_unit_test(shaders_are_embedded_without_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
