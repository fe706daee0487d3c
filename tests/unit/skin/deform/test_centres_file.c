/* Files of centres of rotation. */
#include "support/make/tube.h"
#include "support/support.h"
#include <hone/deform.h>
#include <hone/io.h>
#include <string.h>

static int setup(void **state)
{
    static tube t;
    tube_make(&(tube_desc){.around = 5, .along = 6}, &t);
    *state = &t;
    return 0;
}

static int teardown(void **state)
{
    tube_release(*state);
    return 0;
}

static hone_bytes encode(const hone_mesh *mesh)
{
    hone_bytes file = {0};
    hone_error error = {0};
    if (!hone_centres_encode(mesh, mesh->centres, NULL, &file, &error))
        fail_msg("%s", error.message);
    return file;
}

static void files_give_the_same_centres(void **state)
{
    const hone_mesh *mesh = &((tube *)*state)->mesh;
    float(*out)[3] = test_calloc(mesh->vertex_count, sizeof *out);
    hone_bytes file = encode(mesh);
    assert_int_equal(file.size, 20 + 12 * mesh->vertex_count);
    CHECK(hone_centres_decode(file.data, file.size, mesh, out, NULL));
    assert_memory_equal(out, mesh->centres, mesh->vertex_count * sizeof *out);
    hone_bytes_release(&file);
    test_free(out);
}

