/* Files that a model names: found with any case and separators, and only below the model's folder. */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */
#include "base/error.h"
#include "base/files/file_resolver.h"
#include "support/support.h"
#include <hone/render.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/hone-files-XXXXXX";

static const char *in_root(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void put(const char *name)
{
    CHECK(hone_file_write(in_root(name), name, strlen(name), NULL));
}

/* root/secret.png is outside; root/model is the folder. Each file's content is its own path below root. */
static int make_tree(void **state)
{
    (void)state;
    static const char *const folders[] = {"model",     "model/tex",     "model/Tex2", "model/folder.png",
                                          "modelling", "model/Textures"};
    static const char *const files[] = {"secret.png",
                                        "modelling/near.png",
                                        "model/a.png",
                                        "model/tex/Body.PNG",
                                        "model/Tex2/髪Ａ.bmp",
                                        "model/tex/ÄÖ.tga",
                                        "model/tex/ガラスぱ.png",
                                        "model/Case.png",
                                        "model/case.png",
                                        "model/Textures/a.png",
                                        "model/Textures/skin.png"};
    if (!mkdtemp(root))
        return -1;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) mkdir(in_root(folders[i]), 0777);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) put(files[i]);
    int failed = symlink("../secret.png", in_root("model/out.png"));
    failed |= symlink("..", in_root("model/up"));
    failed |= symlink("a.png", in_root("model/in.png"));
    failed |= symlink("nowhere", in_root("model/dangling.png"));
    failed |= mkfifo(in_root("model/pipe.png"), 0600);
    return failed;
}

