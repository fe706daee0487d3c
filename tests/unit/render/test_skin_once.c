/* Vertices that are skinned once for all passes: the same pictures as if each pass skinned them, and fewer invocations
 * of the shader that skins. Skipped only if EGL has no driver. */
#include "draw/render/gl/egl.h"
#include "draw/render/mesh/gpu_model.h"
#include "support/image/pixels.h"
#include "unit/render/gpu_rigs.h"
#include <hone/render.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 48, ACTORS = 2, POSES = 2 };

typedef struct stage {
    hone_renderer *renderer;
    hone_gpu_model *gpu_model;
    hone_actor *actors[ACTORS];
    hone_palette poses[ACTORS][POSES]; /* the same pose twice */
    hone_instance places[ACTORS];
    uint8_t *colours;
    hone_draw_item items[ACTORS];
    hone_draw_desc desc;
} stage;

/* Vertices of all kinds; materials with edges that cast and receive shadows. toon: of MToon, with outlines. */
static hone_model *make_model(const hone_pbr *pbr, const hone_mtoon *toon)
{
    hone_model *model = make_rig(&(rig_desc){.bones = 40, .vertices = 700}, 5);
    hone_material *material = (hone_material *)hone_model_get(model)->materials; /* this test's alone */
    material->flags = HONE_MATERIAL_DOUBLE_SIDED | HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW |
                      HONE_MATERIAL_EDGE | HONE_MATERIAL_GROUND_SHADOW;
    material->edge_size = 2, material->edge_colour[3] = 1;
    material->pbr = pbr, material->mtoon = toon;
    return model;
}

/* Two characters of one model, each in a pose of its own, one of them with a morph. */
static void set_up(stage *s, hone_renderer *renderer, const hone_pbr *pbr, const hone_mtoon *toon)
{
    hone_model *model = make_model(pbr, toon);
    *s = (stage){.renderer = renderer, .gpu_model = hone_gpu_model_create(renderer, model, NULL, NULL)};
    s->colours = calloc(700, 4);
    CHECK(s->gpu_model && s->colours);
    for (uint32_t i = 0; i < 4 * 700; i++) s->colours[i] = (uint8_t)(i % 4 == 3 ? 255 : i * 37);
    for (uint32_t i = 0; i < ACTORS; i++) {
        s->actors[i] = make_actor(model, 9 + i);
        hone_actor_writable_pose(s->actors[i])->morphs[0] = i ? 0.5f : 0;
        CHECK(hone_actor_evaluate(s->actors[i], NULL));
        hone_actor_apply_morphs(s->actors[i]);
        hone_actor_build_palette(s->actors[i]);
        for (int p = 0; p < POSES; p++) s->poses[i][p] = *hone_actor_palette(s->actors[i]);
        s->places[i] = (hone_instance){HONE_AFFINE_IDENTITY, 0};
        s->items[i] = (hone_draw_item){
            .gpu_model = s->gpu_model, .actor = s->actors[i], .instances = &s->places[i], .instance_count = 1};
    }
    s->places[1].world.m[0][3] = 6;
    s->desc = (hone_draw_desc){.width = SIZE,
                               .height = SIZE,
                               .samples = 1,
                               .background = {0.5f, 0.6f, 0.7f, 1},
                               .camera = {{3, 4, 0}, {0.2f, 0.3f, 0}, -40, 30, false},
                               .items = s->items,
                               .item_count = ACTORS};
    hone_model_release(model);
}

static void tear_down(stage *s)
{
    hone_gpu_model_destroy(s->gpu_model);
    for (uint32_t i = 0; i < ACTORS; i++) hone_actor_destroy(s->actors[i]);
    free(s->colours);
}

/* Items of several poses are skinned by each pass, even if their instances use only the first. */
static void choose(stage *s, bool once)
{
    for (uint32_t i = 0; i < ACTORS; i++) {
        s->items[i].poses = once ? NULL : s->poses[i];
        s->items[i].pose_count = once ? 0 : POSES;
    }
}

