#include "support/support.h"
#include "tool/output/arrays.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double times[] = {0, 2.5};
static const char *const names[] = {"センター", "a,\"b\""};

static hone_bytes write_array(const hone_array *array, hone_array_format format)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    hone_array_write(array, format, &out);
    CHECK(hone_writer_finish(&out, &bytes, NULL));
    return bytes;
}

static void check_text(const hone_array *array, hone_array_format format, const char *want)
{
    hone_bytes bytes = write_array(array, format);
    char *text = malloc(bytes.size + 1);
    memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = 0;
    assert_string_equal(text, want);
    free(text);
    hone_bytes_release(&bytes);
}

/* ---- .npy ---- */

static void check_npy(hone_array_kind kind, uint32_t time_count, uint32_t row_count, const char *shape)
{
    static float values[2 * 2 * 16];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) values[i] = (float)i + 0.25f;
    hone_array array = {kind, "frame", times, time_count, row_count, names, values};
    hone_bytes bytes = write_array(&array, HONE_ARRAY_NPY);
    char want[200];
    int length = snprintf(want, sizeof want, "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }", shape);
    size_t start = 10 + (size_t)bytes.data[8] + 256 * (size_t)bytes.data[9];
    assert_memory_equal(bytes.data, "\x93NUMPY\x01\x00", 8);
    assert_memory_equal(bytes.data + 10, want, (size_t)length);
    CHECK(start % 64 == 0 && start > 10 + (size_t)length && bytes.data[start - 1] == '\n');
    for (size_t i = 10 + (size_t)length; i < start - 1; i++) CHECK(bytes.data[i] == ' ');
    size_t row = kind == HONE_ARRAY_BONES ? 16 : kind == HONE_ARRAY_MORPHS ? 1 : 3;
    assert_int_equal(bytes.size - start, sizeof(float) * time_count * row_count * row);
    if (bytes.size > start)
        assert_memory_equal(bytes.data + start, "\x00\x00\x80\x3e\x00\x00\xa0\x3f",
                            row_count > 1 ? 8 : 4); /* 0.25, 1.25 */
    hone_bytes_release(&bytes);
}

static void npy_has_numpys_header(void **state)
{
    (void)state;
    check_npy(HONE_ARRAY_BONES, 2, 2, "(2, 2, 4, 4)");
    check_npy(HONE_ARRAY_VERTICES, 1, 2, "(1, 2, 3)");
    check_npy(HONE_ARRAY_NORMALS, 2, 0, "(2, 0, 3)"); /* a model without vertices */
    check_npy(HONE_ARRAY_MORPHS, 2, 1, "(2, 1)");
}

static void npy_header_holds_the_longest_shape(void **state)
{
    (void)state;
    hone_array array = {HONE_ARRAY_VERTICES, "frame", NULL, 4294967295u, 0, NULL, NULL};
    hone_bytes bytes = write_array(&array, HONE_ARRAY_NPY);
    CHECK(bytes.size % 64 == 0 && strstr((const char *)bytes.data + 10, "(4294967295, 0, 3)"));
    hone_bytes_release(&bytes);
}

static void npy_reads_back(void **state)
{
    (void)state;
    float values[2 * 3] = {0.1f, -0.0f, (float)NAN, 1e-45f, (float)INFINITY, -3};
    hone_array array = {HONE_ARRAY_MORPHS, "frame", times, 2, 3, names, values};
    hone_bytes bytes = write_array(&array, HONE_ARRAY_NPY);
    const char *path = HONE_BUILD_DIR "/test_arrays.npy";
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size && fclose(file) == 0);
    test_array back;
    CHECK(test_array_read(path, &back));
    CHECK(back.dimensions == 2 && back.shape[0] == 2 && back.shape[1] == 3);
    assert_memory_equal(back.values, values, sizeof values);
    test_array_release(&back);
    remove(path);
    hone_bytes_release(&bytes);
}

/* ---- .csv ---- */

