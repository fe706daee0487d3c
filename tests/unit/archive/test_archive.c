#define _XOPEN_SOURCE 700 /* mkstemp */
#include "base/inflate/inflate.h"
#include "support/make/files/make_zip.h"
#include "support/support.h"
#include <hone/archive.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hone_archive *open_made(const make_zip_desc *desc, hone_bytes *bytes)
{
    hone_error error = {0};
    *bytes = make_zip(desc);
    hone_archive *archive = hone_archive_open_memory(bytes->data, bytes->size, NULL, &error);
    if (!archive)
        fail_msg("%s", error.message);
    return archive;
}

static void close_made(hone_archive *archive, hone_bytes *bytes)
{
    hone_archive_close(archive);
    hone_bytes_release(bytes);
}

static void check_content(hone_archive *archive, const char *path, const char *text)
{
    hone_error error = {0};
    hone_bytes out;
    int32_t at = hone_archive_find(archive, path);
    assert_int_not_equal(at, HONE_NONE);
    if (!hone_archive_read(archive, (uint32_t)at, NULL, &out, &error))
        fail_msg("%s", error.message);
    assert_int_equal(out.size, strlen(text));
    assert_memory_equal(out.data, text, out.size);
    hone_bytes_release(&out);
}

/* Reads the only entry, which must fail. */
static hone_error read_failure(const make_zip_entry *entry, const hone_archive_desc *desc)
{
    hone_bytes bytes = make_zip(&(make_zip_desc){.entries = entry, .count = 1}), out;
    hone_error error = {0};
    hone_archive *archive = hone_archive_open_memory(bytes.data, bytes.size, desc, &error);
    CHECK(archive && hone_archive_count(archive) == 1);
    CHECK(!hone_archive_read(archive, 0, NULL, &out, &error));
    CHECK(!out.data && out.size == 0);
    close_made(archive, &bytes);
    return error;
}

static const char poem[] = "a rose is a rose is a rose is a rose is a rose is a rose";

static void entries_are_listed_and_unpacked(void **state)
{
    (void)state;
    const make_zip_entry entries[] = {
        {.name = "model/", .text = ""},
        {.name = "model/a.pmx", .text = poem},
        {.name = "model\\tex\\b.png", .text = poem, .deflated = hone_compressed_zip_available()},
        {.name = "./empty", .text = ""},
        {.name = "wide.txt", .text = "wide", .wide = true}};
    hone_bytes bytes;
    hone_archive *archive =
        open_made(&(make_zip_desc){.entries = entries, .count = 5, .comment = "PK\5\6 hello"}, &bytes);
    assert_int_equal(hone_archive_count(archive), 4);
    assert_string_equal(hone_archive_entry_at(archive, 0)->path, "model/a.pmx");
    assert_int_equal(hone_archive_entry_at(archive, 0)->size, strlen(poem));
    assert_string_equal(hone_archive_entry_at(archive, 1)->path, "model/tex/b.png");
    assert_string_equal(hone_archive_entry_at(archive, 2)->path, "empty");
    check_content(archive, "model/a.pmx", poem);
    check_content(archive, "MODEL\\Tex\\B.png", poem);
    check_content(archive, "empty", "");
    check_content(archive, "wide.txt", "wide");
    assert_int_equal(hone_archive_find(archive, "a.pmx"), HONE_NONE);
    assert_int_equal(hone_archive_find(archive, ""), HONE_NONE);
    close_made(archive, &bytes);
}

static void bytes_in_front_and_wide_ends_are_accepted(void **state)
{
    (void)state;
    const make_zip_entry entries[] = {{.name = "a", .text = "1"}, {.name = "b", .text = "2"}};
    const make_zip_desc kinds[] = {{.entries = entries, .count = 2, .before = 77},
                                   {.entries = entries, .count = 2, .wide_end = true}};
    for (int kind = 0; kind < 2; kind++) {
        hone_bytes bytes;
        hone_archive *archive = open_made(&kinds[kind], &bytes);
        check_content(archive, "a", "1");
        check_content(archive, "b", "2");
        close_made(archive, &bytes);
    }
}

