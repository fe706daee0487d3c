/* The command in Japanese: help, messages, and what stays as it is. */
#include "support/command.h"
#include "support/make/bodies/puppet.h"
#include "support/support.h"
#include "support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JAPANESE(...) command_run(&in_japanese, (const char *const[]){__VA_ARGS__, NULL})

static const command_run_desc in_japanese = {.locale = "ja_JP.UTF-8"}; /* which the system need not have */
static const char *const commands[] = {"info",    "pose", "render", "join", "convert", "pack", "motion",
                                       "texture", "rig",  "doctor", "diff", "demo",    "view", "bench"};

static int make_files(void **state)
{
    return command_folder_enter(state) == 0 &&
                   puppet_write_model("tower.pmx", puppet_make(&(puppet_desc){0}, NULL), 0) &&
                   puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) &&
                   command_file_write("cut.pmx", "PMX \0\0\0@", 8) && command_file_write("text.txt", "hello", 5)
               ? 0
               : -1;
}

static void need_the_catalogue(void)
{
    if (!test_exists(HONE_BUILD_DIR "/locale/ja/LC_MESSAGES/hone.mo"))
        test_skip(1, "catalogue: it was not built");
}

/* Counts hiragana: U+3041..U+3096. */
static unsigned count_kana(const char *text)
{
    unsigned count = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        count += c[0] == 0xe3 && (c[1] == 0x81 || (c[1] == 0x82 && c[2] <= 0x96));
    return count;
}

/* Copies the options of a help text, a line each: "--size WxH". */
static void list_options(const char *help, char *out)
{
    *out = '\0';
    for (const char *line = help; line; line = strchr(line, '\n'), line += line != NULL) {
        if (strncmp(line, "  -", 3) != 0)
            continue;
        size_t size = strcspn(line + 2, "\n");
        for (size_t i = 0; i + 1 < size; i++)
            if (line[2 + i] == ' ' && line[3 + i] == ' ')
                size = i;
        strncat(out, line + 2, size);
        strcat(out, "\n");
    }
}

static void help_is_japanese_with_the_same_options(void **state)
{
    (void)state;
    need_the_catalogue();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        command_result english = HONE(commands[i], "--help"), japanese = JAPANESE(commands[i], "--help");
        char *options = malloc(english.out_size + 1), *same = malloc(japanese.out_size + 1);
        list_options(english.out, options);
        list_options(japanese.out, same);
        assert_string_equal(same, options);
        CHECK(strlen(options) > 20);
        CHECK(count_kana(english.out) == 0 && count_kana(japanese.out) > 20);
        CHECK(japanese.status == 0 && japanese.err_size == 0);
        free(options);
        free(same);
        command_result_release(&english);
        command_result_release(&japanese);
    }
}

/* Titles of sections are the lines that begin at the edge and end with a colon. */
static bool has_english_title(const char *help)
{
    bool found = false;
    for (const char *line = help; line; line = strchr(line, '\n'), line += line != NULL) {
        size_t size = strcspn(line, "\n"), ascii = 0;
        while (ascii < size && (unsigned char)line[ascii] < 0x80) ascii++;
        found = found || (size > 1 && *line != ' ' && line[size - 1] == ':' && ascii == size &&
                          strncmp(line, "glTF:", size) != 0); /* a name */
    }
    return found;
}

static size_t count_backslashes(const char *text)
{
    size_t count = 0;
    for (; *text; text++) count += *text == '\\';
    return count;
}

static void help_is_japanese_throughout_and_can_be_copied(void **state)
{
    (void)state;
    need_the_catalogue();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        command_result english = HONE(commands[i], "--help"), japanese = JAPANESE(commands[i], "--help");
        CHECK(strcmp(commands[i], "render") != 0 || has_english_title(english.out));
        CHECK(!has_english_title(japanese.out));
        assert_int_equal(count_backslashes(japanese.out), count_backslashes(english.out));
        command_result_release(&english);
        command_result_release(&japanese);
    }
}

static void doctor_is_japanese(void **state)
{
    (void)state;
    need_the_catalogue();
    static const char mesh[] = "xof 0303txt 0032\n"
                               "Mesh { 3; 0;0;0;, 1;0;0;, 0;1;0;; 1; 3;0,1,2;;\n"
                               "MeshMaterialList { 1; 1; 0;; Material { 1;1;1;1;; 0; 0;0;0;; 0;0;0;;\n"
                               "TextureFilename { \"gone.png\"; } } } }\n";
    CHECK(command_file_write("gone.x", mesh, sizeof mesh - 1));
    command_result result = JAPANESE("doctor", "gone.x");
    CHECK(strstr(result.out, "  警告"));
    CHECK(strstr(result.out, "gone.png (material 0): 見つかりません"));
    CHECK(!strstr(result.out, "warning") && !strstr(result.out, "not found"));
    command_result_release(&result);
}

