/* glTF whose primitives Draco has compressed: the same data as without, and what is damaged or does not fit is refused.
 */
#include "support/make/files/make_draco.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hone_model *load(const make_gltf *file)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!model)
        print_message("%s\n", error.message);
    assert_non_null(model);
    hone_bytes_release(&bytes);
    return model;
}

static void check_same(const hone_model *a, const hone_model *b)
{
    const hone_mesh *m = hone_model_mesh(a), *n = hone_model_mesh(b);
    uint32_t count = m->vertex_count;
    assert_int_equal(n->vertex_count, count);
    assert_int_equal(n->index_count, m->index_count);
    assert_memory_equal(n->indices, m->indices, m->index_count * sizeof *m->indices);
    assert_memory_equal(n->positions, m->positions, count * sizeof *m->positions);
    assert_memory_equal(n->normals, m->normals, count * sizeof *m->normals);
    assert_memory_equal(n->tangents, m->tangents, count * sizeof *m->tangents);
    assert_memory_equal(n->uvs, m->uvs, count * sizeof *m->uvs);
    assert_memory_equal(n->extra_uvs[0], m->extra_uvs[0], count * sizeof *m->extra_uvs[0]);
    assert_memory_equal(n->influence_begin, m->influence_begin, (count + 1) * sizeof *m->influence_begin);
    assert_memory_equal(n->influences, m->influences, m->influence_begin[count] * sizeof *m->influences);
    assert_int_equal(hone_model_get(b)->morphs[0].count, 2 * DRACO_SIDE);
    assert_int_equal(hone_model_get(a)->morphs[0].count, 2 * DRACO_SIDE);
}

static void all_attributes_lists_and_strips_are_decoded(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_draco(file, false);
    hone_model *plain = load(file);
    make_gltf_draco(file, true);
    hone_model *compressed = load(file);
    check_same(plain, compressed);
    assert_int_equal(hone_model_mesh(plain)->vertex_count, 2 * DRACO_VERTICES);
    hone_model_release(plain);
    hone_model_release(compressed);
    test_free(file);
}

/* ---- one quad ---- */

static const float POSITIONS[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
static const uint32_t INDICES[6] = {0, 1, 2, 2, 1, 3};

static make_draco quad(void)
{
    return (make_draco){.vertex_count = 4,
                        .triangle_count = 2,
                        .indices = INDICES,
                        .attribute_count = 1,
                        .attributes = {{DRACO_POSITION, DRACO_FLOAT, 3, false, 0, POSITIONS}}};
}

/* A file with one primitive: its compressed data and its JSON. */
static hone_bytes make_file(const uint8_t *data, size_t size, const char *accessors, const char *primitive)
{
    make_gltf *file = test_malloc(sizeof *file);
    *file = (make_gltf){0};
    make_gltf_view(file, data, size, 0);
    make_gltf_add(file, MAKE_ACCESSORS, "%s", accessors);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[%s]}", primitive);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    snprintf(file->root, sizeof file->root, "%s", "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],");
    hone_bytes bytes = make_gltf_glb(file);
    test_free(file);
    return bytes;
}

static hone_model *load_file(const uint8_t *data, size_t size, const char *accessors, const char *primitive,
                             hone_error *error)
{
    hone_bytes bytes = make_file(data, size, accessors, primitive);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
    hone_bytes_release(&bytes);
    return model;
}

#define POINTS(count) "{\"componentType\":5126,\"type\":\"VEC3\",\"count\":" #count "}"
#define NUMBERS(count) ",{\"componentType\":5123,\"type\":\"SCALAR\",\"count\":" #count "}"
#define DRACO(members) "\"extensions\":{\"KHR_draco_mesh_compression\":{" members "}}}"
#define QUAD "{\"attributes\":{\"POSITION\":0},\"indices\":1,"
#define DATA DRACO("\"bufferView\":0,\"attributes\":{\"POSITION\":0}")

static void indices_need_no_accessor(void **state)
{
    (void)state;
    uint8_t data[256];
    make_draco draco = quad();
    hone_error error = {0};
    size_t size = make_draco_bytes(&draco, data);
    hone_model *model = load_file(data, size, POINTS(4), "{\"attributes\":{\"POSITION\":0}," DATA, &error);
    assert_non_null(model);
    assert_memory_equal(hone_model_mesh(model)->indices, INDICES, sizeof INDICES);
    hone_model_release(model);
}

