/* hone render --pass: depth, models and materials. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 48 };

#define TWO "tower.pmx", "--at", "-6,0,0", "turn.vmd", "tower.pmx", "--at", "6,0,0", "--camera-orbit", "0,0,60"
#define PICTURE(name) "-o", name, "--size", "48x48"

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    bool ok = command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL));
    return ok ? 0 : -1;
}

/* Counts pixels of a colour. */
static size_t count(const char *path, uint32_t rgb)
{
    size_t found = 0;
    hone_image image = picture_read(path, SIDE, SIDE);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        const uint8_t *at = image.pixels + 4 * i;
        found += ((uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2]) == rgb;
    }
    hone_image_release(&image);
    return found;
}

static void models_and_materials_have_their_colours(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", TWO, PICTURE("plain.png"), "--shadows", "off", "--msaa", "0");
    CHECK_RUNS("render", TWO, PICTURE("models.png"), "--pass", "models", "--pass-ids", "models.json");
    size_t first = count("models.png", 0x800000), second = count("models.png", 0x008000), none = count("models.png", 0);
    CHECK(first > 20 && second > 20);
    assert_int_equal(first + second + none, SIDE * SIDE);
    assert_int_equal(none, count("plain.png", 0xffffff));
    size_t size;
    char *ids = command_file_content("models.json", &size);
    CHECK(strstr(ids, "\"pass\": \"models\"") && strstr(ids, "\"#008000\"") && !strstr(ids, "materials"));
    free(ids);
    CHECK_RUNS("render", TWO, PICTURE("materials.png"), "--pass", "materials", "--pass-ids", "materials.json");
    ids = command_file_content("materials.json", &size);
    CHECK(strstr(ids, "\"materials\"") && strstr(ids, "\"id\": 1,") && strstr(ids, "\"#800000\""));
    free(ids);
    assert_int_equal(count("materials.png", 0), none);
}

/* The grey value of 16 bits of a pixel, which the reader cuts to 8. */
static int grey_at(const char *path, uint32_t x, uint32_t y)
{
    hone_image image = picture_read(path, SIDE, SIDE);
    int value = image.pixels[4 * (y * SIDE + x)];
    hone_image_release(&image);
    return value;
}

static void depth_is_grey_within_its_range(void **state)
{
    (void)state;
    size_t size;
    needs_pictures();
    CHECK_RUNS("render", "tower.pmx", "--camera-orbit", "0,0,60", PICTURE("depth.png"), "--pass", "depth",
               "--depth-range", "0:120");
    char *png = command_file_content("depth.png", &size);
    CHECK(size > 33 && png[24] == 16 && png[25] == 0); /* 16 bits, grey */
    free(png);
    assert_int_equal(grey_at("depth.png", 0, 0), 255); /* nothing */
    CHECK_NEAR(grey_at("depth.png", SIDE / 2, SIDE / 2), 127, 4);
    CHECK_RUNS("render", "tower.pmx", "--camera-orbit", "0,0,60", PICTURE("turned.png"), "--pass", "depth",
               "--depth-range", "120:0");
    assert_int_equal(grey_at("turned.png", 0, 0), 0);
    CHECK_NEAR(grey_at("turned.png", SIDE / 2, SIDE / 2), 127, 4);
    CHECK_RUNS("render", "tower.pmx", "--camera-orbit", "0,0,60", PICTURE("usual.png"), "--pass", "depth",
               "--supersample", "2");
    CHECK_NEAR(grey_at("usual.png", SIDE / 2, SIDE / 2), 60 * 255 / 200, 4);
    command_result r = HONE("render", "tower.pmx", "--camera-orbit", "0,0,60", PICTURE("near.png"), "--pass", "depth",
                            "--depth-range", "1:2");
    CHECK(r.status == 0 && strstr(r.err, "nearer or farther than --depth-range"));
    command_result_release(&r);
}

static void sequences_are_the_same_in_any_number_of_processes(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", TWO, PICTURE("a{frame:02}.png"), "--pass", "depth", "--frames", "0:17", "--jobs", "1");
    CHECK_RUNS("render", TWO, PICTURE("b{frame:02}.png"), "--pass", "depth", "--frames", "0:17", "--jobs", "3");
    CHECK_RUNS("render", TWO, PICTURE("one.png"), "--pass", "depth", "--frame", "11", "--gpu-skin", "texture");
    for (int i = 0; i < 18; i++) {
        char a[24], b[24];
        snprintf(a, sizeof a, "a%02d.png", i);
        snprintf(b, sizeof b, "b%02d.png", i);
        CHECK(picture_same(a, b));
    }
    CHECK(!picture_same("a00.png", "a11.png"));
}

static void what_cannot_hold_the_values_is_refused(void **state)
{
    (void)state;
    CHECK_FAILS(2, "render", TWO, PICTURE("x.mp4"), "--pass", "depth");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.jpg"), "--pass", "models");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--pass", "normals");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--depth-range", "1:2");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--pass", "depth", "--depth-range", "2:2");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--pass", "depth", "--depth-range", "-1:2");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--pass", "depth", "--pass-ids", "x.json");
    CHECK_FAILS(2, "render", TWO, PICTURE("x.png"), "--pass", "models", "--show", "bones");
    CHECK(!test_exists("x.png") && !test_exists("x.json"));
}

TEST_GROUP(test_command_pass)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_and_materials_have_their_colours),
        cmocka_unit_test(depth_is_grey_within_its_range),
        cmocka_unit_test(sequences_are_the_same_in_any_number_of_processes),
        cmocka_unit_test(what_cannot_hold_the_values_is_refused),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
