/* The command line, for all subcommands: options, help, exit statuses, stdout and stderr. */
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/format.h>
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
    CHECK_FAILS(2, "dance");
    CHECK_FAILS(2, "dance.vmd");
    CHECK_FAILS(2, "help", "dance");
    CHECK_FAILS(2, "--nonsense");
    CHECK_FAILS(2, "help", "--man", "dance");
    CHECK_FAILS(2, "completion");
    CHECK_FAILS(2, "completion", "tcsh");
    CHECK_FAILS(2, "completion", "bash", "zsh");
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
    static const char *const sizes[] = {"",      "0x1",     "1x0",     "15",   "x",     "1x",
                                        "x1",    "1x1x1",   "20000x1", "-1x1", "1.5x1", "99999999999x1",
                                        "20000", "64x64X64"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--size", sizes[i]);
    static const char *const ranges[] = {"",        "1",          "1:",  ":1",  "2:1", "0:1:0", "0:1:-1",
                                         "0:1:1:1", "0:1e9:1e-9", "0:x", "2-1", "0-",  "-1",    "0-1-1"};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        CHECK_FAILS(2, "render", "tower.pmx", "-o", "a{index}.png", "--frames", ranges[i]);
    static const char *const colours[] = {"", "#", "12", "1234", "12345g", "rod", "#1234567"};
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
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a%04d.png", "--frame", "0.5");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--frame", "1", "--time", "1");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a##.png", "--frames", "0-1", "--time", "0:1");
    CHECK_FAILS(2, "render", "tower.pmx", "-o", "a.png", "--time", "0:1");
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

/* Whether the command fails with status 2 and one line that has `text` in it. */
static bool answers(const char *text, const char *const *arguments)
{
    command_result result = command_run(NULL, arguments);
    bool ok = result.status == 2 && command_line_count(result.err) == 1 && strstr(result.err, text);
    command_result_release(&result);
    return ok;
}
#define ANSWERS(text, ...) answers(text, (const char *const[]){__VA_ARGS__, NULL})

static void suggests_what_was_meant(void **state)
{
    (void)state;
    assert_true(ANSWERS("unknown command rendr; did you mean render?", "rendr"));
    assert_true(ANSWERS("unknown command vresion; did you mean version?", "vresion"));
    assert_true(ANSWERS("unknown command pos; did you mean pose?", "help", "pos"));
    assert_true(ANSWERS("unknown option --hlep; did you mean --help?", "--hlep"));
    assert_true(ANSWERS("unknown option --fram; did you mean --frame?", "render", "--fram", "3"));
    assert_true(ANSWERS("unknown option --phisycs=on; did you mean --physics?", "pose", "--phisycs=on"));
    assert_true(ANSWERS("unknown option -size; did you mean --size?", "render", "-size", "640"));
    assert_true(ANSWERS("not \"Linear\"; did you mean \"linear\"?", "pose", "tower.pmx", "--skin", "Linear"));
    assert_true(ANSWERS("not \"of\"; did you mean \"off\"?", "pose", "tower.pmx", "--physics", "of"));
    assert_true(ANSWERS("did you mean \"green\"?", "render", "-o", "a.png", "--background", "gren"));
    assert_true(ANSWERS("unknown command dance (hone -h lists them)", "dance"));
    assert_true(ANSWERS("unknown option --nonsense (hone render -h lists them)", "render", "--nonsense"));
}

static void words_help_and_version_are_like_the_options(void **state)
{
    (void)state;
    static const char *const same[][3][4] = {
        {{"--help", NULL}, {"help", NULL}, {"-h", NULL}},
        {{"--version", NULL}, {"version", NULL}, {"-V", NULL}},
        {{"render", "--help", NULL}, {"help", "render", NULL}, {"--help", "render", NULL}},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        command_result first = command_run(NULL, same[i][0]);
        assert_int_equal(first.status, 0);
        for (int other = 1; other < 3; other++) {
            command_result result = command_run(NULL, same[i][other]);
            assert_int_equal(result.status, 0);
            assert_string_equal(result.out, first.out);
            assert_string_equal(result.err, "");
            command_result_release(&result);
        }
        command_result_release(&first);
    }
}

static void without_a_command_shows_the_commands(void **state)
{
    (void)state;
    command_result help = HONE("help"), alone = command_run(NULL, (const char *const[]){NULL});
    assert_int_equal(alone.status, 2);
    assert_string_equal(alone.out, "");
    assert_string_equal(alone.err, help.out);
    command_result_release(&help);
    command_result_release(&alone);
}

/* How often the text of an option begins a line of the help. */
static unsigned times_listed(const char *help, const char *name)
{
    unsigned count = 0;
    size_t size = strlen(name);
    for (const char *at = help; (at = strstr(at, name)); at += size) {
        const char *line = at;
        while (line > help && line[-1] != '\n') line--;
        count += strchr(" \n", at[size]) && (at - line == 2 || (at - line == 6 && line[2] == '-'));
    }
    return count;
}

