#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "support/make/files/make_pmx.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/hone-test-format-XXXXXX";

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

static const char *path_to(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void format_is_told_by_the_first_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        hone_format format;
    } cases[] = {
        {"PMX \0\0", HONE_FORMAT_PMX},
        {"PMX\xA0", HONE_FORMAT_PMX},
        {"Pmx 1.0", HONE_FORMAT_PMX},
        {"Pmd", HONE_FORMAT_PMD},
        {"Vocaloid Motion Data 0002", HONE_FORMAT_VMD},
        {"Vocaloid Motion Data file", HONE_FORMAT_VMD},
        {"Vocaloid Pose Data file\r\n", HONE_FORMAT_VPD},
        {"\xEF\xBB\xBFVocaloid Pose Data file\n", HONE_FORMAT_VPD},
        {"xof 0303txt 0032", HONE_FORMAT_X},
        {"glTF\2", HONE_FORMAT_GLB},
        {"{\"asset\": {}}", HONE_FORMAT_GLTF},
        {"\xEF\xBB\xBF \r\n\t{\n  \"asset\"", HONE_FORMAT_GLTF},
        {"{ }", HONE_FORMAT_GLTF},
        {"Kaydara FBX Binary  ", HONE_FORMAT_FBX},
        {"; FBX 7.7.0 project file", HONE_FORMAT_FBX},
        {"; made by hand\r\n\r\nFBXHeaderExtension:  {", HONE_FORMAT_FBX},
        {"\xEF\xBB\xBF; FBX 6.1.0", HONE_FORMAT_FBX},
        {"; made by hand\nhello", HONE_FORMAT_UNKNOWN},
        {"; made by hand", HONE_FORMAT_UNKNOWN},
        {"Kaydara FBX", HONE_FORMAT_UNKNOWN},
        {"{x", HONE_FORMAT_UNKNOWN},
        {"{", HONE_FORMAT_UNKNOWN},
        {"[1]", HONE_FORMAT_UNKNOWN},
        {"", HONE_FORMAT_UNKNOWN},
        {"PM", HONE_FORMAT_UNKNOWN},
        {"Vocaloid Motion", HONE_FORMAT_UNKNOWN},
        {"hello", HONE_FORMAT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = strlen(cases[i].bytes);
        char *exact = malloc(size + 1); /* so that a read past the end is detected */
        memcpy(exact + 1, cases[i].bytes, size);
        assert_int_equal(hone_format_detect(exact + 1, size), cases[i].format);
        free(exact);
    }
    assert_int_equal(hone_format_detect(NULL, 0), HONE_FORMAT_UNKNOWN);
}

static void check_model_error(const char *bytes, hone_code code, const char *why)
{
    hone_error error = {0};
    assert_null(hone_model_load_memory(bytes, strlen(bytes), NULL, &error));
    assert_int_equal(error.code, code);
    CHECK(strstr(error.message, why));
}

