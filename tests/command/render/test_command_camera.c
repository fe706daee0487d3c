/* hone render's cameras: presets and their names, orbits, targets, fields of view and turntables. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/samples_write.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0 && samples_write() &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
              puppet_write_motion("front", puppet_camera(40, NULL)) &&
              puppet_write_motion("far.vmd", puppet_camera(90, NULL));
    return ok ? 0 : -1;
}

#define DRAW(name, ...)                                                                                                \
    CHECK_RUNS("render", "--size", "64x64", "--msaa", "1", "--shadows", "off", "-o", name, __VA_ARGS__)
#define REFUSED(...) CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "x.png", __VA_ARGS__)

static size_t drawn(const char *path)
{
    return picture_drawn(path, 64, 64);
}

static void each_preset_is_another_picture(void **state)
{
    (void)state;
    static const char *const presets[] = {"auto", "front", "side", "back", "bust", "face"};
    char names[6][16];
    for (int i = 0; i < 6; i++) {
        snprintf(names[i], sizeof names[i], "%s.png", presets[i]);
        DRAW(names[i], "character.pmx", "--camera", presets[i]);
        for (int k = 0; k < i; k++)
            if (picture_same(names[i], names[k]))
                fail_msg("%s and %s are the same", presets[i], presets[k]);
    }
    CHECK(drawn("face.png") > drawn("bust.png") && drawn("bust.png") > 2 * drawn("front.png"));
    DRAW("full.png", "character.pmx", "--camera", "full");
    CHECK(drawn("full.png") > drawn("front.png") * 9 / 10 && drawn("full.png") < drawn("front.png") * 11 / 10);
    DRAW("usual.png", "character.pmx");
    CHECK(picture_same("usual.png", "auto.png"));
    DRAW("orbit.png", "character.pmx", "--camera-orbit", "90,0");
    CHECK(picture_same("orbit.png", "side.png"));
}

static void a_file_named_like_a_preset_is_reached_by_its_path(void **state)
{
    (void)state;
    DRAW("preset.png", "tower.pmx", "--camera", "front");
    DRAW("path.png", "tower.pmx", "--camera", "./front");
    DRAW("keys.png", "tower.pmx", "./front");
    CHECK(!picture_same("preset.png", "path.png") && picture_same("path.png", "keys.png"));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--camera", "above");
    command_result r = HONE("render", "tower.pmx", "-o", "x.png", "--camera", "sidee");
    CHECK(r.status == 2 && strstr(r.err, "did you mean \"side\"?"));
    command_result_release(&r);
    r = HONE("render", "tower.pmx", "-o", "x.png", "--look-at", "センタ");
    CHECK(r.status == 1 && strstr(r.err, "did you mean \"センター\"?"));
    command_result_release(&r);
}

static void distances_targets_and_fields_of_view_are_as_given(void **state)
{
    (void)state;
    DRAW("near.png", "tower.pmx", "--camera-orbit", "0,0,50");
    DRAW("far.png", "tower.pmx", "--camera-orbit", "0,0,100");
    CHECK(drawn("far.png") > 20 && drawn("near.png") > 3 * drawn("far.png") &&
          drawn("near.png") < 6 * drawn("far.png"));
    DRAW("wide.png", "tower.pmx", "--camera-orbit", "0,0,50", "--fov", "56.4"); /* about twice the slope */
    CHECK(drawn("wide.png") > drawn("far.png") * 9 / 10 && drawn("wide.png") < drawn("far.png") * 11 / 10);
    DRAW("keyed.png", "tower.pmx", "far.vmd");
    DRAW("keyed-wide.png", "tower.pmx", "far.vmd", "--fov", "56.4");
    CHECK(drawn("keyed.png") > 3 * drawn("keyed-wide.png"));
    DRAW("bone.png", "tower.pmx", "--look-at", "センター", "--camera-orbit", "0,0,60"); /* the tower's foot */
    DRAW("point.png", "tower.pmx", "--look-at", "0,0,0", "--camera-orbit", "0,0,60");
    DRAW("middle.png", "tower.pmx", "--camera-orbit", "0,0,60");
    CHECK(picture_same("bone.png", "point.png") && !picture_same("bone.png", "middle.png"));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--look-at", "尾");
}

