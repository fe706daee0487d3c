/* hone render's pictures and films behind the scene. */
#include "base/files/byte_writer.h"
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_zip.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/film.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, HEIGHT = 48 };

#define PICTURE(name) "-o", name, "--size", "64x48", "--msaa", "1", "--camera-orbit", "0,0,100"

/* One colour, except that red grows by 2 for each picture of a film. */
static hone_image make_image(uint32_t width, uint32_t height, uint8_t red)
{
    hone_image image;
    assert_true(hone_image_create(width, height, NULL, &image, NULL));
    for (size_t i = 0; i < (size_t)width * height; i++)
        memcpy(image.pixels + 4 * i, (const uint8_t[4]){red, 40, 200, 255}, 4);
    return image;
}

static bool write_picture(const char *path, uint32_t width, uint32_t height)
{
    hone_bytes bytes;
    hone_image image = make_image(width, height, 100);
    bool ok = hone_image_write_png(&image, NULL, &bytes, NULL) && command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    hone_image_release(&image);
    return ok;
}

/* 20 pictures, 30 a second; lossless. */
static bool write_film(const char *path)
{
    hone_film_desc desc = {.path = path, .format = HONE_FILM_APNG, .width = WIDTH, .height = HEIGHT};
    if (!hone_film_available())
        return true;
    hone_film *film = hone_film_create(&desc, NULL);
    for (int i = 0; i < 20 && film; i++) {
        hone_image image = make_image(WIDTH, HEIGHT, (uint8_t)(10 + 2 * i));
        assert_true(hone_film_add(film, &image, NULL));
        hone_image_release(&image);
    }
    return film && hone_film_finish(film, NULL);
}

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    bool ok = command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) && command_file_write("text.txt", "hello", 5);
    ok = ok && (!hone_image_available() || (write_picture("wide.png", 128, 48) && write_film("film.apng")));
    return ok ? 0 : -1;
}

static void need_to_draw(bool film)
{
    needs_pictures();
    if (film)
        NEEDS(film);
}

/* Red of the upper left pixel, or of another one of the upper row; the others must be those of the backdrop. */
static int red_at(const char *path, uint32_t x)
{
    hone_image image = picture_read(path, WIDTH, HEIGHT);
    const uint8_t *at = image.pixels + 4 * x;
    int red = at[0];
    if (at[1] != 40 || at[2] != 200)
        red = -1;
    hone_image_release(&image);
    return red;
}

static void a_picture_is_behind_the_characters(void **state)
{
    (void)state;
    need_to_draw(false);
    CHECK_RUNS("render", "tower.pmx", PICTURE("plain.png"));
    CHECK_RUNS("render", "tower.pmx", PICTURE("behind.png"), "--background", "wide.png");
    assert_int_equal(red_at("behind.png", 0), 100);
    CHECK(picture_drawn("behind.png", WIDTH, HEIGHT) > 20);
    CHECK(picture_drawn("behind.png", WIDTH, HEIGHT) == picture_drawn("plain.png", WIDTH, HEIGHT));
    CHECK_RUNS("render", "tower.pmx", PICTURE("fit.png"), "--background", "black,wide.png", "--background-fit", "fit");
    CHECK(!picture_same("fit.png", "behind.png"));
    assert_int_equal(red_at("fit.png", 0), -1); /* black, above the picture */
    CHECK_RUNS("render", "tower.pmx", PICTURE("at.png"), "--background", "./wide.png", "--background-fit", "original",
               "--background-at", "10,0,0.25");
    assert_int_equal(red_at("at.png", 9), -1);
    assert_int_equal(red_at("at.png", 10), 100);
    assert_int_equal(red_at("at.png", 41), 100);
    assert_int_equal(red_at("at.png", 42), -1);
}

