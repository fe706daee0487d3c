/* A context that is lost: the renderer forgets it, and draws the same pictures in the next one. Skipped only if EGL has
 * no driver. */
#include "support/image/gl.h"
#include "support/image/pixels.h"
#include "support/make/balls.h"
#include "support/make/quads.h"
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 48, MODELS = 2 };

typedef struct host { /* the caller's context */
    EGLDisplay display;
    EGLContext context;
} host;

static void make_context(host *h)
{
    static const EGLint attributes[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    CHECK(hone_gl_load(NULL));
    h->display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (h->display == EGL_NO_DISPLAY || !eglInitialize(h->display, NULL, NULL))
        test_skip(1, "test of lost contexts, without Mesa's surfaceless platform");
    CHECK(eglBindAPI(EGL_OPENGL_API));
    h->context = eglCreateContext(h->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    CHECK(h->context != EGL_NO_CONTEXT);
    CHECK(eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, h->context));
}

static void end_context(host *h)
{
    if (h->context == EGL_NO_CONTEXT)
        return;
    eglMakeCurrent(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    CHECK(eglDestroyContext(h->display, h->context));
    h->context = EGL_NO_CONTEXT;
}

/* ---- a scene: a textured wall and balls with edges and shadows, before a picture ---- */

typedef struct stage {
    test_allocator memory;
    hone_renderer *renderer;
    hone_gpu_model *gpu_models[MODELS];
    hone_actor *actors[MODELS];
    hone_gpu_image *backdrop;
} stage;

static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    static const uint8_t bmp[70] = {
        'B', 'M', [10] = 54, [14] = 40, [18] = 2, [22] = 2, [26] = 1, [28] = 24, [54] = 255, 0, 0, 255,
        255, 255, 0,         0,         0,        0,        255,      0,         255,        0, 0, 0};
    (void)user;
    if (strcmp(path, "wall.bmp") != 0)
        return hone_fail(error, HONE_ERROR_IO, 0, "not found");
    *out = (hone_bytes){.size = sizeof bmp, .capacity = sizeof bmp};
    out->allocator = hone_allocator_or_default(allocator);
    out->data = hone_allocate(allocator, sizeof bmp, 1);
    if (!out->data)
        return hone_fail_memory(error);
    memcpy(out->data, bmp, sizeof bmp);
    return true;
}

static const hone_file_resolver files = {.read = read_picture};

static hone_model *make_model(int index)
{
    test_quad wall = {.z = 4, .half = 9, .material = test_flat_material(0.5f, 0.4f, 0.3f, 1)};
    hone_material ball = test_ball_material();
    wall.material.texture = 0;
    wall.material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    wall.material.diffuse[0] = 1;
    ball.flags =
        HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW | HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_EDGE;
    ball.edge_size = 2, ball.shared_toon = true, ball.toon = 2;
    return index ? test_balls_model(&ball, 1, 3, NULL) : test_quads_model(&wall, 1, "wall.bmp", HONE_SPACE_MMD);
}

static const hone_image *picture(void)
{
    static uint8_t pixels[2][4] = {{200, 100, 0, 255}, {0, 100, 200, 255}};
    static hone_image image = {.width = 2, .height = 1};
    image.pixels = *pixels;
    return &image;
}

static void set_up(stage *s, bool own)
{
    hone_error error = {0};
    *s = (stage){0};
    test_allocator_make(&s->memory, UINT64_MAX);
    const hone_renderer_desc desc = {.use_current_context = !own, .allocator = &s->memory.allocator};
    s->renderer = hone_renderer_create(&desc, &error);
    for (int i = 0; s->renderer && i < MODELS; i++) {
        hone_model *model = make_model(i);
        s->gpu_models[i] = hone_gpu_model_create(s->renderer, model, &files, &error);
        s->actors[i] = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
        hone_model_release(model);
        CHECK(s->gpu_models[i] && s->actors[i] && hone_gpu_model_warnings(s->gpu_models[i]).count == 0);
    }
    s->backdrop = s->renderer ? hone_gpu_image_create(s->renderer, picture(), &error) : NULL;
    if (!s->backdrop)
        fail_msg("%s", error.message);
}

static void tear_down(stage *s)
{
    for (int i = 0; i < MODELS; i++) hone_gpu_model_destroy(s->gpu_models[i]), hone_actor_destroy(s->actors[i]);
    hone_gpu_image_destroy(s->backdrop);
    hone_renderer_destroy(s->renderer);
    assert_int_equal(s->memory.live, 0);
}

static bool draw(stage *s, hone_gpu_skin skin, uint8_t *out, hone_error *error)
{
    hone_draw_item items[MODELS];
    for (int i = 0; i < MODELS; i++) items[i] = (hone_draw_item){.gpu_model = s->gpu_models[i], .actor = s->actors[i]};
    hone_backdrop backdrop = {.image = s->backdrop};
    hone_draw_desc desc = {.width = SIZE,
                           .height = SIZE,
                           .samples = 4,
                           .camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true},
                           .grid = true,
                           .backdrop = &backdrop,
                           .gpu_skin = skin,
                           .items = items,
                           .item_count = MODELS};
    hone_image image;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    bool ok = hone_renderer_draw_image(s->renderer, &desc, &image, error);
    memcpy(out, image.pixels, (size_t)SIZE * SIZE * 4);
    hone_image_release(&image);
    return ok;
}

