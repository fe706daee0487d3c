/* Which clip plays, and how long, if the command line does not choose; and warnings for times outside of the motion. */
#include "support/command.h"
#include "support/image/picture.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_gltf.h"
#include "support/make/files/make_x.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/film.h>
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static bool write_bytes(const char *path, hone_bytes bytes)
{
    bool ok = command_file_write(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    return ok;
}

/* rich.glb has clips of 2 s and 0 s; slide.x one of 0.5 s and more; turn.vmd lasts a second. */
static int make_files(void **state)
{
    make_gltf *file = calloc(1, sizeof *file);
    if (!file || command_folder_enter(state) != 0 || !test_make_folder("a") || !test_make_folder("b"))
        return -1;
    make_gltf_rich(file);
    bool ok = write_bytes("rich.glb", make_gltf_glb(file)) && write_bytes("tube.x", make_x(&(make_x_desc){0})) &&
              write_bytes("dance.x", make_x(&(make_x_desc){.no_mesh = true})) &&
              puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL));
    free(file);
    return ok ? 0 : -1;
}

static bool says(const char *text, const command_result *r)
{
    return strstr(r->err, text) != NULL;
}

/* ---- bakes ---- */

static void check_bake(const char *model, const char *output, double frames)
{
    command_result r = HONE("convert", model, "--json", "-o", output);
    assert_int_equal(r.status, 0);
    CHECK(json_number(r.out, "frames") == frames && json_number(r.out, "keys_after") > 0);
    CHECK(says("warning: plays the first of its 2 clips, \"", &r));
    command_result_release(&r);
    r = HONE("convert", model, "--json", "--clip", "1", "-o", output);
    CHECK(r.status == 0 && !says("plays the first", &r));
    command_result_release(&r);
}

static void bakes_play_the_first_clip(void **state)
{
    (void)state;
    check_bake("tube.x", "a.vmd", 31);
    check_bake("tube.x", "a.glb", 31);
    check_bake("rich.glb", "a.vmd", 61);
    check_bake("rich.glb", "a.gltf", 61);
    CHECK_RUNS("pose", "-q", "rich.glb", "--clip", "0", "--time", "1", "--bones", "source.npy");
    CHECK_RUNS("convert", "-q", "rich.glb", "-o", "played.glb");
    CHECK_RUNS("pose", "-q", "played.glb", "--clip", "0", "--time", "1", "--bones", "played.npy");
    test_array a, b;
    assert_true(test_array_read("source.npy", &a) && test_array_read("played.npy", &b));
    for (size_t i = 0; i < 4 * 16; i++) CHECK_NEAR(a.values[i], b.values[i], 2e-3);
    test_array_release(&a);
    test_array_release(&b);
}

/* Another motion that moves the model wins. */
static void a_motion_comes_before_clips_of_the_model(void **state)
{
    (void)state;
    command_result r = HONE("convert", "tube.x", "dance.x", "--json", "-o", "a.vmd");
    CHECK(r.status == 0 && !says("plays the first", &r) && json_number(r.out, "keys_after") > 0);
    command_result_release(&r);
}

static void a_file_without_keys_is_warned_of(void **state)
{
    (void)state;
    command_result r = HONE("convert", "tower.pmx", "-o", "none.vmd");
    CHECK(r.status == 0 && says("tower.pmx: warning: nothing moves it: the motion has no keys", &r));
    command_result_release(&r);
    r = HONE("convert", "tower.pmx", "-o", "none.vpd");
    CHECK(r.status == 0 && says("tower.pmx: warning: nothing moves it: the file has the rest pose", &r));
    command_result_release(&r);
    CHECK_FAILS(1, "convert", "dance.x", "-o", "none.vmd");
}

/* ---- pictures ---- */

static void sequences_show_all_of_a_motion(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--size", "16x16", "--shadows", "off", "-o", "a/{frame:02}.png");
    assert_int_equal(command_file_count("a"), 31);
    CHECK(!picture_same("a/00.png", "a/30.png"));
    command_result r = HONE("render", "tube.x", "--fps", "10", "--size", "16x16", "-o", "b/{index}.png");
    CHECK(r.status == 0 && says("plays the first of its 2 clips, \"wave\"", &r));
    command_result_release(&r);
    assert_int_equal(command_file_count("b"), 11);
    CHECK_RUNS("render", "-q", "tube.x", "--frame", "0", "--size", "16x16", "-o", "still-{frame}.png");
}

