/* Motions and cameras as glTF. */
#include "support/json_find.h"
#include "support/make/bodies/puppet.h"
#include "support/make/files/make_pmx.h"
#include "support/make/make_motion.h"
#include "support/make/random_rig.h"
#include "support/support.h"
#include "support/written_gltf.h"
#include <hone/hone.h>
#include <stdio.h>
#include <string.h>

/* Other kinds change in glTF, where the sum has to be 1. */
static bool has_whole_weights(const hone_mesh *mesh, uint32_t v)
{
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        sum += mesh->influences[i].weight;
    return fabsf(sum - 1) < 1e-6f;
}

/* Compares bones and vertices of the file, as its reader plays it, with those of the source. */
static void compare_played(hone_actor *was, const hone_bytes *glb, uint32_t last, double near)
{
    hone_error error = {0};
    hone_model *model = gltf_read_back(glb);
    hone_motion *motion = gltf_read_motion(glb);
    hone_actor *is = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(is && hone_actor_play(is, motion, NULL, &error).id);
    const hone_model *source = hone_actor_model(was);
    uint32_t bones = hone_model_skeleton(source)->bone_count, count = hone_model_mesh(source)->vertex_count;
    float(*a)[3] = test_calloc(count + 1, sizeof *a), (*b)[3] = test_calloc(count + 1, sizeof *b);
    for (uint32_t frame = 0; frame <= last; frame += 3) {
        CHECK(hone_actor_update_frame(was, frame, NULL));
        CHECK(hone_actor_update_frame(is, frame, NULL));
        for (uint32_t i = 0; i < bones; i++)
            for (int r = 0; r < 3; r++)
                CHECK_NEAR(hone_actor_bones(is)[i].m[r][3],
                           hone_actor_bones(was)[i].m[r][3] * (r == 2 ? -0.08f : 0.08f), near);
        if (count == 0)
            continue;
        hone_actor_skin(was, &(hone_skin_out){.positions = {a, count, 12}, .method = HONE_SKIN_LINEAR}, &error);
        hone_actor_skin(is, &(hone_skin_out){.positions = {b, count, 12}}, &error);
        for (uint32_t v = 0; v < count; v++)
            if (has_whole_weights(hone_model_mesh(source), v))
                check_gltf_points((const float(*)[3])b[v], (const float(*)[3])a[v], 1, 0.08f, near);
    }
    test_free(a);
    test_free(b);
    hone_actor_destroy(is);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void check_round_trip(hone_model *model, hone_motion *motion)
{
    hone_error error = {0};
    const double metres = 1e-4;
    uint32_t last = (uint32_t)lround(hone_motion_duration(motion) * 30);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    assert_true(actor && hone_actor_play(actor, motion, NULL, &error).id);
    const hone_bake_desc desc = {.actor = actor, .last_frame = last, .tolerance = (float)(metres / 0.08)};
    hone_motion *baked = hone_bake(&desc, NULL, &error);
    assert_non_null(baked);
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.motion = baked, .motion_name = "dance"}, NULL);
    compare_played(actor, &glb, last, metres * 1.05 + 1e-5);
    hone_bytes_release(&glb);
    hone_motion_release(baked);
    hone_motion_release(motion);
    hone_actor_destroy(actor);
    hone_model_release(model);
}

static void dances_come_back(void **state)
{
    (void)state;
    hone_error error = {0};
    check_round_trip(puppet_make(&(puppet_desc){.ik = true, .append = true}, NULL), puppet_motion(1, NULL));
    for (uint64_t seed = 0; seed < 3; seed++) {
        make_pmx_desc made = make_pmx_rich(seed + 30);
        made.plain = true;
        hone_model *model = make_pmx_model(&made, NULL, &error);
        check_round_trip(model, make_motion(model, &(make_motion_desc){.seed = seed, .keys_per_track = 5}, &error));
    }
    test_random random = {11};
    for (int round = 0; round < 4; round++) {
        hone_model *model = random_rig_make(&random, &(random_rig_desc){.appends = true, .chains = true});
        check_round_trip(model, make_motion(model, &(make_motion_desc){.seed = 3, .keys_per_track = 4}, &error));
    }
}

static void cameras_are_nodes(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *keys = puppet_camera(40, NULL), *camera = hone_bake_camera(keys, 10, 0.01f, NULL, &error);
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.camera = camera, .fov = 60}, NULL);
    char *json = gltf_json_of(&glb), path[64];
    size_t node = json_count(json, "nodes") - 1;
    snprintf(path, sizeof path, "nodes.%zu.camera", node);
    CHECK(json_number(json, path) == 0);
    CHECK_NEAR(json_number(json, "cameras.0.perspective.yfov"), 1.0471976, 1e-6);
    assert_int_equal(json_count(json, "animations.0.channels"), 2);
    hone_model *again = gltf_read_back(&glb);
    hone_motion *motion = gltf_read_motion(&glb);
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = again}, &error);
    hone_actor_play(actor, motion, NULL, &error);
    CHECK(hone_actor_update_frame(actor, 0, NULL));
    hone_camera first;
    hone_motion_camera(keys, 0, HONE_CURVE_EXACT, &first);
    const hone_affine *place = &hone_actor_bones(actor)[node];
    /* glTF's cameras look along -z: towards the target, at the distance of the keys */
    for (int r = 0; r < 3; r++) {
        double target = (double)place->m[r][3] + (double)place->m[r][2] * (double)first.distance * 0.08;
        CHECK_NEAR(target, (double)first.target[r] * (r == 2 ? -0.08 : 0.08), 1e-4);
    }
    test_free(json);
    hone_actor_destroy(actor);
    hone_motion_release(motion);
    hone_motion_release(camera);
    hone_motion_release(keys);
    hone_bytes_release(&glb);
    hone_model_release(again);
    hone_model_release(model);
}

