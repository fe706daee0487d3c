/* Pictures behind the scene, by their pixels. */
#include "support/image/pixels.h"
#include "support/support.h"
#include <hone/render.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48 };

/* Pixel x, y is 3 x, 5 y, 77, so that each is known by its colour. */
static hone_image make_image(uint32_t width, uint32_t height)
{
    hone_image image;
    CHECK(hone_image_create(width, height, NULL, &image, NULL));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            const uint8_t colour[4] = {(uint8_t)(3 * x), (uint8_t)(5 * y), 77, 255};
            memcpy(image.pixels + 4 * ((size_t)y * width + x), colour, 4);
        }
    return image;
}

static hone_gpu_image *send(uint32_t width, uint32_t height)
{
    hone_error error = {0};
    hone_image image = make_image(width, height);
    hone_gpu_image *out = hone_gpu_image_create(pixels_renderer(), &image, &error);
    hone_image_release(&image);
    if (!out)
        fail_msg("%s", error.message);
    return out;
}

static hone_draw_desc describe(const hone_backdrop *backdrop)
{
    return (hone_draw_desc){.width = WIDTH,
                            .height = HEIGHT,
                            .samples = 1,
                            .background = {1, 1, 1, 1},
                            .camera = HONE_CAMERA_DEFAULT,
                            .backdrop = backdrop};
}

static hone_image draw(const hone_draw_desc *desc)
{
    hone_error error = {0};
    hone_image image;
    CHECK(hone_image_create(desc->width, desc->height, NULL, &image, NULL));
    if (!hone_renderer_draw_image(pixels_renderer(), desc, &image, &error))
        fail_msg("%s", error.message);
    return image;
}

static hone_image draw_backdrop(const hone_backdrop *backdrop)
{
    hone_draw_desc desc = describe(backdrop);
    return draw(&desc);
}

static void a_picture_of_the_frames_size_is_drawn_bit_for_bit(void **state)
{
    (void)state;
    hone_gpu_image *gpu_image = send(WIDTH, HEIGHT);
    hone_image want = make_image(WIDTH, HEIGHT);
    for (int fit = HONE_BACKDROP_FILL; fit <= HONE_BACKDROP_ORIGINAL; fit++)
        for (uint32_t samples = 1; samples <= 4; samples += 3) {
            hone_backdrop backdrop = {.image = gpu_image, .fit = (hone_backdrop_fit)fit};
            hone_draw_desc desc = describe(&backdrop);
            desc.samples = samples;
            hone_image seen = draw(&desc);
            assert_memory_equal(seen.pixels, want.pixels, 4 * WIDTH * HEIGHT);
            hone_image_release(&seen);
        }
    hone_image_release(&want);
    hone_gpu_image_destroy(gpu_image);
}

/* A backdrop of 32 x 48 in a frame of 64 x 48. */
static void each_fit_fills_the_frame_in_its_way(void **state)
{
    (void)state;
    hone_gpu_image *gpu_image = send(32, 48);
    hone_image fit = draw_backdrop(&(hone_backdrop){.image = gpu_image, .fit = HONE_BACKDROP_FIT});
    check_pixel(&fit, 15, 20, 255, 255, 255, 255);
    check_pixel(&fit, 16, 20, 0, 100, 77, 255);
    check_pixel(&fit, 47, 47, 93, 235, 77, 255);
    check_pixel(&fit, 48, 20, 255, 255, 255, 255);
    hone_image_release(&fit);
    hone_image fill = draw_backdrop(&(hone_backdrop){.image = gpu_image}); /* twice as large, 24 rows cut at each end */
    check_pixel(&fill, 32, 24, 3 * 32 / 2, 5 * 24, 77, 255);
    check_pixel(&fill, 1, 1, 1, 5 * 12 + 1, 77, 255);
    check_pixel(&fill, 63, 46, 93, 5 * 35 - 1, 77, 255);
    hone_image_release(&fill);
    hone_image stretched = draw_backdrop(&(hone_backdrop){.image = gpu_image, .fit = HONE_BACKDROP_STRETCH});
    check_pixel(&stretched, 32, 24, 3 * 32 / 2, 5 * 24, 77, 255);
    check_pixel(&stretched, 63, 0, 93, 0, 77, 255);
    check_pixel(&stretched, 0, 47, 0, 235, 77, 255);
    hone_image_release(&stretched);
    hone_image original = draw_backdrop(&(hone_backdrop){.image = gpu_image, .fit = HONE_BACKDROP_ORIGINAL});
    check_pixel(&original, 0, 0, 0, 0, 77, 255);
    check_pixel(&original, 31, 47, 93, 235, 77, 255);
    check_pixel(&original, 32, 20, 255, 255, 255, 255);
    hone_image_release(&original);
    hone_gpu_image_destroy(gpu_image);
}

