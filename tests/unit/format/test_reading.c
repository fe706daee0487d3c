/* What the readers of all formats embed: places, memory, and the first error. */
#include "base/memory/builder.h"
#include "files/format/common/reading.h"
#include "support/support.h"
#include <string.h>

static void the_first_error_is_kept(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_reading r = hone_reading_make("abcdef", 6, &error);
    r.in.at += 4;
    CHECK(!hone_reading_fail(&r, "there are %d legs", 3) && r.failed);
    CHECK(error.code == HONE_ERROR_FORMAT && error.at == 4);
    assert_string_equal(error.message, "there are 3 legs, at byte 4");
    r.in.at++;
    CHECK(!hone_reading_fail(&r, "later") && !hone_reading_fail_as(&r, HONE_ERROR_UNSUPPORTED, 7, "later") &&
          !hone_reading_fail_memory(&r));
    assert_string_equal(error.message, "there are 3 legs, at byte 4");
    error = (hone_error){0};
    r = hone_reading_make(NULL, 0, &error);
    CHECK(!hone_reading_fail_as(&r, HONE_ERROR_UNSUPPORTED, 7, "%s, and no more", "this"));
    CHECK(error.code == HONE_ERROR_UNSUPPORTED && error.at == 7);
    assert_string_equal(error.message, "this, and no more");
}

static void places_of_texts_are_lines(void **state)
{
    (void)state;
    static const char text[] = "one\ntwo\n\nfour";
    hone_error error = {0};
    hone_reading r = hone_reading_make(text, sizeof text - 1, &error);
    hone_reading_count_lines(&r, '\n');
    for (uint32_t at = 0, line = 1; at < sizeof text - 1; line += text[at++] == '\n') {
        r.text.at = text + at;
        CHECK(hone_reading_place(&r) == line);
    }
    r.text.at = text + 5; /* back */
    CHECK(hone_reading_place(&r) == 2);
    r.text.at = r.text.end;
    CHECK(!hone_reading_fail(&r, "something ends"));
    assert_string_equal(error.message, "something ends, in line 4");
}

static void blocks_continue_offsets_and_lines(void **state)
{
    (void)state;
    hone_reading bytes = hone_reading_make("abc", 3, NULL), lines = hone_reading_make("a\nc", 3, NULL);
    hone_reading_count_lines(&lines, '\n');
    hone_reading_continue(&bytes, "\nf", 2);
    hone_reading_continue(&lines, "\nf", 2);
    bytes.in.at++, lines.in.at++;
    CHECK(hone_reading_place(&bytes) == 4 && hone_reading_place(&lines) == 3);
    hone_reading_continue(&lines, lines.in.end, 0);
    CHECK(hone_reading_place(&lines) == 3);
}

static void warnings_have_places(void **state)
{
    (void)state;
    static const char text[] = "one\ntwo";
    hone_warnings warnings;
    hone_reading r = hone_reading_make(text, sizeof text - 1, NULL);
    CHECK(hone_reading_open_builder(&r, NULL, 0));
    r.in.at += 5;
    hone_reading_warn(&r, "odd");
    hone_reading_warn_of_rest(&r);
    hone_reading_count_lines(&r, '\n');
    hone_reading_warn_at(&r, text + 4, "lines");
    CHECK(hone_builder_finish_warnings(r.builder, false, &warnings, NULL) && warnings.count == 3);
    assert_string_equal(warnings.texts[0], "odd (at 5)");
    assert_string_equal(warnings.texts[1], "bytes after the end of the model: ignored (at 5)");
    assert_string_equal(warnings.texts[2], "lines (at 2)");
    hone_builder_destroy(hone_reading_close_memory(&r, true));
}

static void arrays_stop_at_the_first_error(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_reading r = hone_reading_make(NULL, 0, &error);
    int *array = NULL;
    CHECK(hone_reading_open_memory(&r, NULL, 4096, 4096));
    CHECK(hone_reading_array(&r, 10, sizeof *array, &array) && array && array[9] == 0);
    CHECK(hone_reading_scratch(&r, 10, sizeof *array, &array) && array && array[9] == 0);
    CHECK(hone_reading_scratch_raw(&r, 10, sizeof *array, &array) && array);
    CHECK(hone_reading_array(&r, 0, sizeof *array, &array) && !array && hone_reading_is_fine(&r));
    CHECK(!hone_reading_scratch(&r, UINT64_MAX, sizeof *array, &array) && !array && !hone_reading_is_fine(&r));
    CHECK(error.code == HONE_ERROR_MEMORY);
    assert_string_equal(error.message, "asks for more memory than its size allows");
    CHECK(!hone_reading_array(&r, 1, sizeof *array, &array) && !array);
    CHECK(!hone_reading_array(&r, 0, sizeof *array, &array));
    CHECK(!hone_reading_close_memory(&r, false));
}

/* A text that could not be had is found at the end. */
static void missing_memory_is_an_error_once(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_reading r = hone_reading_make(NULL, 0, &error);
    CHECK(hone_reading_open_memory(&r, NULL, 64, 64));
    CHECK(!hone_arena_text(r.scratch, "a text of more bytes than there are, which are sixty-four in all", 65));
    CHECK(!r.failed && !hone_reading_is_fine(&r) && r.failed && error.code == HONE_ERROR_MEMORY);
    hone_reading_close_memory(&r, false);
    for (uint64_t n = 0; n < 3; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        error = (hone_error){0};
        r = hone_reading_make(NULL, 0, &error);
        bool ok = hone_reading_open_memory(&r, &a.allocator, 0, 0);
        CHECK(ok == (error.code != HONE_ERROR_MEMORY) && r.failed == !ok);
        hone_reading_close_memory(&r, false);
        CHECK(a.live == 0);
    }
}

static void both_memories_may_have_one_limit(void **state)
{
    (void)state;
    hone_reading r = hone_reading_make(NULL, 0, NULL);
    char *array;
    CHECK(hone_reading_open_memory(&r, NULL, 8192, 8192));
    hone_arena_share_limit(r.scratch, r.memory);
    CHECK(hone_reading_scratch(&r, 5000, 1, &array) && hone_arena_taken(r.memory) < 4096);
    hone_arena *memory = r.memory;
    hone_builder *builder = hone_reading_close_memory(&r, true); /* which still counts what scratch memory took */
    CHECK(hone_arena_taken(memory) > 5000 && !hone_builder_array(builder, 5000, 1));
    hone_builder_destroy(builder);
    r = hone_reading_make(NULL, 0, NULL);
    CHECK(hone_reading_open_memory(&r, NULL, 8192, 8192));
    CHECK(hone_reading_scratch(&r, 5000, 1, &array));
    hone_reading_charge(&r);
    CHECK(!hone_reading_array(&r, 5000, 1, &array));
    hone_reading_close_memory(&r, false);
}

TEST_GROUP(test_reading)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_error_is_kept),           cmocka_unit_test(places_of_texts_are_lines),
        cmocka_unit_test(blocks_continue_offsets_and_lines), cmocka_unit_test(warnings_have_places),
        cmocka_unit_test(arrays_stop_at_the_first_error),    cmocka_unit_test(missing_memory_is_an_error_once),
        cmocka_unit_test(both_memories_may_have_one_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