/* An orthographic camera that goes from 20 to 60 units away in a second; mixed: it is perspective at the end. */
static hone_motion *camera_of_lines(bool mixed)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_camera_key *keys = hone_builder_array(b, 2, sizeof *keys);
    for (int k = 0; k < 2; k++) {
        keys[k] = (hone_camera_key){.frame = k ? 30 : 0, .camera = HONE_CAMERA_DEFAULT};
        keys[k].camera.orthographic = k == 0 || !mixed;
        keys[k].camera.distance = k ? -60 : -20;
        for (int c = 0; c < 6; c++) keys[k].curves[c] = (hone_curve){20, 20, 107, 107};
    }
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .camera_key_count = 2, .camera_keys = keys};
    return hone_motion_create(b, &data, NULL, NULL);
}

static void orthographic_cameras_come_back(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *keys = camera_of_lines(false), *camera = hone_bake_camera(keys, 30, 0.001f, NULL, &error);
    const hone_motion_data *baked = hone_motion_get(camera);
    CHECK(baked->channel_count == 3 && strcmp(baked->channels[2].targets[0].name, "height") == 0);
    const float half = 12.5f / 45;
    hone_bytes glb = gltf_written(model, &(hone_gltf_desc){.camera = camera, .height = 20 * half}, NULL);
    char *json = gltf_json_of(&glb);
    CHECK_NEAR(json_number(json, "cameras.0.orthographic.ymag"), 20 * 12.5 / 45 * 0.08, 1e-6);
    CHECK_NEAR(json_number(json, "cameras.0.orthographic.xmag"), 20 * 12.5 / 45 * 0.08 * 16 / 9, 1e-6);
    assert_int_equal(json_count(json, "animations.0.channels"), 4);
    hone_motion *motion = gltf_read_motion(&glb);
    for (int frame = 0; frame <= 30; frame += 5) {
        hone_camera wanted, read;
        CHECK(hone_motion_camera(keys, frame, HONE_CURVE_EXACT, &wanted));
        CHECK(hone_motion_camera(motion, frame, HONE_CURVE_EXACT, &read) && read.orthographic);
        CHECK_NEAR((double)read.distance, (double)wanted.distance, 0.02);
        for (int i = 0; i < 3; i++) CHECK_NEAR((double)read.target[i], (double)wanted.target[i], 0.02);
    }
    test_free(json);
    hone_bytes_release(&glb);
    hone_motion_release(motion);
    hone_motion_release(camera);
    hone_motion_release(keys);
    hone_model_release(model);
}

static void a_camera_that_changes_its_kind_is_perspective(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_motion *keys = camera_of_lines(true), *camera = hone_bake_camera(keys, 30, 0.001f, NULL, &error);
    CHECK(hone_motion_get(camera)->channel_count == 2);
    hone_motion_release(camera);
    hone_motion_release(keys);
}

static hone_motion *make_channel(hone_space space, uint8_t path, uint8_t interpolation, int32_t target, double time)
{
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    hone_channel_target *of = hone_builder_array(b, 1, sizeof *of);
    double *times = hone_builder_array(b, 1, sizeof *times);
    *of = (hone_channel_target){"", target};
    *times = time;
    *channel = (hone_channel){.path = path,
                              .interpolation = interpolation,
                              .target_count = 1,
                              .targets = of,
                              .key_count = 1,
                              .times = times,
                              .values = hone_builder_array(b, 12, 4)};
    return hone_motion_create(b, &(hone_motion_data){.space = space, .channel_count = 1, .channels = channel}, NULL,
                              NULL);
}

static void motions_must_be_baked(void **state)
{
    (void)state;
    hone_model *model = puppet_make(&(puppet_desc){0}, NULL);
    hone_motion *bad[] = {
        make_channel(HONE_SPACE_GLTF, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, 0, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_CUBIC, 0, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, PUPPET_BONES, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, HONE_NONE, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_LINEAR, PUPPET_MORPHS, 0),
        make_channel(HONE_SPACE_MMD, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, 0, -1)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        hone_bytes out;
        CHECK(!hone_model_write_gltf(model, &(hone_gltf_desc){.motion = bad[i]}, &out, NULL, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && !out.data);
        hone_motion_release(bad[i]);
    }
    hone_error error = {0};
    hone_bytes out;
    CHECK(!hone_model_write_gltf(NULL, NULL, &out, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    CHECK(!hone_model_write_gltf(model, NULL, NULL, NULL, &error));
    CHECK(!hone_model_write_gltf(model, &(hone_gltf_desc){.stem = "x"}, &out, NULL, &error));
    hone_model_release(model);
}

TEST_GROUP(test_gltf_write_motion)
{
    gltf_leave_as("write-motion");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dances_come_back),
        cmocka_unit_test(cameras_are_nodes),
        cmocka_unit_test(orthographic_cameras_come_back),
        cmocka_unit_test(a_camera_that_changes_its_kind_is_perspective),
        cmocka_unit_test(motions_must_be_baked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
