#include "base/json/json_writer.h"
#include "support/support.h"
#include <hone/io.h>
#include <string.h>

/* A writer, and JSON that is written to it. */
typedef struct fixture {
    hone_writer out;
    hone_json json;
} fixture;

static void begin(fixture *f)
{
    f->out = hone_writer_make(NULL);
    f->json = hone_json_make(&f->out);
}

static void check_text(fixture *f, const char *want)
{
    hone_bytes bytes;
    hone_write_u8(&f->out, 0);
    CHECK(hone_writer_finish(&f->out, &bytes, NULL));
    assert_string_equal((const char *)bytes.data, want);
    hone_bytes_release(&bytes);
}

static void objects_and_arrays_nest(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    hone_json_array(&f.json);
    hone_json_object(&f.json);
    hone_json_key(&f.json, "path");
    hone_json_string(&f.json, "a.pmx");
    hone_json_key(&f.json, "deform");
    hone_json_object(&f.json);
    hone_json_key(&f.json, "bdef1");
    hone_json_integer(&f.json, 7);
    hone_json_end(&f.json, '}');
    hone_json_key(&f.json, "warnings");
    hone_json_array(&f.json);
    hone_json_string(&f.json, "one");
    hone_json_string(&f.json, "two");
    hone_json_end(&f.json, ']');
    hone_json_key(&f.json, "ok");
    hone_json_bool(&f.json, true);
    hone_json_end(&f.json, '}');
    hone_json_end(&f.json, ']');
    check_text(&f, "[\n"
                   "  {\n"
                   "    \"path\": \"a.pmx\",\n"
                   "    \"deform\": {\n"
                   "      \"bdef1\": 7\n"
                   "    },\n"
                   "    \"warnings\": [\n"
                   "      \"one\",\n"
                   "      \"two\"\n"
                   "    ],\n"
                   "    \"ok\": true\n"
                   "  }\n"
                   "]\n");
}

static void empty_objects_and_arrays_are_a_pair_of_brackets(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    hone_json_object(&f.json);
    hone_json_key(&f.json, "a");
    hone_json_array(&f.json);
    hone_json_end(&f.json, ']');
    hone_json_key(&f.json, "b");
    hone_json_object(&f.json);
    hone_json_end(&f.json, '}');
    hone_json_key(&f.json, "c");
    hone_json_flat_array(&f.json);
    hone_json_end(&f.json, ']');
    hone_json_end(&f.json, '}');
    check_text(&f, "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": []\n}\n");
}

static void flat_arrays_and_all_in_them_stay_on_one_line(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    hone_json_array(&f.json);
    for (int i = 0; i < 2; i++) {
        hone_json_flat_array(&f.json);
        for (int j = 0; j < 2; j++) {
            hone_json_flat_array(&f.json);
            hone_json_float(&f.json, 0.1f);
            hone_json_integer(&f.json, (uint64_t)j);
            hone_json_end(&f.json, ']');
        }
        hone_json_object(&f.json);
        hone_json_key(&f.json, "k");
        hone_json_bool(&f.json, false);
        hone_json_end(&f.json, '}');
        hone_json_end(&f.json, ']');
    }
    hone_json_end(&f.json, ']');
    check_text(&f, "[\n  [[0.1, 0], [0.1, 1], {\"k\": false}],\n  [[0.1, 0], [0.1, 1], {\"k\": false}]\n]\n");
}

static void numbers_are_exact_and_finite(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    hone_json_flat_array(&f.json);
    hone_json_float(&f.json, 16777216);
    hone_json_float(&f.json, 1e-10f);
    hone_json_number(&f.json, 0.1);
    hone_json_number(&f.json, -1);
    hone_json_integer(&f.json, UINT64_MAX);
    hone_json_integer(&f.json, 0);
    hone_json_float(&f.json, (float)NAN);
    hone_json_number(&f.json, -(double)INFINITY);
    hone_json_end(&f.json, ']');
    check_text(&f, "[16777216, 1e-10, 0.1, -1, 18446744073709551615, 0, null, null]\n");
}

static void check_string(const char *utf8, const char *want)
{
    fixture f;
    begin(&f);
    hone_json_string(&f.json, utf8);
    check_text(&f, want);
}

static void strings_are_escaped_and_mended(void **state)
{
    (void)state;
    check_string("", "\"\"");
    check_string("骨 \xf0\x9f\x98\x80", "\"骨 \xf0\x9f\x98\x80\"");
    check_string("C:\\a \"b\"", "\"C:\\\\a \\\"b\\\"\"");
    check_string("\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"");
    check_string("a\x01\x1f\x7f", "\"a\\u0001\\u001f\\u007f\"");
    check_string("\xc2\x9b"
                 "2J",
                 "\"\\u009b2J\""); /* a control sequence that clears a terminal */
    /* codes that end like a quote's or a backslash's */
    check_string("\xc2\xa2\xc5\x82", "\"\xc2\xa2\xc5\x82\"");
    check_string("a\xff"
                 "b\xe9\xaa",
                 "\"a\xef\xbf\xbd"
                 "b\xef\xbf\xbd\"");
}

static void keys_are_strings_too(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    hone_json_object(&f.json);
    hone_json_key(&f.json, "a\"b");
    hone_json_string(&f.json, "c");
    hone_json_end(&f.json, '}');
    check_text(&f, "{\n  \"a\\\"b\": \"c\"\n}\n");
}

static void want_of_memory_shows_at_the_end(void **state)
{
    (void)state;
    test_allocator a;
    bool ok = false;
    for (uint64_t n = 0; !ok; n++) {
        test_allocator_make(&a, n);
        hone_writer out = hone_writer_make(&a.allocator);
        hone_json json = hone_json_make(&out);
        hone_json_array(&json);
        for (int i = 0; i < 500; i++) hone_json_string(&json, "センター");
        hone_json_end(&json, ']');
        hone_bytes bytes;
        hone_error error = {0};
        ok = hone_writer_finish(&out, &bytes, &error);
        CHECK(ok || error.code == HONE_ERROR_MEMORY);
        hone_bytes_release(&bytes);
        assert_int_equal(a.live, 0);
    }
}

TEST_GROUP(test_json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_and_arrays_nest),
        cmocka_unit_test(empty_objects_and_arrays_are_a_pair_of_brackets),
        cmocka_unit_test(flat_arrays_and_all_in_them_stay_on_one_line),
        cmocka_unit_test(numbers_are_exact_and_finite),
        cmocka_unit_test(strings_are_escaped_and_mended),
        cmocka_unit_test(keys_are_strings_too),
        cmocka_unit_test(want_of_memory_shows_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
