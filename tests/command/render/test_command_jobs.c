/* hone render --jobs: pictures drawn by several processes are the same, and a failure of one ends all. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/image/picture.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SMALL "--size", "64x48"
enum { PICTURES = 11 };

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){.swing = true}, NULL), 0) &&
                   puppet_write_model("warned.pmx", puppet_make(&(puppet_desc){0}, NULL), 3) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) && mkdir("o", 0777) == 0
               ? 0
               : -1;
}

static void check_same_file(const char *a, const char *b)
{
    size_t sizes[2] = {0};
    char *contents[] = {command_file_content(a, &sizes[0]), command_file_content(b, &sizes[1])};
    if (!contents[0] || !contents[1] || sizes[0] != sizes[1] || memcmp(contents[0], contents[1], sizes[0]) != 0)
        fail_msg("%s and %s differ", a, b);
    free(contents[0]);
    free(contents[1]);
}

/* Draws a sequence with one job and with other numbers of them, and compares. */
static void check_same_pictures(const char *const *jobs, const char *option, const char *value)
{
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "a{index:02}.png", SMALL, "--jobs", "1",
               option, value);
    for (; *jobs; jobs++) {
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:10", "-o", "o/b{index:02}.png", SMALL, "--jobs",
                   *jobs, option, value);
        assert_int_equal(command_file_count("o"), PICTURES);
        for (int i = 0; i < PICTURES; i++) {
            char a[32], b[32];
            snprintf(a, sizeof a, "a%02d.png", i);
            snprintf(b, sizeof b, "o/b%02d.png", i);
            check_same_file(a, b);
            unlink(b);
        }
    }
}

/* How pictures are shared out depends on nothing but the number of jobs, so one option is tried with several numbers.
 * With the others every job must draw by the option. */
static void pictures_are_the_same_for_any_number_of_jobs(void **state)
{
    (void)state;
    command_needs_physics();
    static const char *const several[] = {"2", "3", "20", NULL}, *const three[] = {"3", NULL};
    check_same_pictures(several, "--physics", "on");
    check_same_pictures(three, "--supersample", "2");
    check_same_pictures(three, "--background", "none");
    check_same_pictures(three, "--camera", "side");
    check_same_pictures(three, "--show", "bones,bodies");
    check_same_pictures(three, "--compare", "linear,dual-quaternion");
    check_same_pictures(three, "--gpu-skin", "texture");
    check_same_pictures(three, "--turntable", NULL);
}

static void crowds_are_the_same(void **state)
{
    (void)state;
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:3", "--crowd", "4", "-o", "a{index}.png", SMALL,
               "--jobs", "1");
    CHECK_RUNS("render", "tower.pmx", "turn.vmd", "--frames", "0:3", "--crowd", "4", "-o", "o/b{index}.png", SMALL,
               "--jobs", "2");
    check_same_file("a3.png", "o/b3.png");
    for (int i = 0; i < 4; i++) {
        char name[32];
        snprintf(name, sizeof name, "o/b%d.png", i);
        unlink(name);
    }
}

static void films_are_the_same(void **state)
{
    (void)state;
    command_needs_physics();
    static const char *const names[] = {"gif", "apng", "mp4"};
    for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
        char one[32], two[32];
        snprintf(one, sizeof one, "a.%s", names[f]);
        snprintf(two, sizeof two, "b.%s", names[f]);
        command_result r = HONE("render", "tower.pmx", "turn.vmd", "-o", one, SMALL, "--jobs", "1");
        bool built_in = r.status == 0;
        command_result_release(&r);
        if (!built_in)
            test_skip(1, "films are not built in");
        CHECK_RUNS("render", "tower.pmx", "turn.vmd", "-o", two, SMALL, "--jobs", "3");
        check_same_file(one, two);
    }
}

/* Each warning is printed once, as with one job. */
static void warnings_are_the_same(void **state)
{
    (void)state;
    command_result one = HONE("render", "warned.pmx", "turn.vmd", "--frames", "0:5", "-o", "a{index}.png", SMALL,
                              "--jobs", "1", "--msaa", "64");
    command_result two = HONE("render", "warned.pmx", "turn.vmd", "--frames", "0:5", "-o", "a{index}.png", SMALL,
                              "--jobs", "2", "--msaa", "64");
    assert_true(one.status == 0 && two.status == 0);
    CHECK(command_line_count(one.err) >= 1);
    assert_string_equal(one.err, two.err);
    command_result_release(&one);
    command_result_release(&two);
}