/* Primitives that name the same accessors have vertices of their own if their data differs. */
static void equal_accessors_do_not_share_other_data(void **state)
{
    (void)state;
    uint8_t data[256];
    float moved[4][3];
    memcpy(moved, POSITIONS, sizeof moved);
    moved[3][2] = 7;
    make_gltf *file = test_malloc(sizeof *file);
    *file = (make_gltf){0};
    make_draco draco = quad();
    make_gltf_view(file, data, make_draco_bytes(&draco, data), 0);
    draco.attributes[0].values = moved;
    make_gltf_view(file, data, make_draco_bytes(&draco, data), 0);
    make_gltf_add(file, MAKE_ACCESSORS, POINTS(4) NUMBERS(6));
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[" QUAD DATA
                  "," QUAD DRACO("\"bufferView\":1,\"attributes\":{\"POSITION\":0}") "]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_model *model = load(file);
    assert_int_equal(hone_model_mesh(model)->vertex_count, 8);
    CHECK_NEAR(hone_model_mesh(model)->positions[3][2], 0, 0);
    CHECK_NEAR(hone_model_mesh(model)->positions[7][2], 7, 0);
    hone_model_release(model);
    test_free(file);
}

/* ---- the method of real files ---- */

/* The quad, compressed by Draco 1.5.5 with the method "edgebreaker" and positions of 11 bits. */
static const uint8_t EDGEBREAKER[] = {
    0x44, 0x52, 0x41, 0x43, 0x4f, 0x02, 0x02, 0x01, 0x01, 0x00, 0x00, 0x00, 0x04, 0x02, 0x00, 0x02, 0x00, 0x00, 0x01,
    0x1f, 0xff, 0x01, 0x11, 0x01, 0xff, 0x00, 0x00, 0x01, 0x00, 0x09, 0x03, 0x00, 0x00, 0x02, 0x01, 0x01, 0x01, 0x00,
    0x03, 0x03, 0x01, 0x30, 0x01, 0x10, 0x03, 0x00, 0x24, 0x82, 0x4a, 0x04, 0x00, 0x00, 0x00, 0x00, 0xff, 0x07, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x0b,
};

/* Returns whether the vertex is a corner of that triangle of the quad. */
static bool is_corner(const float vertex[3], uint32_t triangle)
{
    for (uint32_t k = 0; k < 3; k++)
        if (memcmp(vertex, POSITIONS[INDICES[3 * triangle + k]], sizeof *POSITIONS) == 0)
            return true;
    return false;
}

/* Draco may give vertices and triangles another order. */
static void the_method_of_real_files_is_decoded(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = load_file(EDGEBREAKER, sizeof EDGEBREAKER, POINTS(4) NUMBERS(6), QUAD DATA, &error);
    if (!model)
        print_message("%s\n", error.message);
    assert_non_null(model);
    const hone_mesh *mesh = hone_model_mesh(model);
    uint32_t other = 0; /* the triangle of the quad that the first one is not */
    for (uint32_t i = 0; i < 3; i++) other |= !is_corner(mesh->positions[mesh->indices[i]], 0);
    assert_int_equal(mesh->vertex_count, 4);
    for (uint32_t i = 0; i < 6; i++) CHECK(is_corner(mesh->positions[mesh->indices[i]], i < 3 ? other : 1 - other));
    hone_model_release(model);
    for (size_t cut = 0; cut < sizeof EDGEBREAKER; cut++)
        CHECK(!load_file(EDGEBREAKER, cut, POINTS(4) NUMBERS(6), QUAD DATA, NULL));
}

/* ---- what is refused ---- */

typedef struct refused {
    const char *accessors, *primitive, *message;
} refused;

static const refused REFUSED[] = {
    {POINTS(5) NUMBERS(6), QUAD DATA, "its accessor of \"POSITION\" has 5 elements, its compressed data 4"},
    {"{\"componentType\":5126,\"type\":\"VEC4\",\"count\":4}" NUMBERS(6), QUAD DATA,
     "its accessor of \"POSITION\" has 4 components, its compressed data 3"},
    {POINTS(4) NUMBERS(9), QUAD DATA, "it has 9 indices, its compressed data 2 triangles"},
    {POINTS(4) NUMBERS(6), QUAD DRACO("\"bufferView\":0,\"attributes\":{\"POSITION\":1}"),
     "has 3 components, its compressed data 0"},
    {POINTS(4) NUMBERS(6), QUAD DRACO("\"attributes\":{\"POSITION\":0}"),
     "the buffer view of its compressed data is missing"},
    {POINTS(4) NUMBERS(6), QUAD DRACO("\"bufferView\":7,\"attributes\":{\"POSITION\":0}"), "bufferViews"},
    {POINTS(4) NUMBERS(6), "{\"attributes\":{\"POSITION\":0},\"mode\":1," DATA,
     "its compressed data can only be triangles"},
    {"{\"componentType\":5121,\"type\":\"VEC3\",\"count\":4}" NUMBERS(6), QUAD DATA,
     "\"POSITION\" has values that its accessor's type does not have"},
};

static void data_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    uint8_t data[256];
    float large[4][3];
    memcpy(large, POSITIONS, sizeof large);
    large[0][0] = 1000;
    make_draco draco = quad();
    draco.attributes[0].values = large;
    size_t size = make_draco_bytes(&draco, data);
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        hone_error error = {0};
        CHECK(!load_file(data, size, REFUSED[i].accessors, REFUSED[i].primitive, &error));
        assert_int_equal(error.code, HONE_ERROR_FORMAT);
        if (!strstr(error.message, REFUSED[i].message))
            fail_msg("%s\ninstead of %s", error.message, REFUSED[i].message);
    }
}

