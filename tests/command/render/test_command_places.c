/* hone render with models that are placed: --at, --turn, --model-scale, --attach. */
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
    const puppet_desc plain = {0}, swing = {.swing = true};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("swing.pmx", puppet_make(&swing, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

enum { SIZE = 96 };
#define DRAW(name, ...)                                                                                                \
    CHECK_RUNS("render", __VA_ARGS__, "--size", "96x96", "--msaa", "1", "--background", "none", "--shadows", "off",    \
               "-o", name)

/* How many pixels are drawn in one picture and not in the other. */
static size_t different(const char *a, const char *b)
{
    hone_image first = picture_read(a, SIZE, SIZE), second = picture_read(b, SIZE, SIZE);
    size_t count = 0;
    for (size_t i = 0; i < (size_t)SIZE * SIZE; i++)
        count += (first.pixels[i * 4 + 3] != 0) != (second.pixels[i * 4 + 3] != 0);
    hone_image_release(&first);
    hone_image_release(&second);
    return count;
}

static void a_placed_model_looks_like_the_model_from_a_moved_camera(void **state)
{
    (void)state;
    DRAW("plain.png", "tower.pmx", "turn.vmd", "--frame", "20", "--look-at", "0,10,0", "--camera-orbit", "0,10,60");
    DRAW("moved.png", "tower.pmx", "turn.vmd", "--at", "50,0,7", "--frame", "20", "--look-at", "50,10,7",
         "--camera-orbit", "0,10,60");
    DRAW("turned.png", "tower.pmx", "turn.vmd", "--turn", "130", "--frame", "20", "--look-at", "0,10,0",
         "--camera-orbit", "0,10,60"); /* the orbit begins at its front */
    DRAW("scaled.png", "tower.pmx", "turn.vmd", "--model-scale", "2", "--frame", "20", "--look-at", "0,20,0",
         "--camera-orbit", "0,10,120");
    DRAW("elsewhere.png", "tower.pmx", "turn.vmd", "--at", "10,0,0", "--frame", "20", "--look-at", "0,10,0",
         "--camera-orbit", "0,10,60");
    assert_in_range(different("plain.png", "moved.png"), 0, 4);
    assert_in_range(different("plain.png", "turned.png"), 0, 4);
    assert_in_range(different("plain.png", "scaled.png"), 0, 4);
    assert_true(different("plain.png", "elsewhere.png") > 100);
}

static void a_size_of_accessories_that_mmd_would_not_draw_is_warned_of(void **state)
{
    (void)state;
    static const char quad[] = "xof 0303txt 0032\nMesh { 4; 0;0;0;, 0;1;0;, 1;1;0;, 1;0;0;; 2; 3;0,1,2;, 3;0,2,3;; }";
    CHECK(hone_file_write("quad.x", quad, sizeof quad - 1, NULL));
    static const struct {
        const char *arguments[4];
        bool warned;
    } cases[] = {{{"tower.pmx", "quad.x", "--at", "0,0,0"}, true},
                 {{"tower.pmx", "quad.x", "--model-scale", "1"}, false},
                 {{"quad.x", "quad.x", "--at", "0,0,0"}, false}}; /* without a model of MMD */
    for (size_t i = 0; i < 3; i++) {
        const char *const *a = cases[i].arguments;
        command_result r = HONE("render", a[0], a[1], a[2], a[3], "--size", "16x16", "-o", "a.png");
        assert_int_equal(r.status, 0);
        assert_int_equal(strstr(r.err, "quad.x: warning: MMD draws a .x ten times as large") != NULL, cases[i].warned);
        command_result_release(&r);
    }
}

static void the_automatic_camera_sees_placed_models(void **state)
{
    (void)state;
    DRAW("alone.png", "tower.pmx");
    DRAW("far.png", "tower.pmx", "--at", "1000,5,0");
    assert_in_range(different("alone.png", "far.png"), 0, 4);
    DRAW("two.png", "tower.pmx", "--at", "-20,0,0", "tower.pmx", "--at", "20,0,0");
    hone_image two = picture_read("two.png", SIZE, SIZE);
    size_t middle = 0, sides = 0;
    for (size_t y = 0; y < SIZE; y++)
        for (size_t x = 0; x < SIZE; x++)
            *(x > 40 && x < 56 ? &middle : &sides) += two.pixels[(y * SIZE + x) * 4 + 3] != 0;
    hone_image_release(&two);
    assert_int_equal(middle, 0);
    assert_true(sides > 200);
}

static void an_attached_model_is_drawn_on_the_bone(void **state)
{
    (void)state;
    const char *const camera = "0,0,120";
    DRAW("on-bone.png", "tower.pmx", "tower.pmx", "--attach", "1:#2", "--model-scale", "0.5", "--camera-orbit", camera,
         "--look-at", "0,10,0");
    DRAW("by-hand.png", "tower.pmx", "tower.pmx", "--at", "0,20,0", "--model-scale", "0.5", "--camera-orbit", camera,
         "--look-at", "0,10,0");
    assert_true(different("on-bone.png", "by-hand.png") < 600); /* both stand on the tower, at about the same height */
    DRAW("gpu.png", "tower.pmx", "tower.pmx", "--attach", "1:#2", "--model-scale", "0.5", "--camera-orbit", camera,
         "--look-at", "0,10,0", "--gpu-skin", "matrix");
    assert_in_range(different("on-bone.png", "gpu.png"), 0, 4);
}

static void every_way_draws_the_same_places(void **state)
{
    (void)state;
    static const char *const ways[] = {"quaternion", "texture", "texture-half", "dual-quaternion"};
    DRAW("cpu.png", "tower.pmx", "turn.vmd", "--at", "3,1,0", "--turn", "0,20,30", "--frame", "20", "--look-at",
         "0,10,0", "--camera-orbit", "0,10,80", "--show", "bones,points");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        DRAW("way.png", "tower.pmx", "turn.vmd", "--at", "3,1,0", "--turn", "0,20,30", "--frame", "20", "--look-at",
             "0,10,0", "--camera-orbit", "0,10,80", "--show", "bones,points", "--gpu-skin", ways[i]);
        assert_in_range(different("cpu.png", "way.png"), 0, 12);
    }
}

static void jobs_draw_the_same_places(void **state)
{
    (void)state;
    command_needs_physics();
#define FILM(folder, jobs)                                                                                             \
    (assert_true(test_make_folder(folder)),                                                                            \
     CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--at", "-9,0,0", "swing.pmx", "--attach", "1:#2", "--frames",      \
                "0:6", "--size", "48x48", "--jobs", jobs, "-o", folder "/{frame}.png"))
    FILM("one", "1");
    FILM("three", "3");
    for (int i = 0; i <= 6; i++) {
        char a[32], b[32];
        snprintf(a, sizeof a, "one/%d.png", i), snprintf(b, sizeof b, "three/%d.png", i);
        assert_true(picture_same(a, b));
    }
}

