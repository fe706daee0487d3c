/* Overlays and views for analysis, by their pixels; and pictures in a caller's framebuffer. Built only with
 * rendering. */
#include "support/image/pixels.h"
#include "support/image/spoil_gl.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };

/* 25 units wide and high, seen straight from the front: a pixel is 25/64 units. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};
static const hone_light head_on = {{0.6f, 0.6f, 0.6f}, {0, 0, 1}};
static const float pixel_size = 25.0f / SIZE;

/* ---- a scene: two quads side by side, red and green, each of 16 pixels, the first from x = 8, the second from 40  */

typedef struct scene {
    hone_model *model;
    hone_actor *actor;
    hone_gpu_model *gpu_model;
    hone_draw_item item;
    hone_draw_desc desc;
} scene;

static scene make_scene(hone_renderer *renderer)
{
    test_quad quads[2] = {{.x = -16 * pixel_size, .half = 8 * pixel_size, .material = test_flat_material(1, 0, 0, 1)},
                          {.x = 16 * pixel_size, .half = 8 * pixel_size, .material = test_flat_material(0, 1, 0, 1)}};
    scene s = {.model = test_quads_model(quads, 2, NULL, HONE_SPACE_MMD)};
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, NULL);
    s.gpu_model = hone_gpu_model_create(renderer, s.model, NULL, NULL);
    CHECK(s.actor && s.gpu_model);
    s.item = (hone_draw_item){.gpu_model = s.gpu_model, .actor = s.actor};
    s.desc = (hone_draw_desc){.width = SIZE,
                              .height = SIZE,
                              .samples = 1,
                              .background = {0, 0, 1, 1},
                              .camera = flat_camera,
                              .light = &head_on,
                              .shadows = HONE_SHADOWS_OFF,
                              .item_count = 1};
    return s;
}

static scene begin(void)
{
    return make_scene(pixels_renderer());
}

static void destroy(scene *s)
{
    hone_gpu_model_destroy(s->gpu_model);
    hone_actor_destroy(s->actor);
    hone_model_release(s->model);
}