static void stills_are_at_rest_and_say_so(void **state)
{
    (void)state;
    command_result r = HONE("pose", "tube.x", "--frame", "12", "--bones", "a.npy");
    CHECK(r.status == 0 &&
          says("tube.x: warning: is at rest at every frame: use --clip to play one of its 2 clips", &r));
    command_result_release(&r);
    CHECK_RUNS("pose", "tube.x", "--bones", "a.npy");
    CHECK_RUNS("pose", "tower.pmx", "--frame", "12", "--bones", "a.npy"); /* has no clips */
}

/* ---- times outside ---- */

static void check_outside(const char *option, const char *times, const char *said)
{
    command_result r = HONE("pose", "tower.pmx", "turn.vmd", option, times, "--bones", "a.npy");
    CHECK(r.status == 0 && command_line_count(r.err) == 1 && says(said, &r));
    command_result_release(&r);
    CHECK_RUNS("pose", "-q", "tower.pmx", "turn.vmd", option, times, "--bones", "a.npy");
}

static void times_outside_of_a_motion_are_warned_of(void **state)
{
    (void)state;
    check_outside("--frame", "99999",
                  "turn.vmd: warning: frame 99999 is outside the motion, which goes from 0 to 30: its last key holds");
    check_outside("--frame", "0,-5,31,12", "frame -5 (and 1 more) is outside the motion, which goes from 0 to 30");
    check_outside("--time", "1.25", "second 1.25 is outside the motion, which goes from 0 to 1: its last key holds");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--frame", "0,30", "--bones", "a.npy");
    CHECK_RUNS("pose", "tower.pmx", "turn.vmd", "--time", "0,1", "--bones", "a.npy");
    needs_pictures();
    command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frame", "-5", "--size", "16x16", "-o", "a.png");
    CHECK(r.status == 0 && command_line_count(r.err) == 1 && says("warning: frame -5 is outside the motion", &r));
    command_result_release(&r);
    r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "29:32", "--size", "16x16", "-o", "{index}.png");
    CHECK(r.status == 0 && command_line_count(r.err) == 1 && says("warning: frame 32 is outside the motion", &r));
    command_result_release(&r);
}

/* ---- models and motions ---- */

/* hone render reads a second .x as a model; hone pose and --motion read it as a motion. */
static void a_file_with_a_mesh_can_be_said_to_be_a_motion(void **state)
{
    (void)state;
    needs_pictures();
    CHECK_RUNS("render", "-q", "tube.x", "--clip", "1", "--frame", "15", "--size", "64x64", "-o", "own.png");
    CHECK_RUNS("render", "-q", "tube.x", "--motion", "tube.x", "--clip", "1", "--frame", "15", "--size", "64x64", "-o",
               "said.png");
    CHECK(picture_same("own.png", "said.png"));
    CHECK_RUNS("pose", "tube.x", "--motion", "tube.x", "--frame", "15", "--bones", "said.csv");
    CHECK_RUNS("pose", "tube.x", "tube.x", "--frame", "15", "--bones", "behind.csv");
    command_result r = HONE("render", "tower.pmx", "tube.x", "--size", "16x16", "-o", "a.png");
    CHECK(r.status == 0 &&
          says("tube.x: warning: is read as a second model; use --motion to play it on the first", &r));
    command_result_release(&r);
    CHECK_FAILS(1, "pose", "tube.x", "--motion", "tower.pmx");
}

TEST_GROUP(test_command_clips)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bakes_play_the_first_clip),
        cmocka_unit_test(a_motion_comes_before_clips_of_the_model),
        cmocka_unit_test(a_file_without_keys_is_warned_of),
        cmocka_unit_test(sequences_show_all_of_a_motion),
        cmocka_unit_test(stills_are_at_rest_and_say_so),
        cmocka_unit_test(times_outside_of_a_motion_are_warned_of),
        cmocka_unit_test(a_file_with_a_mesh_can_be_said_to_be_a_motion),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
