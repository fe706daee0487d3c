/* Assets: a model and any of the motions from one open file. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdio.h>
#include <string.h>

static hone_bytes rich(void)
{
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_rich(file);
    hone_bytes bytes = make_gltf_glb(file);
    test_free(file);
    return bytes;
}

static void check_equal_models(const hone_model *a, const hone_model *b)
{
    const hone_model_data *one = hone_model_get(a), *other = hone_model_get(b);
    uint32_t count = one->mesh.vertex_count;
    CHECK(one->source == other->source && one->clip_count == other->clip_count && count == other->mesh.vertex_count);
    CHECK(one->skeleton.bone_count == other->skeleton.bone_count && one->morph_count == other->morph_count);
    assert_memory_equal(one->mesh.positions, other->mesh.positions, count * sizeof *one->mesh.positions);
    assert_memory_equal(one->mesh.indices, other->mesh.indices, one->mesh.index_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < one->clip_count; i++) {
        assert_string_equal(one->clips[i].name, other->clips[i].name);
        CHECK(one->clips[i].duration == other->clips[i].duration);
    }
}

static void check_equal_motions(const hone_motion *a, const hone_motion *b)
{
    const hone_motion_data *one = hone_motion_get(a), *other = hone_motion_get(b);
    CHECK(a && b && one->source == other->source && one->duration == other->duration);
    CHECK(one->channel_count == other->channel_count && one->clip_count == other->clip_count);
    for (uint32_t i = 0; i < one->channel_count; i++) {
        CHECK(one->channels[i].key_count == other->channels[i].key_count);
        assert_memory_equal(one->channels[i].times, other->channels[i].times,
                            one->channels[i].key_count * sizeof(double));
    }
    for (uint32_t i = 0; i < one->clip_count; i++) CHECK(one->clips[i].duration == other->clips[i].duration);
}

/* In two orders: the first reading keeps the durations for the second. */
static void check_like_single_loads(const hone_bytes *file, hone_format format)
{
    for (int order = 0; order < 2; order++) {
        hone_error error = {0};
        hone_asset *asset = hone_asset_open_memory(file->data, file->size, NULL, &error);
        CHECK(asset && hone_asset_format(asset) == format);
        hone_model *model = order ? NULL : hone_asset_model(asset, &error);
        hone_motion *first = hone_asset_motion(asset, NULL, &error), *again = hone_asset_motion(asset, "0", &error);
        model = model ? model : hone_asset_model(asset, &error);
        hone_asset_close(asset); /* what was loaded stays */
        assert_string_equal(error.message, "");
        hone_model *single = hone_model_load_memory(file->data, file->size, NULL, &error);
        hone_motion *alone = hone_motion_load_memory(file->data, file->size, NULL, &error);
        check_equal_models(model, single);
        check_equal_motions(first, alone);
        check_equal_motions(again, alone);
        hone_model_release(model);
        hone_model_release(single);
        hone_motion_release(first);
        hone_motion_release(again);
        hone_motion_release(alone);
    }
}

static void an_asset_gives_what_single_loads_give(void **state)
{
    (void)state;
    hone_bytes glb = rich();
    check_like_single_loads(&glb, HONE_FORMAT_GLB);
    hone_bytes_release(&glb);
    CHECK(hone_asset_format(NULL) == HONE_FORMAT_UNKNOWN);
}

/* Bones have their indices from the JSON, so that the bytes of the buffer do not count. */
static void the_json_is_the_source_of_a_glb(void **state)
{
    (void)state;
    hone_bytes glb = rich();
    uint64_t sources[3];
    for (int i = 0; i < 3; i++) {
        char *name = strstr((char *)glb.data + 20, "\"name\":\""); /* after the headers */
        if (i == 1)
            glb.data[glb.size - 1] ^= 1;
        if (i == 2)
            name[8] ^= 1;
        hone_model *model = hone_model_load_memory(glb.data, glb.size, NULL, NULL);
        CHECK(model && name);
        sources[i] = hone_model_get(model)->source;
        hone_model_release(model);
    }
    CHECK(sources[0] == sources[1] && sources[0] != sources[2]);
    hone_bytes_release(&glb);
}

