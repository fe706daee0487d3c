/* hone render --compare: panels, their names, and what cannot be compared. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/samples_write.h"
#include "support/support.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 242, HEIGHT = 100, ROWS = 16 }; /* ROWS: of the labels */

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0 && samples_write() &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(2.8f, NULL));
    return ok ? 0 : -1;
}

#define COMPARE(name, ...)                                                                                             \
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "-q", "--msaa", "1", "--frame", "30", "--size", "242x100", "-o",     \
               name, "--compare", __VA_ARGS__)
#define PANEL(name, ...)                                                                                               \
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--msaa", "1", "--frame", "30", "--size", "121x84", "-o", name,      \
               __VA_ARGS__)

/* Whether a panel of the sheet is the picture of that name, but for the line at its left. */
static bool panel_is(const hone_image *sheet, uint32_t x, const char *path, uint32_t width)
{
    hone_image image = picture_read(path, width, HEIGHT - ROWS);
    bool same = true;
    for (uint32_t y = 0; y < image.height; y++)
        same &= memcmp(sheet->pixels + 4 * ((size_t)y * WIDTH + x + 1), image.pixels + 4 * ((size_t)y * width + 1),
                       4 * (size_t)(width - 1)) == 0;
    hone_image_release(&image);
    return same;
}

/* Counts the dark pixels of the label below a panel. */
static unsigned label_ink(const hone_image *sheet, uint32_t x, uint32_t width)
{
    unsigned count = 0;
    for (uint32_t y = HEIGHT - ROWS; y < HEIGHT; y++)
        for (uint32_t i = x + 1; i < x + width; i++) count += sheet->pixels[4 * ((size_t)y * WIDTH + i)] < 100;
    return count;
}

static void each_panel_is_its_picture_alone(void **state)
{
    (void)state;
    PANEL("linear.png", "--skin", "linear");
    PANEL("dual.png", "--skin", "dual-quaternion");
    CHECK(!picture_same("linear.png", "dual.png"));
    COMPARE("both.png", "linear,dual-quaternion");
    hone_image both = picture_read("both.png", WIDTH, HEIGHT);
    CHECK(panel_is(&both, 0, "linear.png", 121) && panel_is(&both, 121, "dual.png", 121));
    CHECK(label_ink(&both, 0, 121) > 20 && label_ink(&both, 121, 121) > 2 * label_ink(&both, 0, 121));
    COMPARE("turned.png", "dual-quaternion,linear");
    hone_image turned = picture_read("turned.png", WIDTH, HEIGHT);
    CHECK(panel_is(&turned, 121, "linear.png", 121) && panel_is(&turned, 0, "dual.png", 121));
    hone_image_release(&both), hone_image_release(&turned);
}

static void ways_on_the_gpu_are_compared_too(void **state)
{
    (void)state;
    PANEL("matrix.png", "--gpu-skin", "matrix", "--skin", "linear");
    PANEL("gpu-dual.png", "--gpu-skin", "dual-quaternion", "--skin", "linear");
    COMPARE("gpu.png", "matrix,gpu-dual-quaternion", "--skin", "linear");
    hone_image sheet = picture_read("gpu.png", WIDTH, HEIGHT);
    CHECK(panel_is(&sheet, 0, "matrix.png", 121) && panel_is(&sheet, 121, "gpu-dual.png", 121));
    hone_image_release(&sheet);
    PANEL("dual.png", "--gpu-skin", "texture", "--skin", "dual-quaternion");
    COMPARE("mixed.png", "auto,dual-quaternion", "--gpu-skin", "texture");
    sheet = picture_read("mixed.png", WIDTH, HEIGHT);
    CHECK(panel_is(&sheet, 121, "dual.png", 121)); /* --gpu-skin holds where the list gives a method */
    hone_image_release(&sheet);
}

static void methods_that_keep_volume_are_compared_too(void **state)
{
    (void)state;
    PANEL("cor.png", "--skin", "cor", "--centres", "tower.cor");
    PANEL("mush.png", "--skin", "delta-mush");
    COMPARE("volume.png", "cor,delta-mush");
    hone_image sheet = picture_read("volume.png", WIDTH, HEIGHT);
    CHECK(panel_is(&sheet, 0, "cor.png", 121) && panel_is(&sheet, 121, "mush.png", 121));
    hone_image_release(&sheet);
    PANEL("again.png", "--skin", "cor", "--centres", "tower.cor");
    CHECK(picture_same("cor.png", "again.png"));
    CHECK_FAILS(1, "render", "character.pmx", "-o", "x.png", "--skin", "cor", "--centres", "tower.cor");
}

static void sequences_have_all_panels_in_each_picture(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--msaa", "1", "--frames", "0:30:15", "--size", "242x100", "-o",
               "s{index}.png", "--compare", "linear,dual-quaternion", "--camera-orbit", "0,0,60", "--show", "bones");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--msaa", "1", "--frame", "30", "--frame-over", "0:30", "--size",
               "242x100", "-o", "s.png", "--compare", "linear,dual-quaternion", "--camera-orbit", "0,0,60", "--show",
               "bones");
    CHECK(picture_same("s.png", "s2.png") && !picture_same("s0.png", "s2.png"));
}

static void sdef_warns_where_there_is_none(void **state)
{
    (void)state;
    command_result r = HONE("render", "tower.pmx", "--size", "242x100", "-o", "x.png", "--compare", "linear,sdef");
    assert_int_equal(r.status, 0);
    CHECK(command_line_count(r.err) == 1 && strstr(r.err, "no vertex is of the kind SDEF"));
    command_result_release(&r);
    CHECK_RUNS("render", "character.pmx", "--size", "242x100", "-o", "x.png", "--compare", "linear,sdef");
}

static void labels_are_light_on_dark_paper(void **state)
{
    (void)state;
    COMPARE("dark.png", "linear,auto", "--background", "black");
    hone_image sheet = picture_read("dark.png", WIDTH, HEIGHT);
    unsigned light = 0;
    for (uint32_t y = HEIGHT - ROWS; y < HEIGHT; y++)
        for (uint32_t x = 0; x < 120; x++) light += sheet.pixels[4 * ((size_t)y * WIDTH + x)] > 200;
    CHECK(light > 20);
    hone_image_release(&sheet);
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "linear",
                                      "linear,",
                                      "linear,linear",
                                      "linear,bones",
                                      "gpu-linear,auto",
                                      "linear,dual-quaternion,sdef,auto,off,matrix,quaternion,texture,gpu-off"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--compare", bad[i]);
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "x.png", "--compare", "linear,auto", "--crowd", "4");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--compare", "linear,auto", "--size", "14x100");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--compare", "linear,auto", "--size", "100x20");
}

TEST_GROUP(test_command_compare)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_panel_is_its_picture_alone),
        cmocka_unit_test(ways_on_the_gpu_are_compared_too),
        cmocka_unit_test(methods_that_keep_volume_are_compared_too),
        cmocka_unit_test(sequences_have_all_panels_in_each_picture),
        cmocka_unit_test(sdef_warns_where_there_is_none),
        cmocka_unit_test(labels_are_light_on_dark_paper),
        cmocka_unit_test(wrong_lists_are_refused),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
