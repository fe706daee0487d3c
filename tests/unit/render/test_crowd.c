/* Many instances of one model in a picture: positions and poses, with every way of skinning. */
#include "draw/render/mesh/gpu_model.h"
#include "support/make/quads.h"
#include <hone/render.h>
#include <string.h>

enum { COLUMNS = 40, ROWS = 25, COUNT = COLUMNS * ROWS, CELL = 8, POSES = 500 };
enum { WIDTH = COLUMNS * CELL, HEIGHT = ROWS * CELL };

/* One pixel is 25 / HEIGHT units. */
static const hone_camera flat_camera = {{0, 0, 0}, {0, 0, 0}, -45, 30, true};
static const float pixel_size = 25.0f / HEIGHT;

static struct {
    test_allocator memory;
    hone_renderer *renderer;
    hone_error error;
    hone_model *model; /* a quad of 2 x 2 pixels */
    hone_actor *actor;
    hone_gpu_model *gpu_model;
    hone_instance instances[COUNT];
    hone_affine affine[POSES];
    hone_dual_quaternion duals[POSES];
    hone_palette poses[POSES];
} shared;

/* In pose p the quad is in quarter p % 4 of the cell, rotated by p quarter turns, which is not visible. */
static void make_pose(uint32_t p)
{
    static const float cosines[] = {1, 0, -1, 0};
    float c = cosines[p % 4], s = cosines[(p + 3) % 4], half = pixel_size * CELL / 4;
    float x = p % 2 ? half : -half, y = p % 4 < 2 ? half : -half;
    hone_affine bone = {{{c, -s, 0, x}, {s, c, 0, y}, {0, 0, 1, 0}}};
    shared.poses[p] = (hone_palette){.slot_count = 1, .affine = &shared.affine[p], .duals = &shared.duals[p]};
    hone_palette_build(hone_model_mesh(shared.model)->slots, &bone, 1, &shared.poses[p]);
}

static int make(void **state)
{
    (void)state;
    test_allocator_make(&shared.memory, UINT64_MAX);
    shared.renderer = hone_renderer_create(&(hone_renderer_desc){.allocator = &shared.memory.allocator}, &shared.error);
    test_quad q = {.half = pixel_size, .material = test_flat_material(1, 0, 0, 1)};
    shared.model = test_quads_model(&q, 1, NULL, HONE_SPACE_MMD);
    shared.actor = hone_actor_create(&(hone_actor_desc){.model = shared.model}, NULL);
    shared.gpu_model = shared.renderer ? hone_gpu_model_create(shared.renderer, shared.model, NULL, NULL) : NULL;
    for (uint32_t p = 0; p < POSES; p++) make_pose(p);
    for (uint32_t i = 0; i < COUNT; i++) {
        float x = ((float)(i % COLUMNS) + 0.5f - COLUMNS / 2) * CELL * pixel_size;
        float y = (ROWS / 2.0f - (float)(i / COLUMNS) - 0.5f) * CELL * pixel_size;
        shared.instances[i] = (hone_instance){{{{1, 0, 0, x}, {0, 1, 0, y}, {0, 0, 1, 0}}}, i * 7 % POSES};
    }
    return 0;
}

static int destroy(void **state)
{
    (void)state;
    hone_gpu_model_destroy(shared.gpu_model);
    hone_actor_destroy(shared.actor);
    hone_model_release(shared.model);
    hone_renderer_destroy(shared.renderer);
    return shared.memory.live != 0;
}

static void skip_without_device(void)
{
    if (shared.renderer)
        return;
    hone_code code = shared.error.code;
    CHECK(code == HONE_ERROR_DEVICE || (code == HONE_ERROR_UNSUPPORTED && !hone_render_available()));
    test_skip(1, "test of a crowd's pixels, without an EGL driver");
}

static bool draw(const hone_draw_item *item, hone_gpu_skin way, hone_image *image, hone_error *error)
{
    const hone_draw_desc desc = {.width = WIDTH,
                                 .height = HEIGHT,
                                 .samples = 1,
                                 .background = {0, 0, 1, 1},
                                 .camera = flat_camera,
                                 .items = item,
                                 .item_count = 1,
                                 .gpu_skin = way};
    return hone_renderer_draw_image(shared.renderer, &desc, image, error);
}

