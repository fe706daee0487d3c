/* Errors, builders, growing bytes. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "base/files/byte_writer.h"
#include "base/memory/builder.h"
#include "support/support.h"
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

static void formats_are_named_as_their_files(void **state)
{
    (void)state;
    static const char *const names[] = {
        [HONE_FORMAT_PMX] = "pmx",        [HONE_FORMAT_PMD] = "pmd",     [HONE_FORMAT_VMD] = "vmd",
        [HONE_FORMAT_VPD] = "vpd",        [HONE_FORMAT_X] = "x",         [HONE_FORMAT_GLTF] = "gltf",
        [HONE_FORMAT_GLB] = "glb",        [HONE_FORMAT_HCLIP] = "hclip", [HONE_FORMAT_FBX] = "fbx",
        [HONE_FORMAT_BVH] = "bvh",        [HONE_FORMAT_PMM] = "pmm",     [HONE_FORMAT_VAC] = "vac",
        [HONE_FORMAT_UNKNOWN] = "unknown"};
    for (size_t f = 0; f < sizeof names / sizeof *names; f++)
        assert_string_equal(hone_format_name((hone_format)f), names[f]);
    assert_string_equal(hone_format_name((hone_format)1000), "unknown");
}

static void error_message_escapes_control_characters(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_fail(&error, HONE_ERROR_FORMAT, 7, "name %s is odd", "a\nb\x1b"));
    assert_string_equal(error.message, "name a\\nb\\x1b is odd");
    assert_int_equal(error.at, 7);
    hone_error_prefix(&error, "dir/f\ti.pmx");
    assert_string_equal(error.message, "dir/f\\ti.pmx: name a\\nb\\x1b is odd");
}

static void error_prefix_cuts_a_long_name_at_its_front(void **state)
{
    (void)state;
    char name[3000];
    memset(name, 'x', sizeof name);
    memcpy(name + sizeof name - 9, "/end.pmx", 9);
    hone_error error = {0};
    hone_fail(&error, HONE_ERROR_FORMAT, 0, "is bad");
    hone_error_prefix(&error, name);
    CHECK(strlen(error.message) < sizeof error.message);
    CHECK(strncmp(error.message, "...xxx", 6) == 0);
    CHECK(strstr(error.message, "/end.pmx: is bad") != NULL);
}

static void error_prefix_of_a_full_message_stays_inside(void **state)
{
    (void)state;
    struct {
        hone_error error;
        char guard[16];
    } full = {0};
    char text[sizeof full.error.message];
    memset(text, 'x', sizeof text - 1);
    for (size_t length = sizeof text - 6; length < sizeof text; length++) {
        text[length] = 0;
        hone_fail(&full.error, HONE_ERROR_FORMAT, 0, "%s", text);
        hone_error_prefix(&full.error, "some/long/directory/file.pmx");
        CHECK(memchr(full.error.message, 0, sizeof full.error.message));
        CHECK(strncmp(full.error.message, "...: xxx", 8) == 0);
        for (size_t i = 0; i < sizeof full.guard; i++) assert_int_equal(full.guard[i], 0);
        text[length] = 'x';
    }
}

static void error_of_an_earlier_call_stays_when_its_null_is_passed_on(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_fail(&error, HONE_ERROR_IO, 0, "cannot open");
    hone_fail_null(&error, "model");
    assert_string_equal(error.message, "cannot open");
    error = (hone_error){0};
    hone_fail_null(&error, "model");
    assert_string_equal(error.message, "model must not be NULL");
}

static void builder_memory_is_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    test_allocator memory;
    test_allocator_make(&memory, UINT64_MAX);
    hone_builder *builder = hone_builder_create(&memory.allocator, 0, NULL);
    test_random random = {1};
    for (int i = 0; i < 500; i++) {
        size_t size = 1 + test_random_u32(&random) % (i % 50 ? 300 : 90000);
        unsigned char *bytes = hone_builder_array(builder, size, 1);
        CHECK(bytes && (uintptr_t)bytes % 16 == 0);
        for (size_t k = 0; k < size; k++) assert_int_equal(bytes[k], 0);
        memset(bytes, 0xff, size); /* the next array must be zeroed all the same */
    }
    CHECK(hone_builder_array(builder, SIZE_MAX / 2, 3) == NULL);
    CHECK(hone_builder_failed(builder));
    hone_builder_destroy(builder);
    assert_int_equal(memory.live, 0);
}

