/* Oddities of glTF files that other programs accept: byte order marks, members that are null, URIs in other spellings,
 * and buffers that are shorter than they should be. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

#define HEAD "{\"asset\":{\"version\":\"2.0\"},"

static hone_model *load(const void *bytes, size_t size)
{
    hone_error error = {0};
    hone_model *model = hone_model_load_memory(bytes, size, NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static hone_model *load_text(const char *text)
{
    return load(text, strlen(text));
}

/* ---- byte order mark --------------------------------------------------------------------------------------------- */

static void a_byte_order_mark_is_skipped_in_both_containers(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF" HEAD "\"nodes\":[{}]}";
    static const char glb[] = "glTF\2\0\0\0\70\0\0\0\44\0\0\0JSON\xEF\xBB\xBF{\"asset\":{\"version\":\"2.0\"}}      ";
    hone_model *model = load(text, sizeof text - 1);
    assert_int_equal(hone_model_get(model)->skeleton.bone_count, 1);
    hone_model_release(model);
    hone_model_release(load(glb, 56));
}

/* ---- null -------------------------------------------------------------------------------------------------------- */

static void members_that_are_null_count_as_absent(void **state)
{
    (void)state;
    hone_model *model =
        load_text(HEAD "\"animations\":null,\"scene\":null,\"scenes\":null,\"extensions\":null,\"extensionsUsed\":null,"
                       "\"extras\":null,\"nodes\":[{\"name\":null,\"mesh\":null,\"children\":null,\"matrix\":null,"
                       "\"translation\":[1,2,3],\"rotation\":null,\"extras\":null}],\"materials\":[{\"alphaMode\":null,"
                       "\"doubleSided\":null,\"normalTexture\":null,\"alphaCutoff\":null}]}");
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(hone_model_warnings(model).count, 0);
    assert_int_equal(data->clip_count, 0);
    CHECK_NEAR(data->skeleton.bones[0].rest_local.m[1][3], 2, 0);
    CHECK_NEAR(data->materials[0].pbr->alpha_cutoff, 0.5, 0);
    hone_model_release(model);
    model = load_text(HEAD "\"nodes\":[{}],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{"
                           "\"node\":0},\"spine\":null,\"head\":{\"node\":null}}},\"expressions\":{\"preset\":{\"aa\":"
                           "null},\"custom\":null}}}}");
    assert_int_equal(hone_model_get(model)->humanoid_map_count, 1);
    hone_model_release(model);
}

/* ---- URIs -------------------------------------------------------------------------------------------------------- */

/* Two positions and a picture, each in a URI of its own. The numbers are 1 to 9 as floats, of which base64 needs "+".
 */
static hone_model *load_uris(const char *buffer, const char *picture)
{
    char text[1024];
    snprintf(text, sizeof text,
             HEAD "\"buffers\":[{\"byteLength\":12,\"uri\":\"%s\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],"
                  "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}],"
                  "\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                  "\"images\":[{\"name\":\"skin\",\"uri\":\"%s\"}]}",
             buffer, picture);
    return load_text(text);
}

static void data_uris_in_other_spellings_are_read(void **state)
{
    (void)state;
    static const char *const spellings[] = {
        "data:application/octet-stream;base64,AACAPwAAAEAAAEBA", /* 1, 2, 3 */
        "DATA:application/octet-stream;base64,AACAPwAAAEAAAEBA",
        "Data:;BASE64,AACAPwAAAEAAAEBA",
        "data:;base64,AACAPwAA\\n AEAAAEBA",
        "data:;base64,%41ACAPwAAAEAAAEB%41",
        "data:;base64,AACAPwAAAEAAAEBAAA%3D%3D",
        "data:,%00%00%80%3F%00%00%00%40%00%00%40%40",
        "data:application/gltf-buffer,%00%00%80%3f%00%00%00@%00%00@@",
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        hone_model *model = load_uris(spellings[i], spellings[i]);
        const hone_model_data *data = hone_model_get(model);
        for (int c = 0; c < 3; c++) CHECK_NEAR(data->mesh.positions[0][c], c + 1, 0);
        assert_int_equal(hone_model_warnings(model).count, 0);
        assert_true(data->pictures[0].size == 12 || i == 5);
        assert_memory_equal(data->pictures[0].data, data->mesh.positions, 12);
        assert_string_equal(data->textures[0], "skin");
        hone_model_release(model);
    }
}