static hone_image draw_crowd(uint32_t instances, uint32_t poses, hone_gpu_skin way)
{
    hone_error error = {0};
    hone_image image;
    const hone_draw_item item = {.gpu_model = shared.gpu_model,
                                 .actor = shared.actor,
                                 .instances = shared.instances,
                                 .instance_count = instances,
                                 .poses = shared.poses,
                                 .pose_count = poses};
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    if (!draw(&item, way, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

/* The quad has 2 x 2 pixels around the middle of a quarter; of the cell if quarter is -1; it is not drawn if it is
 * 4. */
static void check_cell(const hone_image *image, uint32_t cell, int quarter)
{
    int middle_x = quarter == -1 ? CELL / 2 : quarter % 2 ? CELL * 3 / 4 : CELL / 4;
    int middle_y = quarter == -1 ? CELL / 2 : quarter < 2 ? CELL / 4 : CELL * 3 / 4;
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++) {
            bool inside = quarter < 4 && x >= middle_x - 1 && x <= middle_x && y >= middle_y - 1 && y <= middle_y;
            size_t row = (cell / COLUMNS) * CELL + (size_t)y, column = (cell % COLUMNS) * CELL + (size_t)x;
            const uint8_t *pixel = image->pixels + 4 * (row * WIDTH + column);
            const uint8_t red[4] = {255, 0, 0, 255}, blue[4] = {0, 0, 255, 255};
            assert_memory_equal(pixel, inside ? red : blue, 4);
        }
}

/* ---- tests ---- */

static void a_thousand_of_many_poses_are_one_draw(void **state)
{
    (void)state;
    skip_without_device();
    const hone_gpu_skin ways[] = {HONE_GPU_SKIN_TEXTURE,
                                  HONE_GPU_SKIN_TEXTURE_NORMALISED,
                                  HONE_GPU_SKIN_TEXTURE_HALF,
                                  HONE_GPU_SKIN_TEXTURE_QUATERNION,
                                  HONE_GPU_SKIN_TEXTURE_QUATERNION_NORMALISED,
                                  HONE_GPU_SKIN_TEXTURE_QUATERNION_HALF,
                                  HONE_GPU_SKIN_BUFFER,
                                  HONE_GPU_SKIN_BUFFER_QUATERNION};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        hone_image image = draw_crowd(COUNT, POSES, ways[w]);
        for (uint32_t i = 0; i < COUNT; i++) check_cell(&image, i, (int)(shared.instances[i].pose % 4));
        assert_int_equal(shared.gpu_model->draw_count, 1);
        assert_int_equal(shared.gpu_model->gpu.split->draw_begin[1], 1);
        hone_image_release(&image);
    }
}

static void every_way_poses_a_crowd_alike(void **state)
{
    (void)state;
    skip_without_device();
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        hone_image image = draw_crowd(150, POSES, (hone_gpu_skin)way);
        for (uint32_t i = 0; i < COUNT; i++) check_cell(&image, i, i < 150 ? (int)(shared.instances[i].pose % 4) : 4);
        hone_image_release(&image);
    }
}

static void one_pose_serves_many_items(void **state)
{
    (void)state;
    skip_without_device();
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        hone_image image = draw_crowd(COUNT - 3, 0, (hone_gpu_skin)way); /* the actor's own */
        for (uint32_t i = 0; i < COUNT; i++) check_cell(&image, i, i < COUNT - 3 ? -1 : 4);
        assert_int_equal(shared.gpu_model->draw_count, 1);
        hone_image_release(&image);
    }
}

