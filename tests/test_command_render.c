/* hone render, demo and bench: pictures are whole, of the size asked for, the same every time, and show somebody. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/json_find.h"
#include "support/puppet.h"
#include "support/support.h"

#include <hone/image.h>
#include <hone/render.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool can_render(void)
{
    hone_renderer *renderer =
        hone_render_available() && hone_image_available() ? hone_renderer_create(NULL, NULL) : NULL;
    hone_renderer_destroy(renderer);
    return renderer != NULL;
}

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("other.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("bodied.pmx", puppet_make(&(puppet_desc){.body = true}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   puppet_write_motion("near.vmd", puppet_camera(40, NULL)) &&
                   puppet_write_motion("far.vmd", puppet_camera(400, NULL))
               ? 0
               : -1;
}

static hone_image read_picture(const char *path, uint32_t width, uint32_t height)
{
    size_t size;
    hone_image image = {0};
    char *content = command_file_content(path, &size);
    if (!content || !hone_image_load_memory(content, size, NULL, &image, NULL))
        fail_msg("%s is no picture", path);
    free(content);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    return image;
}

/* Pixels that are not the colour of the top left one. */
static size_t drawn_pixels(const char *path, uint32_t width, uint32_t height)
{
    hone_image image = read_picture(path, width, height);
    size_t drawn = 0;
    for (size_t i = 0; i < (size_t)width * height; i++) drawn += memcmp(image.pixels + 4 * i, image.pixels, 4) != 0;
    hone_image_release(&image);
    return drawn;
}

static bool same_file(const char *a, const char *b)
{
    size_t size_a = 0, size_b = 0;
    char *content_a = command_file_content(a, &size_a), *content_b = command_file_content(b, &size_b);
    assert_true(content_a && content_b);
    bool same = size_a == size_b && memcmp(content_a, content_b, size_a) == 0;
    free(content_a), free(content_b);
    return same;
}

static void draws_the_model_in_the_size_asked_for(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "-o", "plain.png");
    assert_true(drawn_pixels("plain.png", 1280, 720) > 20000);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "20", "-o", "a.png", "--size", "120x160");
    CHECK_RUNS("render", "turn.vmd", "tower.pmx", "--frame", "20", "-o", "b.png", "--size", "120x160");
    CHECK_RUNS("render", "turn.vmd", "tower.pmx", "--frame", "0", "-o", "c.png", "--size", "120x160");
    assert_true(drawn_pixels("a.png", 120, 160) > 1000);
    assert_true(same_file("a.png", "b.png"));
    assert_false(same_file("a.png", "c.png"));
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
        hone_image image = read_picture("a.png", 32, 32);
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
    assert_true(same_file("near.png", "last.png"));
    assert_true(same_file("auto.png", "forced.png"));
    assert_true(drawn_pixels("near.png", 64, 64) > 4 * drawn_pixels("far.png", 64, 64));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "keys");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "turn.vmd");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "tower.pmx");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "missing.vmd");
    assert_int_equal(access("x.png", F_OK), -1);
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
    assert_int_equal(drawn_pixels("both.png", 64, 64),
                     drawn_pixels("turned.png", 64, 64)); /* one stands in the other */
    assert_true(drawn_pixels("one.png", 64, 64) > drawn_pixels("turned.png", 64, 64));
    assert_int_equal(drawn_pixels("one.png", 64, 64), drawn_pixels("two.png", 64, 64));
}

static void sequences_are_numbered_by_frame_or_index(void **state)
{
    (void)state;
    assert_int_equal(mkdir("s", 0777), 0);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "10:20:5", "-o", "s/f-{frame:04}.png", "--size", "32x32");
    assert_int_equal(command_file_count("s"), 3);
    assert_true(drawn_pixels("s/f-0010.png", 32, 32) > 0 && drawn_pixels("s/f-0020.png", 32, 32) > 0);
    assert_false(same_file("s/f-0010.png", "s/f-0015.png"));
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "10:11:0.5", "-o", "s/{index}{b}.png", "--size", "32x32");
    assert_int_equal(command_file_count("s"), 6);
    assert_int_equal(access("s/2{b}.png", F_OK), 0);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "-3", "-o", "s/{frame:03}-{index:02}.png", "--size",
               "32x32");
    assert_int_equal(access("s/-03-00.png", F_OK), 0);
}

