/* The command line, for all subcommands: options, help, exit statuses, stdout and stderr. */
#include "support/command.h"
#include "support/make/puppet.h"
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL))
               ? 0
               : -1;
}

static void refuses_what_it_does_not_know(void **state)
{
    (void)state;
    CHECK_FAILS(2, NULL);
    CHECK_FAILS(2, "dance");
    CHECK_FAILS(2, "--nonsense");
    CHECK_FAILS(2, "info");
    CHECK_FAILS(2, "pose");
    CHECK_FAILS(2, "render", "-o", "a.png");
    CHECK_FAILS(2, "info", "tower.pmx", "--nonsense");
    CHECK_FAILS(2, "info", "tower.pmx", "-z");
    CHECK_FAILS(2, "info", "tower.pmx", "-qz");
    CHECK_FAILS(2, "info", "tower.pmx", "--json=yes");
    CHECK_FAILS(2, "info", "tower.pmx", "--jso");
    CHECK_FAILS(2, "demo", "tower.pmx");
    CHECK_FAILS(2, "bench", "--scene", "random5");
}

/* Values that do not exist, and options of films without a film. */
static void refuses_options_that_do_not_apply(void **state)
{
    (void)state;
    CHECK_FAILS(2, "view", "tower.pmx", "--keys", "vi");
    CHECK_FAILS(2, "pose", "tower.pmx", "--kernel", "neon");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--fps", "60");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--audio", "a.wav");
}

static void refuses_bad_values(void **state)
{
    (void)state;
    static const char *const frames[] = {"",    ",",   "1,", ",1", "1,,2",  "x",   "1x", "0x1",
                                         "nan", "inf", "1e", ".",  "1e400", "2e9", " 1"};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
        CHECK_FAILS(2, "pose", "tower.pmx", "--frame", frames[i]);
    static const char *const outputs[] = {"", "a", "a.txt", "npy", "a.npy.gz"};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        CHECK_FAILS(2, "pose", "tower.pmx", "--bones", outputs[i]);
    static const char *const sizes[] = {"",   "0x1",   "1x0",     "1",    "x",     "1x",
                                        "x1", "1x1x1", "20000x1", "-1x1", "1.5x1", "99999999999x1"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--size", sizes[i]);
    static const char *const ranges[] = {"", "1", "1:", ":1", "2:1", "0:1:0", "0:1:-1", "0:1:1:1", "0:1e9:1e-9", "0:x"};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{index}.png", "--frames", ranges[i]);
    static const char *const colours[] = {"", "#", "12", "1234", "12345g", "red", "#1234567"};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--background", colours[i]);
    CHECK_FAILS(2, "pose", "tower.pmx", "--threads", "257");
    CHECK_FAILS(2, "pose", "tower.pmx", "--threads", "0");
    CHECK_FAILS(2, "pose", "tower.pmx", "--threads", "4294967297");
    CHECK_FAILS(2, "pose", "tower.pmx", "--ik", "maybe");
    CHECK_FAILS(2, "pose", "tower.pmx", "--skin", "Linear");
    static const char *const rigs[] = {"", "curve", "curve=", "curve=exact,", "ik=c", "order=exact", "=a", "ik=a=b"};
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++) CHECK_FAILS(2, "pose", "tower.pmx", "--rig", rigs[i]);
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--msaa", "3");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--frame", "1,2");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--camera", "");
}

static void refuses_options_that_contradict_each_other(void **state)
{
    (void)state;
    CHECK_FAILS(2, "pose", "tower.pmx", "--frame", "1", "--time", "1");
    CHECK_FAILS(2, "pose", "tower.pmx", "--frame", "1", "--frame", "2");
    CHECK_FAILS(2, "pose", "tower.pmx", "--bones", "-");
    CHECK_FAILS(2, "pose", "tower.pmx", "--format", "npy");
    CHECK_FAILS(2, "pose", "tower.pmx", "--bones", "-", "--morphs", "-", "--format", "csv");
    CHECK_FAILS(2, "pose", "tower.pmx", "--bones", "a.npy", "--morphs", "a.npy");
    CHECK_FAILS(2, "render", "tower.pmx");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "-");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--format", "png");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{index}.png", "--frame", "0", "--frames", "0:1");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--frames", "0:1");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{frames:04}.png", "--frames", "0:1");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{frame:04}.png", "--frames", "0:1:0.5");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{frame:04}.png", "--frames", "0.5:2.5");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{frame:04}.png", "--frame", "0.5");
    CHECK_FAILS(2, "pose", "tower.pmx", "--frame");
}