static void it_is_moved_and_scaled(void **state)
{
    (void)state;
    hone_gpu_image *gpu_image = send(16, 8);
    hone_backdrop backdrop = {.image = gpu_image, .fit = HONE_BACKDROP_ORIGINAL, .offset = {10, 20}};
    hone_image moved = draw_backdrop(&backdrop);
    check_pixel(&moved, 9, 20, 255, 255, 255, 255);
    check_pixel(&moved, 10, 19, 255, 255, 255, 255);
    check_pixel(&moved, 10, 20, 0, 0, 77, 255);
    check_pixel(&moved, 25, 27, 45, 35, 77, 255);
    check_pixel(&moved, 26, 27, 255, 255, 255, 255);
    hone_image_release(&moved);
    backdrop.scale = 2;
    hone_image larger = draw_backdrop(&backdrop);
    check_pixel(&larger, 41, 35, 45, 35, 77, 255);
    check_pixel(&larger, 42, 35, 255, 255, 255, 255);
    hone_image_release(&larger);
    backdrop.scale = 1; /* pixels are those of a frame of half the size */
    backdrop.frame[0] = WIDTH / 2, backdrop.frame[1] = HEIGHT / 2;
    hone_image finer = draw_backdrop(&backdrop);
    check_pixel(&finer, 19, 40, 255, 255, 255, 255);
    check_pixel(&finer, 20, 40, 0, 0, 77, 255);
    check_pixel(&finer, 51, 47, 45, 16, 77, 255);
    check_pixel(&finer, 52, 47, 255, 255, 255, 255);
    hone_image_release(&finer);
    backdrop = (hone_backdrop){.image = gpu_image, .fit = HONE_BACKDROP_STRETCH, .scale = 0.5f, .offset = {-8, 0}};
    hone_image middle = draw_backdrop(&backdrop);
    check_pixel(&middle, 7, 24, 255, 255, 255, 255);
    check_pixel(&middle, 9, 24, 1, 18, 77, 255);
    check_pixel(&middle, 40, 24, 255, 255, 255, 255);
    check_pixel(&middle, 20, 11, 255, 255, 255, 255);
    hone_image_release(&middle);
    hone_gpu_image_destroy(gpu_image);
}

/* Stripes that are narrower than pixels of the frame become their mean, not noise. */
static void a_large_picture_is_averaged(void **state)
{
    (void)state;
    hone_image stripes;
    CHECK(hone_image_create(8 * WIDTH, 8 * HEIGHT, NULL, &stripes, NULL));
    for (size_t i = 0; i < (size_t)stripes.width * stripes.height; i++)
        memset(stripes.pixels + 4 * i, i % 2 ? 255 : 55, 4);
    for (size_t i = 0; i < (size_t)stripes.width * stripes.height; i++) stripes.pixels[4 * i + 3] = 255;
    hone_gpu_image *gpu_image = hone_gpu_image_create(pixels_renderer(), &stripes, NULL);
    hone_image seen = draw_backdrop(&(hone_backdrop){.image = gpu_image});
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) check_pixel(&seen, x, y, 155, 155, 155, 255);
    hone_image_release(&seen);
    hone_image_release(&stripes);
    hone_gpu_image_destroy(gpu_image);
}

