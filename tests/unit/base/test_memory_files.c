/* Files in memory are found as on disk. */
#include "support/support.h"
#include <hone/memory_files.h>
#include <string.h>

static const hone_memory_file files[] = {
    {.path = "pack/doll/doll.pmx", .bytes = "model", .size = 5},
    {.path = "pack/doll/tex/Skin.png", .bytes = "skin", .size = 4},
    {.path = "pack/doll/textures/eye.bmp", .bytes = "eye", .size = 3},
    {.path = "pack/shared/toon.bmp", .bytes = "toon", .size = 4},
    {.path = "pack/doll/empty.png"},
    {.path = "pack/doll/later.png", .size = 9},
    {.path = "pack/doll/が.png", .bytes = "ga", .size = 2},
};

static const hone_memory_folder folder = {
    .files = files, .file_count = sizeof files / sizeof *files, .path = "pack/doll"};

static void paths_are_found_as_on_disk(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int32_t index;
    } cases[] = {{"doll.pmx", 0},
                 {"tex\\skin.PNG", 1},
                 {"TEX//skin.png ", 1},
                 {"C:\\MMD\\model\\tex\\Skin.png", 1},
                 {"D:/elsewhere/eye.bmp", 2},
                 {"../shared/TOON.bmp", 3},
                 {"か\xe3\x82\x99.png", 6}, /* the mark follows the letter, as in names from a Mac */
                 {"toon.bmp", HONE_NONE},
                 {"../../../etc/passwd", HONE_NONE},
                 {"", HONE_NONE},
                 {"..", HONE_NONE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (hone_memory_file_find(&folder, cases[i].path) != cases[i].index)
            fail_msg("%s", cases[i].path);
    }
    const hone_memory_folder all = {.files = files, .file_count = folder.file_count};
    CHECK(hone_memory_file_find(&all, "pack\\shared\\toon.bmp") == 3);
    CHECK(hone_memory_file_find(&(hone_memory_folder){0}, "a") == HONE_NONE);
    CHECK(hone_memory_file_find(NULL, "a") == HONE_NONE && hone_memory_file_find(&folder, NULL) == HONE_NONE);
}

static void files_are_read_as_copies(void **state)
{
    (void)state;
    const hone_file_resolver resolver = hone_file_resolver_in_memory(&folder);
    for (uint64_t at = 0; at < 2; at++) {
        test_allocator memory;
        hone_bytes bytes = {0};
        hone_error error = {0};
        test_allocator_make(&memory, at);
        bool ok = resolver.read(resolver.user, "tex/skin.png", &memory.allocator, &bytes, &error);
        CHECK(ok == (at > 0) && (ok || error.code == HONE_ERROR_MEMORY));
        CHECK(!ok || (bytes.size == 4 && memcmp(bytes.data, "skin", 4) == 0));
        hone_bytes_release(&bytes);
        CHECK(resolver.read(resolver.user, "empty.png", NULL, &bytes, &error) && bytes.size == 0);
        hone_bytes_release(&bytes);
        CHECK(!resolver.read(resolver.user, "later.png", NULL, &bytes, &error) && error.code == HONE_ERROR_IO);
        CHECK(!resolver.read(resolver.user, "nowhere.png", NULL, &bytes, &error) && error.code == HONE_ERROR_IO);
        assert_int_equal(memory.live, 0);
    }
}

TEST_GROUP(test_memory_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_found_as_on_disk),
        cmocka_unit_test(files_are_read_as_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
