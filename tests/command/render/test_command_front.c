/* hone with VRM 0.x, which looks the other way than VRM 1.0: pictures, scenes and what is attached are the same. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/make_human.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE "--size", "64x64", "--shadows", "off", "--background", "#336699"
enum { SIDE = 64 };

static bool write_human(const char *path, make_human_names names)
{
    hone_bytes bytes = make_human(&(make_human_desc){.names = names, .away = names == MAKE_HUMAN_VRM_0});
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 && write_human("zero.vrm", MAKE_HUMAN_VRM_0) &&
                   write_human("one.vrm", MAKE_HUMAN_VRM) &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0)
               ? 0
               : -1;
}

/* How many pixels differ by more than a shade: corners of boxes have another order in both files. */
static size_t differing(const char *a, const char *b)
{
    hone_image x = picture_read(a, SIDE, SIDE), y = picture_read(b, SIDE, SIDE);
    size_t count = 0;
    for (size_t i = 0; i < (size_t)4 * SIDE * SIDE; i++) count += abs(x.pixels[i] - y.pixels[i]) > 2;
    hone_image_release(&x), hone_image_release(&y);
    return count;
}

/* How many pixels are background in one picture and not in the other: surfaces without normals get others by the order
 * of their corners, which is not that of the other file. */
static size_t differing_in_shape(const char *a, const char *b)
{
    hone_image x = picture_read(a, SIDE, SIDE), y = picture_read(b, SIDE, SIDE);
    size_t count = 0;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        count += (memcmp(x.pixels + 4 * i, x.pixels, 4) == 0) != (memcmp(y.pixels + 4 * i, y.pixels, 4) == 0);
    hone_image_release(&x), hone_image_release(&y);
    return count;
}

#define ALIKE(...)                                                                                                     \
    (CHECK_RUNS("render", "zero.vrm", "-o", "zero.png", SIZE, __VA_ARGS__),                                            \
     CHECK_RUNS("render", "one.vrm", "-o", "one.png", SIZE, __VA_ARGS__),                                              \
     CHECK(differing("zero.png", "one.png") < 40))

static void both_are_drawn_alike(void **state)
{
    (void)state;
    static const char *const cameras[] = {"auto", "front", "side", "back", "face", "full"};
    for (int i = 0; i < 6; i++) ALIKE("--camera", cameras[i]);
    CHECK(picture_drawn("zero.png", SIDE, SIDE) > 100);
    CHECK_RUNS("render", "one.vrm", "-o", "back.png", SIZE, "--camera", "back");
    CHECK_RUNS("render", "zero.vrm", "-o", "side.png", SIZE, "--camera", "side");
    CHECK(differing("back.png", "side.png") > 200);
    ALIKE("--crowd", "4");
    ALIKE("--show", "bones");
    ALIKE("--gpu-skin", "matrix");
}

static void both_are_turned_and_carry_alike(void **state)
{
    (void)state;
    ALIKE("--camera", "side", "--turn", "30,60,0");
    CHECK_RUNS("render", "zero.vrm", "--turn", "40", "tower.pmx", "--model-scale", "0.3", "--at", "1,2,3", "--attach",
               "1:leftHand", "-o", "zero.png", SIZE);
    CHECK_RUNS("render", "one.vrm", "--turn", "40", "tower.pmx", "--model-scale", "0.3", "--at", "1,2,3", "--attach",
               "1:leftHand", "-o", "one.png", SIZE);
    CHECK(differing("zero.png", "one.png") < 40);
}

static void a_scene_does_not_turn_it_again(void **state)
{
    (void)state;
    CHECK_RUNS("render", "zero.vrm", "--turn", "40", "one.vrm", "--at", "9,0,0", "-o", "a.png", SIZE, "--save-scene",
               "a.json");
    CHECK_RUNS("render", "a.json", "-o", "b.png", SIZE, "--save-scene", "b.json");
    CHECK_RUNS("render", "b.json", "-o", "c.png", SIZE);
    CHECK(picture_same("a.png", "b.png") && picture_same("a.png", "c.png"));
}

static void what_is_converted_looks_to_the_front_of_its_format(void **state)
{
    (void)state;
    static const char *const endings[] = {"pmx", "glb"};
    for (int i = 0; i < 2; i++) {
        char names[2][16];
        for (int k = 0; k < 2; k++) {
            snprintf(names[k], sizeof names[k], "%s.%s", k ? "one" : "zero", endings[i]);
            command_result r = HONE("convert", k ? "one.vrm" : "zero.vrm", "-o", names[k]);
            assert_int_equal(r.status, 0);
            command_result_release(&r);
        }
        CHECK_RUNS("render", names[0], "-o", "zero.png", SIZE);
        CHECK_RUNS("render", names[1], "-o", "one.png", SIZE);
        CHECK(differing_in_shape("zero.png", "one.png") < 4);
        CHECK_RUNS("render", names[1], "-o", "side.png", SIZE, "--camera", "side");
        CHECK_RUNS("render", names[0], "-o", "zero.png", SIZE, "--camera", "side");
        CHECK(differing_in_shape("zero.png", "side.png") < 4); /* whose toes point to the left */
        command_result r = HONE("info", names[0], "--json");
        assert_null(strstr(r.out, "\"front\""));
        command_result_release(&r);
    }
}

static void info_says_the_front_that_is_not_usual(void **state)
{
    (void)state;
    command_result r = HONE("info", "zero.vrm", "--json");
    assert_non_null(strstr(r.out, "\"front\": \"-z\""));
    command_result_release(&r);
    r = HONE("info", "zero.vrm");
    assert_non_null(strstr(r.out, "front"));
    command_result_release(&r);
    r = HONE("info", "one.vrm", "tower.pmx", "--json");
    assert_null(strstr(r.out, "\"front\""));
    command_result_release(&r);
}

TEST_GROUP(test_command_front)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_are_drawn_alike),
        cmocka_unit_test(both_are_turned_and_carry_alike),
        cmocka_unit_test(a_scene_does_not_turn_it_again),
        cmocka_unit_test(what_is_converted_looks_to_the_front_of_its_format),
        cmocka_unit_test(info_says_the_front_that_is_not_usual),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