static void sequences_say_that_physics_is_not_simulated(void **state)
{
    (void)state;
    command_result r = HONE("render", "bodied.pmx", "--frames", "0:1", "-o", "p{index}.png", "--size", "16x16");
    assert_int_equal(r.status, 0);
    assert_int_equal(command_line_count(r.err), 1);
    assert_non_null(strstr(r.err, "hone: bodied.pmx: warning: physics is not simulated yet"));
    command_result_release(&r);
    CHECK_RUNS("render", "bodied.pmx", "--frames", "0:1", "-o", "p{index}.png", "--size", "16x16", "--physics", "off");
    CHECK_RUNS("render", "bodied.pmx", "-o", "p.png", "--size", "16x16");
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

/* The first picture shows that it is under way; then it is told to stop. */
static void ctrl_c_ends_with_130_and_no_half_file(void **state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM};
    for (int s = 0; s < 2; s++) {
        const char *folder = s ? "stop-b" : "stop-a", *first = s ? "stop-b/0.png" : "stop-a/0.png";
        assert_int_equal(mkdir(folder, 0777), 0);
        command_result r = command_run(&(command_run_desc){.signal = signals[s], .signal_when = first},
                                       (const char *const[]){"render", "tower.pmx", "turn.vmd", "--frames", "0:100000",
                                                             "-o", s ? "stop-b/{index}.png" : "stop-a/{index}.png",
                                                             "--size", "64x64", NULL});
        assert_int_equal(r.status, 128 + signals[s]);
        assert_string_equal(r.err, "");
        unsigned count = command_file_count(folder);
        assert_true(count >= 1 && count < 100000);
        for (unsigned i = 0; i < count; i++) { /* numbered without a gap, so nothing else lies there */
            char name[64];
            snprintf(name, sizeof name, "%s/%u.png", folder, i);
            hone_image image = read_picture(name, 64, 64);
            hone_image_release(&image);
        }
        command_result_release(&r);
    }
}

static void demo_needs_no_file(void **state)
{
    (void)state;
    command_result r = HONE("demo");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_string_equal(r.out, "hone-demo.png\n");
    command_result_release(&r);
    assert_true(drawn_pixels("hone-demo.png", 1920, 1080) > 100000);
    r = HONE("demo", "-o", "dance.png");
    assert_string_equal(r.out, "dance.png\n");
    command_result_release(&r);
    assert_true(same_file("hone-demo.png", "dance.png"));
    CHECK_FAILS(1, "demo", "-o", "missing/dance.png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_model_in_the_size_asked_for),
        cmocka_unit_test(background_is_a_colour_or_nothing),
        cmocka_unit_test(camera_comes_from_keys_a_file_or_what_is_seen),
        cmocka_unit_test(a_motion_plays_on_the_model_that_it_follows),
        cmocka_unit_test(sequences_are_numbered_by_frame_or_index),
        cmocka_unit_test(sequences_say_that_physics_is_not_simulated),
        cmocka_unit_test(pictures_go_to_stdout_too),
        cmocka_unit_test(a_failure_leaves_the_old_picture_as_it_was),
        cmocka_unit_test(ctrl_c_ends_with_130_and_no_half_file),
        cmocka_unit_test(demo_needs_no_file),
    };
    if (!can_render()) {
        print_message("SKIPPED: %u tests of pictures: this build or machine cannot render\n",
                      (unsigned)(sizeof tests / sizeof *tests));
        return 0;
    }
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
