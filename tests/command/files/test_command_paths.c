/* Paths as they are in other countries and on Windows: Japanese, spaces, long, either separator, drives, patterns. On
 * Windows the folder of the tests has a Japanese name, too. */
#include "base/system/files.h"
#include "support/command.h"
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/quads.h"
#include "support/samples_write.h"
#include "support/support.h"
#include "support/system.h"

#include <hone/format.h>
#include <hone/image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "モデル 一"
#define MODEL FOLDER "/初音 & 体 (1).pmx"
#define MOTION FOLDER "/踊り 100%.vmd"

static char *whole; /* the path of the folder of the tests */

static bool write_named(const char *path)
{
    static const char turn[] = "turn.vmd";
    size_t size;
    char *content = command_file_content(turn, &size);
    bool ok = content && command_file_write(path, content, size);
    free(content);
    return ok;
}

static int make_files(void **state)
{
    bool ok = command_folder_enter(state) == 0 && test_make_folder(FOLDER) && test_make_folder(FOLDER "/textures") &&
              puppet_write_model(MODEL, puppet_make(&(puppet_desc){0}, NULL), 0) &&
              puppet_write_motion("turn.vmd", puppet_motion(1, NULL)) && write_named(MOTION) &&
              write_named("あ1.vmd") && write_named("あ2.VMD") && write_named("い.vmd") && write_named("あ1.vmdx");
    whole = *state;
    return ok ? 0 : -1;
}

/* Converts the model with the motion, and looks at the result. */
static void check_paths(const char *model, const char *motion, const char *out)
{
    CHECK_RUNS("info", model, motion);
    command_result r = HONE("convert", "-q", model, motion, "-o", out);
    assert_string_equal(r.err, "");
    assert_int_equal(r.status, 0);
    command_result_release(&r);
    assert_true(test_exists(out));
    CHECK_RUNS("info", out);
}

static void names_may_have_any_letters(void **state)
{
    (void)state;
    check_paths(MODEL, MOTION, FOLDER "/出力 ✓.glb");
    check_paths("./" FOLDER "/../" MODEL, MOTION, "./髪の毛\U0001f380.gltf");
}

static void a_path_from_the_root_is_taken(void **state)
{
    (void)state;
    char model[HONE_PATH_SIZE], motion[HONE_PATH_SIZE], out[HONE_PATH_SIZE];
    snprintf(model, sizeof model, "%s/%s", whole, MODEL);
    snprintf(motion, sizeof motion, "%s/%s", whole, MOTION);
    snprintf(out, sizeof out, "%s/%s", whole, "全て.glb");
    check_paths(model, motion, out);
}

static void windows_takes_both_separators(void **state)
{
    (void)state;
    char out[HONE_PATH_SIZE];
    if (!hone_is_separator('\\'))
        test_skip(1, "test of paths with backslashes, which are letters here");
    check_paths(FOLDER "\\初音 & 体 (1).pmx", ".\\" FOLDER "\\踊り 100%.vmd", FOLDER "\\戻り.glb");
    snprintf(out, sizeof out, "\\\\?\\%s\\%s", whole, "生.glb"); /* as Windows itself writes long paths */
    check_paths(MODEL, MOTION, out);
}

static void paths_may_be_long(void **state)
{
    (void)state;
    char folder[HONE_PATH_SIZE], model[HONE_PATH_SIZE], out[HONE_PATH_SIZE];
    size_t length = test_make_long_folder(folder);
    snprintf(model, sizeof model, "%.*s/体.pmx", (int)length, folder);
    snprintf(out, sizeof out, "%.*s/体.gltf", (int)length, folder);
    assert_true(puppet_write_model(model, puppet_make(&(puppet_desc){0}, NULL), 0));
    check_paths(model, MOTION, out);
    assert_int_equal(command_file_count(folder), 3); /* with the buffer of the glTF; no temporary file */
}

/* ---- textures ---- */

static void write_textured(const char *texture)
{
    const test_quad quad = {.half = 1, .material = test_flat_material(1, 1, 1, 1)};
    hone_model *model = test_quads_model(&quad, 1, texture, HONE_SPACE_MMD);
    hone_bytes bytes;
    assert_true(model && hone_model_write_pmx(model, NULL, &bytes, NULL));
    assert_true(command_file_write(FOLDER "/quad.pmx", bytes.data, bytes.size));
    hone_bytes_release(&bytes);
    hone_model_release(model);
}

static bool texture_is_found(const char *texture)
{
    write_textured(texture);
    command_result r = HONE("convert", FOLDER "/quad.pmx", "-o", FOLDER "/quad.glb");
    assert_int_equal(r.status, 0);
    bool found = !strstr(r.err, "warning: texture ");
    command_result_release(&r);
    return found;
}

static void textures_are_found_by_paths_of_windows(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "textures\\顔 一.tga",        "Textures/顔 一.TGA", ".\\textures\\.\\顔 一.tga",
        "D:\\モデル\\tex\\顔 一.tga", "C:顔 一.tga",        "\\\\server\\share\\顔 一.tga"};
    size_t size;
    NEEDS(image);
    const void *picture = hone_sample_file("face.tga", &size);
    assert_non_null(picture);
    assert_true(command_file_write(FOLDER "/textures/顔 一.tga", picture, size));
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (!texture_is_found(paths[i]))
            fail_msg("%s is not found", paths[i]);
    assert_false(texture_is_found("textures\\顔 二.tga"));
    assert_false(texture_is_found("NUL"));
}

/* ---- patterns ---- */

static int files_of(const char *arguments)
{
    command_result r = command_run(&(command_run_desc){.in_shell = true},
                                   (const char *const[]){"info", "--json", "-q", arguments, NULL});
    int count = r.status == 0 ? (int)json_count(r.out, "") : -1;
    command_result_release(&r);
    return count;
}

static void patterns_are_files(void **state)
{
    (void)state;
    bool any_case = hone_is_separator('\\');
    assert_int_equal(files_of("*.vmd"), any_case ? 4 : 3);
    assert_int_equal(files_of("あ?.vmd"), any_case ? 2 : 1);
    assert_int_equal(files_of("\"" FOLDER "\"/*.vmd"), 1);
    assert_int_equal(files_of("./い*.vmd turn.vmd"), 2);
    assert_int_equal(files_of("\"*.vmd\""), -1);
    assert_int_equal(files_of("い*.pmx"), -1);
}

TEST_GROUP(test_command_paths)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_may_have_any_letters),
        cmocka_unit_test(a_path_from_the_root_is_taken),
        cmocka_unit_test(windows_takes_both_separators),
        cmocka_unit_test(paths_may_be_long),
        cmocka_unit_test(textures_are_found_by_paths_of_windows),
        cmocka_unit_test(patterns_are_files),
    };
    return cmocka_run_group_tests(tests, make_files, command_folder_leave);
}