static void builder_refuses_what_is_beyond_its_limit(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_builder *builder = hone_builder_create(NULL, 1000, NULL);
    CHECK(hone_builder_array(builder, 900, 1) != NULL);
    CHECK(hone_builder_array(builder, 200, 1) == NULL);
    CHECK(hone_builder_array(builder, 1, 1) == NULL); /* and every later request fails too */
    CHECK(!hone_builder_fail(builder, &error));
    assert_int_equal(error.code, HONE_ERROR_MEMORY);
    hone_builder_destroy(builder);
}

static void builder_counts_each_oddity_once(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_warnings warnings = {0};
    for (uint64_t i = 5; i < 8; i++) hone_builder_warn(builder, "normal is not a number", i);
    hone_builder_warn(builder, "bytes behind the end", 99);
    CHECK(hone_builder_finish_warnings(builder, false, &warnings, NULL));
    assert_int_equal(warnings.count, 2);
    assert_string_equal(warnings.texts[0], "normal is not a number (first at 5, 3 times)");
    assert_string_equal(warnings.texts[1], "bytes behind the end (at 99)");
    hone_error error = {0};
    CHECK(!hone_builder_finish_warnings(builder, true, &warnings, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    hone_builder_destroy(builder);
}

static void builder_names_the_first_thing_that_is_odd(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_warnings warnings = {0};
    hone_error error = {0};
    char longer[80];
    memset(longer, 'a', sizeof longer);
    memcpy(longer + 62, "\xe9\xaa\xa8", 3); /* would be cut */
    hone_builder_warn_named(builder, "several parents", "arm", 3);
    hone_builder_warn_named(builder, "several parents", "leg", 3);
    hone_builder_warn_named(builder, "damaged", "a\n\xff", 3);
    hone_builder_warn_named(builder, "long", longer, sizeof longer);
    hone_builder_warn_named(builder, "nameless", NULL, 0);
    CHECK(hone_builder_finish_warnings(builder, false, &warnings, NULL));
    assert_string_equal(warnings.texts[0], "several parents (first \"arm\", 2 times)");
    assert_string_equal(warnings.texts[1], "damaged (\"a?\xef\xbf\xbd\")");
    assert_int_equal(strlen(warnings.texts[2]), strlen("long (\"\")") + 62);
    assert_string_equal(warnings.texts[3], "nameless (\"\")");
    CHECK(!hone_builder_finish_warnings(builder, true, &warnings, &error));
    assert_string_equal(error.message, "several parents (\"arm\")");
    hone_builder_destroy(builder);
}

static void builder_tells_limits_from_faults(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_warnings warnings = {0};
    hone_error error = {0};
    for (int i = 0; i < 2; i++) {
        hone_builder_warn_limit(builder, "not evaluated", "springs", 7);
        hone_builder_warn_limit(builder, "not evaluated", "constraints", 11);
        hone_builder_warn_limit(builder, "not evaluated", NULL, 0);
    }
    hone_builder_warn(builder, "damaged", 5);
    CHECK(hone_builder_finish_warnings(builder, false, &warnings, NULL));
    assert_int_equal(warnings.count, 4);
    assert_string_equal(warnings.texts[0], "not evaluated (\"springs\")");
    assert_string_equal(warnings.texts[1], "not evaluated (\"constraints\")");
    assert_string_equal(warnings.texts[2], "not evaluated");
    CHECK(warnings.limits[0] && warnings.limits[1] && warnings.limits[2] && !warnings.limits[3]);
    CHECK(!hone_builder_finish_warnings(builder, true, &warnings, &error));
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && strstr(error.message, "(\"springs\")"));
    hone_builder_destroy(builder);
}

static void builder_bounds_the_kinds_of_oddities(void **state)
{
    (void)state;
    static char texts[100][32];
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    for (int i = 0; i < 100; i++) {
        snprintf(texts[i], sizeof texts[i], "kind %d", i);
        hone_builder_warn(builder, texts[i], (uint64_t)i);
    }
    hone_warnings warnings = {0};
    CHECK(hone_builder_finish_warnings(builder, false, &warnings, NULL));
    assert_int_equal(warnings.count, 65);
    CHECK(strstr(warnings.texts[64], "36 times") != NULL);
    hone_builder_destroy(builder);
}

static void reader_never_passes_its_end(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 2, 3, 4, 5};
    hone_reader reader = hone_reader_make(bytes, sizeof bytes);
    assert_int_equal(hone_read_u32(&reader), 0x04030201);
    assert_int_equal(hone_read_u16(&reader), 0);
    CHECK(reader.failed);
    assert_int_equal(hone_reader_offset(&reader), 4);
    assert_int_equal(hone_read_u8(&reader), 0); /* `failed` stays set */
}

