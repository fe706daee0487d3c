/* Accessors: every component type, normalised or not, with stride, sparse, without a view; and invalid ones. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

/* A file whose only mesh has this attribute, with this JSON as accessor, and three positions. */
static hone_model *load(make_gltf *file, const char *attribute, const char *accessor, hone_error *error)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    bool position = strcmp(attribute, "POSITION") == 0;
    int p = position ? -1 : make_gltf_floats(file, "VEC3", *corners, 3);
    int a = make_gltf_add(file, MAKE_ACCESSORS, "%s", accessor);
    if (position)
        make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", a);
    else
        make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"%s\":%d}}]}", p,
                      attribute, a);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
    hone_bytes_release(&bytes);
    return model;
}

/* ---- types ---- */

typedef struct component_case {
    int type;
    bool normalised;
    const char *bytes; /* one VEC3, 12 bytes with any component type */
    float want[3];
} component_case;

static const component_case CASES[] = {
    {5120, false, "\x80\x7f\x05\0\0\0\0\0\0\0\0", {-128, 127, 5}},
    {5120, true, "\x80\x7f\x81\0\0\0\0\0\0\0\0", {-1, 1, -1}},
    {5121, false, "\xff\x02\x03\0\0\0\0\0\0\0\0", {255, 2, 3}},
    {5121, true, "\xff\x33\0\0\0\0\0\0\0\0\0", {1, 0.2f, 0}},
    {5122, false, "\0\x80\xff\x7f\xfe\xff\0\0\0\0\0", {-32768, 32767, -2}},
    {5122, true, "\0\x80\xff\x7f\x01\x80\0\0\0\0\0", {-1, 1, -1}},
    {5123, false, "\xff\xff\x01\0\0\x01\0\0\0\0\0", {65535, 1, 256}},
    {5123, true, "\xff\xff\x33\x33\0\0\0\0\0\0\0", {1, 0.2f, 0}},
    {5125, false, "\x01\0\0\0\x10\0\0\0\0\0\x01", {1, 16, 65536}},
    {5126, false, "\0\0\x80\x3f\0\0\0\xc0\0\0\0", {1, -2, 0}},
};

static void all_component_types_are_read(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const component_case *c = &CASES[i];
        char accessor[256];
        hone_error error = {0};
        *file = (make_gltf){0};
        int view = make_gltf_view(file, c->bytes, 12, 0);
        snprintf(accessor, sizeof accessor,
                 "{\"bufferView\":%d,\"componentType\":%d,\"count\":1,\"type\":\"VEC3\",\"normalized\":%s}", view,
                 c->type, c->normalised ? "true" : "false");
        hone_model *model = load(file, "POSITION", accessor, &error);
        assert_string_equal(error.message, "");
        for (int k = 0; k < 3; k++) CHECK_NEAR(hone_model_mesh(model)->positions[0][k], c->want[k], 1e-6);
        hone_model_release(model);
    }
    test_free(file);
}

/* ---- layout ---- */

static void interleaved_elements_are_read(void **state)
{
    (void)state;
    float rows[3][5];
    for (int v = 0; v < 3; v++)
        for (int k = 0; k < 5; k++) rows[v][k] = (float)(10 * v + k);
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_error error = {0};
    make_gltf_numbers(file, rows, sizeof rows, sizeof **rows, 20);
    make_gltf_add(file, MAKE_ACCESSORS, "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}");
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1}}]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_ACCESSORS,
                  "{\"bufferView\":0,\"byteOffset\":12,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}");
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    assert_string_equal(error.message, "");
    for (int v = 0; v < 3; v++) {
        CHECK(memcmp(hone_model_mesh(model)->positions[v], rows[v], 12) == 0);
        CHECK(memcmp(hone_model_mesh(model)->uvs[v], rows[v] + 3, 8) == 0);
    }
    hone_bytes_release(&bytes);
    hone_model_release(model);
    test_free(file);
}