static void lists_the_usual_options_first_and_each_once(void **state)
{
    (void)state;
    static const char *const usual[] = {"--output", "--frame",  "--frames",     "--fps",  "--audio",
                                        "--size",   "--camera", "--background", "--clip", "--physics"};
    static const char *const others[] = {"--time", "--motion", "--quality", "--fov", "--msaa", "--jobs", "--wind"};
    command_result help = HONE("render", "--help");
    const char *sections = strstr(help.out, "\n\nTime and motions:\n");
    assert_non_null(sections);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        assert_int_equal(times_listed(help.out, usual[i]), 1);
        assert_int_equal(times_listed(sections, usual[i]), 0);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_int_equal(times_listed(sections, others[i]), 1);
    command_result_release(&help);
}

static void prints_few_options_and_each_section_alone(void **state)
{
    (void)state;
    command_result few = HONE("render", "-h"), all = HONE("render", "--help"), camera = HONE("help", "render", "cam");
    assert_int_equal(times_listed(few.out, "--size"), 1);
    assert_int_equal(times_listed(few.out, "--fov"), 0);
    assert_non_null(strstr(few.out, "\n  Camera\n"));
    CHECK(few.out_size * 3 < all.out_size);
    assert_int_equal(times_listed(camera.out, "--fov"), 1);
    assert_int_equal(times_listed(camera.out, "--camera"), 1); /* a usual one that belongs there */
    assert_int_equal(times_listed(camera.out, "--msaa"), 0);
    assert_true(ANSWERS("hone render has no section dance (hone render -h lists them)", "help", "render", "dance"));
    command_result_release(&few);
    command_result_release(&all);
    command_result_release(&camera);
}

/* A display is needed, which the tests do not have here. */
static void files_alone_are_for_the_viewer(void **state)
{
    (void)state;
    test_set_variable("DISPLAY", NULL);
    test_set_variable("WAYLAND_DISPLAY", NULL);
    command_result result = HONE("tower.pmx", "turn.vmd");
    assert_int_equal(result.status, 1);
    assert_int_equal(command_line_count(result.err), 1);
    assert_true(strstr(result.err, "tower.pmx: the viewer needs a display") || strstr(result.err, "not built in"));
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
    if (hone_format_available(HONE_FORMAT_PMX))
        assert_non_null(strstr(result.out, "\n  formats         pmx "));
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

/* As in `hone pose ... | head -1`: the reader of a pipe goes before all is written. */
static void a_reader_that_goes_is_no_failure_to_report(void **state)
{
    (void)state;
    int ends[2];
    char frames[4096] = "0";
    for (int i = 0; i < 1000; i++) strcat(frames, ",1");
    assert_true(test_pipe(ends));
    test_close(ends[0]);
    command_result result = command_run(&(command_run_desc){.out_file = ends[1]},
                                        (const char *const[]){"pose", "tower.pmx", "--frame", frames, NULL});
    test_close(ends[1]);
    assert_int_equal(result.status, 1);
    assert_string_equal(result.err, "");
    command_result_release(&result);
}

static void standard_input_is_a_file(void **state)
{
    (void)state;
    const command_run_desc model = {.in = "tower.pmx"}, motion = {.in = "turn.vmd"}, none = {0};
    command_result file = HONE("pose", "tower.pmx", "turn.vmd", "--frame", "10"), given[2];
    given[0] = command_run(&model, (const char *const[]){"pose", "-", "turn.vmd", "--frame", "10", NULL});
    given[1] = command_run(&motion, (const char *const[]){"pose", "tower.pmx", "-", "--frame", "10", NULL});
    for (int i = 0; i < 2; i++) {
        assert_int_equal(given[i].status, 0);
        assert_string_equal(given[i].err, "");
        assert_string_equal(given[i].out, file.out);
        command_result_release(&given[i]);
    }
    command_result_release(&file);
    command_result empty = command_run(&none, (const char *const[]){"info", "-", NULL});
    assert_int_equal(empty.status, 1);
    assert_string_equal(empty.err, "hone: -: standard input is empty, or was read already\n");
    command_result_release(&empty);
    command_result twice = command_run(&model, (const char *const[]){"pose", "-", "-", NULL});
    assert_int_equal(twice.status, 1);
    assert_int_equal(command_line_count(twice.err), 1);
    command_result_release(&twice);
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

TEST_GROUP(test_command_usage)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_what_it_does_not_know),
        cmocka_unit_test(refuses_options_that_do_not_apply),
        cmocka_unit_test(refuses_bad_values),
        cmocka_unit_test(refuses_options_that_contradict_each_other),
        cmocka_unit_test(takes_options_in_any_place_and_form),
        cmocka_unit_test(behind_two_dashes_all_are_files),
        cmocka_unit_test(explains_itself),
        cmocka_unit_test(suggests_what_was_meant),
        cmocka_unit_test(words_help_and_version_are_like_the_options),
        cmocka_unit_test(without_a_command_shows_the_commands),
        cmocka_unit_test(lists_the_usual_options_first_and_each_once),
        cmocka_unit_test(prints_few_options_and_each_section_alone),
        cmocka_unit_test(files_alone_are_for_the_viewer),
        cmocka_unit_test(says_its_version_and_components),
        cmocka_unit_test(stdout_that_takes_nothing_is_a_failure),
        cmocka_unit_test(a_reader_that_goes_is_no_failure_to_report),
        cmocka_unit_test(standard_input_is_a_file),
        cmocka_unit_test(closed_stdout_does_not_matter_to_files),
        cmocka_unit_test(escapes_control_characters_of_names),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