static int remove_tree(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

/* Returns the file that is read for the path, below root; NULL: refused. */
static const char *read_by(hone_file_resolver (*files_of)(const char *), const char *folder, const char *path)
{
    static char content[256];
    char base[512];
    snprintf(base, sizeof base, "%s", in_root(folder));
    hone_file_resolver files = files_of(base);
    hone_bytes bytes = {0};
    hone_error error = {0};
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    bool ok = files.read(files.user, path, &memory.allocator, &bytes, &error);
    CHECK(ok || (error.code == HONE_ERROR_IO && error.message[0] && !bytes.data));
    if (ok) {
        char real[HONE_PATH_SIZE], expected[HONE_PATH_SIZE];
        snprintf(content, sizeof content, "%.*s", (int)bytes.size, (const char *)bytes.data);
        snprintf(expected, sizeof expected, "%s", in_root(content));
        CHECK(hone_model_file_find(base, path, files_of == hone_file_resolver_anywhere, real, &error));
        assert_string_equal(real, expected);
    }
    hone_bytes_release(&bytes);
    assert_int_equal(memory.live, 0);
    return ok ? content : NULL;
}

static const char *read_as(const char *folder, const char *path)
{
    return read_by(hone_file_resolver_in_folder, folder, path);
}

static void files_are_found_by_either_separator(void **state)
{
    (void)state;
    assert_string_equal(read_as("model", "a.png"), "model/a.png");
    assert_string_equal(read_as("model", "tex/Body.PNG"), "model/tex/Body.PNG");
    assert_string_equal(read_as("model", "tex\\Body.PNG"), "model/tex/Body.PNG");
    assert_string_equal(read_as("model", ".\\tex//.\\Body.PNG"), "model/tex/Body.PNG");
    assert_string_equal(read_as("model", "tex/../a.png"), "model/a.png");
    assert_string_equal(read_as("model", "in.png"), "model/a.png");
    assert_string_equal(read_as("model/../model", "a.png"), "model/a.png");
}

/* What Windows ignores in a path, and MMD, which puts it behind its folder. */
static void files_are_found_as_windows_opens_them(void **state)
{
    (void)state;
    static const char *const paths[] = {"tex\\Body.PNG ",    "tex\\body.png.",
                                        "\\tex\\body.png",   "tex\\\\body.png",
                                        "/tex/body.png",     " tex\\body.png\t\n",
                                        "\"tex\\body.png\"", ".\\TEX \\body.png . .",
                                        "tex.\\.\\body.png", "C:\\Users\\me\\tex\\body.png",
                                        "gone/tex/body.png"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const char *found = read_as("model", paths[i]);
        if (!found || strcmp(found, "model/tex/Body.PNG") != 0)
            fail_msg("\"%s\": %s", paths[i], found ? found : "not found");
    }
    put("model/tex/odd.png ");
    assert_string_equal(read_as("model", "tex/odd.png "), "model/tex/odd.png "); /* the exact name counts first */
    CHECK(!read_as("model", " ..\\secret.png") && !read_as("model", "\\..\\secret.png") && !read_as("model", " . ."));
}

static void files_are_found_in_any_case(void **state)
{
    (void)state;
    assert_string_equal(read_as("model", "A.PNG"), "model/a.png");
    assert_string_equal(read_as("model", "TEX\\body.png"), "model/tex/Body.PNG");
    assert_string_equal(read_as("model", "tex2/髪ａ.BMP"), "model/Tex2/髪Ａ.bmp");
    assert_string_equal(read_as("model", "Tex/äö.TGA"), "model/tex/ÄÖ.tga");
    assert_string_equal(read_as("model", "TEX/カ\u3099ラスは\u309a.png"),
                        "model/tex/ガラスぱ.png");                       /* in the form that a Mac uses */
    assert_string_equal(read_as("model", "case.png"), "model/case.png"); /* an exact match is preferred */
    assert_string_equal(read_as("model", "CASE.PNG"), "model/Case.png"); /* else the first in byte order */
}

/* As the web writes names, in the path or on the disk. */
static void names_with_percent_codes_are_found(void **state)
{
    (void)state;
    put("model/tex/my skin.png");
    put("model/tex/off%20disk.png");
    put("model/tex/100%25.png");
    put("model/tex/100%.png");
    assert_string_equal(read_as("model", "tex/my%20skin.png"), "model/tex/my skin.png");
    assert_string_equal(read_as("model", "TEX/My%20Skin.png"), "model/tex/my skin.png");
    assert_string_equal(read_as("model", "tex/off disk.png"), "model/tex/off%20disk.png");
    assert_string_equal(read_as("model", "tex2/%E9%AB%AA%EF%BC%A1.bmp"), "model/Tex2/髪Ａ.bmp");
    assert_string_equal(read_as("model", "tex/100%25.png"), "model/tex/100%25.png"); /* an exact match is preferred */
    assert_string_equal(read_as("model", "tex/100%.png"), "model/tex/100%.png");
    CHECK(!read_as("model", "%2E%2E/secret.png") && !read_as("model", "tex%2F..%2F..%2Fsecret.png"));
    CHECK(!read_as("model", "tex/my%2.png") && !read_as("model", "tex/my%zzskin.png"));
}

static void nothing_outside_the_folder_is_read(void **state)
{
    (void)state;
    static const char *const paths[] = {"../secret.png", "..\\secret.png",        "tex/../../secret.png",
                                        "out.png",       "up/secret.png",         "C:\\secret.png",
                                        "/etc/passwd",   "\\etc\\passwd",         "../modelling/near.png",
                                        "C:secret.png",  "up/modelling/near.png", "textures/../../secret.png"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (read_as("model", paths[i]))
            fail_msg("%s is read", paths[i]);
    if (read_as("modelling", in_root("model/a.png")))
        fail_msg("an absolute path is read");
}

/* The folders of the author are not there. */
static void a_file_is_found_by_its_name_alone(void **state)
{
    (void)state;
    static const char *const paths[] = {"../model/A.png", "C:\\work\\a.png", "C:a.png", "/home/somebody/a.png",
                                        "other/a.png"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_string_equal(read_as("model", paths[i]), "model/a.png"); /* before that in the folder of textures */
    assert_string_equal(read_as("model", "skin.png"), "model/Textures/skin.png");
    assert_string_equal(read_as("model", "D:\\work\\Skin.PNG"), "model/Textures/skin.png");
    assert_string_equal(read_by(hone_file_resolver_anywhere, "model", "..\\work\\skin.png"), "model/Textures/skin.png");
}

static void anything_is_read_by_wish(void **state)
{
    (void)state;
    NEEDS_POSIX();
    char absolute[600];
    snprintf(absolute, sizeof absolute, "%s", in_root("model/A.PNG"));
    const struct {
        const char *path, *content; /* NULL: still refused */
    } cases[] = {{"a.png", "model/a.png"},
                 {"TEX\\body.png", "model/tex/Body.PNG"},
                 {"..\\SECRET.png", "secret.png"},
                 {"tex/../../secret.png", "secret.png"},
                 {"../model/../modelling/near.png", "modelling/near.png"},
                 {"out.png", "secret.png"},
                 {"up/modelling/near.png", "modelling/near.png"},
                 {absolute, "model/a.png"},
                 {"/../../no such file", NULL},
                 {"C:secret.png", NULL},
                 {"..", NULL},
                 {"/", NULL},
                 {"../pipe.png", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = read_by(hone_file_resolver_anywhere, "model", cases[i].path);
        if (cases[i].content ? !got || strcmp(got, cases[i].content) != 0 : got != NULL)
            fail_msg("%s is read as %s", cases[i].path, got ? got : "nothing");
    }
}

static void what_is_no_file_is_refused(void **state)
{
    (void)state;
    NEEDS_POSIX();
    static const char *const paths[] = {"",
                                        ".",
                                        "./",
                                        "tex",
                                        "folder.png",
                                        "missing.png",
                                        "a.png/b",
                                        "dangling.png",
                                        "pipe.png",
                                        "..",
                                        "\xff\xfe",
                                        "tex/カラスぱ.png",
                                        "tex/ガラスぱ\u309a.png",
                                        "tex/ガラスぱ.pn"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (read_as("model", paths[i]))
            fail_msg("%s is read", paths[i]);
    CHECK(!read_as("no such folder", "a.png"));
    char lengthy[9000];
    memset(lengthy, 'x', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    CHECK(!read_as("model", lengthy));
    for (size_t i = 1; i < 4000; i += 2) lengthy[i] = '/';
    lengthy[4000] = '\0';
    CHECK(!read_as("model", lengthy));
}

TEST_GROUP(test_model_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_found_by_either_separator),
        cmocka_unit_test(files_are_found_as_windows_opens_them),
        cmocka_unit_test(files_are_found_in_any_case),
        cmocka_unit_test(a_file_is_found_by_its_name_alone),
        cmocka_unit_test(names_with_percent_codes_are_found),
        cmocka_unit_test(nothing_outside_the_folder_is_read),
        cmocka_unit_test(anything_is_read_by_wish),
        cmocka_unit_test(what_is_no_file_is_refused),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