static void bad_numbers_are_wrong_usage(void **state)
{
    (void)state;
    static const char *const bad[] = {"0", "65", "-1", "two", "1.5", ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "turn.vmd", "-o", "o/a{index}.png", "--jobs", bad[i]);
    assert_int_equal(command_file_count("o"), 0);
}

static void failures_are_one_line_and_leave_nothing(void **state)
{
    (void)state;
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "-o", "missing/a{index}.png", SMALL, "--jobs", "3");
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "-o", "o/a{index}.png", SMALL, "--jobs", "3", "--look-at",
                "no such bone");
    CHECK_FAILS(1, "render", "tower.pmx", "turn.vmd", "-o", "o/a{index}.png", SMALL, "--jobs", "3", "--show",
                "weights=no such bone");
    assert_int_equal(command_file_count("o"), 0);
}

/* A limit on the file size simulates a full disk. */
static void a_full_disk_is_one_line(void **state)
{
    (void)state;
    struct rlimit before, few;
    signal(SIGXFSZ, SIG_IGN); /* writing fails instead */
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    few = before;
    few.rlim_cur = 500;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "0:30", "-o", "o/a{index}.png", "--size",
                            "320x240", "--jobs", "3");
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    assert_non_null(strstr(r.err, "cannot write"));
    command_result_release(&r);
    assert_int_equal(command_file_count("o"), 0);
}

static void ctrl_c_ends_all(void **state)
{
    (void)state;
    command_result r =
        command_run(&(command_run_desc){.signal = SIGINT, .signal_when = "o/a2.png"},
                    (const char *const[]){"render", "tower.pmx", "turn.vmd", "--frames", "0:100000", "-o",
                                          "o/a{index}.png", SMALL, "--jobs", "3", "--physics", "off", NULL});
    assert_int_equal(r.status, 130);
    assert_string_equal(r.err, "");
    command_result_release(&r);
    CHECK_RUNS("--version"); /* nothing is left that would keep its pipes open */
}

/* The parent of a process, or 0. */
static long parent_of(long process)
{
    char path[64], text[512] = "";
    long parent = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const char *name_end = fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
    fclose(file);
    return name_end && sscanf(name_end + 1, " %*c %ld", &parent) == 1 ? parent : 0;
}

/* Kills one process that a child of `test` has started, as soon as there is a second picture. */
static void kill_a_job(long test)
{
    bool killed = false;
    for (int i = 0; i < 3000 && !killed; i++, nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL)) {
        DIR *processes = access("o/a1.png", F_OK) == 0 ? opendir("/proc") : NULL;
        for (struct dirent *entry; processes && !killed && (entry = readdir(processes));) {
            long process = strtol(entry->d_name, NULL, 10);
            if (process > 0 && parent_of(parent_of(process)) == test)
                killed = kill((pid_t)process, SIGKILL) == 0;
        }
        if (processes)
            closedir(processes);
    }
    _exit(0);
}

static void a_killed_job_is_one_line(void **state)
{
    (void)state;
    long test = getpid();
    pid_t killer = fork();
    if (killer == 0)
        kill_a_job(test);
    command_result r = HONE("render", "tower.pmx", "turn.vmd", "--frames", "0:100000", "-o", "o/a{index}.png", SMALL,
                            "--jobs", "3", "--physics", "off");
    waitpid(killer, NULL, 0);
    assert_int_equal(r.status, 1);
    assert_int_equal(command_line_count(r.err), 1);
    assert_non_null(strstr(r.err, "a process that drew pictures ended unexpectedly"));
    command_result_release(&r);
}

TEST_GROUP(test_command_jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_the_same_for_any_number_of_jobs),
        cmocka_unit_test(crowds_are_the_same),
        cmocka_unit_test(films_are_the_same),
        cmocka_unit_test(warnings_are_the_same),
        cmocka_unit_test(bad_numbers_are_wrong_usage),
        cmocka_unit_test(failures_are_one_line_and_leave_nothing),
        cmocka_unit_test(a_full_disk_is_one_line),
        cmocka_unit_test(ctrl_c_ends_all),
        cmocka_unit_test(a_killed_job_is_one_line),
    };
    if (pictures_are_skipped(sizeof tests / sizeof *tests))
        return 0;
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