/* A mesh that refers to a missing accessor; the animation is whole. */
static void an_error_does_not_stop_other_loads(void **state)
{
    (void)state;
    static const float times[] = {0, 2}, values[2][3] = {{0, 0, 0}, {1, 2, 3}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int t = make_gltf_floats(file, "SCALAR", times, 2), v = make_gltf_floats(file, "VEC3", *values, 2);
    make_gltf_add(file, MAKE_MESHES, "{\"primitives\":[{\"attributes\":{\"POSITION\":99}}]}");
    make_gltf_add(file, MAKE_NODES, "{\"mesh\":0}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"name\":\"go\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
                  "\"samplers\":[{\"input\":%d,\"output\":%d}]}",
                  t, v);
    hone_bytes bytes = make_gltf_glb(file);
    hone_asset *asset = hone_asset_open_memory(bytes.data, bytes.size, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        hone_error error = {0};
        CHECK(asset && !hone_asset_model(asset, &error) && strstr(error.message, "\"POSITION\" is 99"));
        error = (hone_error){0};
        CHECK(!hone_asset_motion(asset, "stop", &error) && error.code == HONE_ERROR_ARGUMENT);
        error = (hone_error){0};
        hone_motion *motion = hone_asset_motion(asset, "go", &error);
        assert_string_equal(error.message, "");
        CHECK(hone_motion_duration(motion) == 2 && hone_motion_get(motion)->clips[0].duration == 2);
        hone_motion_release(motion);
    }
    hone_asset_close(asset);
    hone_bytes_release(&bytes);
    test_free(file);
}

static void wrong_uses_are_errors(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_asset_open(NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_asset_open_memory(NULL, 3, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_asset_model(NULL, &error) && strstr(error.message, "asset must not be NULL"));
    error = (hone_error){0};
    CHECK(!hone_asset_motion(NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_asset_open("nowhere/nothing.glb", NULL, &error) && error.code == HONE_ERROR_IO);
    CHECK(strncmp(error.message, "nowhere/nothing.glb: ", 21) == 0);
    CHECK(!hone_asset_open_memory("hello", 5, NULL, &error) && strstr(error.message, "format that hone knows"));
    hone_asset *vmd = hone_asset_open_memory("Vocaloid Motion Data 0002", 25, NULL, &error);
    CHECK(vmd && !hone_asset_model(vmd, &error) && strstr(error.message, "is VMD, not a model"));
    hone_asset_close(vmd);
    hone_asset_close(NULL);
}

static void strict_holds_for_all_loads(void **state)
{
    (void)state;
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_add(file, MAKE_NODES, "{\"rotation\":[0,0,0,2]}");
    hone_bytes bytes = make_gltf_glb(file);
    for (int strict = 0; strict < 2; strict++) {
        const hone_load_desc desc = {.strict = strict};
        hone_error error = {0};
        hone_asset *asset = hone_asset_open_memory(bytes.data, bytes.size, &desc, &error);
        hone_model *model = hone_asset_model(asset, &error);
        CHECK((model == NULL) == strict);
        hone_model_release(model);
        hone_asset_close(asset);
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

static void every_failing_allocation_is_an_error(void **state)
{
    (void)state;
    hone_bytes bytes = rich();
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        const hone_load_desc desc = {.allocator = &memory.allocator};
        hone_asset *asset = hone_asset_open_memory(bytes.data, bytes.size, &desc, &error);
        hone_model *model = asset ? hone_asset_model(asset, &error) : NULL;
        hone_motion *motion = model ? hone_asset_motion(asset, NULL, &error) : NULL;
        done = error.code == HONE_OK;
        CHECK(done ? motion != NULL : error.code == HONE_ERROR_MEMORY);
        hone_asset_close(asset);
        hone_model_release(model);
        hone_motion_release(motion);
        assert_int_equal(memory.live, 0);
    }
    hone_bytes_release(&bytes);
}

TEST_GROUP(test_asset)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_asset_gives_what_single_loads_give),
        cmocka_unit_test(the_json_is_the_source_of_a_glb),
        cmocka_unit_test(an_error_does_not_stop_other_loads),
        cmocka_unit_test(wrong_uses_are_errors),
        cmocka_unit_test(strict_holds_for_all_loads),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
