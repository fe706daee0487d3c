/* What the system refuses: memory, and files that would block. */
#define _XOPEN_SOURCE 700
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <hone/film.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The shell limits the address space of the command alone. */
static void drawing_without_memory_says_so(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__ /* which takes terabytes of addresses for itself */
    test_skip(1, "test of a small address space: AddressSanitizer needs a large one");
#endif
    const puppet_desc plain = {0};
    assert_true(puppet_write_model("tower.pmx", puppet_make(&plain, NULL), 0));
    needs_pictures();
    for (int megabytes = 48; megabytes <= 384; megabytes *= 2) {
        char line[1024];
        size_t size;
        snprintf(line, sizeof line,
                 "ulimit -v %d && exec %s/hone render tower.pmx -o x.png --size 64x48 --threads 1 2>err.txt",
                 megabytes << 10, HONE_BUILD_DIR);
        int status = system(line);
        char *text = command_file_content("err.txt", &size);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1 && text && strstr(text, "memory"));
        assert_int_equal(command_line_count(text), 1);
        free(text);
    }
}

/* Nobody ever writes into the pipe. */
static void files_that_would_block_are_refused(void **state)
{
    (void)state;
    needs_pictures();
    NEEDS(film);
    assert_int_equal(mkfifo("pipe.wav", 0666), 0);
    assert_true(command_file_write("empty.wav", "", 0));
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.mp4", "--frames", "0:2", "--size", "64x48", "--audio", "pipe.wav");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.mp4", "--frames", "0:2", "--size", "64x48", "--audio", "empty.wav");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--size", "64x48", "--background", "./pipe.wav");
    CHECK_FAILS(1, "render", "tower.pmx", "-o", "x.png", "--size", "64x48", "--camera", "./pipe.wav");
}

TEST_GROUP(test_command_refused_posix)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_without_memory_says_so),
        cmocka_unit_test(files_that_would_block_are_refused),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
