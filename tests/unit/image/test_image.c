/* Every kind of picture is read and written as png; damaged files and wrong sizes are refused. */
#include "support/image/pictures.h"
#include <hone/image.h>
#include <stdlib.h>
#include <string.h>

static void every_kind_of_picture_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        hone_image image = {0};
        hone_error error = {0};
        bool ok = hone_image_load_memory(bytes.data, bytes.size, NULL, &image, &error);
        const char *wrong = ok ? test_picture_compare(&test_pictures[i], &image) : error.message;
        if (wrong && test_picture_is_built_in(&test_pictures[i]))
            fail_msg("%s: %s", test_pictures[i].name, wrong);
        if (!test_picture_is_built_in(&test_pictures[i]))
            assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
}

/* Whether every pixel is what it should be, or grey because the file does not have it. */
static bool is_part_of(const test_picture *picture, const hone_image *image)
{
    for (uint32_t i = 0; i < image->width * image->height; i++) {
        uint8_t expected[4];
        const uint8_t *p = image->pixels + 4 * (size_t)i;
        picture->expect(i % image->width, i / image->width, expected);
        bool grey = p[0] == 128 && p[1] == 128 && p[2] == 128 && p[3] == 255;
        for (int c = 0; c < 4 && !grey; c++)
            if (abs(p[c] - expected[c]) > picture->tolerance)
                return false;
    }
    return true;
}

/* A cut file is refused, unless some of its rows are there; those of interlaced and jpg ones are coarse. The copy has
 * no byte after its end, so that asan detects reads there. */
static void cut_pictures_are_refused_or_have_their_rows(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        for (size_t size = 0; size < bytes.size && test_picture_is_built_in(&test_pictures[i]); size++) {
            uint8_t *cut = malloc(size ? size : 1);
            hone_image image = {0};
            hone_error error = {0};
            memcpy(cut, bytes.data, size);
            if (hone_image_load_memory(cut, size, &memory.allocator, &image, &error)) {
                bool coarse = strstr(test_pictures[i].name, "interlaced") || strstr(test_pictures[i].name, ".jpg");
                if (image.cut ? !coarse && !is_part_of(&test_pictures[i], &image)
                              : test_picture_compare(&test_pictures[i], &image) != NULL)
                    fail_msg("%s cut at %zu is read as something else", test_pictures[i].name, size);
            } else
                CHECK(error.code != HONE_OK && error.message[0] && !image.pixels);
            hone_image_release(&image);
            free(cut);
            assert_int_equal(memory.live, 0);
        }
        hone_bytes_release(&bytes);
    }
}

static void flipped_bits_do_no_harm(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        for (size_t bit = 0; bit < 8 * bytes.size; bit++) {
            hone_image image = {0};
            bytes.data[bit / 8] = (uint8_t)(bytes.data[bit / 8] ^ 1 << bit % 8);
            hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, NULL);
            hone_image_release(&image);
            assert_int_equal(memory.live, 0);
            bytes.data[bit / 8] = (uint8_t)(bytes.data[bit / 8] ^ 1 << bit % 8);
        }
        hone_bytes_release(&bytes);
    }
}

static void want_of_memory_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
        hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
        test_allocator memory;
        hone_error error = {0};
        hone_image image = {0};
        test_allocator_make(&memory, 0);
        CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
        if (test_picture_is_built_in(&test_pictures[i]))
            assert_int_equal(error.code, HONE_ERROR_MEMORY);
        CHECK(!image.pixels && memory.live == 0);
        hone_bytes_release(&bytes);
    }
}

/* The size is at `at`: 4 bytes in BMP and DDS, 2 in TGA, 4 big-endian ones in PNG. */
static void lie_about_size(uint8_t *bytes, size_t at, size_t size, bool big_endian, uint32_t side)
{
    for (size_t i = 0; i < size; i++) bytes[at + i] = (uint8_t)(side >> 8 * (big_endian ? size - 1 - i : i));
}

static void a_lie_about_the_size_is_found_before_memory_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t at, size;
        bool big_endian;
    } lies[] = {{"bmp 24", 18, 4, false},   {"bmp 8, runs", 18, 4, false}, {"tga 24", 12, 2, false},
                {"tga runs", 12, 2, false}, {"dds bc1", 12, 4, false},     {"dds masks", 12, 4, false}};
    for (size_t l = 0; l < sizeof lies / sizeof *lies; l++)
        for (size_t i = 0; i < TEST_PICTURE_COUNT; i++) {
            if (strcmp(test_pictures[i].name, lies[l].name) != 0)
                continue;
            hone_bytes bytes = test_picture_bytes(&test_pictures[i]);
            test_allocator memory;
            test_allocator_make(&memory, UINT64_MAX);
            hone_image image;
            hone_error error = {0};
            for (size_t k = 0; k < 2; k++)
                lie_about_size(bytes.data, lies[l].at + k * lies[l].size, lies[l].size, lies[l].big_endian, 8192);
            CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
            assert_int_equal(error.code, HONE_ERROR_FORMAT);
            assert_int_equal(memory.calls, 0);
            lie_about_size(bytes.data, lies[l].at, lies[l].size, lies[l].big_endian, 8193);
            CHECK(!hone_image_load_memory(bytes.data, bytes.size, &memory.allocator, &image, &error));
            assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
            assert_int_equal(memory.calls, 0);
            hone_bytes_release(&bytes);
        }
}

