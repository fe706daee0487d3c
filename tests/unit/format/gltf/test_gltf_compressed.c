/* glTF with compressed buffer views: the same data as without, and damaged data is refused. */
#include "support/make/files/make_gltf_compressed.h"
#include "support/support.h"
#include <hone/format.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct loaded {
    hone_model *model;
    hone_motion *motion;
} loaded;

static loaded load(const make_gltf *file)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    loaded out = {.model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error)};
    if (out.model)
        out.motion = hone_motion_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!out.model || !out.motion)
        print_message("%s\n", error.message);
    assert_non_null(out.model);
    assert_non_null(out.motion);
    hone_bytes_release(&bytes);
    return out;
}

static void release(loaded *l)
{
    hone_model_release(l->model);
    hone_motion_release(l->motion);
}

/* The codec of triangles may begin a triangle with another of its corners. */
static bool same_triangle(const uint32_t a[3], const uint32_t b[3])
{
    for (int turn = 0; turn < 3; turn++)
        if (a[0] == b[turn] && a[1] == b[(turn + 1) % 3] && a[2] == b[(turn + 2) % 3])
            return true;
    return false;
}

static void check_mesh(const hone_mesh *a, const hone_mesh *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->index_count, b->index_count);
    for (uint32_t i = 0; i < a->index_count; i += 3) CHECK(same_triangle(&a->indices[i], &b->indices[i]));
    assert_memory_equal(a->positions, b->positions, a->vertex_count * sizeof *a->positions);
    for (uint32_t v = 0; v < a->vertex_count; v++)
        for (int c = 0; c < 3; c++) CHECK_NEAR(a->normals[v][c], b->normals[v][c], 1e-4);
}

static void check_like_the_plain_sheet(make_compression by)
{
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_sheet(file, MAKE_PLAIN);
    loaded plain = load(file);
    make_gltf_sheet(file, by);
    loaded compressed = load(file);
    check_mesh(hone_model_mesh(plain.model), hone_model_mesh(compressed.model));
    hone_pose *a = hone_pose_create(plain.model, NULL, NULL), *b = hone_pose_create(compressed.model, NULL, NULL);
    hone_sampler *of_plain =
        hone_sampler_create(&(hone_sampler_desc){.model = plain.model, .motion = plain.motion}, NULL);
    hone_sampler *of_compressed =
        hone_sampler_create(&(hone_sampler_desc){.model = compressed.model, .motion = compressed.motion}, NULL);
    for (double frame = 0; frame < 65; frame += 0.75) {
        hone_sampler_sample(of_plain, frame, a);
        hone_sampler_sample(of_compressed, frame, b);
        for (int c = 0; c < 3; c++) CHECK_NEAR(a->bones[0].translation[c], b->bones[0].translation[c], 2e-6);
        for (int c = 0; c < 4; c++) CHECK_NEAR(a->bones[0].rotation[c], b->bones[0].rotation[c], 1e-4);
    }
    hone_sampler_destroy(of_plain);
    hone_sampler_destroy(of_compressed);
    hone_pose_destroy(a);
    hone_pose_destroy(b);
    release(&plain);
    release(&compressed);
    test_free(file);
}

static void every_mode_and_filter_is_decoded(void **state)
{
    (void)state;
    check_like_the_plain_sheet(MAKE_MESHOPT_EXT);
}

static void the_extension_of_khronos_is_decoded(void **state)
{
    (void)state;
    check_like_the_plain_sheet(MAKE_MESHOPT_KHR);
}

static void colours_are_decoded_without_the_library(void **state)
{
    (void)state;
    make_gltf *file = test_malloc(sizeof *file);
    hone_error error = {0};
    make_gltf_coloured(file);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    if (!model)
        print_message("%s\n", error.message);
    assert_non_null(model);
    const hone_mesh *mesh = hone_model_mesh(model);
    assert_int_equal(mesh->vertex_count, COLOURED_VERTICES);
    for (uint32_t v = 0; v < COLOURED_VERTICES; v++) {
        const float *colour = mesh->extra_uvs[0][v], orange = (float)(v % 100);
        CHECK_NEAR(mesh->positions[v][0], (float)(v / 3), 0);
        CHECK_NEAR(colour[0], (128 + orange) / 255, 1e-6);
        CHECK_NEAR(colour[1], 128.0f / 255, 1e-6);
        CHECK_NEAR(colour[2], (128 - orange) / 255, 1e-6);
        CHECK_NEAR(colour[3], 1, 1e-6);
    }
    hone_model_release(model);
    hone_bytes_release(&bytes);
    test_free(file);
}

/* ---- layouts that the extension does not allow ---- */

typedef struct refused {
    const char *view, *message; /* the object of the extension */
} refused;

#define DATA "\"buffer\":0,\"byteOffset\":0,\"byteLength\":64"

