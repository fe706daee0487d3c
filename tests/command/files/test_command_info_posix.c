/* hone info: files that only POSIX has. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/support.h"

#include <sys/stat.h>
#include <unistd.h>

static void special_files_fail_with_one_line(void **state)
{
    (void)state;
    assert_true(command_file_write("closed", "PMX ", 4));
    assert_int_equal(chmod("closed", 0), 0);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_int_equal(symlink("loop", "loop"), 0);
    CHECK_FAILS(1, "info", "pipe");
    CHECK_FAILS(1, "info", "loop");
    CHECK_FAILS(1, "info", "/dev/zero");
    if (geteuid() != 0) /* root can read every file, but the content is bad as well */
        CHECK_FAILS(1, "info", "closed");
}

TEST_GROUP(test_command_info_posix)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_files_fail_with_one_line),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
