/* hone render of sequences, interrupting it, and hone demo. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <hone/film.h>
#include <hone/physics.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int make_files(void **state)
{
    const puppet_desc plain = {0};
    return command_folder_enter(state) == 0 && puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

static void sequences_are_numbered_by_frame_or_index(void **state)
{
    (void)state;
    assert_int_equal(mkdir("s", 0777), 0);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "10:20:5", "-o", "s/f-{frame:04}.png", "--size", "32x32");
    assert_int_equal(command_file_count("s"), 3);
    assert_true(picture_drawn("s/f-0010.png", 32, 32) > 0 && picture_drawn("s/f-0020.png", 32, 32) > 0);
    assert_false(picture_same("s/f-0010.png", "s/f-0015.png"));
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "10:11:0.5", "-o", "s/{index}{b}.png", "--size", "32x32");
    assert_int_equal(command_file_count("s"), 6);
    assert_int_equal(access("s/2{b}.png", F_OK), 0);
    CHECK_RUNS("render", "-q", "tower.pmx", "turn.vmd", "--frame", "-3", "-o", "s/{frame:03}-{index:02}.png", "--size",
               "32x32");
    assert_int_equal(access("s/-03-00.png", F_OK), 0);
}

static void patterns_of_other_programs_are_the_frame(void **state)
{
    (void)state;
    static const char *const patterns[] = {"%04d", "####"};
    for (int i = 0; i < 2; i++) {
        char name[32], first[32], last[32];
        snprintf(name, sizeof name, "%d-%s.png", i, patterns[i]);
        snprintf(first, sizeof first, "%d-0010.png", i);
        snprintf(last, sizeof last, "%d-0020.png", i);
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "10-20:5", "-o", name, "--size", "32X32");
        assert_true(picture_same(first, "s/f-0010.png") && picture_same(last, "s/f-0020.png"));
    }
}

static void times_are_frames_divided_by_thirty(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--time", "0.1:0.3", "-o", "t%03d.png", "--size", "32x32");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "3:9", "-o", "f%03d.png", "--size", "32x32");
    for (int i = 3; i <= 9; i++) {
        char timed[32], counted[32];
        snprintf(timed, sizeof timed, "t%03d.png", i);
        snprintf(counted, sizeof counted, "f%03d.png", i);
        assert_true(picture_same(timed, counted));
    }
    assert_int_equal(access("t002.png", F_OK), -1);
    assert_int_equal(access("t010.png", F_OK), -1);
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--time", "0.25", "-o", "a.png", "--size", "32x32");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frame", "7.5", "-o", "b.png", "--size", "32x32");
    assert_true(picture_same("a.png", "b.png"));
}

/* Interrupts the command when the first picture exists. */
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
        for (unsigned i = 0; i < count; i++) { /* numbered without a gap, so there are no other files */
            char name[64];
            snprintf(name, sizeof name, "%s/%u.png", folder, i);
            hone_image image = picture_read(name, 64, 64);
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
    if (hone_physics_available()) /* else a warning reports that it is not built in */
        assert_string_equal(r.err, "");
    assert_string_equal(r.out, hone_film_available() ? "hone-demo.png\nhone-demo.mp4\n" : "hone-demo.png\n");
    command_result_release(&r);
    assert_true(picture_drawn("hone-demo.png", 1920, 1080) > 100000);
    /* test_command_film.c checks a film's content */
    assert_true(!hone_film_available() || access("hone-demo.mp4", F_OK) == 0);
    r = HONE("demo", "-o", "dance.png");
    assert_string_equal(r.out, "dance.png\n");
    command_result_release(&r);
    assert_true(picture_same("hone-demo.png", "dance.png"));
    CHECK_FAILS(1, "demo", "-o", "missing/dance.png");
    CHECK_FAILS(1, "demo", "-o", "missing/dance.mp4");
    CHECK_FAILS(2, "demo", "-o", "dance.avi");
    CHECK_FAILS(2, "demo", "-o", "-");
    CHECK_FAILS(2, "demo", "--format", "png");
    r = HONE("demo", "-o", "-", "--format", "png");
    CHECK(r.status == 0 && memcmp(r.out, "\x89PNG", 4) == 0);
    command_result_release(&r);
}

TEST_GROUP(test_command_sequence)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_are_numbered_by_frame_or_index),
        cmocka_unit_test(patterns_of_other_programs_are_the_frame),
        cmocka_unit_test(times_are_frames_divided_by_thirty),
        cmocka_unit_test(ctrl_c_ends_with_130_and_no_half_file),
        cmocka_unit_test(demo_needs_no_file),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