static void an_archive_on_disk_is_read(void **state)
{
    (void)state;
    char path[] = "/tmp/hone-test-XXXXXX";
    const make_zip_entry entry = {.name = "a", .text = poem};
    hone_bytes bytes = make_zip(&(make_zip_desc){.entries = &entry, .count = 1});
    hone_error error = {0};
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, bytes.data, bytes.size) == (ssize_t)bytes.size && close(file) == 0);
    hone_archive *archive = hone_archive_open(path, NULL, &error);
    CHECK(archive);
    check_content(archive, "a", poem);
    CHECK(truncate(path, 40) == 0);
    hone_bytes out;
    CHECK(!hone_archive_read(archive, 0, NULL, &out, &error) && error.code == HONE_ERROR_IO);
    close_made(archive, &bytes);
    CHECK(!hone_archive_open(path, NULL, &error) && strstr(error.message, path) == error.message);
    remove(path);
    CHECK(!hone_archive_open(path, NULL, &error) && error.code == HONE_ERROR_IO);
    CHECK(!hone_archive_open("/tmp", NULL, &error) && error.code == HONE_ERROR_IO);
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static void check_names(const make_zip_entry *entries, uint32_t count, const char *const *expected)
{
    hone_bytes bytes;
    hone_archive *archive = open_made(&(make_zip_desc){.entries = entries, .count = count}, &bytes);
    assert_int_equal(hone_archive_count(archive), count);
    for (uint32_t i = 0; i < count; i++) assert_string_equal(hone_archive_entry_at(archive, i)->path, expected[i]);
    close_made(archive, &bytes);
}

static void names_are_utf8_cp932_or_gbk(void **state)
{
    (void)state;
    static const make_zip_entry marked[] = {{.name = "表示/ミク.pmx", .text = "", .flags = 0x800}},
                                unmarked[] = {{.name = "表示/ミク.pmx", .text = ""}},
                                japanese[] = {{.name = "\x95\x5c\x8e\xa6/\x8f\x89\x89\xb9\x83\x7e\x83\x4e.pmx",
                                               .text = ""},
                                              {.name = "tex/\xca\xc2\xb0.png", .text = ""}},
                                chinese[] = {{.name = "\xb3\xf5\xd2\xf4/\xcc\xf9\xcd\xbc.png", .text = ""}},
                                extra[] = {{.name = "?.pmx", .text = "", .utf8 = "ミク.pmx"}};
    check_names(marked, 1, (const char *const[]){"表示/ミク.pmx"});
    check_names(unmarked, 1, (const char *const[]){"表示/ミク.pmx"});
    check_names(japanese, 2, (const char *const[]){"表示/初音ミク.pmx", "tex/ﾊﾂｰ.png"});
    check_names(chinese, 1, (const char *const[]){"初音/贴图.png"});
    static const make_zip_entry both_japanese[] = {{.name = "\x83\x7e\x83\x4e", .text = ""}},
                                both_chinese[] = {{.name = "\xc4\xa3\xd0\xcd", .text = ""}};
    check_names(both_japanese, 1, (const char *const[]){"ミク"}); /* both encodings have these characters */
    check_names(both_chinese, 1, (const char *const[]){"模型"});
    check_names(extra, 1, (const char *const[]){"ミク.pmx"});
}

static void names_that_lead_out_are_left_out(void **state)
{
    (void)state;
    static const make_zip_entry entries[] = {
        {.name = "../up", .text = "1"},  {.name = "a/../../up", .text = "1"},
        {.name = "/root", .text = "1"},  {.name = "\\root", .text = "1"},
        {.name = "C:\\x", .text = "1"},  {.name = "a/..", .text = "1"},
        {.name = "", .text = "1"},       {.name = "a/", .text = ""},
        {.name = "li\nne", .text = "1"}, {.name = "link", .text = "/etc/passwd", .link = true},
        {.name = "good", .text = "1"}};
    hone_bytes bytes;
    hone_archive *archive = open_made(&(make_zip_desc){.entries = entries, .count = 11}, &bytes);
    assert_int_equal(hone_archive_count(archive), 1);
    assert_string_equal(hone_archive_entry_at(archive, 0)->path, "good");
    close_made(archive, &bytes);
}