/* Sparse over a base view and over zeros, with indices of every size. */
static void sparse_values_replace_those_of_the_base(void **state)
{
    (void)state;
    static const float base[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, values[2][3] = {{-1, -2, -3}, {-7, -8, -9}};
    static const struct {
        int type;
        size_t size;
        uint8_t bytes[8];
    } indices[] = {{5121, 2, {0, 2}}, {5123, 4, {0, 0, 2, 0}}, {5125, 8, {0, 0, 0, 0, 2, 0, 0, 0}}};
    make_gltf *file = test_malloc(sizeof *file);
    for (int i = 0; i < 6; i++) {
        char accessor[512], view[32] = "";
        hone_error error = {0};
        bool based = i % 2 == 0;
        *file = (make_gltf){0};
        int at = make_gltf_view(file, indices[i / 2].bytes, indices[i / 2].size, 0);
        int value = make_gltf_numbers(file, values, sizeof values, sizeof **values, 0);
        int below = make_gltf_numbers(file, base, sizeof base, sizeof **base, 0);
        if (based)
            snprintf(view, sizeof view, "\"bufferView\":%d,", below);
        snprintf(accessor, sizeof accessor,
                 "{%s\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":2,\"indices\":{"
                 "\"bufferView\":"
                 "%d,\"componentType\":%d},\"values\":{\"bufferView\":%d}}}",
                 view, at, indices[i / 2].type, value);
        hone_model *model = load(file, "POSITION", accessor, &error);
        assert_string_equal(error.message, "");
        const float(*p)[3] = hone_model_mesh(model)->positions;
        CHECK(memcmp(p[0], values[0], 12) == 0 && memcmp(p[2], values[1], 12) == 0);
        CHECK(p[1][0] == (based ? 4 : 0) && p[1][2] == (based ? 6 : 0));
        hone_model_release(model);
    }
    test_free(file);
}

static void accessors_without_a_view_are_zeros(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    hone_error error = {0};
    hone_model *model = load(file, "NORMAL", "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", &error);
    assert_string_equal(error.message, "");
    CHECK(hone_model_mesh(model)->normals[2][2] == 0);
    hone_model_release(model);
    test_free(file);
}

/* Several sets of joints and weights. */
static void influences_of_several_sets_are_one_list(void **state)
{
    (void)state;
    static const float corner[1][3] = {{0, 0, 0}};
    static const uint16_t joints[2][4] = {{0, 1, 0, 0}, {1, 0, 0, 0}};
    static const uint16_t first[4] = {16384, 16384, 0, 0};
    static const float second[4] = {0.5f, 0, 0, 0};
    make_gltf *file = test_calloc(1, sizeof *file);
    int p = make_gltf_floats(file, "VEC3", *corner, 1), j0 = make_gltf_u16(file, "VEC4", joints[0], 1);
    int j1 = make_gltf_u16(file, "VEC4", joints[1], 1), w1 = make_gltf_floats(file, "VEC4", second, 1);
    int view = make_gltf_numbers(file, first, sizeof first, sizeof *first, 0);
    int w0 = make_gltf_add(
        file, MAKE_ACCESSORS,
        "{\"bufferView\":%d,\"componentType\":5123,\"count\":1,\"type\":\"VEC4\",\"normalized\":true}", view);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d,\"JOINTS_1\":%d,"
                  "\"WEIGHTS_1\":%d}}]}",
                  p, j0, w0, j1, w1);
    make_gltf_add(file, MAKE_SKINS, "{\"joints\":[1,2]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0,\"skin\":0}");
    make_gltf_add(file, MAKE_NODES, "{}");
    make_gltf_add(file, MAKE_NODES, "{}");
    hone_bytes bytes = make_gltf_glb(file);
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &(hone_load_desc){.strict = true}, &error);
    assert_string_equal(error.message, "");
    const hone_influence *i = hone_model_mesh(model)->influences;
    assert_int_equal(hone_model_mesh(model)->influence_count, 8);
    CHECK(i[0].slot == 0 && i[1].slot == 1 && i[4].slot == 1);
    CHECK_NEAR(i[0].weight, 0.25, 1e-5);
    CHECK_NEAR(i[4].weight, 0.5, 1e-5);
    hone_bytes_release(&bytes);
    hone_model_release(model);
    test_free(file);
}

/* ---- what cannot be read ---- */

#define SPARSE(count, indices, values)                                                                                 \
    "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":" count ",\"indices\":{" indices      \
    "},\"values\":{" values "}}}"