static void instances_are_turned_and_scaled(void **state)
{
    (void)state;
    skip_without_device();
    hone_image image;
    hone_instance one = {{{{0, -20, 0, 5}, {20, 0, 0, -2}, {0, 0, 20, 0}}}, 0};
    hone_draw_item item = {
        .gpu_model = shared.gpu_model, .actor = shared.actor, .instances = &one, .instance_count = 1};
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    CHECK(draw(&item, HONE_GPU_SKIN_MATRIX, &image, NULL));
    size_t red = 0, right = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        bool drawn = image.pixels[4 * i] == 255;
        red += drawn;
        right += drawn && fabsf(((float)(i % WIDTH) - WIDTH / 2.0f) * pixel_size - 5) < 20 * pixel_size + 0.2f;
    }
    CHECK(red > 39 * 39 && red < 41 * 41 && right == red);
    hone_image_release(&image);
}

static void nobody_is_nobody(void **state)
{
    (void)state;
    skip_without_device();
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        hone_image image = draw_crowd(0, POSES, (hone_gpu_skin)way);
        for (uint32_t i = 0; i < COUNT; i++) check_cell(&image, i, 4);
        hone_image_release(&image);
    }
}

static void slips_of_the_caller_are_errors(void **state)
{
    (void)state;
    skip_without_device();
    hone_image image;
    hone_error error = {0};
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    hone_palette pose = shared.poses[0];
    hone_instance stray = {HONE_AFFINE_IDENTITY, 1};
    const hone_draw_item good = {.gpu_model = shared.gpu_model,
                                 .actor = shared.actor,
                                 .instances = &stray,
                                 .instance_count = 1,
                                 .poses = &pose,
                                 .pose_count = 1};
    CHECK(!draw(&good, HONE_GPU_SKIN_TEXTURE, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(strstr(error.message, "pose 1 of 1"));
    stray.pose = 0;
    CHECK(draw(&good, HONE_GPU_SKIN_TEXTURE, &image, &error));
    CHECK(!draw(&good, HONE_GPU_SKIN_COUNT, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    pose.slot_count = 0;
    CHECK(!draw(&good, HONE_GPU_SKIN_TEXTURE, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    pose = shared.poses[0];
    pose.affine = NULL;
    CHECK(!draw(&good, HONE_GPU_SKIN_TEXTURE, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_draw_item poseless = good;
    poseless.poses = NULL;
    CHECK(!draw(&poseless, HONE_GPU_SKIN_TEXTURE, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_image_release(&image);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    skip_without_device();
    hone_image image;
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        uint64_t live = shared.memory.live;
        bool ok = false;
        for (uint64_t n = 0; !ok; n++) {
            hone_error error = {0};
            shared.memory.fail_at = shared.memory.calls + n;
            hone_gpu_model *gpu_model = hone_gpu_model_create(shared.renderer, shared.model, NULL, &error);
            const hone_draw_item item = {.gpu_model = gpu_model,
                                         .actor = shared.actor,
                                         .instances = shared.instances,
                                         .instance_count = COUNT,
                                         .poses = shared.poses,
                                         .pose_count = POSES};
            ok = gpu_model && draw(&item, (hone_gpu_skin)way, &image, &error);
            CHECK(ok || error.code == HONE_ERROR_MEMORY);
            hone_gpu_model_destroy(gpu_model);
            assert_int_equal(shared.memory.live, live);
        }
    }
    shared.memory.fail_at = UINT64_MAX;
    hone_image_release(&image);
}

/* After the first picture with a way of skinning nothing is allocated. */
static void pictures_allocate_nothing(void **state)
{
    (void)state;
    skip_without_device();
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        hone_image image = draw_crowd(COUNT, POSES, (hone_gpu_skin)way);
        hone_image_release(&image);
        uint64_t calls = shared.memory.calls;
        image = draw_crowd(COUNT, POSES, (hone_gpu_skin)way);
        assert_int_equal(shared.memory.calls, calls);
        hone_image_release(&image);
    }
}

TEST_GROUP(test_crowd)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_of_many_poses_are_one_draw),
        cmocka_unit_test(every_way_poses_a_crowd_alike),
        cmocka_unit_test(one_pose_serves_many_items),
        cmocka_unit_test(instances_are_turned_and_scaled),
        cmocka_unit_test(nobody_is_nobody),
        cmocka_unit_test(slips_of_the_caller_are_errors),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(pictures_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, make, destroy);
}