static void help_begins_at_the_same_column(void **state)
{
    (void)state;
    need_the_catalogue();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        command_result help = JAPANESE(commands[i], "--help");
        for (const char *line = help.out; line; line = strchr(line, '\n'), line += line != NULL)
            if (strncmp(line, "   ", 3) == 0)
                assert_int_equal(strspn(line, " "), 28);
        command_result_release(&help);
    }
    command_result top = JAPANESE("--help");
    CHECK(count_kana(top.out) > 50);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char begin[32];
        size_t size = (size_t)snprintf(begin, sizeof begin, "\n  %s ", commands[i]);
        const char *line = strstr(top.out, begin);
        assert_non_null(line);
        assert_int_equal(size - 1 + strspn(line + size - 1, " "), 13);
    }
    command_result_release(&top);
}

static void check_failure(int status, const char *want, const char *const *arguments)
{
    command_result result = command_run(&in_japanese, arguments);
    assert_string_equal(result.err, want);
    assert_int_equal(result.status, status);
    assert_int_equal(result.out_size, 0);
    command_result_release(&result);
}

#define CHECK_SAYS(status, want, ...) check_failure(status, want, (const char *const[]){__VA_ARGS__, NULL})

static void failures_are_one_japanese_line(void **state)
{
    (void)state;
    need_the_catalogue();
    CHECK_SAYS(1, "hone: none.pmx: 開けません: そのようなファイルやフォルダーはありません\n", "info", "none.pmx");
    CHECK_SAYS(1, "hone: text.txt: honeで読める形式ではありません\n", "info", "text.txt");
    CHECK_SAYS(1, "hone: cut.pmx: ヘッダーの設定値が8個中0個しかありません (8バイト目)\n", "info", "cut.pmx");
    CHECK_SAYS(2, "hone: コマンドが不明です: dance (一覧は hone -h)\n", "dance");
    CHECK_SAYS(2, "hone: pose: --threadsに指定できるのは1〜256の整数です (指定: \"0\")\n", "pose", "tower.pmx",
               "--threads", "0");
}

static void warnings_are_japanese(void **state)
{
    (void)state;
    need_the_catalogue();
    command_result result = JAPANESE("pose", "tower.pmx", "turn.vmd", "--frame", "1000");
    CHECK(strncmp(result.err, "hone: turn.vmd: 警告: フレーム1000はモーションの範囲", 60) == 0);
    assert_int_equal(command_line_count(result.err), 1);
    assert_int_equal(result.status, 0);
    command_result_release(&result);
}

static void check_same_output(const char *const *arguments)
{
    command_result english = command_run(NULL, arguments), japanese = command_run(&in_japanese, arguments);
    CHECK(english.out_size > 0 && english.out_size == japanese.out_size);
    assert_memory_equal(english.out, japanese.out, english.out_size);
    assert_int_equal(english.status, japanese.status);
    command_result_release(&english);
    command_result_release(&japanese);
}

#define CHECK_SAME(...) check_same_output((const char *const[]){__VA_ARGS__, NULL})

static void what_programs_read_is_the_same_in_every_language(void **state)
{
    (void)state;
    CHECK_SAME("--version");
    CHECK_SAME("info", "tower.pmx", "turn.vmd");
    CHECK_SAME("info", "--json", "tower.pmx", "turn.vmd", "none.pmx");
    CHECK_SAME("pose", "tower.pmx", "turn.vmd", "--frame", "3");
    CHECK_SAME("pose", "tower.pmx", "--bones", "-", "--format", "json");
    CHECK_SAME("convert", "tower.pmx", "turn.vmd", "-o", "a.glb", "--json");
}

static void check_language(const char *locale, const char *language, bool is_japanese)
{
    const command_run_desc desc = {.locale = locale, .language = language};
    command_result help = command_run(&desc, (const char *const[]){"-h", NULL});
    CHECK((count_kana(help.out) > 0) == is_japanese);
    command_result_release(&help);
}

static void the_environment_chooses_the_language(void **state)
{
    (void)state;
    need_the_catalogue();
    check_language("ja_JP.UTF-8", NULL, true);
    check_language("ja_JP.UTF-8", "en", false);
    check_language("ja_JP.UTF-8", "fr:ja", true);
    check_language("C.UTF-8", "ja", true);
    check_language("C.UTF-8", NULL, false);
    check_language("C", "ja", false);
    check_language("de_DE.UTF-8", NULL, false);
    check_language("ja_JP.eucJP", NULL, false);
}

TEST_GROUP(test_command_language)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_is_japanese_with_the_same_options),
        cmocka_unit_test(help_is_japanese_throughout_and_can_be_copied),
        cmocka_unit_test(doctor_is_japanese),
        cmocka_unit_test(help_begins_at_the_same_column),
        cmocka_unit_test(failures_are_one_japanese_line),
        cmocka_unit_test(warnings_are_japanese),
        cmocka_unit_test(what_programs_read_is_the_same_in_every_language),
        cmocka_unit_test(the_environment_chooses_the_language),
    };
    return cmocka_run_group_tests_name("command, language", tests, make_files, command_folder_leave);
}
