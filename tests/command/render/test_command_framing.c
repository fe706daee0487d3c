/* hone render's automatic camera: which frames it looks at, and its progress message. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <fcntl.h>
#include <stdlib.h>
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

#define SEQUENCE(folder, ...)                                                                                          \
    (assert_int_equal(mkdir(folder, 0777), 0),                                                                         \
     CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--size", "48x48", "-o", folder "/{frame}.png", __VA_ARGS__))
#define STILL(name, ...) CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--size", "48x48", "-o", name, __VA_ARGS__)

static void the_frames_asked_for_are_in_view_and_no_others(void **state)
{
    (void)state;
    STILL("still.png", "--frame", "0");
    SEQUENCE("one", "--frames", "0:0");
    assert_true(picture_same("still.png", "one/0.png"));
    SEQUENCE("end", "--frames", "25:30");
    SEQUENCE("end-over", "--frames", "25:30", "--frame-over", "25:30");
    assert_true(picture_same("end/27.png", "end-over/27.png"));
    SEQUENCE("steps", "--frames", "25:30:5");
    SEQUENCE("steps-over", "--frames", "25:30:5", "--frame-over", "25:30");
    assert_true(picture_same("steps/25.png", "steps-over/25.png"));
}

static void parts_of_a_film_go_together_where_all_look_at_all_of_it(void **state)
{
    (void)state;
    SEQUENCE("whole", "--frames", "0:30");
    SEQUENCE("all", "--frames", "5:6", "--frame-over", "all");
    assert_true(picture_same("whole/5.png", "all/5.png") && picture_same("whole/6.png", "all/6.png"));
    SEQUENCE("range", "--frames", "29:30", "--frame-over", "0:30");
    assert_true(picture_same("whole/30.png", "range/30.png"));
    STILL("part.png", "--frame", "5", "--frame-over", "0:30");
    assert_true(picture_same("whole/5.png", "part.png"));
}

static void frame_over_wants_a_range_or_all(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "5", "5:1", "0:10:2", "every", "a:b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "x.png", "--frame-over", bad[i]);
}

/* Runs on a terminal, whose buffer afterwards has the output. */
static void measuring_is_told(void **state)
{
    (void)state;
    char text[4096] = "";
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        test_skip(1, "test of what a terminal shows, without pseudo-terminals");
    const char *name = ptsname(master);
    int held = open(name, O_RDWR | O_NOCTTY); /* keeps the output when the command ends */
    const command_run_desc desc = {.err = name};
    command_result r = command_run(&desc, (const char *const[]){"render", "tower.pmx", "turn.vmd", "--frames", "0:2",
                                                                "-o", "t-{frame}.png", "--size", "32x32", NULL});
    assert_int_equal(r.status, 0);
    CHECK(read(master, text, sizeof text - 1) > 0);
    const char *measured = strstr(text, "\rmeasuring the frame: 0 of 3"), *drawn = strstr(text, "\r0 of 3");
    CHECK(measured && drawn && measured < drawn);
    command_result_release(&r);
    close(held);
    close(master);
}

TEST_GROUP(test_command_framing)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_frames_asked_for_are_in_view_and_no_others),
        cmocka_unit_test(parts_of_a_film_go_together_where_all_look_at_all_of_it),
        cmocka_unit_test(frame_over_wants_a_range_or_all),
        cmocka_unit_test(measuring_is_told),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