static hone_image draw(scene *s)
{
    hone_error error = {0};
    hone_image image;
    s->desc.items = &s->item;
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    if (!hone_renderer_draw_image(pixels_renderer(), &s->desc, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

/* The world position of a corner between pixels in the flat camera. */
static hone_overlay_vertex vertex_at(float x, float y, float z, const uint8_t colour[4])
{
    hone_overlay_vertex v = {{(x - SIZE / 2.0f) * pixel_size, (SIZE / 2.0f - y) * pixel_size, z}, {0}};
    memcpy(v.colour, colour, 4);
    return v;
}

static const uint8_t white[4] = {255, 255, 255, 255}, yellow[4] = {255, 255, 0, 255}, faint[4] = {255, 255, 255, 128};

/* ---- overlays ---- */

static void lines_are_as_wide_as_asked_for(void **state)
{
    (void)state;
    scene s = begin();
    for (int width = 2; width <= 6; width += 2) {
        const hone_overlay_vertex line[2] = {vertex_at(4, 32, -5, white), vertex_at(60, 32, -5, white)};
        const hone_overlay overlay = {HONE_OVERLAY_LINES, line, 2, (float)width, false};
        s.desc.overlays = &overlay, s.desc.overlay_count = 1;
        hone_image image = draw(&s);
        for (int y = 20; y < 44; y++) {
            bool inside = y >= 32 - width / 2 && y < 32 + width / 2, quad = y >= 24 && y < 40;
            check_pixel(&image, 16, (uint32_t)y, inside || quad ? 255 : 0, inside ? 255 : 0, inside || !quad ? 255 : 0,
                        255);
        }
        check_pixel(&image, 3, 32, 0, 0, 255, 255), check_pixel(&image, 4, 32, 255, 255, 255, 255);
        check_pixel(&image, 59, 32, 255, 255, 255, 255), check_pixel(&image, 60, 32, 0, 0, 255, 255);
        hone_image_release(&image);
    }
    destroy(&s);
}

static void overlays_are_behind_or_on_top(void **state)
{
    (void)state;
    scene s = begin();
    for (int on_top = 0; on_top < 2; on_top++) {
        const hone_overlay_vertex line[2] = {vertex_at(16, 4, 5, white), vertex_at(16, 60, 5, white)};
        const hone_overlay_vertex triangle[3] = {vertex_at(30, 22, 5, yellow), vertex_at(30, 62, 5, yellow),
                                                 vertex_at(70, 22, 5, yellow)};
        const hone_overlay overlays[2] = {{HONE_OVERLAY_LINES, line, 2, 2, on_top},
                                          {HONE_OVERLAY_TRIANGLES, triangle, 3, 0, on_top}};
        s.desc.overlays = overlays, s.desc.overlay_count = 2;
        hone_image image = draw(&s);
        check_pixel(&image, 16, 10, 255, 255, 255, 255);
        check_pixel(&image, 16, 32, 255, on_top ? 255 : 0, on_top ? 255 : 0, 255);
        check_pixel(&image, 34, 32, 255, 255, 0, 255); /* beside the quads, seen from its front or back */
        check_pixel(&image, 46, 30, on_top ? 255 : 0, 255, 0, 255);
        hone_image_release(&image);
    }
    destroy(&s);
}

/* Two solid triangles are on top: the nearer one is visible in any order. A translucent one is blended over it. */
static void what_is_solid_hides_and_what_is_faint_does_not(void **state)
{
    (void)state;
    scene s = begin();
    const hone_overlay_vertex solid[6] = {vertex_at(10, 10, -9, yellow), vertex_at(10, 54, -9, yellow),
                                          vertex_at(54, 10, -9, yellow), vertex_at(10, 10, -3, white),
                                          vertex_at(10, 54, -3, white),  vertex_at(54, 10, -3, white)};
    const hone_overlay_vertex over[3] = {vertex_at(10, 10, 9, faint), vertex_at(10, 54, 9, faint),
                                         vertex_at(54, 10, 9, faint)};
    const hone_overlay overlays[2] = {{HONE_OVERLAY_TRIANGLES, solid, 6, 0, true},
                                      {HONE_OVERLAY_TRIANGLES, over, 3, 0, true}};
    s.desc.overlays = overlays;
    for (s.desc.overlay_count = 1; s.desc.overlay_count <= 2; s.desc.overlay_count++) {
        hone_image image = draw(&s);
        check_pixel(&image, 14, 14, 255, 255, s.desc.overlay_count == 1 ? 0 : 128, 255);
        check_pixel(&image, 14, 30, 255, 255, s.desc.overlay_count == 1 ? 0 : 128, 255);
        hone_image_release(&image);
    }
    destroy(&s);
}

/* A line from behind the eye to far away is visible from the near plane on, straight ahead. */
static void lines_through_the_eye_are_cut(void **state)
{
    (void)state;
    scene s = begin();
    const hone_overlay_vertex line[2] = {{{0, -1, -80}, {255, 255, 255, 255}}, {{0, -1, 80}, {255, 255, 255, 255}}};
    const hone_overlay overlay = {HONE_OVERLAY_LINES, line, 2, 2, true};
    s.desc.camera = (hone_camera){{0, 0, 0}, {0, 0, 0}, -45, 30, false};
    s.desc.overlays = &overlay, s.desc.overlay_count = 1;
    hone_image image = draw(&s);
    check_pixel(&image, 31, 63, 255, 255, 255, 255), check_pixel(&image, 32, 63, 255, 255, 255, 255);
    check_pixel(&image, 31, 45, 255, 255, 255, 255), check_pixel(&image, 32, 45, 255, 255, 255, 255);
    check_pixel(&image, 29, 63, 0, 0, 255, 255), check_pixel(&image, 34, 63, 0, 0, 255, 255);
    /* and not above the horizon, where its other end would be projected to */
    check_pixel(&image, 32, 10, 0, 0, 255, 255);
    hone_image_release(&image);
    destroy(&s);
}

static void slips_in_overlays_are_errors(void **state)
{
    (void)state;
    scene s = begin();
    hone_overlay overlay = {HONE_OVERLAY_LINES, NULL, 2, 0, false};
    hone_error error = {0};
    s.desc.item_count = 0, s.desc.overlay_count = 1;
    CHECK(!hone_renderer_draw(pixels_renderer(), &s.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    s.desc.overlays = &overlay;
    CHECK(!hone_renderer_draw(pixels_renderer(), &s.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    const hone_overlay_vertex odd[1] = {{{0, 0, 0}, {255, 255, 255, 255}}};
    overlay.vertices = odd, overlay.kind = (hone_overlay_kind)7;
    CHECK(!hone_renderer_draw(pixels_renderer(), &s.desc, &error) && error.code == HONE_ERROR_ARGUMENT);
    overlay.kind = HONE_OVERLAY_TRIANGLES, overlay.count = 1; /* fewer than three vertices: nothing is drawn */
    hone_image image = draw(&s);
    check_pixel(&image, 32, 32, 0, 0, 255, 255);
    hone_image_release(&image);
    destroy(&s);
}

/* ---- views for analysis ---------------------------------------------------------------------------------------- */

static void hidden_materials_are_not_there(void **state)
{
    (void)state;
    scene s = begin();
    for (int hide = 0; hide < 4; hide++)
        for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
            const bool hidden[2] = {hide & 1, hide & 2};
            s.item.hidden = hidden;
            s.item.wireframe = hide == 3, s.desc.gpu_skin = (hone_gpu_skin)way;
            hone_image image = draw(&s);
            check_pixel(&image, 13, 30, hidden[0] ? 0 : 255, 0, hidden[0] ? 255 : 0, 255);
            check_pixel(&image, 45, 30, 0, hidden[1] ? 0 : 255, hidden[1] ? 255 : 0, 255);
            hone_image_release(&image);
        }
    destroy(&s);
}

/* A board casts a shadow on the ground and on the wall behind it, but not while it is hidden. */
static void hidden_materials_cast_no_shadow(void **state)
{
    (void)state;
    const hone_light slanted = {{0.6f, 0.6f, 0.6f}, {0.5f, -0.3f, 0.8f}};
    scene s = begin();
    test_quad quads[2] = {{.z = -3, .half = 3, .material = test_flat_material(0.2f, 0.2f, 0.2f, 1)},
                          {.z = 3, .half = 12, .material = test_flat_material(0.2f, 0.2f, 0.2f, 1)}};
    quads[0].material.flags = HONE_MATERIAL_CASTS_SHADOW;
    quads[1].material.flags = HONE_MATERIAL_RECEIVES_SHADOW;
    quads[1].material.diffuse[0] = 1;
    destroy(&s);
    s.model = test_quads_model(quads, 2, NULL, HONE_SPACE_MMD);
    s.actor = hone_actor_create(&(hone_actor_desc){.model = s.model}, NULL);
    s.gpu_model = hone_gpu_model_create(pixels_renderer(), s.model, NULL, NULL);
    s.item = (hone_draw_item){.gpu_model = s.gpu_model, .actor = s.actor};
    s.desc.shadows = HONE_SHADOWS_SELF, s.desc.light = &slanted;
    unsigned dark[2];
    for (int hide = 0; hide < 2; hide++) {
        const bool hidden[2] = {hide, false};
        s.item.hidden = hidden;
        hone_image image = draw(&s);
        dark[hide] = 0;
        for (uint32_t y = 0; y < SIZE; y++)
            for (uint32_t x = 0; x < SIZE; x++) {
                const uint8_t *p = image.pixels + 4 * ((size_t)y * SIZE + x);
                dark[hide] += p[2] < 100 && p[0] < 100;
            }
        hone_image_release(&image);
    }
    assert_int_equal(dark[1], 0);
    CHECK(dark[0] > 250); /* the board itself has some 230 pixels */
    destroy(&s);
}

static void colours_take_the_place_of_materials(void **state)
{
    (void)state;
    scene s = begin();
    uint8_t colours[8][4];
    for (int v = 0; v < 8; v++) memcpy(colours[v], v < 4 ? yellow : white, 4);
    for (int i = 0; i < 2 * HONE_GPU_SKIN_COUNT; i++) {
        s.desc.gpu_skin = (hone_gpu_skin)(i / 2);
        s.item.colours = i % 2 ? NULL : (const uint8_t(*)[4])colours; /* each time back to materials */
        hone_image image = draw(&s);
        check_pixel(&image, 12, 30, 255, i % 2 ? 0 : 255, 0, 255);
        check_pixel(&image, 44, 30, i % 2 ? 0 : 255, 255, i % 2 ? 0 : 255, 255);
        hone_image_release(&image);
    }
    const hone_light behind = {{0.6f, 0.6f, 0.6f}, {0, 0, -1}};
    s.item.colours = (const uint8_t(*)[4])colours, s.desc.light = &behind;
    hone_image image = draw(&s);
    check_pixel(&image, 12, 30, 128, 128, 0, 255); /* faces away from the light: half as bright */
    hone_image_release(&image);
    destroy(&s);
}

static void each_vertex_has_its_own_colour(void **state)
{
    (void)state;
    scene s = begin();
    uint8_t colours[8][4] = {{0}}; /* upper left, upper right, lower right, lower left */
    for (int v = 0; v < 8; v++) colours[v][0] = v % 4 == 1 || v % 4 == 2 ? 255 : 0, colours[v][3] = 255;
    s.item.colours = (const uint8_t(*)[4])colours;
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        s.desc.gpu_skin = (hone_gpu_skin)way;
        hone_image image = draw(&s);
        for (uint32_t x = 0; x < 16; x++) check_pixel(&image, 8 + x, 29, (int)(255 * (x + 0.5) / 16 + 0.5), 0, 0, 255);
        hone_image_release(&image);
    }
    destroy(&s);
}

static unsigned count_blue_lines(const hone_image *image, uint32_t left, uint32_t top, uint32_t right, uint32_t bottom)
{
    unsigned count = 0;
    for (uint32_t y = top; y < bottom; y++)
        for (uint32_t x = left; x < right; x++) {
            const uint8_t *p = image->pixels + 4 * ((size_t)y * SIZE + x);
            count += abs(p[0] - 26) <= 1 && abs(p[1] - 140) <= 1 && p[2] == 255;
        }
    return count;
}

/* The diagonal of each quad is drawn over the material: of 16 pixels one per row. */
static void wireframe_draws_all_sides(void **state)
{
    (void)state;
    scene s = begin();
    for (int i = 0; i < 2 * HONE_GPU_SKIN_COUNT; i++) { /* first without, so that sides are added later */
        s.desc.gpu_skin = (hone_gpu_skin)(i / 2);
        s.item.wireframe = i % 2;
        hone_image image = draw(&s);
        unsigned count = count_blue_lines(&image, 10, 26, 22, 38);
        if (i % 2 ? count < 11 || count > 13 : count != 0)
            fail_msg("way %d: %u pixels of lines inside", i / 2, count);
        CHECK(i % 2 ? count_blue_lines(&image, 0, 20, 64, 44) > 110 : true); /* and around both */
        check_pixel(&image, 20, 26, 255, 0, 0, 255);
        hone_image_release(&image);
    }
    destroy(&s);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static void nothing_is_allocated_once_all_is_there(void **state)
{
    (void)state;
    scene s = begin();
    uint8_t colours[8][4] = {{0}};
    const hone_overlay_vertex line[2] = {vertex_at(4, 32, -5, white), vertex_at(60, 32, -5, white)};
    const hone_overlay overlay = {HONE_OVERLAY_LINES, line, 2, 1, false};
    s.item.colours = (const uint8_t(*)[4])colours, s.item.wireframe = true;
    s.desc.overlays = &overlay, s.desc.overlay_count = 1;
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        uint64_t calls = 0;
        s.desc.gpu_skin = (hone_gpu_skin)way;
        for (int i = 0; i < 3; i++) {
            hone_image image = draw(&s);
            hone_image_release(&image);
            CHECK(i == 0 || pixels_memory()->calls == calls);
            calls = pixels_memory()->calls;
        }
    }
    destroy(&s);
}

static void every_allocation_for_sides_may_fail(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        bool ok = false;
        for (uint64_t n = 0; !ok; n++) {
            scene s = begin();
            hone_error error = {0};
            s.desc.items = &s.item, s.desc.gpu_skin = (hone_gpu_skin)way;
            hone_image image = draw(&s); /* without sides everything is drawn */
            s.item.wireframe = true;
            pixels_memory()->fail_at = pixels_memory()->calls + n;
            ok = hone_renderer_draw_image(pixels_renderer(), &s.desc, &image, &error);
            pixels_memory()->fail_at = UINT64_MAX;
            CHECK(ok || error.code == HONE_ERROR_MEMORY);
            CHECK(!ok || n > 0);
            CHECK(hone_renderer_draw_image(pixels_renderer(), &s.desc, &image, NULL)); /* and it draws again */
            CHECK(count_blue_lines(&image, 10, 26, 22, 38) > 10);
            hone_image_release(&image);
            destroy(&s);
        }
    }
}

static void stats_are_of_the_last_picture(void **state)
{
    (void)state;
    scene s = begin();
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        s.desc.gpu_skin = (hone_gpu_skin)way;
        hone_image image = draw(&s);
        hone_render_stats stats = hone_renderer_stats(pixels_renderer());
        hone_image_release(&image);
        CHECK(stats.draw > 0 && stats.send > 0 && (stats.skin > 0) == (way == HONE_GPU_SKIN_OFF));
        CHECK((stats.palette_bytes > 0) == (way != HONE_GPU_SKIN_OFF) && stats.palette_bytes < 1024);
        CHECK((stats.vertex_bytes >= 192) == (way == HONE_GPU_SKIN_OFF));
    }
    assert_int_equal(hone_renderer_stats(NULL).palette_bytes, 0);
    destroy(&s);
}

/* ---- in the caller's framebuffer ---- */

typedef struct window {
    EGLDisplay display;
    EGLContext context;
    GLuint framebuffer, texture;
} window;

enum { WINDOW = 150, LEFT = 3, BOTTOM = 5 }; /* a square; where pictures begin */

static window make_window(EGLenum api)
{
    static const EGLint gl[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    static const EGLint es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    CHECK(hone_gl_load(NULL));
    window w = {eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL), EGL_NO_CONTEXT, 0,
                0};
    if (w.display != EGL_NO_DISPLAY && eglInitialize(w.display, NULL, NULL) && eglBindAPI(api))
        w.context = eglCreateContext(w.display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, api == EGL_OPENGL_API ? gl : es);
    if (w.context == EGL_NO_CONTEXT)
        test_skip(1, "test of a caller's framebuffer, without Mesa's surfaceless platform");
    CHECK(eglMakeCurrent(w.display, EGL_NO_SURFACE, EGL_NO_SURFACE, w.context));
    glGenTextures(1, &w.texture);
    glBindTexture(GL_TEXTURE_2D, w.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WINDOW, WINDOW, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &w.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, w.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, w.texture, 0);
    glClearColor(0.2f, 0.2f, 0.2f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    return w;
}

static void destroy_window(const window *w)
{
    eglMakeCurrent(w->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(w->display, w->context);
}

/* State that a host relies on afterwards. */
static void check_state(const window *w)
{
    GLint bound = 0, viewport[4], sampler = 1, program = 1;
    GLfloat blend[4];
    glGetFloatv(GL_BLEND_COLOR, blend);
    CHECK(blend[0] == 0 && blend[1] == 0 && blend[2] == 0 && blend[3] == 0);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    assert_int_equal(bound, w->framebuffer);
    glGetIntegerv(GL_VIEWPORT, viewport);
    CHECK(viewport[0] == 7 && viewport[1] == 8 && viewport[2] == 9 && viewport[3] == 10);
    glGetIntegerv(GL_SAMPLER_BINDING, &sampler);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    CHECK(sampler == 0 && program == 0 && !glIsEnabled(GL_DEPTH_TEST) && !glIsEnabled(GL_CULL_FACE));
    CHECK(!glIsEnabled(GL_BLEND) && !glIsEnabled(GL_STENCIL_TEST) && !glIsEnabled(GL_SCISSOR_TEST));
    assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void read_window(const window *w, hone_image *out)
{
    CHECK(hone_image_create(WINDOW, WINDOW, NULL, out, NULL));
    glBindFramebuffer(GL_FRAMEBUFFER, w->framebuffer);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0); /* a picture for a window is not read back, so that state is the caller's */
    glReadPixels(0, 0, WINDOW, WINDOW, GL_RGBA, GL_UNSIGNED_BYTE, out->pixels); /* the lowest row first */
}

/* Two pictures side by side with all features; the window around them stays unchanged. */
static hone_image draw_window(EGLenum api)
{
    window w = make_window(api);
    hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, NULL);
    CHECK(renderer != NULL);
    scene s = make_scene(renderer);
    uint8_t colours[8][4];
    memset(colours, 255, sizeof colours);
    const hone_overlay_vertex line[2] = {vertex_at(4, 50, -5, white), vertex_at(60, 50, -5, white)};
    const hone_overlay overlay = {HONE_OVERLAY_LINES, line, 2, 2, false};
    s.desc.items = &s.item, s.desc.samples = 4, s.desc.width = s.desc.height = 0;
    s.desc.shadows = HONE_SHADOWS_GROUND; /* its state is restored; nothing casts a shadow */
    s.desc.overlays = &overlay, s.desc.overlay_count = 1;
    for (int half = 0; half < 2; half++) {
        const hone_render_target target = {w.framebuffer, LEFT + half * SIZE, BOTTOM, SIZE, SIZE};
        hone_error error = {0};
        s.item.colours = half ? (const uint8_t(*)[4])colours : NULL;
        s.item.wireframe = half;
        spoil_gl();
        if (!hone_renderer_draw_into(renderer, &s.desc, &target, &error))
            fail_msg("%s", error.message);
        check_state(&w);
    }
    hone_image image;
    read_window(&w, &image);
    destroy(&s);
    hone_renderer_destroy(renderer);
    destroy_window(&w);
    return image;
}

static void two_pictures_stand_side_by_side_in_any_context(void **state)
{
    (void)state;
    hone_image images[2] = {draw_window(EGL_OPENGL_API), draw_window(EGL_OPENGL_ES_API)};
    for (int i = 0; i < 2; i++) {
        const uint32_t row = BOTTOM + SIZE / 2 + 2;
        for (uint32_t y = 0; y < WINDOW; y++)
            for (uint32_t x = 0; x < WINDOW; x++)
                if (x < LEFT || x >= LEFT + 2 * SIZE || y < BOTTOM || y >= BOTTOM + SIZE)
                    check_pixel(&images[i], x, y, 51, 51, 51, 255);
        check_pixel(&images[i], LEFT, BOTTOM, 0, 0, 255, 255);
        check_pixel(&images[i], LEFT + 12, row, 255, 0, 0, 255),
            check_pixel(&images[i], LEFT + 44, row, 0, 255, 0, 255);
        check_pixel(&images[i], LEFT + SIZE + 21, row, 255, 255, 255, 255);
        check_pixel(&images[i], LEFT + 30, BOTTOM + SIZE - 50, 255, 255, 255, 255); /* the line in the lower part */
        check_pixel(&images[i], LEFT + 30, BOTTOM + 50, 0, 0, 255, 255);
    }
    unsigned apart = 0;
    for (int k = 0; k < 4 * WINDOW * WINDOW; k++) apart += abs(images[0].pixels[k] - images[1].pixels[k]) > 4;
    CHECK(apart < 40);
    for (int i = 0; i < 2; i++) hone_image_release(&images[i]);
}

/* A picture of another size is scaled. Pictures of two sizes take turns. */
static void pictures_are_scaled_to_the_rectangle(void **state)
{
    (void)state;
    window w = make_window(EGL_OPENGL_API);
    hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, NULL);
    scene s = make_scene(renderer);
    s.desc.items = &s.item;
    for (uint32_t i = 0; i < 4; i++) {
        hone_image image;
        const hone_render_target target = {w.framebuffer, 0, 0, 2 * SIZE, 2 * SIZE};
        s.desc.width = s.desc.height = SIZE + i % 2; /* larger than the room of the first */
        CHECK(hone_renderer_draw_into(renderer, &s.desc, &target, NULL));
        read_window(&w, &image);
        check_pixel(&image, 32, SIZE, 255, 0, 0, 255), check_pixel(&image, 96, SIZE, 0, 255, 0, 255);
        check_pixel(&image, 64, SIZE, 0, 0, 255, 255), check_pixel(&image, 127, 127, 0, 0, 255, 255);
        check_pixel(&image, 128, 64, 51, 51, 51, 255);
        hone_image_release(&image);
    }
    destroy(&s);
    hone_renderer_destroy(renderer);
    destroy_window(&w);
}

static void slips_with_targets_are_errors(void **state)
{
    (void)state;
    scene s = begin();
    hone_render_target target = {0, 0, 0, SIZE, SIZE};
    hone_error error = {0};
    s.desc.items = &s.item;
    CHECK(!hone_renderer_draw_into(pixels_renderer(), &s.desc, &target, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_renderer_draw_into(pixels_renderer(), &s.desc, NULL, NULL));
    CHECK(!hone_renderer_draw_into(NULL, &s.desc, &target, NULL));
    destroy(&s);
    window w = make_window(EGL_OPENGL_API);
    hone_renderer *renderer = hone_renderer_create(&(hone_renderer_desc){.use_current_context = true}, NULL);
    const hone_draw_desc nothing = {0};
    target = (hone_render_target){w.framebuffer, 0, 0, 0, SIZE};
    CHECK(!hone_renderer_draw_into(renderer, &nothing, &target, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_renderer_destroy(renderer);
    destroy_window(&w);
}

TEST_GROUP(test_render_overlay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_wide_as_asked_for),
        cmocka_unit_test(overlays_are_behind_or_on_top),
        cmocka_unit_test(what_is_solid_hides_and_what_is_faint_does_not),
        cmocka_unit_test(lines_through_the_eye_are_cut),
        cmocka_unit_test(slips_in_overlays_are_errors),
        cmocka_unit_test(hidden_materials_are_not_there),
        cmocka_unit_test(hidden_materials_cast_no_shadow),
        cmocka_unit_test(colours_take_the_place_of_materials),
        cmocka_unit_test(each_vertex_has_its_own_colour),
        cmocka_unit_test(wireframe_draws_all_sides),
        cmocka_unit_test(nothing_is_allocated_once_all_is_there),
        cmocka_unit_test(every_allocation_for_sides_may_fail),
        cmocka_unit_test(stats_are_of_the_last_picture),
        cmocka_unit_test(two_pictures_stand_side_by_side_in_any_context),
        cmocka_unit_test(pictures_are_scaled_to_the_rectangle),
        cmocka_unit_test(slips_with_targets_are_errors),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