/* A file of another version reads the same way: the bytes of a triangle. */
static void bytes_are_those_of_the_format(void **state)
{
    (void)state;
    static const float positions[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, centres[3][3] = {{0.5f}, {1}, {0, 2, 0}};
    static const hone_influence influences[3] = {{0, 1}, {1, 0.5f}, {0, 0.25f}};
    static const uint32_t begin[4] = {0, 1, 2, 3}, indices[3] = {0, 1, 2};
    static const uint8_t want[56] = {'h',  'o',  'n', 'e', 'c', 'o', 'r',  '1',  0x2a, 0xa0, 0x5c, 0xa1, 0xde, 0xc4,
                                     0x8c, 0xcd, 3,   0,   0,   0,   0,    0,    0,    0x3f, 0,    0,    0,    0,
                                     0,    0,    0,   0,   0,   0,   0x80, 0x3f, 0,    0,    0,    0,    0,    0,
                                     0,    0,    0,   0,   0,   0,   0,    0,    0,    0x40, 0,    0,    0,    0};
    const hone_mesh mesh = {.vertex_count = 3,
                            .positions = positions,
                            .influence_begin = begin,
                            .influence_count = 3,
                            .influences = influences,
                            .slot_count = 2,
                            .index_count = 3,
                            .indices = indices,
                            .centres = centres};
    hone_bytes file = encode(&mesh);
    assert_int_equal(file.size, sizeof want);
    assert_memory_equal(file.data, want, sizeof want);
    hone_bytes_release(&file);
}

static void check_refused(const hone_bytes *file, size_t size, const hone_mesh *mesh, uint64_t at, const char *why)
{
    float(*out)[3] = test_calloc(mesh->vertex_count, sizeof *out);
    void *cut = test_calloc(1, size + 1);
    hone_error error = {.at = 77777};
    memcpy(cut, file->data, size);
    CHECK(!hone_centres_decode(cut, size, mesh, out, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    assert_int_equal(error.at, at);
    if (!strstr(error.message, why))
        fail_msg("%s, not %s", error.message, why);
    test_free(cut), test_free(out);
}

static void files_that_are_cut_or_long_are_refused(void **state)
{
    const hone_mesh *mesh = &((tube *)*state)->mesh;
    hone_bytes file = encode(mesh), longer = {0};
    for (size_t size = 0; size < file.size; size++)
        if (size < 8)
            check_refused(&file, size, mesh, 0, "no file");
        else if (size < 20)
            check_refused(&file, size, mesh, 8, "another model");
        else
            check_refused(&file, size, mesh, size, "bytes of centres");
    longer.size = file.size + 4, longer.data = test_calloc(1, longer.size);
    memcpy(longer.data, file.data, file.size);
    check_refused(&longer, longer.size, mesh, longer.size, "bytes of centres");
    test_free(longer.data);
    for (size_t i = 0; i < 20; i++) { /* each byte of the head counts */
        ((uint8_t *)file.data)[i] ^= 0x40;
        check_refused(&file, file.size, mesh, i < 8 ? 0 : 8, i < 8 ? "no file" : "another model");
        ((uint8_t *)file.data)[i] ^= 0x40;
    }
    const float nan = NAN;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) { /* any of its numbers, from the last on */
        const uint32_t from = mesh->vertex_count - 1 - v;
        memcpy((char *)file.data + 20 + (size_t)12 * from + (size_t)4 * (v % 3), &nan, sizeof nan);
        check_refused(&file, file.size, mesh, from, "finite");
    }
    hone_bytes_release(&file);
}

/* Any number of which centres depend may be another: the file is of another model then. */
static void files_of_another_model_are_refused(void **state)
{
    const hone_mesh *mesh = &((tube *)*state)->mesh;
    hone_bytes file = encode(mesh);
    const uint32_t vertices = mesh->vertex_count;
    struct {
        uint8_t *bytes;
        size_t size;
    } parts[] = {{(uint8_t *)mesh->positions, vertices * sizeof *mesh->positions},
                 {(uint8_t *)mesh->influences, mesh->influence_count * sizeof *mesh->influences},
                 {(uint8_t *)mesh->indices, mesh->index_count * sizeof *mesh->indices},
                 {(uint8_t *)mesh->influence_begin, vertices * sizeof *mesh->influence_begin}};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
        for (size_t i = 0; i < parts[p].size; i++) {
            if (p == 3 && i % 4 > 0) /* of the ranges of influences only such as are within the array */
                continue;
            parts[p].bytes[i] ^= 1;
            check_refused(&file, file.size, mesh, 8, "another model");
            parts[p].bytes[i] ^= 1;
        }
    hone_mesh less = *mesh;
    less.index_count -= 3;
    check_refused(&file, file.size, &less, 8, "another model");
    less = *mesh, less.vertex_count--;
    check_refused(&file, file.size, &less, 8, "another model");
    hone_bytes_release(&file);
}

static void meshes_without_vertices_have_files(void **state)
{
    (void)state;
    const hone_mesh none = {0};
    hone_bytes file = encode(&none);
    assert_int_equal(file.size, 20);
    CHECK(hone_centres_decode(file.data, file.size, &none, NULL, NULL));
    hone_bytes_release(&file);
}

static void what_is_missing_is_an_error(void **state)
{
    const hone_mesh *mesh = &((tube *)*state)->mesh;
    hone_bytes file = encode(mesh), other = {0};
    float(*out)[3] = test_calloc(mesh->vertex_count, sizeof *out);
    hone_error error = {0};
    CHECK(!hone_centres_encode(NULL, mesh->centres, NULL, &other, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_centres_encode(mesh, NULL, NULL, &other, NULL));
    CHECK(!hone_centres_encode(mesh, mesh->centres, NULL, NULL, NULL));
    CHECK(!hone_centres_decode(file.data, file.size, NULL, out, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_centres_decode(NULL, file.size, mesh, out, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_centres_decode(file.data, file.size, mesh, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_centres_decode(NULL, 0, mesh, out, &error) && error.code == HONE_ERROR_FORMAT);
    hone_bytes_release(&file);
    test_free(out);
}

static void every_failed_allocation_is_an_error(void **state)
{
    const hone_mesh *mesh = &((tube *)*state)->mesh;
    bool done = false;
    for (uint64_t failed = 0; !done; failed++) {
        test_allocator allocator;
        hone_bytes file = {0};
        hone_error error = {0};
        test_allocator_make(&allocator, failed);
        done = hone_centres_encode(mesh, mesh->centres, &allocator.allocator, &file, &error);
        CHECK(done == (allocator.calls <= failed));
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_bytes_release(&file);
        assert_int_equal(allocator.live, 0);
    }
}

TEST_GROUP(test_centres_file)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_give_the_same_centres, setup, teardown),
        cmocka_unit_test(bytes_are_those_of_the_format),
        cmocka_unit_test_setup_teardown(files_that_are_cut_or_long_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(files_of_another_model_are_refused, setup, teardown),
        cmocka_unit_test(meshes_without_vertices_have_files),
        cmocka_unit_test_setup_teardown(what_is_missing_is_an_error, setup, teardown),
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_an_error, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
