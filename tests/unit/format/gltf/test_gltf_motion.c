/* glTF animations: clips, channels of every path and interpolation, and the nodes that they move. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <string.h>

static hone_motion *load_motion(const make_gltf *file, const char *clip, bool strict)
{
    hone_error error = {0};
    hone_bytes bytes = make_gltf_glb(file);
    hone_motion *motion =
        hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = clip, .strict = strict}, &error);
    if (!motion)
        fail_msg("%s", error.message);
    hone_bytes_release(&bytes);
    return motion;
}

static hone_model *load_model(const make_gltf *file)
{
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    assert_non_null(model);
    hone_bytes_release(&bytes);
    return model;
}

static make_gltf *rich(void)
{
    make_gltf *file = test_malloc(sizeof *file);
    make_gltf_rich(file);
    return file;
}

/* ---- what is read ---- */

static void clips_are_listed_with_the_model(void **state)
{
    (void)state;
    make_gltf *file = rich();
    hone_model *model = load_model(file);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->clip_count, 2);
    assert_string_equal(data->clips[0].name, "all");
    assert_string_equal(data->clips[1].name, "still");
    CHECK(data->clips[0].duration == 2 && data->clips[1].duration == 0);
    hone_model_release(model);
    test_free(file);
}

static void channels_name_nodes_and_morphs(void **state)
{
    (void)state;
    make_gltf *file = rich();
    hone_motion *motion = load_motion(file, "all", true);
    const hone_motion_data *data = hone_motion_get(motion);
    CHECK(data->space == HONE_SPACE_GLTF && data->format == HONE_FORMAT_GLB && data->clip_count == 2);
    assert_int_equal(data->channel_count, 4); /* channels without a node or with an unknown path are dropped */
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(data->channels[i].path, i);
        CHECK(data->channels[i].key_count == 3 && data->channels[i].times[1] == 0.5);
        CHECK(data->channels[i].target_count == 1 && data->channels[i].targets[0].index == 2);
        assert_string_equal(data->channels[i].targets[0].name, "tip");
    }
    const hone_channel *weights = &data->channels[3];
    CHECK(weights->path == HONE_CHANNEL_WEIGHTS && weights->target_count == 2);
    CHECK(weights->targets[1].index == 1 && strcmp(weights->targets[1].name, "tall") == 0);
    CHECK_NEAR(weights->values[2], 0.2, 1e-7);
    CHECK(hone_motion_duration(motion) == 2);
    hone_motion_release(motion);
    test_free(file);
}

static void clips_are_found_by_number_and_name(void **state)
{
    (void)state;
    make_gltf *file = rich();
    static const struct {
        const char *clip;
        uint32_t channels;
    } found[] = {{NULL, 4}, {"0", 4}, {"1", 0}, {"all", 4}, {"still", 0}};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        hone_motion *motion = load_motion(file, found[i].clip, true);
        assert_int_equal(hone_motion_get(motion)->channel_count, found[i].channels);
        hone_motion_release(motion);
    }
    hone_bytes bytes = make_gltf_glb(file);
    hone_error error = {0};
    CHECK(!hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.clip = "2"}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "no clip"));
    hone_bytes_release(&bytes);
    *file = (make_gltf){0};
    make_gltf_add(file, MAKE_NODES, "{}");
    bytes = make_gltf_glb(file);
    CHECK(!hone_motion_load_memory(bytes.data, bytes.size, NULL, &error));
    hone_bytes_release(&bytes);
    test_free(file);
}

/* ---- what it does ---- */

static void channels_move_their_own_part(void **state)
{
    (void)state;
    make_gltf *file = rich();
    hone_model *model = load_model(file);
    hone_motion *motion = load_motion(file, NULL, true);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    assert_int_equal(hone_actor_play_bound_count(actor, hone_actor_play(actor, motion, NULL, NULL)), 4);
    CHECK(hone_actor_update(actor, 1, NULL));
    const hone_transform *tip = &hone_actor_writable_pose(actor)->bones[2];
    double half = (73.739795 + (180 - 73.739795) / 3) / 2 * 3.14159265358979 / 180;
    CHECK(tip->translation[0] == 1 && tip->translation[1] == 1); /* STEP */
    CHECK_NEAR(tip->rotation[2], sin(half), 1e-6);               /* LINEAR: slerp */
    CHECK_NEAR(tip->rotation[3], cos(half), 1e-6);
    CHECK_NEAR(tip->scale[0], 2, 1e-6); /* CUBICSPLINE */
    CHECK_NEAR(tip->scale[1], 1 + 3.0 / 9 - 2.0 / 27, 1e-6);
    CHECK_NEAR(hone_actor_morphs(actor)[0], 0.2 + 0.8 / 3, 1e-6);
    CHECK_NEAR(hone_actor_morphs(actor)[1], 0.4 * 2 / 3, 1e-6);
    CHECK(hone_actor_update(actor, 0.25, NULL)); /* the first key's tangent, per second, over half a second */
    CHECK_NEAR(tip->scale[0], 1.5 + 0.125 * 0.5, 1e-6);
    CHECK(hone_actor_update(actor, 9, NULL));
    CHECK_NEAR(tip->rotation[2], 1, 1e-6);
    CHECK(tip->translation[0] == 2);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    test_free(file);
}