static const float matrices[2 * 2 * 16] = {1, 0, 0, 0.1f, 0, 1, 0, 8, 0, 0, 1, -0.5f, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1,
                                           0, 0, 0, 0,    1, 0, 0, 0, 0, 1, 1, 0,     0, 2, 0, 1, 0, 0, 0, 0, 1, 0,
                                           0, 0, 0, 1,    0, 1, 0, 0, 1, 0, 0, 0,     0, 0, 1, 0, 0, 0, 0, 1};

static void csv_has_a_line_a_time_and_bone(void **state)
{
    (void)state;
    hone_array array = {HONE_ARRAY_BONES, "frame", times, 2, 2, names, matrices};
    check_text(&array, HONE_ARRAY_CSV,
               "frame,bone,name,m00,m01,m02,m03,m10,m11,m12,m13,m20,m21,m22,m23,m30,m31,m32,m33\n"
               "0,0,センター,1,0,0,0.1,0,1,0,8,0,0,1,-0.5,0,0,0,1\n"
               "0,1,\"a,\"\"b\"\"\",1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n"
               "2.5,0,センター,1,0,0,2,0,1,0,0,0,0,1,0,0,0,0,1\n"
               "2.5,1,\"a,\"\"b\"\"\",0,1,0,0,1,0,0,0,0,0,1,0,0,0,0,1\n");
}

static void csv_has_a_line_a_time_and_vertex(void **state)
{
    (void)state;
    static const float values[] = {0.1f, 0.2f, 0.3f, 1e-7f, (float)NAN, -(float)INFINITY};
    hone_array array = {HONE_ARRAY_VERTICES, "second", times, 1, 2, NULL, values};
    check_text(&array, HONE_ARRAY_CSV, "second,vertex,x,y,z\n0,0,0.1,0.2,0.3\n0,1,1e-7,nan,-inf\n");
    array.row_count = 0;
    check_text(&array, HONE_ARRAY_CSV, "second,vertex,x,y,z\n");
}

static void csv_has_a_line_a_time_with_all_morphs(void **state)
{
    (void)state;
    static const float values[] = {0, 0.5f, 1, 0.25f};
    hone_array array = {HONE_ARRAY_MORPHS, "tick", times, 2, 2, names, values};
    check_text(&array, HONE_ARRAY_CSV, "tick,センター,\"a,\"\"b\"\"\"\n0,0,0.5\n2.5,1,0.25\n");
    array.row_count = 0;
    check_text(&array, HONE_ARRAY_CSV, "tick\n0\n2.5\n");
}

/* ---- .json ---- */

static void json_of_bones_has_a_matrix_a_line(void **state)
{
    (void)state;
    hone_array array = {HONE_ARRAY_BONES, "frame", times, 2, 2, names, matrices};
    check_text(&array, HONE_ARRAY_JSON,
               "{\n"
               "  \"kind\": \"bones\",\n"
               "  \"unit\": \"frame\",\n"
               "  \"times\": [0, 2.5],\n"
               "  \"names\": [\n"
               "    \"センター\",\n"
               "    \"a,\\\"b\\\"\"\n"
               "  ],\n"
               "  \"shape\": [2, 2, 4, 4],\n"
               "  \"values\": [\n"
               "    [\n"
               "      [[1, 0, 0, 0.1], [0, 1, 0, 8], [0, 0, 1, -0.5], [0, 0, 0, 1]],\n"
               "      [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]\n"
               "    ],\n"
               "    [\n"
               "      [[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],\n"
               "      [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]\n"
               "    ]\n"
               "  ]\n"
               "}\n");
}

static void json_of_normals_has_one_a_line(void **state)
{
    (void)state;
    static const float values[] = {0, 1, 0, 0.6f, (float)NAN, 0.8f};
    hone_array array = {HONE_ARRAY_NORMALS, "second", times, 1, 2, NULL, values};
    check_text(&array, HONE_ARRAY_JSON,
               "{\n"
               "  \"kind\": \"normals\",\n"
               "  \"unit\": \"second\",\n"
               "  \"times\": [0],\n"
               "  \"shape\": [1, 2, 3],\n"
               "  \"values\": [\n"
               "    [\n"
               "      [0, 1, 0],\n"
               "      [0.6, null, 0.8]\n"
               "    ]\n"
               "  ]\n"
               "}\n");
}