typedef struct claim {
    uint32_t vertices, triangles;
    const char *message;
} claim;

static void few_bytes_cannot_claim_much(void **state)
{
    (void)state;
    static const claim claims[] = {{0, 4000000000u, "its compressed data is too small for what it claims to be"},
                                   {4000000000u, 1400000000u, "too small for what it claims to be"},
                                   {300000, 100000, "too small for what it claims to be"},
                                   {0, 3, "damaged"},
                                   {100, 0, "has vertices without triangles"}};
    uint8_t data[256];
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        hone_error error = {0};
        make_draco draco = quad();
        draco.claimed_vertices = claims[i].vertices;
        draco.claimed_triangles = claims[i].triangles;
        size_t size = make_draco_bytes(&draco, data);
        CHECK(!load_file(data, size, POINTS(4) NUMBERS(6), QUAD DATA, &error));
        if (!strstr(error.message, claims[i].message))
            fail_msg("%s\ninstead of %s", error.message, claims[i].message);
    }
}

static void attributes_cannot_claim_much(void **state)
{
    (void)state;
    enum { DOUBLE = 10, VERTICES = 255, TRIANGLES = 85 };
    uint8_t data[1024];
    uint32_t indices[TRIANGLES * 3] = {0};
    hone_error error = {0};
    make_draco draco = {
        .triangle_count = TRIANGLES, .indices = indices, .attribute_count = 8, .claimed_vertices = VERTICES};
    for (uint32_t a = 0; a < 8; a++)
        draco.attributes[a] = (make_draco_attribute){DRACO_GENERIC, DOUBLE, 255, false, a, NULL};
    size_t size = make_draco_bytes(&draco, data);
    CHECK(!load_file(data, size, POINTS(4) NUMBERS(6), QUAD DATA, &error));
    CHECK(strstr(error.message, "too small for what it claims to be"));
}

static void other_data_is_refused(void **state)
{
    (void)state;
    uint8_t data[256];
    make_draco draco = quad();
    hone_error error = {0};
    size_t size = make_draco_bytes(&draco, data);
    draco.attributes[0].type = 11; /* truth values, of which Draco reads any byte */
    memset(data, 47, sizeof data);
    CHECK(!load_file(data, make_draco_bytes(&draco, data), POINTS(4) NUMBERS(6), QUAD DATA, &error));
    CHECK(strstr(error.message, "its accessor of \"POSITION\" has 3 components, its compressed data 0"));
    draco.attributes[0].type = DRACO_FLOAT;
    size = make_draco_bytes(&draco, data);
    error = (hone_error){0};
    data[7] = 0;
    CHECK(!load_file(data, size, POINTS(4) NUMBERS(6), QUAD DATA, &error));
    CHECK(strstr(error.message, "its compressed data has no triangles"));
    data[0] = 'd';
    error = (hone_error){0};
    CHECK(!load_file(data, size, POINTS(4) NUMBERS(6), QUAD DATA, &error));
    CHECK(strstr(error.message, "its compressed data is not Draco"));
}