/* A flight that turns and zooms, and a cut at frame 12. */
static hone_motion *shots(void)
{
    static const hone_camera cameras[] = {{{0, 8, 0}, {0.1f, 0.2f, 0}, -60, 30, false},
                                          {{2, 9, 1}, {-0.2f, 1.5f, 0.3f}, -40, 45, false},
                                          {{0, 4, 0}, {0, -1, 0}, -30, 30, false},
                                          {{0, 4, 0}, {0.3f, -1.5f, 0}, -30, 25, false}};
    static const uint32_t frames[] = {0, 11, 12, 20};
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_camera_key *keys = hone_builder_array(builder, 4, sizeof *keys);
    assert_non_null(keys);
    for (uint32_t k = 0; k < 4; k++) {
        keys[k] = (hone_camera_key){.frame = frames[k], .camera = cameras[k]};
        for (int c = 0; c < 6; c++) keys[k].curves[c] = (hone_curve){60, 0, 60, 127};
    }
    return hone_motion_create(builder, &(hone_motion_data){.camera_key_count = 4, .camera_keys = keys}, NULL, NULL);
}

/* How many pixels of two pictures differ by more than a hundredth. */
static uint32_t different(const char *a, const char *b)
{
    hone_image first = picture_read(a, 64, 64), second = picture_read(b, 64, 64);
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)64 * 64; i++) {
        int most = 0;
        for (int c = 0; c < 3; c++) {
            int change = first.pixels[4 * i + (size_t)c] - second.pixels[4 * i + (size_t)c];
            most = most > abs(change) ? most : abs(change);
        }
        count += most > 2;
    }
    hone_image_release(&first);
    hone_image_release(&second);
    return count;
}

static void a_glb_shows_the_camera_that_it_was_made_with(void **state)
{
    (void)state;
    assert_true(puppet_write_motion("shots.vmd", shots()));
    CHECK_RUNS("convert", "-q", "tower.pmx", "turn.vmd", "shots.vmd", "-o", "shots.glb");
    const char *pack = hone_compressed_gltf_available() ? "--pack" : "-q"; /* which is there already */
    CHECK_RUNS("convert", "-q", "tower.pmx", "turn.vmd", "shots.vmd", pack, "-o", "packed.glb");
#define FILM(name, ...) DRAW(name, "shots.glb", "--frames", "0:20", __VA_ARGS__)
    FILM("own-%02d.png", "-q");
    FILM("vmd-%02d.png", "--camera", "shots.vmd");
    FILM("file-%02d.png", "--camera", "packed.glb");
    FILM("auto-%02d.png", "--camera", "auto");
    for (int f = 0; f <= 20; f++) {
        char names[4][32];
        static const char *const kinds[] = {"own", "vmd", "file", "auto"};
        for (int k = 0; k < 4; k++) snprintf(names[k], sizeof names[k], "%s-%02d.png", kinds[k], f);
        CHECK(drawn(names[1]) > 20);
        CHECK(different(names[0], names[1]) <= 4 && different(names[2], names[1]) <= 4);
        CHECK(different(names[3], names[1]) > 40);
    }
    CHECK_RUNS("motion", "-q", "shots.glb", "-o", "again.vmd");
    DRAW("again.png", "shots.glb", "--clip", "0", "--frame", "7", "--camera", "again.vmd");
    CHECK(different("again.png", "vmd-07.png") <= 40); /* a VMD has whole degrees */
}

static void a_camera_is_chosen_by_its_name(void **state)
{
    (void)state;
    CHECK_RUNS("convert", "-q", "tower.pmx", "far.vmd", "-o", "still.glb"); /* a camera that no key moves */
    DRAW("without.png", "still.glb");
    DRAW("auto.png", "still.glb", "--camera", "auto");
    DRAW("keys.png", "still.glb", "--camera", "keys");
    DRAW("named.png", "still.glb", "--camera-name", "camera");
    DRAW("numbered.png", "still.glb", "--camera", "still.glb", "--camera-name", "0");
    DRAW("far.png", "still.glb", "far.vmd");
    CHECK(picture_same("without.png", "auto.png") && !picture_same("keys.png", "auto.png"));
    CHECK(picture_same("keys.png", "named.png") && picture_same("keys.png", "numbered.png"));
    CHECK(different("keys.png", "far.png") <= 4);
    CHECK_FAILS(1, "render", "still.glb", "-o", "x.png", "--camera-name", "other");
    command_result r = HONE("render", "still.glb", "-o", "x.png", "--camera-name", "camra");
    CHECK(r.status == 1 && strstr(r.err, "did you mean \"camera\"?"));
    command_result_release(&r);
    CHECK_FAILS(1, "render", "still.glb", "-o", "x.png", "--camera", "tower.pmx");
    CHECK_FAILS(2, "render", "still.glb", "-o", "x.png", "--camera", "front", "--camera-name", "0");
    r = HONE("info", "still.glb");
    CHECK(r.status == 0 && strstr(r.out, "cameras                1\n    0                 30.0 deg  still  camera\n"));
    command_result_release(&r);
}