static void format_that_is_not_a_model_is_refused(void **state)
{
    (void)state;
    check_model_error("", HONE_ERROR_FORMAT, "is empty");
    check_model_error("hello", HONE_ERROR_FORMAT, "format that hone knows");
    check_model_error("Vocaloid Motion Data 0002", HONE_ERROR_FORMAT, "is VMD, not a model");
    check_model_error("Vocaloid Pose Data file", HONE_ERROR_FORMAT, "is VPD, not a model");
    check_model_error("xof 0303txt", HONE_ERROR_FORMAT, "is not .x");
    check_model_error("glTF", HONE_ERROR_FORMAT, "GLB header is cut short");
    check_model_error("{}", HONE_ERROR_FORMAT, "does not give its glTF version");
    hone_error error = {0};
    assert_null(hone_motion_load_memory("PMX ", 4, NULL, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "is PMX, not a motion"));
    assert_null(hone_motion_load_memory("Pmd", 3, NULL, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "is PMD, not a motion"));
    error = (hone_error){0};
    assert_null(hone_model_load_memory(NULL, 4, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    assert_null(hone_model_load(NULL, NULL, &error));
    assert_int_equal(error.code, HONE_ERROR_ARGUMENT);
}

static void check_path_error(const char *path, hone_code code)
{
    hone_error error = {0};
    assert_null(hone_model_load(path, NULL, &error));
    assert_int_equal(error.code, code);
    assert_int_equal(strncmp(error.message, path, strlen(path)), 0);
    assert_int_equal(strncmp(error.message + strlen(path), ": ", 2), 0);
    error = (hone_error){0};
    assert_null(hone_motion_load(path, NULL, &error));
    assert_int_equal(strncmp(error.message, path, strlen(path)), 0);
}

static void format_error_begins_with_the_path(void **state)
{
    (void)state;
    NEEDS_POSIX();
    check_path_error(path_to("not there"), HONE_ERROR_IO);
    check_path_error(folder, HONE_ERROR_IO);
    const char *path = path_to("odd.pmx");
    write_file(path, "", 0);
    check_path_error(path, HONE_ERROR_FORMAT);
    write_file(path, "PMX ", 4);
    check_path_error(path, HONE_ERROR_FORMAT);
    write_file(path, "xof 0303cmp 0032", 16);
    check_path_error(path, HONE_ERROR_UNSUPPORTED);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0); /* there never is a writer */
    check_path_error(path, HONE_ERROR_IO);
    unlink(path);
}

/* Files that hone knows and does not read say what they are, and never are one that it reads. */
static void known_files_that_are_not_read_are_named(void **state)
{
    (void)state;
    static char tar[300];
    static const struct {
        const char *bytes;
        size_t size;
        const char *what;
    } cases[] = {
        {"7z\xBC\xAF\x27\x1C\0\4", 8, "7-Zip"},
        {"Rar!\x1A\x07\1\0", 8, "RAR"},
        {"\x1F\x8B\x08\0", 4, "gzip"},
        {"\xFD"
         "7zXZ\0",
         6, "xz"},
        {"\x28\xB5\x2F\xFD", 4, "Zstandard"},
        {"\x20\x10-lh5-\0\0", 9, "LZH"},
        {tar, sizeof tar, "tar"},
        {"BLENDER-v300", 12, "Blender"},
        {"Metasequoia Document\r\nFormat", 28, "Metasequoia"},
        {"Polygon Movie maker 0100\0", 25, "MikuMikuDance"},
        {"# Blender\nmtllib a.mtl\no Cube\nv 1 2 3\n", 39, ".obj"},
        {"o Cube\r\nv  -1.5 2 3\r\n", 21, ".obj"},
        {"<?xml version=\"1.0\"?>\n<COLLADA xmlns", 37, "COLLADA"},
        {"MM\x40\0\0\0\2\0\x0A\0\0\0\3\0\0\0"
         "0123456789abcdef0123456789abcdef0123456789abcdef",
         64, ".3ds"},
        {"PXR-USDC", 8, "USD"},
        {"8BPS\0\1", 6, "Photoshop"},
        {"\0\0\0\x1C"
         "ftypavif",
         12, "AVIF"},
        {"\0\0\0\x20"
         "ftypisom",
         12, "film"},
        {"\xABKTX 20\xBB\r\n\x1A\n", 12, "KTX"},
        {"\x89PNG\r\n\x1A\n", 8, "picture"},
        {"  <!DOCTYPE html>\n<html>", 24, "web page"},
        {"version https://git-lfs.github.com/spec/v1\n", 43, "Git LFS"},
    };
    memcpy(tar + 257, "ustar", 5);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hone_error error = {0};
        const char *text = hone_format_unread(cases[i].bytes, cases[i].size);
        if (!text || !strstr(text, cases[i].what))
            fail_msg("case %zu: \"%s\", not %s", i, text ? text : "", cases[i].what);
        CHECK(!hone_model_load_memory(cases[i].bytes, cases[i].size, NULL, &error));
        assert_string_equal(error.message, text);
        for (size_t size = 0; size < cases[i].size; size++) { /* nothing is read behind the end */
            char *cut = test_malloc(size + 1);
            memcpy(cut, cases[i].bytes, size);
            hone_format_unread(cut, size);
            test_free(cut);
        }
    }
    CHECK(!hone_format_unread("PMX \0\0\0\0", 8) && !hone_format_unread("hello, world", 12));
    CHECK(!hone_format_unread("o\ng\n# nothing\n", 15) && !hone_format_unread(NULL, 0));
}

static void format_file_and_allocator_are_let_go(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(1);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    hone_bytes bytes;
    assert_true(hone_model_write_pmx(model, NULL, &bytes, NULL));
    hone_model_release(model);
    const char *path = path_to("model");
    write_file(path, bytes.data, bytes.size);
    hone_bytes_release(&bytes);
    model = NULL;
    for (uint64_t n = 0; !model; n++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, n);
        model = hone_model_load(path, &(hone_load_desc){.allocator = &a.allocator}, &error);
        CHECK(model || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(a.live, 0);
    }
    unlink(path);
}

TEST_GROUP(test_format)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(format_is_told_by_the_first_bytes),
        cmocka_unit_test(format_that_is_not_a_model_is_refused),
        cmocka_unit_test(format_error_begins_with_the_path),
        cmocka_unit_test(known_files_that_are_not_read_are_named),
        cmocka_unit_test(format_file_and_allocator_are_let_go),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
