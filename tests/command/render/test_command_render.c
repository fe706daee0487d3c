/* hone render: pictures are complete, of the given size, the same every time, and show the model. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("other.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("near.vmd", puppet_camera(40, NULL)) &&
                   puppet_write_motion("far.vmd", puppet_camera(400, NULL)) &&
                   puppet_write_motion("dark.vmd", puppet_light((const float[]){0, 0, 0}, NULL)) &&
                   puppet_write_motion("bright.vmd", puppet_light((const float[]){1, 1, 1}, NULL))
               ? 0
               : -1;
}

static void draws_the_model_in_the_size_asked_for(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "-o", "plain.png");
    assert_true(picture_drawn("plain.png", 1280, 720) > 20000);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "a.png", "--size", "120x160");
    CHECK_RUNS("render", "turn.vmd", "tower.pmx", "--frame", "20", "-o", "b.png", "--size", "120x160");
    CHECK_RUNS("render", "turn.vmd", "tower.pmx", "--frame", "0", "-o", "c.png", "--size", "120x160");
    assert_true(picture_drawn("a.png", 120, 160) > 1000);
    assert_true(picture_same("a.png", "b.png"));
    assert_false(picture_same("a.png", "c.png"));
}

static void background_is_a_colour_or_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint8_t rgba[4];
    } colours[] = {{"black", {0, 0, 0, 255}}, {"none", {0, 0, 0, 0}}, {"#204060", {32, 64, 96, 255}}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
        CHECK_RUNS("render", "tower.pmx", "-o", "a.png", "--size", "32x32", "--background", colours[i].name);
        hone_image image = picture_read("a.png", 32, 32);
        assert_memory_equal(image.pixels, colours[i].rgba, 4);
        assert_int_equal(image.pixels[4 * (16 * 32 + 16) + 3], 255);
        hone_image_release(&image);
    }
}

static void camera_comes_from_keys_a_file_or_what_is_seen(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "-o", "auto.png", "--size", "64x64");
    CHECK_RUNS("render", "tower.pmx", "near.vmd", "-o", "near.png", "--size", "64x64");
    CHECK_RUNS("render", "far.vmd", "tower.pmx", "near.vmd", "-o", "last.png", "--size", "64x64");
    CHECK_RUNS("render", "tower.pmx", "near.vmd", "-o", "far.png", "--size", "64x64", "--camera", "far.vmd");
    CHECK_RUNS("render", "tower.pmx", "near.vmd", "-o", "forced.png", "--size", "64x64", "--camera", "auto");
    assert_true(picture_same("near.png", "last.png"));
    assert_true(picture_same("auto.png", "forced.png"));
    assert_true(picture_drawn("near.png", 64, 64) > 4 * picture_drawn("far.png", 64, 64));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "keys");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "turn.vmd");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "tower.pmx");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "missing.vmd");
    assert_false(test_exists("x.png"));
}

static uint32_t red_in_the_middle(const char *path)
{
    hone_image image = picture_read(path, 32, 32);
    uint32_t red = image.pixels[4 * (16 * 32 + 16)];
    hone_image_release(&image);
    return red;
}

static void light_is_that_of_the_last_motion_with_light_keys(void **state)
{
    (void)state;
    CHECK_RUNS("render", "bright.vmd", "tower.pmx", "dark.vmd", "near.vmd", "-o", "dark.png", "--size", "32x32");
    CHECK_RUNS("render", "dark.vmd", "tower.pmx", "bright.vmd", "near.vmd", "-o", "bright.png", "--size", "32x32");
    assert_true(red_in_the_middle("bright.png") > red_in_the_middle("dark.png") + 50);
}

static void a_motion_plays_on_the_model_that_it_follows(void **state)
{
    (void)state;
    CHECK_RUNS("render", "turn.vmd", "tower.pmx", "other.pmx", "near.vmd", "--frame", "30", "-o", "both.png", "--size",
               "64x64");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "near.vmd", "--frame", "30", "-o", "turned.png", "--size", "64x64");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "other.pmx", "near.vmd", "--frame", "30", "-o", "one.png", "--size",
               "64x64");
    CHECK_RUNS("render", "tower.pmx", "other.pmx", "turn.vmd", "near.vmd", "--frame", "30", "-o", "two.png", "--size",
               "64x64");
    assert_int_equal(picture_drawn("both.png", 64, 64),
                     picture_drawn("turned.png", 64, 64)); /* both models are at the same place */
    assert_true(picture_drawn("one.png", 64, 64) > picture_drawn("turned.png", 64, 64));
    assert_int_equal(picture_drawn("one.png", 64, 64), picture_drawn("two.png", 64, 64));
}

