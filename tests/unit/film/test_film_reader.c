/* Pictures of films, read at any time. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/film_sound.h"
#include "support/support.h"

#include <hone/film.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 80, HEIGHT = 48, PICTURES = 90, FORMATS = 5 };

static const char *const names[FORMATS] = {"a.mp4", "a.webm", "a.gif", "a.apng", "a.mov"};
static const hone_film_format formats[FORMATS] = {HONE_FILM_MP4, HONE_FILM_WEBM, HONE_FILM_GIF, HONE_FILM_APNG,
                                                  HONE_FILM_MOV};
static const uint32_t rates[FORMATS] = {30, 30, 25, 30, 24};

/* Picture i has its number in binary, as black and white stripes of 10 pixels. They end in grey below. */
static void fill(hone_image *image, uint32_t index)
{
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint8_t *pixel = image->pixels + 4 * (size_t)i;
        bool below = i / WIDTH >= HEIGHT * 3 / 4;
        memset(pixel, below ? 128 : index >> (i % WIDTH / 10) & 1 ? 235 : 20, 3);
        pixel[3] = 255;
    }
}

static uint32_t number_of(const hone_image *image, int tolerance)
{
    uint32_t index = 0;
    assert_true(image->width == WIDTH && image->height == HEIGHT);
    for (uint32_t bit = 0; bit < WIDTH / 10; bit++) {
        const uint8_t *pixel = image->pixels + 4 * (size_t)(HEIGHT / 2 * WIDTH + 10 * bit + 5);
        for (int c = 0; c < 3; c++) CHECK_NEAR(pixel[c], pixel[0] > 127 ? 235 : 20, tolerance);
        assert_int_equal(pixel[3], 255);
        index |= (uint32_t)(pixel[0] > 127) << bit;
    }
    return index;
}

static void make_film(int format, uint32_t count)
{
    hone_error error = {0};
    hone_image image;
    hone_film_desc desc = {
        .path = names[format], .format = formats[format], .width = WIDTH, .height = HEIGHT, .rate = rates[format]};
    hone_film *film = hone_film_create(&desc, &error);
    if (!film)
        fail_msg("%s: %s", desc.path, error.message);
    assert_true(hone_image_create(WIDTH, HEIGHT, NULL, &image, NULL));
    for (uint32_t i = 0; i < count; i++) {
        fill(&image, i);
        assert_true(hone_film_add(film, &image, NULL));
    }
    hone_image_release(&image);
    assert_true(hone_film_finish(film, &error));
}

static hone_film_reader *open_reader(const char *path)
{
    hone_error error = {0};
    hone_film_reader *reader = hone_film_reader_open(path, &error);
    if (!reader)
        fail_msg("%s: %s", path, error.message);
    return reader;
}

static uint32_t number_at(hone_film_reader *reader, double seconds)
{
    hone_error error = {0};
    const hone_image *image = hone_film_reader_picture(reader, seconds, NULL, &error);
    if (!image)
        fail_msg("%g: %s", seconds, error.message);
    return number_of(image, 6);
}

static int enter(void **state)
{
    film_sound_hush();
    return command_folder_enter(state);
}

static void every_picture_is_found_in_turn(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        make_film(f, PICTURES);
        hone_film_reader *reader = open_reader(names[f]);
        double rate = rates[f];
        CHECK_NEAR(hone_film_reader_duration(reader), PICTURES / rate, 0.02);
        for (uint32_t i = 0; i < PICTURES; i++) assert_int_equal(number_at(reader, i / rate), i);
        assert_int_equal(number_at(reader, 0), 0);
        for (uint32_t i = 0; i < PICTURES; i++) assert_int_equal(number_at(reader, (i + 0.9) / rate), i);
        hone_film_reader_close(reader);
    }
}

static void every_picture_is_found_from_anywhere(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        hone_film_reader *reader = open_reader(names[f]);
        test_random random = {11};
        for (int n = 0; n < 60; n++) {
            uint32_t i = test_random_u32(&random) % PICTURES;
            assert_int_equal(number_at(reader, (i + 0.5) / rates[f]), i);
        }
        hone_film_reader_close(reader);
    }
}

