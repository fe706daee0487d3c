/* Depth, item and material of pixels, with geometry whose distances are known. */
#include "support/image/pixels.h"
#include "support/make/quads.h"
#include "support/support.h"
#include <hone/render.h>
#include <math.h>
#include <string.h>

enum { SIZE = 64, ITEMS = 2 };

/* 25 units wide and high, seen straight from the front; the eye is at z -45. */
static const hone_camera flat = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};

typedef struct scene {
    hone_model *models[ITEMS];
    hone_draw_item items[ITEMS];
    hone_draw_desc desc;
    hone_pixel_data pixels[SIZE * SIZE];
} scene;

/* Item 0: a quad at z 0 with half side 10 and in front of its right half one at -5. Item 1: one at -10 at the upper
 * left. */
static void make(scene *s)
{
    const test_quad first[2] = {{.half = 10, .material = test_flat_material(1, 0, 0, 1)},
                                {.x = 5, .z = -5, .half = 5, .material = test_flat_material(0, 1, 0, 1)}};
    const test_quad second = {.x = -6, .y = 6, .z = -10, .half = 3, .material = test_flat_material(0, 0, 1, 1)};
    *s = (scene){.desc = {.width = SIZE, .height = SIZE, .camera = flat, .item_count = ITEMS}};
    s->models[0] = test_quads_model(first, 2, NULL, HONE_SPACE_MMD);
    s->models[1] = test_quads_model(&second, 1, NULL, HONE_SPACE_MMD);
    for (int i = 0; i < ITEMS; i++) {
        s->items[i].actor = hone_actor_create(&(hone_actor_desc){.model = s->models[i]}, NULL);
        s->items[i].gpu_model = hone_gpu_model_create(pixels_renderer(), s->models[i], NULL, NULL);
        CHECK(s->items[i].actor && s->items[i].gpu_model);
    }
    s->desc.items = s->items;
}

static void destroy(scene *s)
{
    for (int i = 0; i < ITEMS; i++) {
        hone_gpu_model_destroy(s->items[i].gpu_model);
        hone_actor_destroy(s->items[i].actor);
        hone_model_release(s->models[i]);
    }
}

static void draw(scene *s)
{
    hone_error error = {0};
    if (!hone_renderer_draw_data(pixels_renderer(), &s->desc, s->pixels, &error))
        fail_msg("%s", error.message);
}

static void check_at(const scene *s, uint32_t x, uint32_t y, double depth, uint32_t item, uint32_t material)
{
    const hone_pixel_data *pixel = &s->pixels[y * SIZE + x];
    assert_int_equal(pixel->item, item);
    assert_int_equal(pixel->material, material);
    if (item)
        CHECK_NEAR(pixel->depth, depth, 1e-4);
    else
        CHECK(isinf(pixel->depth) && pixel->depth > 0);
}

static void planes_have_their_distance_and_their_number(void **state)
{
    (void)state;
    static scene s;
    make(&s);
    draw(&s);
    check_at(&s, 0, 0, 0, 0, 0);
    check_at(&s, 32, 55, 45, 1, 1);
    check_at(&s, 44, 32, 40, 1, 2);
    check_at(&s, 16, 16, 35, 2, 1);
    check_at(&s, 6, 50, 45, 1, 1); /* the left edge is at pixel 6.4, before the middle of this one */
    check_at(&s, 5, 50, 0, 0, 0);
    s.desc.camera = (hone_camera){{0, 0, 0}, {0, 0, 0}, -45, 30, false};
    draw(&s);
    check_at(&s, 32, 55, 45, 1, 1);
    check_at(&s, 44, 32, 40, 1, 2);
    destroy(&s);
}

/* Seen from above at 45 degrees, distances along the line of sight change evenly with the place on the plane, not in
 * the picture. */