/* Counts pixels that differ by more than rounding. */
static size_t pixels_off(const char *a, const char *b, uint32_t width, uint32_t height)
{
    hone_image one = picture_read(a, width, height), other = picture_read(b, width, height);
    size_t off = 0;
    for (size_t i = 0; i < (size_t)width * height; i++) {
        bool far = false;
        for (size_t c = 4 * i; c < 4 * i + 4; c++) far |= abs(one.pixels[c] - other.pixels[c]) > 4;
        off += far;
    }
    hone_image_release(&one);
    hone_image_release(&other);
    return off;
}

static void every_way_of_skinning_draws_the_same(void **state)
{
    (void)state;
    static const char *const ways[] = {"off",
                                       "matrix",
                                       "quaternion",
                                       "dual-quaternion",
                                       "texture",
                                       "texture-normalised",
                                       "texture-half",
                                       "texture-quaternion",
                                       "texture-quaternion-normalised",
                                       "texture-quaternion-half",
                                       "buffer",
                                       "buffer-quaternion"};
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "cpu.png", "--size", "96x96");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "0", "-o", "rest.png", "--size", "96x96");
    assert_true(pixels_off("cpu.png", "rest.png", 96, 96) > 200);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "gpu.png", "--size", "96x96", "--gpu-skin",
                   ways[i], "--gpu-bones", "12");
        assert_true(pixels_off("cpu.png", "gpu.png", 96, 96) < (strstr(ways[i], "half") ? 60 : 5));
    }
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--gpu-skin", "fast");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--shadow-size", "63");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--shadow-size", "8193");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--shadow-size", "large");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--gpu-bones", "11");
}

/* The weights by distance of the tower's vertices differ from the file's; a large exponent gives each vertex to one
 * bone. */
static void weights_by_distance_replace_those_of_the_model(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "cpu.png", "--size", "96x96");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "distance.png", "--size", "96x96",
               "--gpu-skin", "distance");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "16.png", "--size", "96x96", "--gpu-skin",
               "distance", "--exponent", "16");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "1.png", "--size", "96x96", "--gpu-skin",
               "distance", "--exponent", "1");
    assert_true(picture_same("distance.png", "16.png"));
    assert_true(pixels_off("cpu.png", "distance.png", 96, 96) > 50);
    assert_true(pixels_off("1.png", "distance.png", 96, 96) > 50);
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--exponent", "16");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--gpu-skin", "texture", "--exponent", "16");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--gpu-skin", "distance", "--exponent", "0");
}

static void a_crowd_of_one_is_that_one(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "--frame", "20", "-o", "one.png", "--size", "96x96",
               "--gpu-skin", "texture");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "--frame", "20", "-o", "crowd.png", "--size", "96x96",
               "--crowd", "1");
    assert_true(picture_same("one.png", "crowd.png"));
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "--frame", "20", "-o", "crowd.png", "--size", "96x96",
               "--crowd", "1", "--crowd-rate", "30");
    assert_true(pixels_off("one.png", "crowd.png", 96, 96) < 10);
}

static void a_crowd_dances_each_at_a_moment_of_his_own(void **state)
{
    (void)state;
    static const char *const ways[] = {"off", "quaternion", "texture"};
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "-o", "one.png", "--size", "320x180", "--crowd", "1");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "-o", "many.png", "--size", "320x180", "--crowd", "12");
    CHECK_RUNS("render", "tower.pmx", "far.vmd", "-o", "still.png", "--size", "320x180", "--crowd", "12");
    assert_true(picture_drawn("many.png", 320, 180) > 3 * picture_drawn("one.png", 320, 180));
    assert_false(picture_same("many.png", "still.png"));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "-o", "way.png", "--size", "320x180", "--crowd", "12",
                   "--gpu-skin", ways[i]);
        assert_true(pixels_off("many.png", "way.png", 320, 180) < 30);
    }
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "far.vmd", "-o", "way.png", "--size", "320x180", "--crowd", "12",
               "--crowd-rate", "60");
    assert_true(pixels_off("many.png", "way.png", 320, 180) < 30);
    CHECK_RUNS("render", "tower.pmx", "far.vmd", "-o", "way.png", "--size", "320x180", "--crowd", "12", "--crowd-rate",
               "1");
    assert_true(pixels_off("still.png", "way.png", 320, 180) < 30);
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "turn.vmd", "-o", "x.png", "--crowd", "3", "--crowd-rate", "30");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--crowd-rate", "30");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--crowd", "0");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--crowd", "3", "--physics", "on");
}