/* A tga has no first bytes of its own, and names say nothing. */
static void a_file_is_known_by_its_content(void **state)
{
    (void)state;
    need_to_draw(false);
    hone_writer tga = hone_writer_make(NULL);
    hone_bytes bytes;
    size_t size;
    hone_write_bytes(&tga, (uint8_t[]){0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, WIDTH, 0, HEIGHT, 0, 24, 0}, 18);
    for (int i = 0; i < WIDTH * HEIGHT; i++) hone_write_bytes(&tga, (uint8_t[]){200, 40, 70}, 3);
    assert_true(hone_writer_finish(&tga, &bytes, NULL) && command_file_write("tga.img", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    CHECK_RUNS("render", "tower.pmx", PICTURE("tga.png"), "--background", "./tga.img");
    assert_int_equal(red_at("tga.png", 0), 70);
    if (!hone_film_available())
        return;
    char *film = command_file_content("film.apng", &size);
    assert_true(film && command_file_write("film.png", film, size));
    free(film);
    CHECK_RUNS("render", "tower.pmx", PICTURE("moving.png"), "--background", "film.png", "--frame", "9");
    assert_int_equal(red_at("moving.png", 0), 10 + 2 * 9);
}

static void a_picture_that_is_cut_off_gives_its_rows_and_a_warning(void **state)
{
    (void)state;
    need_to_draw(false);
    size_t size;
    char *tga = command_file_content("tga.img", &size);
    assert_true(tga && command_file_write("cut.tga", tga, size - 3 * WIDTH * HEIGHT / 2));
    free(tga);
    command_result result = HONE("render", "tower.pmx", PICTURE("cut.png"), "--background", "cut.tga");
    CHECK(result.status == 0 && strstr(result.err, "cut.tga: warning: is cut off"));
    command_result_release(&result);
    assert_int_equal(red_at("cut.png", 0), -1); /* a tga has its lowest row first */
    hone_image image = picture_read("cut.png", WIDTH, HEIGHT);
    const uint8_t *last = image.pixels + 4 * WIDTH * (HEIGHT - 1);
    CHECK(image.pixels[0] == 128 && image.pixels[1] == 128 && last[0] == 70 && last[1] == 40);
    hone_image_release(&image);
}

static void a_scene_keeps_it(void **state)
{
    (void)state;
    need_to_draw(false);
    CHECK_RUNS("render", "tower.pmx", PICTURE("one.png"), "--background", "203040,wide.png", "--background-fit", "fit",
               "--background-at", "0,5,0.5", "--save-scene", "scene.json");
    CHECK_RUNS("render", "scene.json", "--msaa", "1", "-o", "two.png");
    CHECK(picture_same("one.png", "two.png"));
    CHECK_RUNS("render", "scene.json", "--msaa", "1", "--background", "white", "-o", "three.png"); /* takes it away */
    CHECK_RUNS("render", "tower.pmx", PICTURE("white.png"));
    CHECK(picture_same("three.png", "white.png"));
}

static void a_film_is_shown_at_the_time_of_the_scene(void **state)
{
    (void)state;
    need_to_draw(true);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.apng", PICTURE("f{frame:02}.png"), "--frames",
               "0:29", "--jobs", "1");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.apng", PICTURE("j{frame:02}.png"), "--frames",
               "0:29", "--jobs", "3");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.apng", "--background-loop",
               "--background-delay", "0.1", PICTURE("l{frame:02}.png"), "--frames", "0:29");
    for (int i = 0; i < 30; i++) {
        char one[24], jobs[24], loop[24];
        snprintf(one, sizeof one, "f%02d.png", i);
        snprintf(jobs, sizeof jobs, "j%02d.png", i);
        snprintf(loop, sizeof loop, "l%02d.png", i);
        assert_int_equal(red_at(one, 0), 10 + 2 * (i < 20 ? i : 19)); /* the last picture stays */
        CHECK(picture_same(one, jobs));
        assert_int_equal(red_at(loop, 0), 10 + 2 * (i < 3 ? 0 : (i - 3) % 20));
    }
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.apng", PICTURE("still.png"), "--frame", "7");
    assert_int_equal(red_at("still.png", 0), 24);
}