static void its_transparency_shows_the_background(void **state)
{
    (void)state;
    hone_image image;
    CHECK(hone_image_create(1, 1, NULL, &image, NULL));
    memcpy(image.pixels, (const uint8_t[4]){200, 100, 0, 128}, 4);
    hone_gpu_image *gpu_image = hone_gpu_image_create(pixels_renderer(), &image, NULL);
    hone_backdrop backdrop = {.image = gpu_image};
    hone_draw_desc desc = describe(&backdrop);
    hone_image over_white = draw(&desc);
    check_pixel(&over_white, 5, 5, 227, 177, 127, 255);
    hone_image_release(&over_white);
    desc.background[3] = 0;
    hone_image over_nothing = draw(&desc);
    check_pixel(&over_nothing, 5, 5, 200, 100, 0, 128);
    hone_image_release(&over_nothing);
    hone_image_release(&image);
    hone_gpu_image_destroy(gpu_image);
}

static void a_picture_is_replaced_by_one_of_any_size(void **state)
{
    (void)state;
    hone_gpu_image *gpu_image = send(7, 3);
    hone_image want = make_image(WIDTH, HEIGHT);
    CHECK(hone_gpu_image_set(gpu_image, &want, NULL));
    CHECK(!hone_gpu_image_set(gpu_image, NULL, NULL)); /* the old one stays */
    hone_image seen = draw_backdrop(&(hone_backdrop){.image = gpu_image});
    assert_memory_equal(seen.pixels, want.pixels, 4 * WIDTH * HEIGHT);
    hone_image_release(&seen);
    hone_image_release(&want);
    hone_gpu_image_destroy(gpu_image);
}

static void check_refused(hone_backdrop backdrop)
{
    hone_error error = {0};
    hone_image image;
    hone_draw_desc desc = describe(&backdrop);
    CHECK(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    CHECK(!hone_renderer_draw_image(pixels_renderer(), &desc, &image, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    hone_image_release(&image);
}

static void backdrops_that_cannot_be_drawn_are_refused(void **state)
{
    (void)state;
    hone_gpu_image *gpu_image = send(4, 4);
    hone_image plain = draw_backdrop(&(hone_backdrop){.scale = NAN}); /* without a picture there is none */
    check_pixel(&plain, 0, 0, 255, 255, 255, 255);
    hone_image_release(&plain);
    check_refused((hone_backdrop){.image = gpu_image, .fit = (hone_backdrop_fit)4});
    check_refused((hone_backdrop){.image = gpu_image, .scale = -1});
    check_refused((hone_backdrop){.image = gpu_image, .scale = NAN});
    check_refused((hone_backdrop){.image = gpu_image, .offset = {INFINITY, 0}});
    check_refused((hone_backdrop){.image = gpu_image, .offset = {0, NAN}});
    hone_renderer *other = hone_renderer_create(NULL, NULL);
    hone_image image = make_image(4, 4);
    hone_gpu_image *others = hone_gpu_image_create(other, &image, NULL);
    check_refused((hone_backdrop){.image = others});
    hone_gpu_image_destroy(others);
    hone_renderer_destroy(other);
    hone_error error = {0};
    CHECK(!hone_gpu_image_create(pixels_renderer(), NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_gpu_image_create(NULL, &image, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_gpu_image_create(pixels_renderer(), &(hone_image){.pixels = image.pixels}, &error));
    CHECK(!hone_gpu_image_set(NULL, &image, &error));
    hone_gpu_image_destroy(NULL);
    hone_image_release(&image);
    hone_gpu_image_destroy(gpu_image);
}

TEST_GROUP(test_render_backdrop)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_of_the_frames_size_is_drawn_bit_for_bit),
        cmocka_unit_test(each_fit_fills_the_frame_in_its_way),
        cmocka_unit_test(it_is_moved_and_scaled),
        cmocka_unit_test(a_large_picture_is_averaged),
        cmocka_unit_test(its_transparency_shows_the_background),
        cmocka_unit_test(a_picture_is_replaced_by_one_of_any_size),
        cmocka_unit_test(backdrops_that_cannot_be_drawn_are_refused),
    };
    return cmocka_run_group_tests(tests, pixels_enter, pixels_leave);
}