static void the_ends_are_held(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        hone_film_reader *reader = open_reader(names[f]);
        assert_int_equal(number_at(reader, -1e9), 0);
        assert_int_equal(number_at(reader, 1e9), PICTURES - 1);
        assert_int_equal(number_at(reader, INFINITY), PICTURES - 1);
        assert_int_equal(number_at(reader, -INFINITY), 0);
        assert_int_equal(number_at(reader, 1), rates[f]);
        hone_film_reader_close(reader);
    }
}

static void a_change_of_the_picture_is_told(void **state)
{
    (void)state;
    bool changed = false;
    hone_film_reader *reader = open_reader("a.mp4");
    assert_non_null(hone_film_reader_picture(reader, 0.1, &changed, NULL));
    assert_true(changed);
    assert_non_null(hone_film_reader_picture(reader, 0.11, &changed, NULL));
    assert_false(changed);
    assert_non_null(hone_film_reader_picture(reader, 0.14, &changed, NULL));
    assert_true(changed);
    assert_non_null(hone_film_reader_picture(reader, 100, &changed, NULL));
    assert_non_null(hone_film_reader_picture(reader, 200, &changed, NULL));
    assert_false(changed);
    hone_film_reader_close(reader);
}

static void transparency_is_read(void **state)
{
    (void)state;
    static const hone_film_format with[] = {HONE_FILM_MOV, HONE_FILM_WEBM, HONE_FILM_APNG};
    for (int f = 0; f < 3; f++) {
        hone_image image;
        hone_film_desc desc = {.path = "t.film", .format = with[f], .width = 64, .height = 64, .alpha = true};
        hone_film *film = hone_film_create(&desc, NULL);
        assert_true(film && hone_image_create(64, 64, NULL, &image, NULL));
        for (int i = 0; i < 64 * 64; i++)
            memcpy(image.pixels + 4 * i, (const uint8_t[4]){200, 40, 60, i % 64 < 32 ? 0 : 255}, 4);
        assert_true(hone_film_add(film, &image, NULL) && hone_film_add(film, &image, NULL));
        assert_true(hone_film_finish(film, NULL));
        hone_image_release(&image);
        hone_film_reader *reader = open_reader("t.film");
        const hone_image *seen = hone_film_reader_picture(reader, 0, NULL, NULL);
        CHECK_NEAR(seen->pixels[4 * (64 * 32 + 10) + 3], 0, 3);
        CHECK_NEAR(seen->pixels[4 * (64 * 32 + 50) + 3], 255, 3);
        CHECK_NEAR(seen->pixels[4 * (64 * 32 + 50)], 200, 6);
        hone_film_reader_close(reader);
    }
}

/* Writes a.mp4 again as turned.mp4 with another matrix of its track: 16.16, but the third column 2.30. */
static void turn_film(const int turn[4])
{
    enum { MATRIX = 44 }; /* behind "tkhd" */
    size_t size, at = 0;
    char *film = command_file_content("a.mp4", &size);
    while (at + MATRIX + 36 < size && memcmp(film + at, "tkhd", 4) != 0) at++;
    assert_true(at + MATRIX + 36 < size);
    for (size_t i = 0; i < 4; i++) {
        char *number = film + at + MATRIX + i / 2 * 12 + i % 2 * 4;
        const unsigned fixed = (unsigned)turn[i] * 65536u;
        for (int byte = 0; byte < 4; byte++) number[byte] = (char)(fixed >> (24 - 8 * byte) & 255);
    }
    assert_true(command_file_write("turned.mp4", film, size));
    free(film);
}