/* A node without channels keeps its matrix, and a part without a channel keeps the file's value. */
static void what_no_channel_moves_stays(void **state)
{
    (void)state;
    static const float times[1] = {0}, move[1][3] = {{5, 0, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    int t = make_gltf_floats(file, "SCALAR", times, 1), m = make_gltf_floats(file, "VEC3", *move, 1);
    make_gltf_add(file, MAKE_NODES, "{\"rotation\":[0,0.6,0,0.8],\"scale\":[0,-2,3]}");
    make_gltf_add(file, MAKE_NODES, "{\"matrix\":[1,0,0,0,0.5,1,0,0,0,0,1,0,1,2,3,1]}");
    make_gltf_add(
        file, MAKE_ANIMATIONS,
        "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],\"samplers\":[{\"input\":%d,"
        "\"output\":%d}]}",
        t, m);
    hone_model *model = load_model(file);
    hone_motion *motion = load_motion(file, NULL, true);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(hone_actor_play(actor, motion, NULL, NULL).id);
    CHECK(hone_actor_update(actor, 0, NULL));
    const hone_affine *bones = hone_actor_bones(actor);
    CHECK(bones[0].m[0][3] == 5 && bones[0].m[1][1] == -2 && bones[0].m[0][0] == 0);
    CHECK_NEAR(bones[0].m[2][2], 3 * 0.28, 1e-6); /* a scale of 0 does not lose the rotation */
    CHECK(bones[1].m[0][1] == 0.5f && bones[1].m[2][3] == 3);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_model_release(model);
    test_free(file);
}

/* Weights of the second node with targets belong to the morphs after those of the first. */
static void weights_find_the_morphs_of_their_node(void **state)
{
    (void)state;
    static const float corner[1][3] = {{0, 0, 0}}, times[1] = {0}, weights[2] = {0.25f, 0.75f};
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_floats(file, "VEC3", *corner, 1);
    make_gltf_floats(file, "SCALAR", times, 1);
    make_gltf_floats(file, "SCALAR", weights, 2);
    make_gltf_add(file, MAKE_MESHES,
                  "{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},{}]}]}");
    for (int n = 0; n < 3; n++) make_gltf_add(file, MAKE_NODES, n == 1 ? "{}" : "{\"mesh\":0}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"weights\"}},"
                  "{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"weights\"}}],"
                  "\"samplers\":[{\"input\":1,\"output\":2}]}");
    hone_motion *motion = load_motion(file, NULL, true);
    const hone_motion_data *data = hone_motion_get(motion);
    assert_int_equal(data->channel_count, 1); /* the other node has no targets */
    CHECK(data->channels[0].targets[0].index == 2 && data->channels[0].targets[1].index == 3);
    hone_motion_release(motion);
    test_free(file);
}

/* Channels that share their times, have others, or animate nothing, in every order. */
static void every_channel_has_the_times_of_its_sampler(void **state)
{
    (void)state;
    static const float times[3] = {0, 1, 3}, late[2] = {0, 5}, moves[3][3] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_floats(file, "SCALAR", times, 3);
    make_gltf_floats(file, "SCALAR", late, 2);
    make_gltf_floats(file, "VEC3", *moves, 3);
    make_gltf_floats(file, "VEC3", *moves, 2);
    make_gltf_add(file, MAKE_NODES, "{}");
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},"
                  "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"scale\"}},"
                  "{\"sampler\":0,\"target\":{\"path\":\"scale\"}},"
                  "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
                  "\"samplers\":[{\"input\":0,\"output\":2},{\"input\":1,\"output\":3}]}");
    hone_motion *motion = load_motion(file, NULL, false);
    const hone_motion_data *data = hone_motion_get(motion);
    static const uint32_t counts[] = {3, 3, 2, 2};
    static const double ends[] = {3, 3, 5, 5};
    assert_int_equal(data->channel_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(data->channels[i].key_count, counts[i]);
        CHECK(data->channels[i].times[counts[i] - 1] == ends[i]);
    }
    CHECK(data->clips[0].duration == 5);
    hone_motion_release(motion);
    test_free(file);
}

/* ---- odd ones ---- */

static hone_motion *load_odd(const char *sampler, int values, const char *warning)
{
    static const float times[3] = {0, 1, 2}, moves[3][3] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    make_gltf *file = test_calloc(1, sizeof *file);
    make_gltf_floats(file, "SCALAR", times, 3);
    make_gltf_floats(file, "VEC3", *moves, values);
    make_gltf_add(file, MAKE_NODES, "{}");
    make_gltf_add(
        file, MAKE_ANIMATIONS,
        "{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,"
        "\"output\":1%s}]}",
        sampler);
    hone_motion *motion = load_motion(file, NULL, false);
    assert_int_equal(hone_motion_warnings(motion).count, 1);
    CHECK(strstr(hone_motion_warnings(motion).texts[0], warning));
    test_free(file);
    return motion;
}

static void odd_samplers_are_mended(void **state)
{
    (void)state;
    hone_motion *motion = load_odd(",\"interpolation\":\"BOUNCE\"", 3, "unknown interpolation");
    CHECK(hone_motion_get(motion)->channels[0].interpolation == HONE_INTERPOLATION_LINEAR);
    hone_motion_release(motion);
    motion = load_odd("", 2, "do not match");
    assert_int_equal(hone_motion_get(motion)->channels[0].key_count, 2);
    hone_motion_release(motion);
    motion = load_odd(",\"interpolation\":\"CUBICSPLINE\"", 3, "do not match");
    assert_int_equal(hone_motion_get(motion)->channels[0].key_count, 1);
    hone_motion_release(motion);
}

TEST_GROUP(test_gltf_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_are_listed_with_the_model),
        cmocka_unit_test(channels_name_nodes_and_morphs),
        cmocka_unit_test(clips_are_found_by_number_and_name),
        cmocka_unit_test(channels_move_their_own_part),
        cmocka_unit_test(what_no_channel_moves_stays),
        cmocka_unit_test(weights_find_the_morphs_of_their_node),
        cmocka_unit_test(every_channel_has_the_times_of_its_sampler),
        cmocka_unit_test(odd_samplers_are_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