/* ---- files beside each other ----------------------------------------------------------------------------------- */

static bool resolves(const hone_archive_folder *folder, const char *path, const char *text)
{
    hone_file_resolver files = hone_archive_files(folder);
    hone_bytes out;
    hone_error error = {0};
    bool ok = files.read(files.user, path, NULL, &out, &error);
    CHECK(ok || error.code == HONE_ERROR_IO);
    ok = ok && out.size == strlen(text) && memcmp(out.data, text, out.size) == 0;
    hone_bytes_release(&out);
    return ok;
}

static void a_model_finds_its_files(void **state)
{
    (void)state;
    static const make_zip_entry entries[] = {{.name = "pack/model/tex/a.png", .text = "1"},
                                             {.name = "pack/toon/b.bmp", .text = "2"},
                                             {.name = "pack/model/c.png", .text = "3"},
                                             {.name = "pack/model/textures/d.png", .text = "4"}};
    hone_bytes bytes;
    hone_archive *archive = open_made(&(make_zip_desc){.entries = entries, .count = 4}, &bytes);
    const hone_archive_folder folder = {archive, "pack/model"};
    CHECK(resolves(&folder, "tex\\A.PNG", "1"));
    CHECK(resolves(&folder, "..\\toon\\b.bmp", "2"));
    CHECK(resolves(&folder, "C:\\work\\c.png", "3"));
    CHECK(resolves(&folder, "/elsewhere/c.png", "3"));
    CHECK(resolves(&folder, "gone/d.png", "4"));
    CHECK(resolves(&folder, "\\tex\\a.png", "1") && resolves(&folder, "tex\\\\a.png ", "1"));
    CHECK(resolves(&folder, "C:\\work\\tex\\a.png", "1") && resolves(&folder, "\"tex /a.png.\"\r\n", "1"));
    CHECK(!resolves(&folder, "..\\..\\..\\b.bmp", "2"));
    CHECK(!resolves(&folder, "none.png", ""));
    CHECK(!resolves(&folder, "", ""));
    CHECK(resolves(&(hone_archive_folder){archive, ""}, "pack/toon/b.bmp", "2"));
    CHECK(!resolves(&(hone_archive_folder){NULL, ""}, "pack/toon/b.bmp", "2")); /* it could not be opened */
    close_made(archive, &bytes);
}

/* ---- hostile archives ------------------------------------------------------------------------------------------ */

static void entries_that_cannot_be_read_are_refused(void **state)
{
    (void)state;
    hone_error error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .flags = 1}, NULL);
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "is encrypted"));
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .method = 14}, NULL);
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "compressed by LZMA"));
    CHECK(strstr(error.message, "unpack the archive first"));
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .bad_crc = 1}, NULL);
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "damaged"));
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .claimed = 3}, NULL);
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "contradict"));
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem}, &(hone_archive_desc){.max_entry_size = 10});
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "the limit is 10"));
}

static void bombs_are_refused(void **state)
{
    (void)state;
    hone_error error = read_failure(
        &(make_zip_entry){.name = "a", .text = poem, .claimed = UINT64_C(1) << 40, .wide = true, .method = 8}, NULL);
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "would unpack to 1099511627776 bytes"));
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .claimed = 900 << 20, .method = 8}, NULL);
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "contradict"));
    if (!hone_compressed_zip_available())
        return;
    error = read_failure(&(make_zip_entry){.name = "a", .text = poem, .deflated = true, .claimed = 4}, NULL);
    CHECK(error.code == HONE_ERROR_FORMAT && strstr(error.message, "damaged"));
}

static void other_files_are_no_archives(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_archive_open_memory("", 0, NULL, &error) && error.code == HONE_ERROR_FORMAT);
    CHECK(!hone_archive_open_memory(poem, sizeof poem, NULL, &error) && error.code == HONE_ERROR_FORMAT);
    const make_zip_entry entry = {.name = "a", .text = poem};
    hone_bytes bytes = make_zip(&(make_zip_desc){.entries = &entry, .count = 1, .parts = true});
    CHECK(!hone_archive_open_memory(bytes.data, bytes.size, NULL, &error) && error.code == HONE_ERROR_UNSUPPORTED);
    CHECK(hone_archive_detect(bytes.data, bytes.size) && !hone_archive_detect(poem, sizeof poem));
    CHECK(!hone_archive_detect(bytes.data, 3) && !hone_archive_detect(NULL, 0));
    hone_bytes_release(&bytes);
}