/* Films of phones say how they were held. */
static void turned_films_are_shown_upright(void **state)
{
    (void)state;
    /* where a step to the right and one down lead; upright, clockwise, upside down, counter-clockwise, mirrored */
    static const int turns[][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0}, {-1, 0, 0, 1}};
    hone_film_reader *plain = open_reader("a.mp4");
    const hone_image *kept = hone_film_reader_picture(plain, 0.2, NULL, NULL);
    for (size_t t = 0; t < sizeof turns / sizeof *turns; t++) {
        const int *turn = turns[t];
        turn_film(turn);
        hone_film_reader *reader = open_reader("turned.mp4");
        const hone_image *shown = hone_film_reader_picture(reader, 0.2, NULL, NULL);
        const bool side = turn[0] == 0;
        assert_true(shown && shown->width == (side ? HEIGHT : WIDTH) && shown->height == (side ? WIDTH : HEIGHT));
        int left = 0, top = 0; /* the picture begins at its upper left corner, wherever it is turned to */
        for (int k = 0; k < 4; k++) {
            const int x = k & 1 ? WIDTH - 1 : 0, y = k & 2 ? HEIGHT - 1 : 0;
            const int across = turn[0] * x + turn[2] * y, down = turn[1] * x + turn[3] * y;
            left = across < left ? across : left, top = down < top ? down : top;
        }
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                const int across = turn[0] * x + turn[2] * y - left, down = turn[1] * x + turn[3] * y - top;
                CHECK(memcmp(shown->pixels + 4 * ((size_t)down * shown->width + (size_t)across),
                             kept->pixels + 4 * ((size_t)y * WIDTH + (size_t)x), 4) == 0);
            }
        hone_film_reader_close(reader);
    }
    turn_film((const int[]){1, 1, -1, 1}); /* not by quarters */
    hone_film_reader *reader = open_reader("turned.mp4");
    const hone_image *shown = hone_film_reader_picture(reader, 0.2, NULL, NULL);
    assert_true(shown && shown->width == WIDTH);
    hone_film_reader_close(reader);
    hone_film_reader_close(plain);
}

static void check_refused(const char *path, hone_code code)
{
    hone_error error = {0};
    assert_null(hone_film_reader_open(path, &error));
    assert_int_equal(error.code, code);
    assert_true(error.message[0] && !strchr(error.message, '\n'));
}

static void files_that_are_no_films_are_refused(void **state)
{
    (void)state;
    hone_error error = {0};
    check_refused("missing.mp4", HONE_ERROR_IO);
    check_refused("http://example.org/a.mp4", HONE_ERROR_IO);
    assert_true(command_file_write("empty.mp4", "", 0));
    check_refused("empty.mp4", HONE_ERROR_FORMAT);
    static const char list[] = "ffconcat version 1.0\nfile a.mp4\n";
    assert_true(command_file_write("list.ffconcat", list, sizeof list - 1));
    check_refused("list.ffconcat", HONE_ERROR_FORMAT); /* a file that names another one */
    assert_true(film_sound_write("sound.mov", 48000, 1, 48000));
    check_refused("sound.mov", HONE_ERROR_FORMAT);
    assert_null(hone_film_reader_open(NULL, &error));
    assert_null(hone_film_reader_picture(NULL, 0, NULL, &error));
    hone_film_reader *reader = open_reader("a.gif");
    assert_null(hone_film_reader_picture(reader, NAN, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    assert_int_equal(number_at(reader, 0), 0);
    hone_film_reader_close(reader);
    hone_film_reader_close(NULL);
}

/* A film that is cut gives the pictures that are there, or is refused in one sentence. */
static void films_that_are_cut_do_no_harm(void **state)
{
    (void)state;
    for (int f = 0; f < FORMATS; f++) {
        size_t size;
        char *bytes = command_file_content(names[f], &size);
        for (size_t part = 0; part < 24; part++) {
            hone_error error = {0};
            assert_true(command_file_write("cut.film", bytes, size * part / 24 + part % 5));
            hone_film_reader *reader = hone_film_reader_open("cut.film", &error);
            for (int n = 4; n >= 0 && reader; n--)
                if (!hone_film_reader_picture(reader, n * 0.7, NULL, &error))
                    assert_true(error.message[0] && !strchr(error.message, '\n'));
            assert_true(reader || (error.message[0] && !strchr(error.message, '\n')));
            hone_film_reader_close(reader);
        }
        free(bytes);
    }
}

TEST_GROUP(test_film_reader)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_picture_is_found_in_turn),
        cmocka_unit_test(every_picture_is_found_from_anywhere),
        cmocka_unit_test(the_ends_are_held),
        cmocka_unit_test(a_change_of_the_picture_is_told),
        cmocka_unit_test(turned_films_are_shown_upright),
        cmocka_unit_test(transparency_is_read),
        cmocka_unit_test(files_that_are_no_films_are_refused),
        cmocka_unit_test(films_that_are_cut_do_no_harm),
    };
    return cmocka_run_group_tests(tests, enter, command_folder_leave);
}