static void what_is_no_picture_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",   "B",    "PMX ",        "hello, world, this is a text of some length", "\x89PNG\r\n\x1a\n",
        "BM", "DDS ", "\xff\xd8\xff"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hone_image image = {.width = 1, .height = 1};
        hone_error error = {0};
        CHECK(!hone_image_load_memory(texts[i], strlen(texts[i]), NULL, &image, &error));
        CHECK(error.code == HONE_ERROR_FORMAT || error.code == HONE_ERROR_UNSUPPORTED);
        CHECK(!image.pixels && image.width == 0);
    }
    hone_image image;
    hone_error error = {0};
    CHECK(!hone_image_load_memory(NULL, 1, NULL, &image, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    CHECK(!hone_image_load_memory(NULL, 0, NULL, &image, &error)); /* as an empty file is in memory */
    CHECK(error.code == HONE_ERROR_FORMAT && strcmp(error.message, "is empty") == 0);
}

static void create_refuses_sides_out_of_range(void **state)
{
    (void)state;
    hone_image image;
    CHECK(!hone_image_create(0, 1, NULL, &image, NULL) && !image.pixels);
    CHECK(!hone_image_create(1, 16385, NULL, &image, NULL) && !image.pixels);
    CHECK(hone_image_create(16384, 1, NULL, &image, NULL));
    for (uint32_t i = 0; i < 4 * 16384; i++) assert_int_equal(image.pixels[i], 0);
    hone_image_release(&image);
    CHECK(!image.pixels && image.width == 0);
    hone_image_release(&image);
}

static hone_image random_image(uint32_t width, uint32_t height, bool opaque)
{
    hone_image image;
    test_random random = {7};
    CHECK(hone_image_create(width, height, NULL, &image, NULL));
    for (size_t i = 0; i < 4 * (size_t)width * height; i++)
        image.pixels[i] = i % 4 == 3 && opaque ? 255 : (uint8_t)test_random_u32(&random);
    return image;
}

static void png_brings_back_every_pixel(void **state)
{
    (void)state;
    for (int opaque = 0; opaque < 2; opaque++) {
        hone_image image = random_image(37, 23, opaque), back;
        hone_bytes bytes;
        hone_error error = {0};
        if (!hone_image_available()) {
            CHECK(!hone_image_write_png(&image, NULL, &bytes, &error) && error.code == HONE_ERROR_UNSUPPORTED);
            hone_image_release(&image);
            continue;
        }
        CHECK(hone_image_write_png(&image, NULL, &bytes, &error));
        assert_int_equal(bytes.data[25], opaque ? 2 : 6); /* colour type: without alpha, with alpha */
        CHECK(hone_image_load_memory(bytes.data, bytes.size, NULL, &back, &error));
        CHECK(back.width == 37 && back.height == 23);
        assert_memory_equal(back.pixels, image.pixels, 4 * 37 * 23);
        hone_image_release(&back);
        hone_image_release(&image);
        hone_bytes_release(&bytes);
    }
}

static void grey_values_are_written_with_all_bits(void **state)
{
    (void)state;
    enum { WIDTH = 300, HEIGHT = 7 };
    static uint16_t values[WIDTH * HEIGHT];
    hone_bytes bytes;
    hone_image back;
    hone_error error = {0};
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) values[i] = (uint16_t)(i * 31 + (i << 9));
    CHECK(!hone_image_write_png_grey(NULL, 1, 1, NULL, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_image_write_png_grey(values, 0, 1, NULL, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_image_write_png_grey(values, 1, 20000, NULL, &bytes, &error) && error.code == HONE_ERROR_ARGUMENT);
    if (!hone_image_available()) {
        CHECK(!hone_image_write_png_grey(values, 1, 1, NULL, &bytes, &error) && error.code == HONE_ERROR_UNSUPPORTED);
        return;
    }
    CHECK(hone_image_write_png_grey(values, WIDTH, HEIGHT, NULL, &bytes, &error));
    CHECK(bytes.data[24] == 16 && bytes.data[25] == 0); /* bits, colour type */
    CHECK(hone_image_load_memory(bytes.data, bytes.size, NULL, &back, &error));
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) assert_int_equal(back.pixels[4 * i], values[i] >> 8);
    hone_image_release(&back);
    hone_bytes_release(&bytes);
    bool ok = false;
    for (uint64_t n = 0; !ok; n++) { /* want of memory */
        test_allocator memory;
        test_allocator_make(&memory, n);
        ok = hone_image_write_png_grey(values, WIDTH, HEIGHT, &memory.allocator, &bytes, &error);
        CHECK(ok || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        hone_bytes_release(&bytes);
        assert_int_equal(memory.live, 0);
    }
}

/* Areas of colour, half of them half transparent. */
static hone_image calm_image(uint32_t width, uint32_t height)
{
    hone_image image;
    CHECK(hone_image_create(width, height, NULL, &image, NULL));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            memcpy(image.pixels + 4 * ((size_t)y * width + x),
                   (const uint8_t[]){x < width / 2 ? 220 : 30, 90, 60, y < height / 2 ? 255 : 128}, 4);
    return image;
}

static void jpg_brings_back_the_picture_over_black(void **state)
{
    (void)state;
    hone_image image = calm_image(37, 23), back;
    hone_bytes small, large;
    hone_error error = {0};
    if (!hone_image_available()) {
        CHECK(!hone_image_write_jpg(&image, 0, NULL, &small, &error) && error.code == HONE_ERROR_UNSUPPORTED);
        hone_image_release(&image);
        return;
    }
    CHECK(hone_image_write_jpg(&image, 10, NULL, &small, &error) &&
          hone_image_write_jpg(&image, 0, NULL, &large, &error));
    CHECK(small.size < large.size);
    CHECK(hone_image_load_memory(large.data, large.size, NULL, &back, &error) && back.width == 37 && back.height == 23);
    for (uint32_t y = 0; y < 23; y++)
        for (uint32_t x = 0; x < 37; x++) {
            const uint8_t *want = image.pixels + 4 * ((size_t)y * 37 + x),
                          *got = back.pixels + 4 * ((size_t)y * 37 + x);
            for (int c = 0; c < 3; c++) CHECK_NEAR(got[c], want[c] * want[3] / 255.0, 24); /* rings at the borders */
            if (x < 8 && y < 8)
                for (int c = 0; c < 3; c++) CHECK_NEAR(got[c], want[c], 3);
        }
    hone_image_release(&back);
    hone_bytes_release(&small), hone_bytes_release(&large);
    CHECK(!hone_image_write_jpg(&image, 101, NULL, &small, &error) && error.code == HONE_ERROR_ARGUMENT && !small.data);
    CHECK(!hone_image_write_jpg(NULL, 0, NULL, &small, &error) && !hone_image_write_jpg(&image, 0, NULL, NULL, &error));
    hone_image_release(&image);
}

static void jpg_writing_survives_want_of_memory(void **state)
{
    (void)state;
    hone_image image = random_image(200, 200, true);
    bool ok = !hone_image_available();
    for (uint64_t n = 0; !ok; n++) {
        test_allocator memory;
        hone_bytes bytes;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        ok = hone_image_write_jpg(&image, 100, &memory.allocator, &bytes, &error);
        CHECK(ok || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        CHECK(!ok || n > 3);
        hone_bytes_release(&bytes);
        assert_int_equal(memory.live, 0);
    }
    hone_image_release(&image);
}

static void png_writing_survives_want_of_memory(void **state)
{
    (void)state;
    hone_image image = random_image(64, 64, false);
    bool ok = !hone_image_available();
    for (uint64_t n = 0; !ok; n++) {
        test_allocator memory;
        hone_bytes bytes;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        ok = hone_image_write_png(&image, &memory.allocator, &bytes, &error);
        CHECK(ok || (error.code == HONE_ERROR_MEMORY && !bytes.data));
        hone_bytes_release(&bytes);
        assert_int_equal(memory.live, 0);
    }
    hone_image_release(&image);
}

TEST_GROUP(test_image)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_picture_is_read),
        cmocka_unit_test(cut_pictures_are_refused_or_have_their_rows),
        cmocka_unit_test(flipped_bits_do_no_harm),
        cmocka_unit_test(want_of_memory_is_an_error),
        cmocka_unit_test(a_lie_about_the_size_is_found_before_memory_is_taken),
        cmocka_unit_test(what_is_no_picture_is_refused),
        cmocka_unit_test(create_refuses_sides_out_of_range),
        cmocka_unit_test(png_brings_back_every_pixel),
        cmocka_unit_test(grey_values_are_written_with_all_bits),
        cmocka_unit_test(jpg_brings_back_the_picture_over_black),
        cmocka_unit_test(jpg_writing_survives_want_of_memory),
        cmocka_unit_test(png_writing_survives_want_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