/* In the picture of the automatic camera no dancer touches the border at any moment. */
static void the_automatic_camera_has_the_whole_crowd(void **state)
{
    (void)state;
    for (int frame = 0; frame <= 30; frame += 15) {
        char text[16];
        snprintf(text, sizeof text, "%d", frame);
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", text, "-o", "all.png", "--size", "160x90", "--crowd",
                   "1000", "--msaa", "1");
        hone_image image = picture_read("all.png", 160, 90);
        size_t drawn = 0;
        for (uint32_t i = 0; i < 160 * 90; i++) {
            bool border = i % 160 == 0 || i % 160 == 159 || i / 160 == 0 || i / 160 == 89;
            bool white = image.pixels[4 * i] == 255 && image.pixels[4 * i + 1] == 255 && image.pixels[4 * i + 2] == 255;
            drawn += !white;
            assert_true(white || !border);
        }
        assert_true(drawn > 1500);
        hone_image_release(&image);
    }
}

static void two_models_share_a_crowd(void **state)
{
    (void)state;
    static const char *const counts[] = {"2", "9"}; /* both give the same picture */
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        CHECK_RUNS("render", "tower.pmx", "far.vmd", "-o", "a.png", "--size", "160x90", "--crowd", counts[i]);
        CHECK_RUNS("render", "tower.pmx", "other.pmx", "far.vmd", "-o", "b.png", "--size", "160x90", "--crowd",
                   counts[i]);
        assert_true(picture_same("a.png", "b.png"));
    }
    CHECK_RUNS("render", "tower.pmx", "other.pmx", "far.vmd", "-o", "b.png", "--size", "160x90", "--crowd", "1");
}

static void pictures_go_to_stdout_too(void **state)
{
    (void)state;
    command_result r = HONE("render", "tower.pmx", "-o", "-", "--format", "png", "--size", "24x16");
    assert_int_equal(r.status, 0);
    hone_image image = {0};
    assert_true(hone_image_load_memory(r.out, r.out_size, NULL, &image, NULL));
    assert_int_equal(image.width, 24);
    hone_image_release(&image);
    command_result_release(&r);
}

/* Compares a picture with the png of the same. */
static void check_like(const char *path, const char *png)
{
    hone_image got = picture_read(path, 64, 48), want = picture_read(png, 64, 48);
    double sum = 0;
    for (size_t i = 0; i < 4 * 64 * 48; i++) sum += abs(got.pixels[i] - want.pixels[i]);
    CHECK(sum / (4 * 64 * 48) < 3);
    hone_image_release(&got);
    hone_image_release(&want);
}

static void a_jpg_shows_the_same_as_a_png(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "-o", "a.png", "--size", "64x48");
    CHECK_RUNS("render", "tower.pmx", "-o", "a.jpg", "--size", "64x48");
    CHECK_RUNS("render", "tower.pmx", "-o", "a.jpeg", "--size", "64x48", "--quality", "100");
    check_like("a.jpg", "a.png");
    check_like("a.jpeg", "a.png");
    size_t usual = 0, best = 0;
    free(command_file_content("a.jpg", &usual));
    free(command_file_content("a.jpeg", &best));
    assert_true(best > usual);
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--quality", "50");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.jpg", "--codec", "h265");
    command_result r = HONE("render", "tower.pmx", "-o", "b.jpg", "--background", "transparent", "--size", "64x48");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.err, "b.jpg: warning: jpg has no transparency"));
    command_result_release(&r);
}

static void a_failure_leaves_the_old_picture_as_it_was(void **state)
{
    (void)state;
    assert_true(command_file_write("old.png", "old", 3));
    CHECK_FAILS(1, "render", "missing.pmx", "-o", "old.png");
    CHECK_FAILS(1, "render", "turn.vmd", "-o", "old.png");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "missing/a.png", "--size", "16x16");
    size_t size;
    char *content = command_file_content("old.png", &size);
    assert_non_null(content);
    assert_string_equal(content, "old");
    free(content);
}

TEST_GROUP(test_command_render)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_model_in_the_size_asked_for),
        cmocka_unit_test(background_is_a_colour_or_nothing),
        cmocka_unit_test(camera_comes_from_keys_a_file_or_what_is_seen),
        cmocka_unit_test(light_is_that_of_the_last_motion_with_light_keys),
        cmocka_unit_test(a_motion_plays_on_the_model_that_it_follows),
        cmocka_unit_test(every_way_of_skinning_draws_the_same),
        cmocka_unit_test(weights_by_distance_replace_those_of_the_model),
        cmocka_unit_test(a_crowd_of_one_is_that_one),
        cmocka_unit_test(a_crowd_dances_each_at_a_moment_of_his_own),
        cmocka_unit_test(the_automatic_camera_has_the_whole_crowd),
        cmocka_unit_test(two_models_share_a_crowd),
        cmocka_unit_test(pictures_go_to_stdout_too),
        cmocka_unit_test(a_jpg_shows_the_same_as_a_png),
        cmocka_unit_test(a_failure_leaves_the_old_picture_as_it_was),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