static void json_of_morphs_has_a_time_a_line(void **state)
{
    (void)state;
    static const float values[] = {0, 0.5f, 1, 0.25f};
    hone_array array = {HONE_ARRAY_MORPHS, "frame", times, 2, 2, names, values};
    check_text(&array, HONE_ARRAY_JSON,
               "{\n"
               "  \"kind\": \"morphs\",\n"
               "  \"unit\": \"frame\",\n"
               "  \"times\": [0, 2.5],\n"
               "  \"names\": [\n"
               "    \"センター\",\n"
               "    \"a,\\\"b\\\"\"\n"
               "  ],\n"
               "  \"shape\": [2, 2],\n"
               "  \"values\": [\n"
               "    [0, 0.5],\n"
               "    [1, 0.25]\n"
               "  ]\n"
               "}\n");
}

/* ---- all forms ------------------------------------------------------------------------------------------------- */

static void text_keeps_every_float(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static float values[COUNT];
    test_random random = {7};
    for (int i = 0; i < COUNT; i++) values[i] = test_random_float(&random, -50, 50);
    hone_array array = {HONE_ARRAY_VERTICES, "frame", times, 1, COUNT / 3, NULL, values};
    hone_bytes bytes = write_array(&array, HONE_ARRAY_CSV);
    const char *text = strchr((const char *)bytes.data, '\n'), *end = (const char *)bytes.data + bytes.size;
    for (int i = 0; i < COUNT; i++) {
        if (i % 3 == 0)
            text = strchr(strchr(text, ',') + 1, ','); /* time, vertex */
        char *behind;
        float value = strtof(text + 1, &behind);
        assert_memory_equal(&value, &values[i], sizeof value);
        text = behind;
    }
    CHECK(text + 1 == end);
    hone_bytes_release(&bytes);
}

static void format_is_told_by_the_ending(void **state)
{
    (void)state;
    hone_array_format format = HONE_ARRAY_CSV;
    CHECK(hone_array_format_from_path("a.npy", &format) && format == HONE_ARRAY_NPY);
    CHECK(hone_array_format_from_path("a.npy.CSV", &format) && format == HONE_ARRAY_CSV);
    CHECK(hone_array_format_from_path("b/骨.Json", &format) && format == HONE_ARRAY_JSON);
    CHECK(!hone_array_format_from_path("a.txt", &format) && !hone_array_format_from_path("npy", &format));
    CHECK(!hone_array_format_from_path("a.json5", &format) && !hone_array_format_from_path("", &format));
}

static void want_of_memory_shows_at_the_end(void **state)
{
    (void)state;
    hone_array array = {HONE_ARRAY_BONES, "frame", times, 2, 2, names, matrices};
    for (int format = HONE_ARRAY_NPY; format <= HONE_ARRAY_JSON; format++) {
        bool ok = false;
        for (uint64_t n = 0; !ok; n++) {
            test_allocator a;
            test_allocator_make(&a, n);
            hone_writer out = hone_writer_make(&a.allocator);
            hone_array_write(&array, (hone_array_format)format, &out);
            hone_bytes bytes;
            hone_error error = {0};
            ok = hone_writer_finish(&out, &bytes, &error);
            CHECK(ok || error.code == HONE_ERROR_MEMORY);
            hone_bytes_release(&bytes);
            assert_int_equal(a.live, 0);
        }
    }
}

TEST_GROUP(test_arrays)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_has_numpys_header),
        cmocka_unit_test(npy_header_holds_the_longest_shape),
        cmocka_unit_test(npy_reads_back),
        cmocka_unit_test(csv_has_a_line_a_time_and_bone),
        cmocka_unit_test(csv_has_a_line_a_time_and_vertex),
        cmocka_unit_test(csv_has_a_line_a_time_with_all_morphs),
        cmocka_unit_test(json_of_bones_has_a_matrix_a_line),
        cmocka_unit_test(json_of_normals_has_one_a_line),
        cmocka_unit_test(json_of_morphs_has_a_time_a_line),
        cmocka_unit_test(text_keeps_every_float),
        cmocka_unit_test(format_is_told_by_the_ending),
        cmocka_unit_test(want_of_memory_shows_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