static void restore(stage *s)
{
    hone_error error = {0};
    if (!hone_renderer_restore(s->renderer, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < MODELS; i++) CHECK(hone_gpu_model_restore(s->gpu_models[i], &files, NULL));
    CHECK(hone_gpu_image_set(s->backdrop, picture(), NULL));
}

static const hone_gpu_skin ways[] = {HONE_GPU_SKIN_OFF, HONE_GPU_SKIN_MATRIX, HONE_GPU_SKIN_TEXTURE,
                                     HONE_GPU_SKIN_DISTANCE};
enum { WAYS = sizeof ways / sizeof *ways };

static void the_same_picture_is_drawn_in_the_next_context(void **state)
{
    (void)state;
    static uint8_t first[WAYS][SIZE * SIZE * 4], again[SIZE * SIZE * 4];
    enum { ROUNDS = 3 * WAYS + 1 }; /* memory is compared in the last two of the first way */
    for (int own = 0; own < 2; own++) {
        host h = {0};
        stage s;
        pixels_renderer(); /* skips */
        if (!own)
            make_context(&h);
        set_up(&s, own);
        uint64_t live = 0, size = 0;
        for (int i = 0; i < WAYS; i++) CHECK(draw(&s, ways[i], first[i], NULL));
        for (int round = 0; round < ROUNDS; round++) {
            if (round % 2)
                end_context(&h); /* before or after the renderer knows */
            hone_renderer_lose_context(s.renderer);
            end_context(&h);
            if (!own)
                make_context(&h);
            restore(&s);
            int way = round % WAYS;
            CHECK(draw(&s, ways[way], again, NULL));
            assert_memory_equal(first[way], again, sizeof again);
            if (round == WAYS)
                live = s.memory.live, size = s.memory.live_size;
            if (round > WAYS && way == 0)
                CHECK(s.memory.live == live && s.memory.live_size == size);
        }
        tear_down(&s);
        end_context(&h);
    }
}

static void nothing_is_drawn_until_all_is_restored(void **state)
{
    (void)state;
    static uint8_t pixels[SIZE * SIZE * 4];
    stage s;
    hone_error error = {0};
    hone_model *model = make_model(0);
    hone_render_target target = {.width = SIZE, .height = SIZE};
    pixels_renderer(); /* skips */
    set_up(&s, true);
    hone_renderer_lose_context(s.renderer);
    hone_renderer_lose_context(s.renderer); /* once more */
    hone_renderer_lose_context(NULL);
    CHECK(!draw(&s, HONE_GPU_SKIN_OFF, pixels, &error) && error.code == HONE_ERROR_DEVICE);
    CHECK(strstr(error.message, "hone_renderer_restore"));
    CHECK(!hone_renderer_draw_into(s.renderer, &(hone_draw_desc){0}, &target, &error));
    CHECK(error.code == HONE_ERROR_DEVICE);
    CHECK(!hone_gpu_model_create(s.renderer, model, &files, &error) && error.code == HONE_ERROR_DEVICE);
    CHECK(!hone_gpu_model_restore(s.gpu_models[0], &files, &error) && error.code == HONE_ERROR_DEVICE);
    CHECK(!hone_gpu_image_set(s.backdrop, picture(), &error) && error.code == HONE_ERROR_DEVICE);
    CHECK(!hone_gpu_model_set_skin_weights(s.gpu_models[0], hone_actor_model(s.actors[0]), &error));
    assert_int_equal(error.code, HONE_ERROR_DEVICE);
    CHECK(hone_renderer_restore(s.renderer, &error) && hone_renderer_restore(s.renderer, &error));
    CHECK(!draw(&s, HONE_GPU_SKIN_OFF, pixels, &error) && error.code == HONE_ERROR_DEVICE);
    CHECK(hone_gpu_image_set(s.backdrop, picture(), &error) && hone_gpu_model_restore(s.gpu_models[0], &files, &error));
    CHECK(!draw(&s, HONE_GPU_SKIN_OFF, pixels, &error) && strstr(error.message, "hone_gpu_model_restore"));
    CHECK(hone_gpu_model_restore(s.gpu_models[1], &files, &error) && draw(&s, HONE_GPU_SKIN_OFF, pixels, &error));
    error = (hone_error){0};
    CHECK(!hone_renderer_restore(NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_gpu_model_restore(NULL, &files, &error));
    hone_model_release(model);
    tear_down(&s);
}

static void what_is_lost_can_be_destroyed_without_a_context(void **state)
{
    (void)state;
    static uint8_t pixels[SIZE * SIZE * 4];
    for (int restored = 0; restored < 2; restored++) {
        host h = {0};
        stage s;
        pixels_renderer(); /* skips */
        make_context(&h);
        set_up(&s, false);
        for (int i = 0; i < WAYS; i++) CHECK(draw(&s, ways[i], pixels, NULL));
        end_context(&h);
        hone_renderer_lose_context(s.renderer);
        if (restored)
            make_context(&h), CHECK(hone_renderer_restore(s.renderer, NULL)); /* but not the models */
        tear_down(&s);
        end_context(&h);
    }
}

/* A texture that is missing gives its warning again, and only then. */
static void warnings_are_made_anew(void **state)
{
    (void)state;
    stage s;
    pixels_renderer(); /* skips */
    set_up(&s, true);
    for (int i = 0; i < 3; i++) {
        hone_renderer_lose_context(s.renderer);
        CHECK(hone_renderer_restore(s.renderer, NULL));
        CHECK(hone_gpu_model_restore(s.gpu_models[0], i == 1 ? NULL : &files, NULL));
        assert_int_equal(hone_gpu_model_warnings(s.gpu_models[0]).count, i == 1);
    }
    tear_down(&s);
}

static void want_of_memory_leaves_it_lost(void **state)
{
    (void)state;
    static uint8_t first[SIZE * SIZE * 4], again[SIZE * SIZE * 4];
    stage s;
    pixels_renderer(); /* skips */
    set_up(&s, true);
    CHECK(draw(&s, HONE_GPU_SKIN_TEXTURE, first, NULL));
    hone_renderer_lose_context(s.renderer);
    CHECK(hone_renderer_restore(s.renderer, NULL)); /* takes no memory of the allocator */
    bool done = false;
    for (uint64_t at = 0; !done; at++) {
        hone_error error = {0};
        s.memory.fail_at = s.memory.calls + at;
        done = hone_gpu_model_restore(s.gpu_models[0], &files, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        s.memory.fail_at = UINT64_MAX;
        CHECK(done || !draw(&s, HONE_GPU_SKIN_TEXTURE, again, &error));
    }
    restore(&s);
    CHECK(draw(&s, HONE_GPU_SKIN_TEXTURE, again, NULL));
    assert_memory_equal(first, again, sizeof again);
    tear_down(&s);
}

TEST_GROUP(test_render_lost)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_picture_is_drawn_in_the_next_context),
        cmocka_unit_test(nothing_is_drawn_until_all_is_restored),
        cmocka_unit_test(what_is_lost_can_be_destroyed_without_a_context),
        cmocka_unit_test(warnings_are_made_anew),
        cmocka_unit_test(want_of_memory_leaves_it_lost),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