static const struct {
    const char *accessor, *message;
} BAD[] = {
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":9,\"type\":\"VEC3\"}", "do not fit"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":2147483647,\"type\":\"VEC3\"}", "do not fit"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC3\"}", "too many"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":1e300,\"type\":\"VEC3\"}", "not a whole number"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\"}", "not a whole number"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":1.5,\"type\":\"VEC3\"}", "not a whole number"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":\"3\",\"type\":\"VEC3\"}", "not a whole number"},
    {"{\"bufferView\":1,\"byteOffset\":13,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", "do not fit"},
    {"{\"bufferView\":1,\"byteOffset\":9007199254740991,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}",
     "do not fit"},
    {"{\"bufferView\":19,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", "bufferViews"},
    {"{\"bufferView\":-1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", "not an index"},
    {"{\"bufferView\":1,\"componentType\":5124,\"count\":3,\"type\":\"VEC3\"}", "unknown type 5124"},
    {"{\"bufferView\":1,\"count\":3,\"type\":\"VEC3\"}", "unknown type 0"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC2\"}", "2 components"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"MAT3\"}", "not one that hone reads"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":3}", "not one that hone reads"},
    {"{\"bufferView\":2,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}", "a stride of 4"},
    {"{\"bufferView\":3,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}", "bytes 0 to 9999"},
    {"{\"bufferView\":4,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}", "bufferViews[4]"},
    {"{\"bufferView\":5,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}", "at most 252"},
    {"{\"bufferView\":6,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}", "buffer\" is 7, but there are only 1"},
    {"{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}", "2 elements for 3 vertices"},
    {"7", "not an object"},
    {SPARSE("4", "\"bufferView\":0,\"componentType\":5121", "\"bufferView\":1"), "4 sparse values for 3"},
    {SPARSE("2", "\"bufferView\":0,\"componentType\":5126", "\"bufferView\":1"), "unknown type 5126"},
    {SPARSE("2", "\"bufferView\":1,\"componentType\":5125,\"byteOffset\":4", "\"bufferView\":1"), "refer to element"},
    {SPARSE("1", "\"bufferView\":9,\"componentType\":5121", "\"bufferView\":1"), "refer to element 3 of 3"},
    {"{\"bufferView\":10,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}", "bytes 4 to 126 of"},
    {SPARSE("2", "\"bufferView\":7,\"componentType\":5121", "\"bufferView\":1"), "not in ascending order"},
    {SPARSE("2", "\"bufferView\":8,\"componentType\":5121", "\"bufferView\":1"), "not in ascending order"},
    {SPARSE("3", "\"bufferView\":8,\"componentType\":5121", "\"bufferView\":1"), "do not fit"},
    {SPARSE("1", "\"bufferView\":8,\"componentType\":5121", "\"bufferView\":8"), "do not fit"},
    {SPARSE("1", "", "\"bufferView\":1"), "unknown type 0"},
    {SPARSE("1", "\"componentType\":5121", "\"bufferView\":1"), "buffer view is missing"},
};

static void bad_accessors_are_refused(void **state)
{
    (void)state;
    static const float nine[9] = {0, 1e9f, 0, 0, 0, 0, 0, 0, 1};
    make_gltf *file = test_malloc(sizeof *file);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        hone_error error = {0};
        *file = (make_gltf){0};
        make_gltf_numbers(file, nine, 4, 4, 0);
        make_gltf_numbers(file, nine, sizeof nine, 4, 0);
        make_gltf_numbers(file, nine, sizeof nine, 4, 4);
        make_gltf_add(file, MAKE_VIEWS, "{\"buffer\":0,\"byteLength\":9999}");
        make_gltf_add(file, MAKE_VIEWS,
                      "{\"buffer\":0,\"byteOffset\":9007199254740990,\"byteLength\":9007199254740990}");
        make_gltf_add(file, MAKE_VIEWS, "{\"buffer\":0,\"byteLength\":36,\"byteStride\":65536}");
        make_gltf_add(file, MAKE_VIEWS, "{\"buffer\":7,\"byteLength\":36}");
        make_gltf_view(file, "\2\1", 2, 0);
        make_gltf_view(file, "\1\1", 2, 0);
        make_gltf_view(file, "\3", 1, 0);
        make_gltf_add(file, MAKE_VIEWS, "{\"buffer\":0,\"byteOffset\":4,\"byteLength\":122}");
        hone_model *model = load(file, "NORMAL", BAD[i].accessor, &error);
        if (model || !strstr(error.message, BAD[i].message))
            fail_msg("%s: \"%s\", not \"%s\"", BAD[i].accessor, error.message, BAD[i].message);
        CHECK(error.code == HONE_ERROR_FORMAT);
    }
    test_free(file);
}

TEST_GROUP(test_gltf_accessors)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_component_types_are_read),
        cmocka_unit_test(interleaved_elements_are_read),
        cmocka_unit_test(sparse_values_replace_those_of_the_base),
        cmocka_unit_test(accessors_without_a_view_are_zeros),
        cmocka_unit_test(influences_of_several_sets_are_one_list),
        cmocka_unit_test(bad_accessors_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