static void takes_options_in_any_place_and_form(void **state)
{
    (void)state;
    CHECK_RUNS("pose", "-q", "--frame", "-1", "tower.pmx", "--bones=a.npy", "turn.vmd");
    CHECK_RUNS("pose", "tower.pmx", "--frame=-1", "--quiet", "turn.vmd", "--bones", "b.npy");
    CHECK_RUNS("pose", "--frame", "-1", "-q", "--bones", "c.npy", "--", "turn.vmd", "tower.pmx");
    CHECK_RUNS("info", "-q", "-q", "tower.pmx");
    size_t size[3];
    char *content[3];
    const char *const names[] = {"a.npy", "b.npy", "c.npy"};
    for (int i = 0; i < 3; i++) content[i] = command_file_content(names[i], &size[i]);
    for (int i = 0; i < 3; i++) {
        assert_non_null(content[i]);
        assert_int_equal(size[i], size[0]);
        assert_memory_equal(content[i], content[0], size[0]);
    }
    for (int i = 0; i < 3; i++) free(content[i]);
}

static void behind_two_dashes_all_are_files(void **state)
{
    (void)state;
    assert_true(puppet_write_model("--json", puppet_make(&(puppet_desc){0}, NULL), 0));
    CHECK_RUNS("info", "--", "--json");
    CHECK_FAILS(1, "info", "--", "--strict");
    command_result result = HONE("info", "--json", "--", "--json");
    assert_int_equal(result.status, 0);
    assert_non_null(strstr(result.out, "\"path\": \"--json\""));
    command_result_release(&result);
}

static void explains_itself(void **state)
{
    (void)state;
    static const char *const commands[] = {"info", "pose", "render", "demo", "view", "bench"};
    command_result result = HONE("--help");
    assert_int_equal(result.status, 0);
    assert_string_equal(result.err, "");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        assert_non_null(strstr(result.out, commands[i]));
        command_result help = HONE(commands[i], "--nonsense-is-not-read-behind", "-h");
        assert_int_equal(help.status, 2);
        command_result_release(&help);
        help = HONE(commands[i], "-h", "--nonsense");
        assert_int_equal(help.status, 0);
        assert_string_equal(help.err, "");
        assert_non_null(strstr(help.out, commands[i]));
        assert_non_null(strstr(help.out, "--help"));
        command_result_release(&help);
    }
    command_result_release(&result);
}

static void says_its_version_and_components(void **state)
{
    (void)state;
    command_result result = HONE("--version");
    assert_int_equal(result.status, 0);
    assert_string_equal(result.err, "");
    assert_int_equal(strncmp(result.out, "hone " HONE_VERSION "\n", strlen("hone " HONE_VERSION "\n")), 0);
    static const char *const components[] = {"images", "render", "physics", "film"};
    for (int i = 0; i < 4; i++) assert_non_null(strstr(result.out, components[i]));
    command_result_release(&result);
}

static void stdout_that_takes_nothing_is_a_failure(void **state)
{
    (void)state;
    static const char *const places[] = {"", "/dev/full"};
    static const char *const lines[][5] = {{"--version", NULL},
                                           {"-h", NULL},
                                           {"info", "-h", NULL},
                                           {"info", "tower.pmx", NULL},
                                           {"info", "--json", "tower.pmx", NULL},
                                           {"pose", "tower.pmx", NULL}};
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            command_result result = command_run(&(command_run_desc){.out = places[p]}, lines[i]);
            assert_int_equal(result.status, 1);
            assert_int_equal(command_line_count(result.err), 1);
            command_result_release(&result);
        }
}

/* Here stdout is closed, but nothing is written to it. */
static void closed_stdout_does_not_matter_to_files(void **state)
{
    (void)state;
    command_result result = command_run(&(command_run_desc){.out = ""},
                                        (const char *const[]){"pose", "tower.pmx", "--bones", "quiet.npy", NULL});
    assert_int_equal(result.status, 0);
    command_result_release(&result);
    size_t size;
    char *content = command_file_content("quiet.npy", &size);
    assert_non_null(content);
    assert_memory_equal(content, "\x93NUMPY", 6);
    free(content);
}

static void escapes_control_characters_of_names(void **state)
{
    (void)state;
    command_result result = HONE("info", "no\nsuch\033[31mfile\x7f");
    assert_int_equal(result.status, 1);
    assert_int_equal(command_line_count(result.err), 1);
    assert_null(strchr(result.err, '\033'));
    assert_non_null(strstr(result.err, "no\\nsuch\\x1b[31mfile\\x7f: "));
    command_result_release(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_it_does_not_know),
        cmocka_unit_test(refuses_options_that_do_not_apply),
        cmocka_unit_test(refuses_bad_values),
        cmocka_unit_test(refuses_options_that_contradict_each_other),
        cmocka_unit_test(takes_options_in_any_place_and_form),
        cmocka_unit_test(behind_two_dashes_all_are_files),
        cmocka_unit_test(explains_itself),
        cmocka_unit_test(says_its_version_and_components),
        cmocka_unit_test(stdout_that_takes_nothing_is_a_failure),
        cmocka_unit_test(closed_stdout_does_not_matter_to_files),
        cmocka_unit_test(escapes_control_characters_of_names),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