static void read_everything(const void *bytes, size_t size)
{
    hone_error error = {0};
    hone_archive *archive = hone_archive_open_memory(bytes, size, NULL, &error);
    CHECK(archive || error.message[0]);
    for (uint32_t i = 0; i < hone_archive_count(archive); i++) {
        hone_bytes out;
        if (hone_archive_entry_at(archive, i)->size < 1 << 20 && hone_archive_read(archive, i, NULL, &out, &error))
            hone_bytes_release(&out);
    }
    hone_archive_close(archive);
}

static hone_bytes rich_archive(void)
{
    const make_zip_entry entries[] = {{.name = "model/a.pmx", .text = poem, .deflated = true},
                                      {.name = "\x83\x7e\x83\x4e.vmd", .text = poem, .wide = true, .utf8 = "ミク.vmd"},
                                      {.name = "link", .text = "x", .link = true}};
    return make_zip(&(make_zip_desc){.entries = entries, .count = 3, .comment = "hello", .wide_end = true});
}

static void cut_archives_are_read_or_refused(void **state)
{
    (void)state;
    hone_bytes bytes = rich_archive();
    for (size_t size = 0; size < bytes.size; size++) {
        uint8_t *exact = malloc(size + !size);
        memcpy(exact, bytes.data, size);
        read_everything(exact, size);
        free(exact);
    }
    hone_bytes_release(&bytes);
}

static void damaged_archives_are_read_or_refused(void **state)
{
    (void)state;
    test_random random = {3};
    for (uint32_t round = 0; round < 5000; round++) {
        hone_bytes bytes = rich_archive();
        for (uint32_t i = 0; i < 1 + round % 3; i++)
            bytes.data[test_random_u32(&random) % bytes.size] = (uint8_t)test_random_u32(&random);
        read_everything(bytes.data, bytes.size);
        hone_bytes_release(&bytes);
    }
}

static bool read_with(test_allocator *a, const hone_bytes *bytes, hone_error *error)
{
    hone_bytes out = {0};
    hone_archive *archive =
        hone_archive_open_memory(bytes->data, bytes->size, &(hone_archive_desc){.allocator = &a->allocator}, error);
    bool ok = archive && hone_archive_read(archive, 0, &a->allocator, &out, error);
    hone_bytes_release(&out);
    hone_archive_close(archive);
    return ok;
}

static void every_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_bytes bytes = rich_archive();
    bool done = !hone_compressed_zip_available();
    for (uint64_t fail_at = 0; !done; fail_at++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, fail_at);
        done = read_with(&a, &bytes, &error);
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        assert_int_equal(a.live, 0);
    }
    hone_bytes_release(&bytes);
}

/* The number that descriptions of the checksum give as an example. */
static void the_checksum_is_the_same_with_and_without_a_library(void **state)
{
    (void)state;
    assert_int_equal(hone_crc32_plain("123456789", 9), 0xcbf43926);
    assert_int_equal(hone_crc32("123456789", 9), 0xcbf43926);
    assert_int_equal(hone_crc32_plain("", 0), hone_crc32("", 0));
}

TEST_GROUP(test_archive)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_the_same_with_and_without_a_library),
        cmocka_unit_test(entries_are_listed_and_unpacked),
        cmocka_unit_test(bytes_in_front_and_wide_ends_are_accepted),
        cmocka_unit_test(an_archive_on_disk_is_read),
        cmocka_unit_test(names_are_utf8_cp932_or_gbk),
        cmocka_unit_test(names_that_lead_out_are_left_out),
        cmocka_unit_test(a_model_finds_its_files),
        cmocka_unit_test(entries_that_cannot_be_read_are_refused),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(other_files_are_no_archives),
        cmocka_unit_test(cut_archives_are_read_or_refused),
        cmocka_unit_test(damaged_archives_are_read_or_refused),
        cmocka_unit_test(every_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