/* More than one part of what is decoded at a time. */
static void long_base64_with_line_breaks_is_read(void **state)
{
    (void)state;
    char uri[2048] = "data:;base64,AACAPwAAAEAAAEBA", picture[4096] = "data:image/png;base64,";
    size_t used = strlen(picture);
    for (int line = 0; line < 40; line++)
        used += (size_t)snprintf(picture + used, sizeof picture - used, "%s\\n", "AQIDBAUGBwgJCgsMAQIDBAUGBwgJCgsM");
    hone_error error = {0};
    char text[8192];
    snprintf(text, sizeof text, HEAD "\"buffers\":[{\"byteLength\":12,\"uri\":\"%s\"}],\"images\":[{\"uri\":\"%s\"}]}",
             uri, picture);
    hone_model *model = hone_model_load_memory(text, strlen(text), NULL, &error);
    if (!model)
        fail_msg("%s", error.message);
    const hone_blob *blob = hone_model_get(model)->pictures;
    assert_int_equal(blob->size, 40 * 24);
    for (size_t i = 0; i < blob->size; i++) assert_int_equal(blob->data[i], 1 + i % 12);
    hone_model_release(model);
}

/* ---- bytes that are missing -------------------------------------------------------------------------------------- */

static void a_buffer_that_ends_early_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    hone_model *model =
        load_text(HEAD "\"buffers\":[{\"byteLength\":14,\"uri\":\"data:;base64,AACAPwAAAEAAAEBA\"}],"
                       "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\"accessors\":[{\"bufferView\":0,"
                       "\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}],\"nodes\":[{\"mesh\":0}],"
                       "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]}");
    CHECK_NEAR(hone_model_get(model)->mesh.positions[0][2], 3, 0);
    hone_warnings warnings = hone_model_warnings(model);
    assert_int_equal(warnings.count, 1);
    assert_non_null(strstr(warnings.texts[0], "buffer with fewer bytes than it should have"));
    assert_false(warnings.limits[0]);
    hone_model_release(model);
}

/* Programs that write no padding at the end, or count it wrongly. */
static void a_glb_that_ends_early_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    static const float corners[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    int p = make_gltf_floats(file, "VEC3", *corners, 3);
    make_gltf_view(file, "abc", 4, 0);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":%d}}]}", p);
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    hone_bytes bytes = make_gltf_glb(file);
    for (size_t less = 0; less <= 4; less++) {
        hone_model *model = load(bytes.data, bytes.size - less);
        hone_warnings warnings = hone_model_warnings(model);
        CHECK_NEAR(hone_model_get(model)->mesh.positions[2][2], 9, 0);
        assert_true(less ? warnings.count == 1 && strstr(warnings.texts[0], "fewer bytes") : warnings.count == 0);
        hone_model_release(model);
    }
    hone_error error = {0};
    assert_null(hone_model_load_memory(bytes.data, bytes.size - 5, NULL, &error));
    assert_non_null(strstr(error.message, "bufferViews[0]"));
    hone_bytes_release(&bytes);
    test_free(file);
}

static void a_picture_whose_bytes_are_missing_stops_no_file(void **state)
{
    (void)state;
    static const char *const lists[] = {
        "\"images\":[{\"bufferView\":3}]",
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\"images\":[{\"bufferView\":0}]",
        "\"buffers\":[{\"byteLength\":1,\"uri\":\"data:,a\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],"
        "\"images\":[{\"bufferView\":0}]",
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char text[512];
        snprintf(text, sizeof text, HEAD "%s}", lists[i]);
        hone_model *model = load_text(text);
        hone_warnings warnings = hone_model_warnings(model);
        assert_int_equal(hone_model_get(model)->texture_count, 1);
        assert_true(warnings.count == 1 && strstr(warnings.texts[0], "image whose bytes are missing"));
        hone_model_release(model);
    }
}

TEST_GROUP(test_gltf_repairs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_byte_order_mark_is_skipped_in_both_containers),
        cmocka_unit_test(members_that_are_null_count_as_absent),
        cmocka_unit_test(data_uris_in_other_spellings_are_read),
        cmocka_unit_test(long_base64_with_line_breaks_is_read),
        cmocka_unit_test(a_buffer_that_ends_early_is_read_as_far_as_it_goes),
        cmocka_unit_test(a_glb_that_ends_early_is_read_as_far_as_it_goes),
        cmocka_unit_test(a_picture_whose_bytes_are_missing_stops_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