static void depth_is_measured_along_the_line_of_sight(void **state)
{
    (void)state;
    static scene s;
    make(&s);
    s.desc.camera = (hone_camera){{0, 0, 0}, {-0.5f, 0.3f, 0}, -45, 30, false};
    s.desc.item_count = 1;
    draw(&s);
    unsigned seen = 0;
    for (uint32_t y = 0; y < SIZE; y++)
        for (uint32_t x = 0; x < SIZE; x++) {
            const hone_pixel_data *pixel = &s.pixels[y * SIZE + x];
            if (pixel->material != 1)
                continue;
            const float at[2] = {(2 * (float)x + 1) / SIZE - 1, 1 - (2 * (float)y + 1) / SIZE};
            float origin[3], along[3], point[3], projected[3];
            hone_camera_ray(&s.desc.camera, 1, at, origin, along);
            for (int i = 0; i < 3; i++) point[i] = origin[i] - origin[2] / along[2] * along[i]; /* at z 0 */
            CHECK(hone_camera_project(&s.desc.camera, 1, point, projected));
            CHECK_NEAR(pixel->depth, projected[2], 1e-3);
            seen++;
        }
    CHECK(seen > 500);
    destroy(&s);
}

/* Every pixel in which colours show an item has its number, in every way of skinning. */
static void numbers_are_those_of_the_colours(void **state)
{
    (void)state;
    static scene s;
    hone_image image;
    make(&s);
    CHECK(hone_image_create(SIZE, SIZE, NULL, &image, NULL));
    s.desc.samples = 1, s.desc.shadows = HONE_SHADOWS_OFF;
    s.desc.camera = (hone_camera){{0, 0, 0}, {-0.5f, 0.3f, 0.1f}, -45, 30, false};
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        s.desc.gpu_skin = (hone_gpu_skin)way;
        CHECK(hone_renderer_draw_image(pixels_renderer(), &s.desc, &image, NULL));
        draw(&s);
        for (size_t i = 0; i < SIZE * SIZE; i++) {
            const uint8_t *c = image.pixels + 4 * i;
            uint32_t item = c[2] ? 2 : c[0] || c[1] ? 1 : 0, material = c[0] || c[2] ? 1 : c[1] ? 2 : 0;
            assert_int_equal(s.pixels[i].item, item);
            assert_int_equal(s.pixels[i].material, material);
        }
    }
    hone_image_release(&image);
    destroy(&s);
}

static void hidden_materials_and_instances_count(void **state)
{
    (void)state;
    static scene s;
    static const bool hidden[2] = {false, true};
    const hone_instance places[2] = {{.world = HONE_AFFINE_IDENTITY},
                                     {.world = {{{1, 0, 0, 15}, {0, 1, 0, 0}, {0, 0, 1, 3}}}}};
    make(&s);
    s.items[0].hidden = hidden;
    s.items[1].instances = places, s.items[1].instance_count = 2;
    draw(&s);
    check_at(&s, 44, 40, 45, 1, 1);
    check_at(&s, 16, 16, 35, 2, 1);
    check_at(&s, 55, 16, 38, 2, 1);
    s.items[1].instance_count = 0;
    draw(&s);
    check_at(&s, 16, 16, 45, 1, 1);
    destroy(&s);
}

/* Replaces the scene's first model by a quad at z 0 and one at -5 before all of it, of this alpha. */
static void draw_clear(float alpha, float opacity, const hone_material *like, scene *s)
{
    test_quad quads[2] = {{.half = 10, .material = test_flat_material(1, 0, 0, 1)},
                          {.z = -5, .half = 10, .material = like ? *like : test_flat_material(0, 1, 0, alpha)}};
    make(s);
    hone_gpu_model_destroy(s->items[0].gpu_model);
    hone_actor_destroy(s->items[0].actor);
    hone_model_release(s->models[0]);
    s->models[0] = test_quads_model(quads, 2, NULL, HONE_SPACE_MMD);
    s->items[0] = (hone_draw_item){.actor = hone_actor_create(&(hone_actor_desc){.model = s->models[0]}, NULL),
                                   .gpu_model = hone_gpu_model_create(pixels_renderer(), s->models[0], NULL, NULL),
                                   .opacity = opacity};
    draw(s);
    destroy(s);
}