static void placed_cameras_leave_camera_keys_aside(void **state)
{
    (void)state;
    DRAW("with.png", "tower.pmx", "far.vmd", "--camera-orbit", "20,10");
    DRAW("without.png", "tower.pmx", "--camera-orbit", "20,10");
    CHECK(picture_same("with.png", "without.png"));
    DRAW("front-with.png", "tower.pmx", "far.vmd", "--camera", "front");
    DRAW("front-without.png", "tower.pmx", "--camera", "front");
    CHECK(picture_same("front-with.png", "front-without.png"));
}

static void a_turntable_turns_once(void **state)
{
    (void)state;
    DRAW("t{index}.png", "tower.pmx", "--turntable", "--frames", "0:7");
    CHECK(!picture_same("t0.png", "t1.png") && !picture_same("t0.png", "t7.png"));
    DRAW("other{index}.png", "tower.pmx", "--turntable", "--frames", "0:3");
    CHECK(picture_same("t2.png", "other1.png") && picture_same("t6.png", "other3.png"));
    assert_true(test_make_folder("whole"));
    CHECK_RUNS("render", "tower.pmx", "--size", "16x16", "--msaa", "1", "-o", "whole/{index}.png", "--turntable");
    assert_int_equal(command_file_count("whole"), 120); /* four seconds, since nothing moves */
    assert_true(test_make_folder("danced"));
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--size", "16x16", "-o", "danced/{index}.png", "--turntable");
    assert_int_equal(command_file_count("danced"), 31); /* as long as the motion */
}

static void what_is_no_human_gets_a_warning(void **state)
{
    (void)state;
    command_result r = HONE("render", "tower.pmx", "--size", "32x32", "-o", "x.png", "--camera", "bust");
    assert_int_equal(r.status, 0);
    assert_int_equal(command_line_count(r.err), 1);
    CHECK(strstr(r.err, "tower.pmx: warning: no bone was found") && strstr(r.err, "--camera bust"));
    command_result_release(&r);
}

static void wrong_values_and_combinations_are_refused(void **state)
{
    (void)state;
    static const char *const orbits[] = {"", "1", "1,2,3,4", "a,b", "0,91", "0,0,0", "0,0,-5", "1e5,0", "1,2,"};
    for (size_t i = 0; i < sizeof orbits / sizeof *orbits; i++) REFUSED("--camera-orbit", orbits[i]);
    REFUSED("--fov", "0");
    REFUSED("--fov", "171");
    REFUSED("--fov", "wide");
    REFUSED("--look-at", "");
    REFUSED("--turntable");
    REFUSED("--camera", "keys", "--camera-orbit", "0,0");
    REFUSED("--camera", "far.vmd", "--look-at", "0,0,0");
    REFUSED("--camera", "face", "--look-at", "0,0,0");
    REFUSED("--camera", "full", "--crowd", "4");
    REFUSED("--look-at", "頭", "--crowd", "4");
    DRAW("crowd.png", "tower.pmx", "--crowd", "4", "--camera", "back");
}

TEST_GROUP(test_command_camera)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_preset_is_another_picture),
        cmocka_unit_test(a_file_named_like_a_preset_is_reached_by_its_path),
        cmocka_unit_test(distances_targets_and_fields_of_view_are_as_given),
        cmocka_unit_test(a_glb_shows_the_camera_that_it_was_made_with),
        cmocka_unit_test(a_camera_is_chosen_by_its_name),
        cmocka_unit_test(placed_cameras_leave_camera_keys_aside),
        cmocka_unit_test(a_turntable_turns_once),
        cmocka_unit_test(what_is_no_human_gets_a_warning),
        cmocka_unit_test(wrong_values_and_combinations_are_refused),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