static hone_image draw(stage *s)
{
    hone_image image;
    hone_error error = {0};
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    if (!hone_renderer_draw_image(s->renderer, &s->desc, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

static uint32_t count_drawn(const hone_image *image)
{
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)SIZE * SIZE; i++)
        count += memcmp(image->pixels + 4 * i, image->pixels, 4) != 0; /* the first pixel is of the background */
    return count;
}

static void check_picture(stage *s)
{
    choose(s, false);
    hone_image each = draw(s);
    CHECK(!s->gpu_model->skinned && count_drawn(&each) > SIZE * SIZE / 20);
    choose(s, true);
    hone_image once = draw(s);
    CHECK(s->gpu_model->skinned || s->gpu_model->skin_path == HONE_GPU_SKIN_OFF);
    assert_memory_equal(each.pixels, once.pixels, (size_t)SIZE * SIZE * 4);
    hone_image_release(&each);
    hone_image_release(&once);
}

static void check_data(stage *s)
{
    static hone_pixel_data each[SIZE * SIZE], once[SIZE * SIZE];
    choose(s, false);
    CHECK(hone_renderer_draw_data(s->renderer, &s->desc, each, NULL) && !s->gpu_model->skinned);
    choose(s, true);
    CHECK(hone_renderer_draw_data(s->renderer, &s->desc, once, NULL) && s->gpu_model->skinned);
    assert_memory_equal(each, once, sizeof each);
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

static void every_method_draws_the_same_picture(void **state)
{
    (void)state;
    stage s;
    set_up(&s, pixels_renderer(), NULL, NULL);
    s.desc.no_edges = true, s.desc.shadows = HONE_SHADOWS_GROUND; /* few programs, which take time to compile */
    for (int way = HONE_GPU_SKIN_OFF + 1; way < HONE_GPU_SKIN_COUNT; way++)
        for (int method = 0; method <= HONE_SKIN_CENTRES; method++) {
            s.desc.gpu_skin = (hone_gpu_skin)way, s.desc.method = (hone_skin_method)method;
            s.desc.gpu_max_slots = method == HONE_SKIN_LINEAR ? 12 : 0; /* in pieces, if the palette is in uniforms */
            check_picture(&s);
        }
    tear_down(&s);
}

static void every_pass_draws_the_same_picture(void **state)
{
    (void)state;
    stage s;
    set_up(&s, pixels_renderer(), NULL, NULL);
    s.desc.gpu_skin = HONE_GPU_SKIN_TEXTURE;
    for (int passes = 0; passes < 16; passes++) {
        s.items[0].wireframe = passes & 1;
        s.items[1].colours = passes & 2 ? (const uint8_t(*)[4])s.colours : NULL;
        s.desc.no_edges = (passes & 4) != 0;
        s.desc.shadows = passes & 8 ? HONE_SHADOWS_SELF : HONE_SHADOWS_GROUND;
        check_picture(&s);
    }
    s.items[1].colours = NULL, s.desc.no_edges = false;
    check_data(&s);
    tear_down(&s);
}

static void outlines_of_avatars_are_the_same(void **state)
{
    (void)state;
    static hone_pbr pbr = {.base_colour = {1, 0.5f, 0.5f, 1}};
    static hone_mtoon toon = {.shading_toony = 0.9f, .outline_mode = HONE_OUTLINE_WORLD, .outline_width = 0.1f};
    for (int i = 0; i < HONE_MAP_COUNT; i++) pbr.maps[i].texture = HONE_NONE;
    for (int i = 0; i < HONE_MTOON_MAP_COUNT; i++) toon.maps[i].texture = HONE_NONE;
    stage s;
    set_up(&s, pixels_renderer(), &pbr, &toon);
    s.desc.gpu_skin = HONE_GPU_SKIN_TEXTURE;
    s.desc.shadows = HONE_SHADOWS_OFF;
    check_picture(&s);
    check_data(&s);
    tear_down(&s);
}

static void many_instances_read_one_character(void **state)
{
    (void)state;
    enum { INSTANCES = 9 };
    hone_instance places[INSTANCES];
    stage s;
    set_up(&s, pixels_renderer(), NULL, NULL);
    for (int i = 0; i < INSTANCES; i++)
        places[i] = (hone_instance){{{{0.6f, 0, 0, (float)(i % 3) * 3}, {0, 0.6f, 0, (float)i}, {0, 0, 0.6f, 0}}}, 0};
    s.items[0].instances = places, s.items[0].instance_count = INSTANCES;
    s.desc.item_count = 1;
    s.desc.no_edges = true, s.desc.shadows = HONE_SHADOWS_OFF; /* a single pass */
    static const hone_gpu_skin ways[] = {HONE_GPU_SKIN_MATRIX, HONE_GPU_SKIN_TEXTURE};
    for (int i = 0; i < 2; i++) {
        s.desc.gpu_skin = ways[i];
        check_picture(&s);
    }
    tear_down(&s);
}

static void a_single_reader_skins_itself(void **state)
{
    (void)state;
    stage s;
    set_up(&s, pixels_renderer(), NULL, NULL);
    s.desc.gpu_skin = HONE_GPU_SKIN_TEXTURE;
    s.desc.no_edges = true, s.desc.shadows = HONE_SHADOWS_OFF;
    hone_image image = draw(&s);
    CHECK(!s.gpu_model->skinned);
    hone_image_release(&image);
    s.desc.no_edges = false;
    image = draw(&s);
    CHECK(s.gpu_model->skinned);
    hone_image_release(&image);
    tear_down(&s);
}

static void a_context_may_be_lost(void **state)
{
    (void)state;
    stage s;
    pixels_renderer(); /* skips */
    set_up(&s, hone_renderer_create(NULL, NULL), NULL, NULL);
    s.desc.gpu_skin = HONE_GPU_SKIN_TEXTURE;
    hone_image before = draw(&s);
    hone_renderer_lose_context(s.renderer);
    CHECK(hone_renderer_restore(s.renderer, NULL) && hone_gpu_model_restore(s.gpu_model, NULL, NULL));
    hone_image after = draw(&s);
    CHECK(s.gpu_model->skinned);
    assert_memory_equal(before.pixels, after.pixels, (size_t)SIZE * SIZE * 4);
    hone_image_release(&before);
    hone_image_release(&after);
    tear_down(&s);
    hone_renderer_destroy(s.renderer);
}

/* ---- how often a shader skins ---------------------------------------------------------------------------------- */

#define glBeginQuery ((PFNGLBEGINQUERYPROC)hone_gl_find("glBeginQuery"))
#define glDeleteQueries ((PFNGLDELETEQUERIESPROC)hone_gl_find("glDeleteQueries"))
#define glEndQuery ((PFNGLENDQUERYPROC)hone_gl_find("glEndQuery"))
#define glGenQueries ((PFNGLGENQUERIESPROC)hone_gl_find("glGenQueries"))
#define glGetQueryObjectuiv ((PFNGLGETQUERYOBJECTUIVPROC)hone_gl_find("glGetQueryObjectuiv"))

/* Invocations of all vertex shaders of a picture. */
static uint32_t count_invocations(stage *s, bool once)
{
    GLuint query, count = 0;
    hone_context_before before;
    choose(s, once);
    CHECK(hone_context_enter(&s->renderer->context, &before, NULL));
    if (!hone_gl_has("GL_ARB_pipeline_statistics_query"))
        test_skip(1, "count of a shader's invocations, which the driver does not give");
    glGenQueries(1, &query);
    glBeginQuery(GL_VERTEX_SHADER_INVOCATIONS, query);
    hone_image image = draw(s);
    CHECK(hone_context_enter(&s->renderer->context, &before, NULL));
    glEndQuery(GL_VERTEX_SHADER_INVOCATIONS);
    glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
    glDeleteQueries(1, &query);
    hone_context_leave(&s->renderer->context, &before);
    hone_image_release(&image);
    return count;
}

/* A shader skins each vertex of both characters once, however many passes read it; all other invocations only read. */
static void a_shader_skins_at_most_two_fifths_as_often(void **state)
{
    (void)state;
    stage s;
    set_up(&s, pixels_renderer(), NULL, NULL);
    s.desc.gpu_skin = HONE_GPU_SKIN_TEXTURE;
    uint32_t each = count_invocations(&s, false), all = count_invocations(&s, true);
    uint32_t once = ACTORS * s.gpu_model->gpu.vertices.count;
    assert_int_equal(all, each + once);
    CHECK(once * 5 <= each * 2);
    tear_down(&s);
}

TEST_GROUP(test_skin_once)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_draws_the_same_picture),
        cmocka_unit_test(every_pass_draws_the_same_picture),
        cmocka_unit_test(outlines_of_avatars_are_the_same),
        cmocka_unit_test(many_instances_read_one_character),
        cmocka_unit_test(a_single_reader_skins_itself),
        cmocka_unit_test(a_context_may_be_lost),
        cmocka_unit_test(a_shader_skins_at_most_two_fifths_as_often),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
