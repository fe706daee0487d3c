/* hone render --show: what is drawn over the characters, and the bone names that it takes. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 160 };

static int make_files(void **state)
{
    const puppet_desc plain = {0}, swing = {.swing = true};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_model("swing.pmx", puppet_make(&swing, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

#define DRAW(name, ...)                                                                                                \
    CHECK_RUNS("render", "--size", "160x160", "--msaa", "1", "--shadows", "off", "--edges", "off", "-o", name,         \
               __VA_ARGS__)

/* Counts the pixels of one colour, within 8 of 255. */
static unsigned count_colour(const char *path, int red, int green, int blue)
{
    hone_image image = picture_read(path, SIDE, SIDE);
    const int wanted[3] = {red, green, blue};
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        bool near = true;
        for (int c = 0; c < 3; c++) near &= abs(image.pixels[4 * i + (size_t)c] - wanted[c]) <= 8;
        count += near;
    }
    hone_image_release(&image);
    return count;
}

/* Counts the pixels of a row in which `more` of red (0), green (1), blue (2) is well above `less`. */
static unsigned count_hue(const char *path, uint32_t row, int more, int less)
{
    hone_image image = picture_read(path, SIDE, SIDE);
    unsigned count = 0;
    for (uint32_t x = 0; x < SIDE; x++) {
        const uint8_t *pixel = image.pixels + 4 * ((size_t)row * SIDE + x);
        count += pixel[more] > pixel[less] + 80;
    }
    hone_image_release(&image);
    return count;
}

static unsigned bone_pixels(const char *path)
{
    return count_colour(path, 0x7a, 0x8c, 0xf0);
}

static void each_word_draws_its_own(void **state)
{
    (void)state;
    DRAW("plain.png", "swing.pmx");
    DRAW("bones.png", "swing.pmx", "--show", "bones");
    DRAW("axes.png", "swing.pmx", "--show", "axes");
    DRAW("points.png", "swing.pmx", "--show", "points");
    DRAW("bodies.png", "swing.pmx", "--show", "bodies");
    DRAW("wire.png", "swing.pmx", "--show", "wire");
    DRAW("all.png", "swing.pmx", "--show", "axes,bones,bodies,points,wire");
    assert_in_range(bone_pixels("bones.png"), 50, 5000);
    assert_int_equal(bone_pixels("plain.png"), 0);
    assert_in_range(count_colour("axes.png", 0x40, 0xc0, 0x40), 30, 500); /* three y axes of 22 pixels, 2 wide */
    assert_int_equal(count_colour("plain.png", 0x40, 0xc0, 0x40), 0);
    assert_in_range(count_colour("points.png", 0xff, 0x2d, 0x78), 60, 28 * 12); /* some of 28 are behind others */
    assert_int_equal(count_colour("plain.png", 0xff, 0x2d, 0x78), 0);
    assert_in_range(count_colour("bodies.png", 0xf0, 0x50, 0x50), 10, 2000); /* the one that swings */
    assert_in_range(count_colour("bodies.png", 0x50, 0xd0, 0x60), 10, 2000); /* the one that follows its bone */
    CHECK(!picture_same("wire.png", "plain.png"));
    CHECK(bone_pixels("wire.png") == 0 && bone_pixels("all.png") > 20);
    CHECK(count_colour("all.png", 0x40, 0xc0, 0x40) > 20 && count_colour("all.png", 0x50, 0xd0, 0x60) > 10);
}

static void weights_are_colours_from_grey_to_red(void **state)
{
    (void)state;
    DRAW("weights.png", "tower.pmx", "--show", "weights=頭");
    assert_in_range(count_hue("weights.png", 12, 0, 2), 10, SIDE);  /* the top is the bone's: red */
    assert_int_equal(count_hue("weights.png", SIDE - 20, 0, 2), 0); /* the foot is grey */
    assert_int_equal(count_hue("weights.png", SIDE - 20, 2, 0), 0);
    DRAW("root.png", "tower.pmx", "--show", "weights=センター");
    assert_in_range(count_hue("root.png", SIDE - 20, 0, 2), 10, SIDE);
    assert_int_equal(count_hue("root.png", 12, 0, 2), 0);
    DRAW("both.png", "tower.pmx", "--show", "weights=頭,bones");
    CHECK(bone_pixels("both.png") > 20 && count_hue("both.png", 14, 0, 2) > 5);
}

static void a_bone_has_several_names(void **state)
{
    (void)state;
    DRAW("name.png", "tower.pmx", "--show", "weights=頭");
    DRAW("index.png", "tower.pmx", "--show", "weights=#2");
    DRAW("role.png", "tower.pmx", "--show", "weights=head");
    CHECK(picture_same("name.png", "index.png") && picture_same("name.png", "role.png"));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--show", "weights=#3");
    command_result r = HONE("render", "tower.pmx", "-o", "x.png", "--show", "weights=尾");
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.err, "no model has a bone \"尾\" (hone info --tree lists them)"));
    command_result_release(&r);
}

static void marks_follow_the_pose(void **state)
{
    (void)state;
    DRAW("p{frame}.png", "tower.pmx", "turn.vmd", "--frames", "0:30:15", "--show", "bones,points");
    DRAW("still.png", "tower.pmx", "turn.vmd", "--frame", "15", "--frame-over", "0:30", "--show", "bones,points");
    CHECK(picture_same("p15.png", "still.png"));
    CHECK(!picture_same("p0.png", "p30.png"));
}

/* Twice as fine a picture has lines of the same width once it is scaled down. */
static void marks_keep_their_size_in_finer_pictures(void **state)
{
    (void)state;
    DRAW("coarse.png", "tower.pmx", "--show", "points");
    DRAW("fine.png", "tower.pmx", "--show", "points", "--supersample", "4");
    unsigned coarse = count_colour("coarse.png", 0xff, 0x2d, 0x78), fine = count_colour("fine.png", 0xff, 0x2d, 0x78);
    CHECK(fine > coarse / 5 && fine <= coarse); /* pixels at the rim of a point are mixed */
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",        "bone",     "bones,",   ",bones",
                                      "weights", "weights=", "bones=頭", "weights=頭,weights=頭"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--show", bad[i]);
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--crowd", "4", "--show", "bones");
    DRAW("crowd.png", "tower.pmx", "--crowd", "4", "--show", "wire,weights=頭");
}

TEST_GROUP(test_command_show)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_word_draws_its_own),
        cmocka_unit_test(weights_are_colours_from_grey_to_red),
        cmocka_unit_test(a_bone_has_several_names),
        cmocka_unit_test(marks_follow_the_pose),
        cmocka_unit_test(marks_keep_their_size_in_finer_pictures),
        cmocka_unit_test(wrong_lists_are_refused),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