/* ---- damaged, without memory, without the library ---- */

static void damage_never_crashes(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_draco(file, true);
    hone_bytes bytes = make_gltf_glb(file);
    size_t begin = bytes.size - file->size;
    test_random random = {17};
    for (int i = 0; i < 3000; i++) {
        uint8_t *at = &bytes.data[begin + test_random_u32(&random) % file->size], before = *at;
        *at = (uint8_t)test_random_u32(&random);
        hone_model_release(hone_model_load_memory(bytes.data, bytes.size, NULL, NULL));
        *at = before;
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

static void data_that_is_cut_is_refused(void **state)
{
    (void)state;
    uint8_t data[256];
    make_draco draco = quad();
    size_t size = make_draco_bytes(&draco, data);
    for (size_t cut = 0; cut < size; cut++) {
        hone_error error = {0};
        CHECK(!load_file(data, cut, POINTS(4) NUMBERS(6), QUAD DATA, &error) && error.message[0]);
    }
}

static void every_failing_allocation_is_an_error(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_draco(file, true);
    hone_bytes bytes = make_gltf_glb(file);
    for (uint64_t n = 0;; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        hone_model *model =
            hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.allocator = &memory.allocator}, &error);
        bool done = model != NULL;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        assert_int_equal(memory.live, 0);
        if (done)
            break;
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

static void without_the_library_it_is_one_clear_error(void **state)
{
    (void)state;
    hone_error error = {0};
    uint8_t data[256];
    make_draco draco = quad();
    size_t size = make_draco_bytes(&draco, data);
    CHECK(!load_file(data, size, POINTS(4) NUMBERS(6), QUAD DATA, &error));
    assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "compressed glTF (Draco) is not built in"));
}

/* If the extension is not required, the accessors have the data, too. Draco's is used where it can be decoded. */
static void uncompressed_data_is_used_without_the_library(void **state)
{
    (void)state;
    uint8_t data[256];
    float moved[4][3];
    memcpy(moved, POSITIONS, sizeof moved);
    moved[3][2] = 7;
    make_gltf *file = test_malloc(sizeof *file);
    *file = (make_gltf){0};
    make_draco draco = quad();
    draco.attributes[0].values = moved;
    make_gltf_view(file, data, make_draco_bytes(&draco, data), 0);
    const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    make_gltf_floats(file, "VEC3", *POSITIONS, 4);
    make_gltf_u16(file, "SCALAR", indices, 6);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[" QUAD DATA "]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_model *model = load(file);
    CHECK_NEAR(hone_model_mesh(model)->positions[3][2], hone_draco_gltf_available() ? 7 : 0, 0);
    hone_model_release(model);
    test_free(file);
}

TEST_GROUP(test_gltf_draco)
{
    const struct CMUnitTest with[] = {cmocka_unit_test(all_attributes_lists_and_strips_are_decoded),
                                      cmocka_unit_test(indices_need_no_accessor),
                                      cmocka_unit_test(equal_accessors_do_not_share_other_data),
                                      cmocka_unit_test(the_method_of_real_files_is_decoded),
                                      cmocka_unit_test(data_that_does_not_fit_is_refused),
                                      cmocka_unit_test(few_bytes_cannot_claim_much),
                                      cmocka_unit_test(attributes_cannot_claim_much),
                                      cmocka_unit_test(other_data_is_refused),
                                      cmocka_unit_test(damage_never_crashes),
                                      cmocka_unit_test(data_that_is_cut_is_refused),
                                      cmocka_unit_test(every_failing_allocation_is_an_error),
                                      cmocka_unit_test(uncompressed_data_is_used_without_the_library)};
    const struct CMUnitTest without[] = {cmocka_unit_test(without_the_library_it_is_one_clear_error),
                                         cmocka_unit_test(uncompressed_data_is_used_without_the_library)};
    return hone_draco_gltf_available() ? cmocka_run_group_tests_name("gltf_draco", with, NULL, NULL)
                                       : cmocka_run_group_tests_name("gltf_draco", without, NULL, NULL);
}