static void writer_gives_back_what_was_written(void **state)
{
    (void)state;
    hone_writer writer = hone_writer_make(NULL);
    hone_write_u8(&writer, 0xab);
    hone_write_u16(&writer, 0x1234);
    hone_write_i32(&writer, -5);
    hone_write_f32(&writer, 1.5f);
    hone_write_zeros(&writer, 1000);
    hone_bytes bytes;
    CHECK(hone_writer_finish(&writer, &bytes, NULL));
    assert_int_equal(bytes.size, 1011);
    hone_reader reader = hone_reader_make(bytes.data, bytes.size);
    assert_int_equal(hone_read_u8(&reader), 0xab);
    assert_int_equal(hone_read_u16(&reader), 0x1234);
    assert_int_equal(hone_read_i32(&reader), -5);
    CHECK(hone_read_f32(&reader) == 1.5f);
    hone_bytes_release(&bytes);
}

static void writer_out_of_memory_leaves_nothing(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 4; n++) {
        test_allocator memory;
        test_allocator_make(&memory, n);
        hone_writer writer = hone_writer_make(&memory.allocator);
        for (int i = 0; i < 3000; i++) hone_write_u32(&writer, 1);
        hone_bytes bytes;
        hone_error error = {0};
        CHECK(!hone_writer_finish(&writer, &bytes, &error));
        assert_int_equal(error.code, HONE_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
    }
}

static void whole_frames_survive_seconds(void **state)
{
    (void)state;
    for (int frame = 0; frame < 100000; frame++) CHECK(hone_frame_from_seconds(frame / 30.0) == frame);
    CHECK(hone_frame_from_seconds(0.25) == 7.5);
}

TEST_GROUP(test_base)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_named_as_their_files),
        cmocka_unit_test(error_message_escapes_control_characters),
        cmocka_unit_test(error_prefix_cuts_a_long_name_at_its_front),
        cmocka_unit_test(error_prefix_of_a_full_message_stays_inside),
        cmocka_unit_test(error_of_an_earlier_call_stays_when_its_null_is_passed_on),
        cmocka_unit_test(builder_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(builder_refuses_what_is_beyond_its_limit),
        cmocka_unit_test(builder_counts_each_oddity_once),
        cmocka_unit_test(builder_names_the_first_thing_that_is_odd),
        cmocka_unit_test(builder_tells_limits_from_faults),
        cmocka_unit_test(builder_bounds_the_kinds_of_oddities),
        cmocka_unit_test(reader_never_passes_its_end),
        cmocka_unit_test(writer_gives_back_what_was_written),
        cmocka_unit_test(writer_out_of_memory_leaves_nothing),
        cmocka_unit_test(whole_frames_survive_seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
