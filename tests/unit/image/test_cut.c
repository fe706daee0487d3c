/* Pictures whose files are cut off: the rows that are there, and grey. */
#include "base/files/byte_writer.h"
#include "support/support.h"
#include <hone/image.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 64 };

static void make_colour(uint32_t x, uint32_t y, uint8_t out[4])
{
    out[0] = (uint8_t)(4 * x), out[1] = (uint8_t)(3 * y), out[2] = (uint8_t)(2 * x + y), out[3] = 255;
}

static hone_image make_picture(void)
{
    hone_image image;
    assert_true(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) make_colour(i % WIDTH, i / WIDTH, image.pixels + 4 * (size_t)i);
    return image;
}

/* A bmp and a tga, both bottom up, and a dds, which is top down. */
static hone_bytes make_plain(char kind)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    if (kind == 'b') {
        hone_write_bytes(&out, "BM", 2);
        const uint32_t head[] = {0, 0, 54, 40, WIDTH, HEIGHT, 1 | 32 << 16, 0, 0, 0, 0, 0, 0};
        for (size_t i = 0; i < sizeof head / sizeof *head; i++) hone_write_u32(&out, head[i]);
    } else if (kind == 't') {
        hone_write_bytes(&out, (uint8_t[]){0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT, 0, 32, 8}, 18);
    } else {
        hone_write_bytes(&out, "DDS ", 4);
        for (uint32_t i = 1; i < 32; i++)
            hone_write_u32(&out, i == 3              ? HEIGHT
                                 : i == 4            ? WIDTH
                                 : i == 20           ? 0x41
                                 : i == 22           ? 32
                                 : i >= 23 && i < 27 ? 0xff0000u >> 8 * (i - 23) | (i == 26) * 0xff000000u
                                                     : 0);
    }
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            uint8_t c[4];
            make_colour(x, kind == 'd' ? y : HEIGHT - 1 - y, c);
            hone_write_bytes(&out, (uint8_t[]){c[2], c[1], c[0], c[3]}, 4);
        }
    assert_true(hone_writer_finish(&out, &bytes, NULL));
    return bytes;
}

/* Returns how many rows from the one end are near what they should be. The rest is grey. */
static uint32_t count_rows(const hone_image *image, bool bottom_up, int most)
{
    for (uint32_t row = 0; row < HEIGHT; row++) {
        uint32_t y = bottom_up ? HEIGHT - 1 - row : row;
        for (uint32_t x = 0; x < WIDTH; x++) {
            uint8_t expected[4];
            make_colour(x, y, expected);
            for (int c = 0; c < 4; c++)
                if (abs(image->pixels[4 * ((size_t)y * WIDTH + x) + (size_t)c] - expected[c]) > most)
                    return row;
        }
    }
    return HEIGHT;
}

static void check_grey(const hone_image *image, uint32_t from, uint32_t to)
{
    for (size_t i = (size_t)from * WIDTH; i < (size_t)to * WIDTH; i++) {
        const uint8_t *p = image->pixels + 4 * i;
        CHECK(p[0] == 128 && p[1] == 128 && p[2] == 128 && p[3] == 255);
    }
}

static void files_without_compression_give_their_rows(void **state)
{
    (void)state;
    for (const char *kind = "btd"; *kind; kind++) {
        hone_bytes bytes = make_plain(*kind);
        size_t head = bytes.size - 4 * (size_t)WIDTH * HEIGHT;
        for (uint32_t rows = 0; rows <= HEIGHT; rows++) {
            hone_image image;
            hone_error error = {0};
            size_t size = head + 4 * (size_t)WIDTH * rows + (rows < HEIGHT ? 7 : 0); /* a part of the next */
            bool read = hone_image_load_memory(bytes.data, size, NULL, &image, &error);
            CHECK(read ? rows > 0 : rows < HEIGHT / 8 && error.code == HONE_ERROR_FORMAT);
            if (!read)
                continue;
            CHECK(image.cut == (rows < HEIGHT));
            assert_int_equal(count_rows(&image, *kind != 'd', 0), rows);
            check_grey(&image, *kind == 'd' ? rows : 0, *kind == 'd' ? HEIGHT : HEIGHT - rows);
            hone_image_release(&image);
        }
        hone_bytes_release(&bytes);
    }
}

static void check_cut(const hone_bytes *bytes, int most, size_t part)
{
    hone_image image;
    hone_error error = {0};
    uint8_t *cut = test_malloc(part); /* nothing behind it, so that a sanitizer notices reads there */
    memcpy(cut, bytes->data, part);
    if (!hone_image_load_memory(cut, part, NULL, &image, &error))
        fail_msg("%s", error.message);
    CHECK(image.cut && error.message[0] == '\0');
    uint32_t rows = count_rows(&image, false, most), least = (uint32_t)(HEIGHT * part / bytes->size);
    CHECK(rows + 20 > least && rows < HEIGHT);
    hone_image_release(&image);
    test_free(cut);
}

static void compressed_files_give_their_rows(void **state)
{
    (void)state;
    if (!hone_image_available())
        return;
    hone_image picture = make_picture();
    hone_bytes png, jpg;
    assert_true(hone_image_write_png(&picture, NULL, &png, NULL) &&
                hone_image_write_jpg(&picture, 100, NULL, &jpg, NULL));
    for (int percent = 60; percent < 100; percent += 10) {
        check_cut(&png, 0, png.size * (size_t)percent / 100 - 20);
        check_cut(&jpg, 12, jpg.size * (size_t)percent / 100 - 20);
    }
    hone_bytes_release(&png);
    hone_bytes_release(&jpg);
    hone_image_release(&picture);
}

static void a_file_without_a_row_is_an_error(void **state)
{
    (void)state;
    if (!hone_image_available())
        return;
    hone_image picture = make_picture(), image;
    hone_bytes files[2];
    assert_true(hone_image_write_png(&picture, NULL, &files[0], NULL) &&
                hone_image_write_jpg(&picture, 90, NULL, &files[1], NULL));
    for (int i = 0; i < 2; i++) {
        hone_error error = {0};
        for (size_t size = 0; size < (i ? 600u : 45u); size++)
            CHECK(!hone_image_load_memory(files[i].data, size, NULL, &image, &error) && error.message[0]);
        hone_bytes_release(&files[i]);
    }
    hone_image_release(&picture);
}

TEST_GROUP(test_cut)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_without_compression_give_their_rows),
        cmocka_unit_test(compressed_files_give_their_rows),
        cmocka_unit_test(a_file_without_a_row_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