static void wrong_places_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"--at", "1,2"},        {"--at", "x"},           {"--turn", "1,2"},        {"--turn", "nan"},
        {"--model-scale", "0"}, {"--model-scale", "-1"}, {"--attach", "1"},        {"--attach", "1:"},
        {"--attach", "0:#1"},   {"--attach", "x:#1"},    {"--model-scale", "1e9"}, {"--at", "1e9,0,0"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK_FAILS(2, "render", "tower.pmx", wrong[i][0], wrong[i][1], "-o", "x.png");
    CHECK_FAILS(2, "render", "--at", "1,2,3", "tower.pmx", "-o", "x.png");
    CHECK_FAILS(2, "render", "turn.vmd", "--at", "1,2,3", "tower.pmx", "-o", "x.png");
    CHECK_FAILS(2, "render", "tower.pmx", "--at", "1,2,3", "--at", "1,2,4", "-o", "x.png");
    CHECK_FAILS(2, "render", "tower.pmx", "--at", "1,2,3", "--crowd", "3", "-o", "x.png");
    CHECK_FAILS(1, "render", "tower.pmx", "--attach", "2:#1", "-o", "x.png");
    CHECK_FAILS(1, "render", "tower.pmx", "--attach", "1:#1", "-o", "x.png");
    CHECK_FAILS(1, "render", "tower.pmx", "tower.pmx", "--attach", "1:nothing", "-o", "x.png");
}

TEST_GROUP(test_command_places)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_placed_model_looks_like_the_model_from_a_moved_camera),
        cmocka_unit_test(a_size_of_accessories_that_mmd_would_not_draw_is_warned_of),
        cmocka_unit_test(the_automatic_camera_sees_placed_models),
        cmocka_unit_test(an_attached_model_is_drawn_on_the_bone),
        cmocka_unit_test(every_way_draws_the_same_places),
        cmocka_unit_test(jobs_draw_the_same_places),
        cmocka_unit_test(wrong_places_are_refused),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