static const refused REFUSED[] = {
    {DATA ",\"byteStride\":12,\"count\":9,\"mode\":\"SPARSE\"", "the mode or the filter of its compression is unknown"},
    {DATA ",\"byteStride\":12,\"count\":9,\"mode\":\"ATTRIBUTES\",\"filter\":\"COLOUR\"", "is unknown"},
    {DATA ",\"byteStride\":12,\"count\":9,\"mode\":\"ATTRIBUTES\",\"filter\":\"COLOR\"", "its filter does not"},
    {DATA ",\"byteStride\":6,\"count\":9,\"mode\":\"ATTRIBUTES\"", "not a multiple of 4 up to 256"},
    {DATA ",\"byteStride\":260,\"count\":9,\"mode\":\"ATTRIBUTES\"", "not a multiple of 4 up to 256"},
    {DATA ",\"count\":9,\"mode\":\"ATTRIBUTES\"", "not a multiple of 4 up to 256"},
    {DATA ",\"byteStride\":12,\"count\":9,\"mode\":\"ATTRIBUTES\",\"filter\":\"OCTAHEDRAL\"", "its filter does not"},
    {DATA ",\"byteStride\":4,\"count\":9,\"mode\":\"ATTRIBUTES\",\"filter\":\"QUATERNION\"", "its filter does not"},
    {DATA ",\"byteStride\":8,\"count\":9,\"mode\":\"TRIANGLES\"", "neither 2 nor 4 bytes"},
    {DATA ",\"byteStride\":2,\"count\":9,\"mode\":\"INDICES\",\"filter\":\"EXPONENTIAL\"", "have a filter"},
    {DATA ",\"byteStride\":2,\"count\":8,\"mode\":\"TRIANGLES\"", "not a multiple of 3"},
    {DATA ",\"byteStride\":4,\"count\":1025,\"mode\":\"ATTRIBUTES\"",
     "64 compressed bytes are too few for 1025 elements"},
    {DATA ",\"byteStride\":4,\"count\":9007199254740991,\"mode\":\"ATTRIBUTES\"", "too few"},
    {DATA ",\"byteStride\":4,\"count\":1024,\"mode\":\"ATTRIBUTES\"", "its compressed data is damaged"},
    {"\"buffer\":0,\"byteOffset\":1,\"byteLength\":64,\"byteStride\":4,\"count\":4", "bytes 1 to 65 of a buffer of 64"},
    {"\"buffer\":1,\"byteLength\":64,\"byteStride\":4,\"count\":4", "\"buffer\" is 1, but there are only 1"},
    {"\"byteLength\":64,\"byteStride\":4,\"count\":4", "the buffer of its compressed data is missing"},
};

static void other_layouts_are_refused(void **state)
{
    (void)state;
    static const uint8_t data[64];
    make_gltf *file = test_malloc(sizeof *file);
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        hone_error error = {0};
        *file = (make_gltf){0};
        make_gltf_view(file, data, sizeof data, 0);
        make_gltf_add(file, MAKE_VIEWS,
                      "{\"buffer\":0,\"byteLength\":4,\"extensions\":{\"%s_meshopt_compression\":{%s}}}",
                      i % 2 ? "KHR" : "EXT", REFUSED[i].view);
        hone_bytes bytes = make_gltf_glb(file);
        CHECK(!hone_model_load_memory(bytes.data, bytes.size, NULL, &error));
        assert_int_equal(error.code, HONE_ERROR_FORMAT);
        if (!strstr(error.message, REFUSED[i].message) || !strstr(error.message, "bufferViews[1]"))
            fail_msg("%s\ninstead of %s", error.message, REFUSED[i].message);
        hone_bytes_release(&bytes);
    }
    test_free(file);
}

/* Data that never changes takes next to nothing. With views whose compressed bytes are the same, it could make any
 * amount of memory of a small file. */
static void views_cannot_multiply_their_data(void **state)
{
    (void)state;
    enum { BLOCKS = 8, STRIDE = 64, SIZE = 1 + BLOCKS * STRIDE / 4 + STRIDE + STRIDE / 4 };
    uint8_t data[SIZE] = {0xA1};
    make_gltf *file = test_malloc(sizeof *file);
    for (int views = 1; views <= 2; views++) {
        hone_error error = {0};
        *file = (make_gltf){0};
        memset(data + 1, 0xAA, BLOCKS * STRIDE / 4);
        make_gltf_view(file, data, sizeof data, 0);
        for (int i = 0; i < views; i++)
            make_gltf_add(
                file, MAKE_VIEWS,
                "{\"buffer\":0,\"byteLength\":65536,\"extensions\":{\"KHR_meshopt_compression\":{\"buffer\":0,"
                "\"byteLength\":%d,\"byteStride\":%d,\"count\":1024,\"mode\":\"ATTRIBUTES\"}}}",
                SIZE, STRIDE);
        make_gltf_add(file, MAKE_NODES, "{}");
        hone_bytes bytes = make_gltf_glb(file);
        hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
        CHECK(views == 1 ? model != NULL : strstr(error.message, "too many bytes are decompressed from few") != NULL);
        hone_model_release(model);
        hone_bytes_release(&bytes);
    }
    test_free(file);
}

/* ---- without the extension, damaged, without memory ---- */