static void a_film_in_an_archive_is_shown(void **state)
{
    (void)state;
    need_to_draw(true);
    size_t size;
    char *film = command_file_content("film.apng", &size);
    const make_zip_entry entries[] = {{.name = "film.apng", .data = film, .size = size},
                                      {.name = "a.txt", .text = "x"}};
    hone_bytes bytes = make_zip(&(make_zip_desc){.entries = entries, .count = 2});
    assert_true(command_file_write("film.zip", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    free(film);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.zip/film.apng", "--background-loop",
               PICTURE("z{frame:02}.png"), "--frames", "18:23", "--jobs", "2");
    for (int i = 18; i < 24; i++) {
        char name[24];
        snprintf(name, sizeof name, "z%02d.png", i);
        assert_int_equal(red_at(name, 0), 10 + 2 * (i % 20)); /* it begins again, which opens it again */
    }
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", "film.zip/a.txt");
}

/* Numbers of pixels have no backdrop; parts of a film have it, at their own frames. */
static void parts_and_passes_know_it(void **state)
{
    (void)state;
    need_to_draw(true);
    static const char *const passes[] = {"color", "depth"};
    for (int p = 0; p < 2; p++) {
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", p == 0 ? "film.apng" : "none",
                   PICTURE("w{frame:02}.png"), "--pass", passes[p], "--frames", "16:21");
        for (int part = 1; part <= 2; part++) {
            char of[16];
            snprintf(of, sizeof of, "%d/2", part);
            CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--background", "film.apng", PICTURE("p{frame:02}.png"),
                       "--pass", passes[p], "--frames", "16:21", "--part", of);
        }
        CHECK_RUNS("join", "p{frame:02}.png.2-of-2.part", "p{frame:02}.png.1-of-2.part", "-o", "p{frame:02}.png");
        for (int i = 16; i < 22; i++) {
            char whole[24], one[24];
            snprintf(whole, sizeof whole, "w%02d.png", i), snprintf(one, sizeof one, "p%02d.png", i);
            CHECK(picture_same(whole, one));
            if (p == 0)
                assert_int_equal(red_at(one, 0), 10 + 2 * (i < 20 ? i : 19));
        }
    }
}

static void what_cannot_be_shown_is_refused_in_one_line(void **state)
{
    (void)state;
    static const uint8_t broken[] = "\x89PNG\r\n\x1a\nbroken";
    assert_true(command_file_write("broken.png", broken, sizeof broken - 1));
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "grene");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "black,");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background-fit", "fit");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background-loop");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "wide.png", "--background-fit", "cover");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "wide.png", "--background-at", "1");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "wide.png", "--background-at", "1,2,0");
    CHECK_FAILS(2, "render", "tower.pmx", PICTURE("x.png"), "--background", "wide.png", "--background-at", "1,2,1,1");
    need_to_draw(true);
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", "missing.png");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", "broken.png");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", "text.txt");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", ".");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.png"), "--background", "/dev/zero");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x{frame}.png"), "--background", "text.txt", "--frames", "0:20");
    CHECK_FAILS(1, "render", "tower.pmx", PICTURE("x.gif"), "--background", "broken.png", "--frames", "0:20");
    CHECK(!test_exists("x.png") && !test_exists("x0.png") && !test_exists("x.gif"));
}

TEST_GROUP(test_command_background)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_behind_the_characters),
        cmocka_unit_test(a_file_is_known_by_its_content),
        cmocka_unit_test(a_picture_that_is_cut_off_gives_its_rows_and_a_warning),
        cmocka_unit_test(a_scene_keeps_it),
        cmocka_unit_test(a_film_is_shown_at_the_time_of_the_scene),
        cmocka_unit_test(a_film_in_an_archive_is_shown),
        cmocka_unit_test(parts_and_passes_know_it),
        cmocka_unit_test(what_cannot_be_shown_is_refused_in_one_line),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