static void what_is_mostly_clear_is_looked_through(void **state)
{
    (void)state;
    static scene s;
    draw_clear(0.49f, 0, NULL, &s);
    check_at(&s, 40, 50, 45, 1, 1);
    draw_clear(0.51f, 0, NULL, &s);
    check_at(&s, 40, 50, 40, 1, 2);
    draw_clear(1, 0.4f, NULL, &s);
    check_at(&s, 40, 50, 0, 0, 0);
}

/* The edge (outline) around a quad belongs to its material. */
static void edges_belong_to_their_material(void **state)
{
    (void)state;
    static scene s;
    hone_material edged = test_flat_material(0, 1, 0, 1);
    edged.flags |= HONE_MATERIAL_EDGE;
    edged.edge_size = 40, edged.edge_colour[3] = 1;
    unsigned counts[2];
    for (int off = 0; off < 2; off++) {
        test_quad quad = {.z = -5, .half = 6, .turned_away = true, .material = edged};
        make(&s);
        hone_gpu_model_destroy(s.items[0].gpu_model);
        hone_actor_destroy(s.items[0].actor);
        hone_model_release(s.models[0]);
        s.models[0] = test_quads_model(&quad, 1, NULL, HONE_SPACE_MMD);
        s.items[0] = (hone_draw_item){.actor = hone_actor_create(&(hone_actor_desc){.model = s.models[0]}, NULL),
                                      .gpu_model = hone_gpu_model_create(pixels_renderer(), s.models[0], NULL, NULL)};
        s.desc.no_edges = off;
        s.desc.item_count = 1;
        draw(&s);
        counts[off] = 0;
        for (size_t i = 0; i < SIZE * SIZE; i++) counts[off] += s.pixels[i].item == 1 && s.pixels[i].material == 1;
        destroy(&s);
    }
    CHECK(counts[0] > 500); /* its back is drawn as an edge only */
    assert_int_equal(counts[1], 0);
}

static void pictures_go_on_beside_it(void **state)
{
    (void)state;
    static scene s;
    hone_image before, after;
    make(&s);
    CHECK(hone_image_create(SIZE, SIZE, NULL, &before, NULL) && hone_image_create(SIZE, SIZE, NULL, &after, NULL));
    CHECK(hone_renderer_draw_image(pixels_renderer(), &s.desc, &before, NULL));
    CHECK(hone_renderer_draw(pixels_renderer(), &s.desc, NULL));
    draw(&s);
    CHECK(hone_renderer_read(pixels_renderer(), &after, NULL));
    assert_memory_equal(before.pixels, after.pixels, 4 * SIZE * SIZE);
    s.desc.width = 17, s.desc.height = 5; /* another size */
    draw(&s);
    assert_int_equal(s.pixels[2 * 17 + 8].item, 1);
    hone_image_release(&before);
    hone_image_release(&after);
    destroy(&s);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    static scene s;
    hone_error error = {0};
    make(&s);
    CHECK(!hone_renderer_draw_data(pixels_renderer(), &s.desc, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_renderer_draw_data(NULL, &s.desc, s.pixels, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_renderer_draw_data(pixels_renderer(), NULL, s.pixels, &error));
    s.desc.width = 0;
    CHECK(!hone_renderer_draw_data(pixels_renderer(), &s.desc, s.pixels, &error) && error.code == HONE_ERROR_ARGUMENT);
    s.desc.width = 1u << 30;
    CHECK(!hone_renderer_draw_data(pixels_renderer(), &s.desc, s.pixels, &error) && error.code == HONE_ERROR_DEVICE);
    destroy(&s);
}

TEST_GROUP(test_render_data)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_have_their_distance_and_their_number),
        cmocka_unit_test(depth_is_measured_along_the_line_of_sight),
        cmocka_unit_test(numbers_are_those_of_the_colours),
        cmocka_unit_test(hidden_materials_and_instances_count),
        cmocka_unit_test(what_is_mostly_clear_is_looked_through),
        cmocka_unit_test(edges_belong_to_their_material),
        cmocka_unit_test(pictures_go_on_beside_it),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