static void a_fallback_buffer_needs_no_bytes(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes =
        make_gltf_bytes("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],\"buffers\":[{\"byteLength\":96,"
                        "\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}},{\"byteLength\":96,"
                        "\"extensions\":{\"KHR_meshopt_compression\":{\"fallback\":true}}}]}");
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, &error);
    assert_non_null(model);
    hone_model_release(model);
    hone_bytes_release(&bytes);
}

static void load_both(const uint8_t *bytes, size_t size, const hone_allocator *allocator, hone_error *error)
{
    const hone_load_desc desc = {.allocator = allocator};
    hone_model *model = hone_model_load_memory(bytes, size, &desc, error);
    hone_motion_release(hone_motion_load_memory(bytes, size, &desc, model ? error : NULL));
    hone_model_release(model);
}

/* A sheet with everything, where the library is built in; or else what needs none. */
static hone_bytes make_compressed(make_compression by, size_t *data_size)
{
    make_gltf *file = test_malloc(sizeof *file);
    if (hone_compressed_gltf_available())
        make_gltf_sheet(file, by);
    else
        make_gltf_coloured(file);
    hone_bytes bytes = make_gltf_glb(file);
    *data_size = file->size;
    test_free(file);
    return bytes;
}

static void check_damaged(make_compression by)
{
    size_t data_size;
    hone_bytes bytes = make_compressed(by, &data_size);
    size_t begin = bytes.size - data_size;
    test_random random = {11};
    for (int i = 0; i < 3000; i++) {
        uint8_t *at = &bytes.data[begin + test_random_u32(&random) % data_size], before = *at;
        *at = (uint8_t)test_random_u32(&random);
        load_both(bytes.data, bytes.size, NULL, NULL);
        *at = before;
    }
    for (size_t size = 0; size + 3 < bytes.size; size += size < 200 ? 1 : 37) { /* the last three may fill up a chunk */
        hone_error error = {0};
        uint8_t *cut = malloc(size + 1); /* so that a read past the end is detected */
        memcpy(cut, bytes.data, size);
        CHECK(!hone_model_load_memory(cut, size, NULL, &error) && error.message[0]);
        free(cut);
    }
    hone_bytes_release(&bytes);
}

static void damaged_data_never_crashes(void **state)
{
    (void)state;
    check_damaged(MAKE_MESHOPT_EXT);
    check_damaged(MAKE_MESHOPT_KHR);
}

static void every_failing_allocation_is_an_error(void **state)
{
    (void)state;
    size_t data_size;
    hone_bytes bytes = make_compressed(MAKE_MESHOPT_KHR, &data_size);
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
}

/* Loads a file with a view in version 0, which only the library decodes. */
static hone_model *load_version_0(const char *required, hone_error *error)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},%s\"nodes\":[{}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,"
             "\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteLength\":3,\"byteStride\":4,"
             "\"count\":1}}}],\"buffers\":[{\"byteLength\":3,\"uri\":\"data:;base64,AAAA\"}]}",
             required);
    hone_bytes bytes = make_gltf_bytes(text);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, error);
    hone_bytes_release(&bytes);
    return model;
}

static void without_the_library_it_is_one_clear_error(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!load_version_0("\"extensionsRequired\":[\"EXT_meshopt_compression\"],", &error));
    assert_int_equal(error.code, HONE_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "compressed glTF (meshoptimizer) is not built in"));
}

static void without_the_library_other_data_is_used_if_there_is_some(void **state)
{
    (void)state;
    hone_model *model = load_version_0("", NULL);
    assert_non_null(model);
    hone_model_release(model);
}

TEST_GROUP(test_gltf_compressed)
{
    const struct CMUnitTest with[] = {cmocka_unit_test(every_mode_and_filter_is_decoded),
                                      cmocka_unit_test(the_extension_of_khronos_is_decoded),
                                      cmocka_unit_test(colours_are_decoded_without_the_library),
                                      cmocka_unit_test(other_layouts_are_refused),
                                      cmocka_unit_test(views_cannot_multiply_their_data),
                                      cmocka_unit_test(a_fallback_buffer_needs_no_bytes),
                                      cmocka_unit_test(damaged_data_never_crashes),
                                      cmocka_unit_test(every_failing_allocation_is_an_error)};
    const struct CMUnitTest without[] = {cmocka_unit_test(without_the_library_it_is_one_clear_error),
                                         cmocka_unit_test(without_the_library_other_data_is_used_if_there_is_some),
                                         cmocka_unit_test(colours_are_decoded_without_the_library),
                                         cmocka_unit_test(views_cannot_multiply_their_data),
                                         cmocka_unit_test(damaged_data_never_crashes),
                                         cmocka_unit_test(every_failing_allocation_is_an_error),
                                         cmocka_unit_test(a_fallback_buffer_needs_no_bytes)};
    return hone_compressed_gltf_available() ? cmocka_run_group_tests_name("gltf_compressed", with, NULL, NULL)
                                            : cmocka_run_group_tests_name("gltf_compressed", without, NULL, NULL);
}
