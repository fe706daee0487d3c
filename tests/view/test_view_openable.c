/* Dropped paths that are not a model file: folders, archives, projects. */
#define _POSIX_C_SOURCE 200809L
#include "support/command.h"
#include "support/make/files/make_zip.h"
#include "support/support.h"
#include "view/document/openable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void touch(const char *path)
{
    FILE *file = fopen(path, "wb");
    CHECK(file && fclose(file) == 0);
}

static bool finds(const char *path, const char *wanted)
{
    hone_error error = {0};
    char *found = openable_find(path, &error);
    bool same = found && strcmp(found, wanted) == 0;
    if (!same)
        print_message("%s: %s\n", path, found ? found : error.message);
    free(found);
    return same;
}

static bool refuses(const char *path, const char *why)
{
    hone_error error = {0};
    char *found = openable_find(path, &error);
    bool same = !found && strstr(error.message, why);
    if (!same)
        print_message("%s: %s\n", path, found ? found : error.message);
    free(found);
    return same;
}

static void a_folder_stands_for_its_only_model(void **state)
{
    (void)state;
    CHECK(mkdir("鞄", 0700) == 0 && mkdir("鞄/モデル", 0700) == 0 && mkdir("鞄/モデル/tex", 0700) == 0);
    touch("鞄/readme.txt"), touch("鞄/モデル/tex/a.png"), touch("鞄/.hidden.pmx"), touch("鞄/モデル/dance.vmd");
    CHECK(refuses("鞄", "without a model"));
    touch("鞄/モデル/少女.PMX");
    CHECK(finds("鞄", "鞄/モデル/少女.PMX"));
    CHECK(finds("鞄/", "鞄//モデル/少女.PMX"));
    CHECK(symlink("..", "鞄/モデル/up") == 0); /* a cycle of links is not followed */
    CHECK(finds("鞄", "鞄/モデル/少女.PMX"));
    touch("鞄/b.pmd"), touch("鞄/c.glb"), touch("鞄/d.x");
    CHECK(refuses("鞄", "with 4 models (b.pmd, c.glb, d.x, …)"));
}

static void folders_too_deep_are_left_out(void **state)
{
    (void)state;
    char path[64] = "deep";
    for (int i = 0; i < 6; i++, strcat(path, "/d")) CHECK(mkdir(path, 0700) == 0);
    touch("deep/d/d/d/d/d/far.pmx");
    CHECK(refuses("deep", "without a model"));
    touch("deep/d/d/d/near.pmx");
    CHECK(finds("deep", "deep/d/d/d/near.pmx"));
}

static void many_models_are_counted(void **state)
{
    (void)state;
    CHECK(mkdir("many", 0700) == 0);
    for (int i = 0; i < 40; i++) {
        char path[32];
        snprintf(path, sizeof path, "many/%02d.pmx", i);
        touch(path);
    }
    CHECK(refuses("many", "with 40 models ("));
}

static void a_zip_stands_for_its_only_model(void **state)
{
    (void)state;
    const make_zip_entry entries[] = {{.name = "a/少女.pmx", .text = "x"}, {.name = "b.pmx", .text = "x"}};
    for (uint32_t count = 0; count <= 2; count++) {
        hone_bytes bytes = make_zip(&(make_zip_desc){.entries = entries, .count = count});
        CHECK(command_file_write("model.zip", bytes.data, bytes.size));
        hone_bytes_release(&bytes);
        if (count == 1)
            CHECK(finds("model.zip", "model.zip/a/少女.pmx"));
        else
            CHECK(refuses("model.zip", count ? "contains 2 models" : "contains no model"));
    }
}

static void other_archives_say_what_to_do(void **state)
{
    (void)state;
    touch("model.7Z"), touch("scene.pmm");
    CHECK(refuses("model.7Z", "unpack it"));
    CHECK(finds("scene.pmm", "scene.pmm"));     /* projects are scenes */
    CHECK(finds("nowhere.pmx", "nowhere.pmx")); /* opening it reports that it does not exist */
}

TEST_GROUP(test_view_openable)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_stands_for_its_only_model),
        cmocka_unit_test(folders_too_deep_are_left_out),
        cmocka_unit_test(many_models_are_counted),
        cmocka_unit_test(a_zip_stands_for_its_only_model),
        cmocka_unit_test(other_archives_say_what_to_do),
    };
    return cmocka_run_group_tests(tests, command_folder_enter, command_folder_leave);
}
