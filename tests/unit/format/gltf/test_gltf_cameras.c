/* Cameras of glTF: what a file has, and the keys of the one that moves. */
#include "support/make/files/make_gltf.h"
#include "support/support.h"
#include <hone/format.h>
#include <hone/math.h>
#include <stdio.h>
#include <string.h>

static const double units = 1 / HONE_MMD_METRES; /* of the world in a metre */

/* ---- files ---- */

/* A file whose nodes are: 0 the root, 1 a camera below it ("cam"), 2 a camera without a name, 3 one without lens. */
static make_gltf *file_of_cameras(const char *root, const char *camera)
{
    make_gltf *file = test_malloc(sizeof *file);
    memset(file, 0, sizeof *file);
    strcpy(file->root, "\"cameras\": [{\"type\": \"perspective\", \"perspective\": {\"yfov\": 0.5, \"znear\": 0.1}},"
                       "{\"type\": \"orthographic\", \"name\": \"flat\", \"orthographic\": {\"xmag\": 3, \"ymag\": 2,"
                       "\"znear\": 0.1, \"zfar\": 100}}], \"scene\": 0,");
    make_gltf_add(file, MAKE_NODES, "{\"name\": \"root\", \"children\": [1]%s}", root);
    make_gltf_add(file, MAKE_NODES, "{\"name\": \"cam\", \"camera\": 0%s}", camera);
    make_gltf_add(file, MAKE_NODES, "{\"camera\": 1, \"translation\": [0, 1, 4]}");
    make_gltf_add(file, MAKE_SCENES, "{\"nodes\": [0, 2]}");
    return file;
}

/* One channel of an animation; target: such as "\"node\": 0, \"path\": \"translation\"". */
static void animate(make_gltf *file, const char *target, const char *type, const char *interpolation,
                    const float *times, const float *values, int count)
{
    int input = make_gltf_floats(file, "SCALAR", times, count), output = make_gltf_floats(file, type, values, count);
    make_gltf_add(file, MAKE_ANIMATIONS,
                  "{\"channels\": [{\"sampler\": 0, \"target\": {%s}}], \"samplers\": [{\"input\": %d, \"output\": %d,"
                  " \"interpolation\": \"%s\"}]}",
                  target, input, output, interpolation);
}

static hone_motion *load(const make_gltf *file, const char *camera, hone_error *error)
{
    hone_bytes bytes = make_gltf_glb(file);
    hone_motion *motion = hone_motion_load_memory(bytes.data, bytes.size, &(hone_load_desc){.camera = camera}, error);
    hone_bytes_release(&bytes);
    return motion;
}

static hone_motion *load_or_fail(const make_gltf *file, const char *camera)
{
    hone_error error = {0};
    hone_motion *motion = load(file, camera, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

/* ---- what a camera sees ---- */

typedef struct view {
    double eye[3], forward[3], up[3];
    hone_camera camera;
} view;

/* The rows of Rz Rx Ry are right, up and forward. */
static view view_at(const hone_motion *motion, double seconds)
{
    view v = {.camera = HONE_CAMERA_DEFAULT};
    CHECK(hone_motion_camera(motion, hone_frame_from_seconds(seconds), HONE_CURVE_EXACT, &v.camera));
    double x = (double)v.camera.angles[0], y = (double)v.camera.angles[1], z = (double)v.camera.angles[2];
    const double forward[3] = {-cos(x) * sin(y), sin(x), cos(x) * cos(y)};
    const double level_up[3] = {sin(x) * sin(y), cos(x), -sin(x) * cos(y)}, right[3] = {cos(y), 0, sin(y)};
    for (int i = 0; i < 3; i++) {
        v.forward[i] = forward[i];
        v.up[i] = sin(z) * right[i] + cos(z) * level_up[i];
        v.eye[i] = (double)v.camera.target[i] + forward[i] * (double)v.camera.distance;
    }
    return v;
}

static void check_vector(const double got[3], double x, double y, double z, double tolerance)
{
    CHECK_NEAR(got[0], x, tolerance);
    CHECK_NEAR(got[1], y, tolerance);
    CHECK_NEAR(got[2], z, tolerance);
}

/* ---- tests ---- */

static void the_cameras_of_a_file_are_listed(void **state)
{
    (void)state;
    make_gltf *file = file_of_cameras("", "");
    animate(file, "\"node\": 0, \"path\": \"translation\"", "VEC3", "LINEAR", (const float[]){0, 1},
            (const float[]){0, 0, 0, 1, 0, 0}, 2);
    hone_bytes bytes = make_gltf_glb(file);
    hone_model *model = hone_model_load_memory(bytes.data, bytes.size, NULL, NULL);
    const hone_model_data *data = hone_model_get(model);
    assert_int_equal(data->camera_count, 2);
    assert_string_equal(data->cameras[0].name, "cam");
    assert_string_equal(data->cameras[1].name, "flat");
    CHECK(data->cameras[0].bone == 1 && data->cameras[1].bone == 2);
    CHECK(data->cameras[0].moves && !data->cameras[1].moves);
    CHECK(!data->cameras[0].orthographic && data->cameras[1].orthographic);
    CHECK_NEAR((double)data->cameras[0].fov, 0.5 * 180 / HONE_PI, 1e-4);
    hone_model_release(model);
    hone_bytes_release(&bytes);
    test_free(file);
}

/* The root turns by a quarter, is twice as large, and carries the camera, which looks along its -z. */
static void a_camera_moves_with_the_nodes_above_it(void **state)
{
    (void)state;
    const float h = sqrtf(0.5f);
    make_gltf *file = file_of_cameras(", \"scale\": [2, 2, 2]", ", \"translation\": [0, 1, 3]");
    animate(file, "\"node\": 0, \"path\": \"rotation\"", "VEC4", "LINEAR", (const float[]){0, 2},
            (const float[]){0, 0, 0, 1, 0, h, 0, h}, 2);
    hone_motion *motion = load_or_fail(file, NULL);
    for (double t = 0; t < 2.05; t += 1 / 30.0) {
        double a = fmin(t, 2) * HONE_PI / 4;
        view v = view_at(motion, t);
        check_vector(v.eye, 6 * units * sin(a), 2 * units, -6 * units * cos(a), 1e-3);
        check_vector(v.forward, -sin(a), 0, cos(a), 1e-4);
        check_vector(v.up, 0, 1, 0, 1e-4);
        CHECK_NEAR((double)v.camera.fov, 0.5 * 180 / HONE_PI, 1e-3);
    }
    hone_motion_release(motion);
    test_free(file);
}

/* Keys one frame apart are a cut only where the camera jumps. */
static void a_jump_is_a_cut_and_a_shake_is_none(void **state)
{
    (void)state;
    enum { COUNT = 31 };
    float times[COUNT], values[COUNT][3] = {{0}};
    for (int k = 0; k < COUNT; k++) {
        times[k] = (float)k / 30;
        values[k][0] = k < 15 ? (k % 2 ? 0.1f : -0.1f) : 5;
    }
    make_gltf *file = file_of_cameras("", "");
    animate(file, "\"node\": 1, \"path\": \"translation\"", "VEC3", "LINEAR", times, *values, COUNT);
    hone_motion *motion = load_or_fail(file, NULL);
    CHECK_NEAR(view_at(motion, 7 / 30.0).eye[0], 0.1 * units, 1e-3);
    CHECK_NEAR(view_at(motion, 7.5 / 30.0).eye[0], 0, 1e-3); /* between two frames */
    hone_motion_release(motion);
    test_free(file);

    file = file_of_cameras("", "");
    animate(file, "\"node\": 1, \"path\": \"translation\"", "VEC3", "STEP", times, *values, COUNT);
    motion = load_or_fail(file, NULL);
    CHECK_NEAR(view_at(motion, 14.5 / 30.0).eye[0], -0.1 * units, 1e-3);
    CHECK_NEAR(view_at(motion, 15.0 / 30.0).eye[0], 5 * units, 1e-3);
    hone_motion_release(motion);
    test_free(file);
}
/* A camera before a character that looks along -z stays before it. */
static void a_camera_of_vrm_0_is_turned_with_its_models(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        make_gltf *file = file_of_cameras("", turned ? ", \"translation\": [1, 2, -3], \"rotation\": [0, 1, 0, 0]"
                                                     : ", \"translation\": [-1, 2, 3]");
        if (turned)
            strcat(file->root, "\"extensions\": {\"VRM\": {}},");
        hone_motion *motion = load_or_fail(file, "cam");
        view v = view_at(motion, 0);
        check_vector(v.eye, -units, 2 * units, -3 * units, 1e-3);
        check_vector(v.forward, 0, 0, 1, 1e-6);
        check_vector(v.up, 0, 1, 0, 1e-6);
        hone_motion_release(motion);
        test_free(file);
    }
}

static void a_camera_that_stands_still_has_keys_if_it_is_wanted(void **state)
{
    (void)state;
    make_gltf *file = file_of_cameras("", "");
    hone_error error = {0};
    assert_null(load(file, NULL, &error)); /* there are no clips */
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    for (int animated = 0; animated < 2; animated++) {
        hone_motion *motion = load_or_fail(file, "flat");
        assert_int_equal(hone_motion_get(motion)->camera_key_count, 1);
        view v = view_at(motion, 0);
        check_vector(v.eye, 0, units, -4 * units, 1e-3);
        CHECK(v.camera.orthographic);
        CHECK_NEAR((double)v.camera.distance * 12.5 / 45, -2 * units, 1e-3);
        hone_motion_release(motion);
        motion = load_or_fail(file, "1");
        CHECK(hone_motion_get(motion)->camera_keys[0].camera.orthographic);
        hone_motion_release(motion);
        const float still[] = {1, 1, 1, 1, 1, 1};
        animate(file, "\"node\": 0, \"path\": \"scale\"", "VEC3", "LINEAR", (const float[]){0, 1}, still, 2);
    }
    hone_motion *none = load_or_fail(file, NULL); /* keys that change nothing */
    assert_int_equal(hone_motion_get(none)->camera_key_count, 0);
    hone_motion_release(none);
    error = (hone_error){0};
    assert_null(load(file, "other", &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, "camera"));
    test_free(file);
}

/* Turning about its x axis, a camera goes over the zenith: its pitch goes on, and nothing jumps between frames. */
static void a_camera_goes_over_the_zenith(void **state)
{
    (void)state;
    const float h = sqrtf(0.5f);
    make_gltf *file = file_of_cameras("", "");
    animate(file, "\"node\": 1, \"path\": \"rotation\"", "VEC4", "LINEAR", (const float[]){0, 1, 2},
            (const float[]){0, 0, 0, 1, h, 0, 0, h, 1, 0, 0, 0}, 3);
    hone_motion *motion = load_or_fail(file, NULL);
    for (double t = 0; t < 2; t += 1 / 240.0) {
        double a = t * HONE_PI / 2;
        view v = view_at(motion, t);
        check_vector(v.forward, 0, sin(a), cos(a), 1e-3);
        check_vector(v.up, 0, cos(a), -sin(a), 1e-3);
    }
    hone_motion_release(motion);
    test_free(file);
}

/* A plan view: the top of the picture is where the node's y axis points. */
static void a_camera_that_looks_straight_down_keeps_its_heading(void **state)
{
    (void)state;
    const float h = 0.5f;
    make_gltf *file = file_of_cameras(", \"rotation\": [-0.70710678, 0, 0, 0.70710678]", "");
    animate(file, "\"node\": 1, \"path\": \"rotation\"", "VEC4", "LINEAR", (const float[]){0, 1},
            (const float[]){0, 0, 0, 1, 0, 0, h, sqrtf(0.75f)}, 2);
    hone_motion *motion = load_or_fail(file, NULL);
    for (double t = 0; t <= 1; t += 1 / 30.0) {
        view v = view_at(motion, t);
        check_vector(v.forward, 0, -1, 0, 1e-5);
        check_vector(v.up, -sin(t * HONE_PI / 3), 0, cos(t * HONE_PI / 3), 1e-3);
    }
    hone_motion_release(motion);
    test_free(file);
}

static void a_pointer_moves_the_lens(void **state)
{
    (void)state;
    static const char *const lenses[] = {"/cameras/0/perspective/yfov",
                                         "/cameras/1/orthographic/ymag",
                                         "/cameras/1/perspective/yfov",
                                         "/cameras/7/perspective/yfov",
                                         "/cameras//perspective/yfov",
                                         "/cameras/99999999999999999999/x",
                                         "/"};
    for (int i = 0; i < 7; i++) {
        char target[200];
        snprintf(target, sizeof target,
                 "\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": {\"pointer\": \"%s\"}}",
                 lenses[i]);
        make_gltf *file = file_of_cameras("", "");
        animate(file, target, "SCALAR", "LINEAR", (const float[]){0, 1}, (const float[]){0.5f, 1}, 2);
        hone_motion *motion = load_or_fail(file, NULL);
        assert_int_equal(hone_motion_get(motion)->camera_key_count > 0, i < 2);
        CHECK_NEAR(hone_motion_get(motion)->clips[0].duration, i < 2, 1e-9);
        if (i == 0)
            CHECK_NEAR((double)view_at(motion, 0.5).camera.fov, 0.75 * 180 / HONE_PI, 1e-3);
        if (i == 1)
            CHECK_NEAR((double)view_at(motion, 0.5).camera.distance, -0.75 * units * 45 / 12.5, 1e-3);
        hone_motion_release(motion);
        test_free(file);
    }
}

/* A pointer to a part of a node is another way to say its path. */
static void a_pointer_moves_a_node(void **state)
{
    (void)state;
    static const struct {
        const char *pointer, *type;
        int path; /* HONE_CHANNEL_PATH_COUNT: none */
    } parts[] = {{"/nodes/1/translation", "VEC3", HONE_CHANNEL_TRANSLATION},
                 {"/nodes/1/rotation", "VEC4", HONE_CHANNEL_ROTATION},
                 {"/nodes/1/scale", "VEC3", HONE_CHANNEL_SCALE},
                 {"/nodes/1/matrix", "VEC4", HONE_CHANNEL_PATH_COUNT},
                 {"/nodes/99/rotation", "VEC4", HONE_CHANNEL_PATH_COUNT},
                 {"/nodes/1", "VEC3", HONE_CHANNEL_PATH_COUNT}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char target[200];
        snprintf(target, sizeof target,
                 "\"path\": \"pointer\", \"extensions\": {\"KHR_animation_pointer\": {\"pointer\": \"%s\"}}",
                 parts[i].pointer);
        make_gltf *file = file_of_cameras("", "");
        animate(file, target, parts[i].type, "LINEAR", (const float[]){0, 1}, (const float[]){0, 0, 0, 1, 0, 0, 0, 1},
                2);
        hone_motion *motion = load_or_fail(file, NULL);
        const hone_motion_data *data = hone_motion_get(motion);
        bool known = parts[i].path != HONE_CHANNEL_PATH_COUNT;
        assert_int_equal(data->channel_count, known);
        if (known)
            assert_int_equal(data->channels[0].path, parts[i].path);
        if (known)
            assert_int_equal(data->channels[0].targets[0].index, 1);
        hone_motion_release(motion);
        test_free(file);
    }
}

static void a_clip_that_is_too_long_has_no_camera(void **state)
{
    (void)state;
    make_gltf *file = file_of_cameras("", "");
    animate(file, "\"node\": 1, \"path\": \"translation\"", "VEC3", "LINEAR", (const float[]){0, 1e9f},
            (const float[]){0, 0, 0, 1, 0, 0}, 2);
    hone_motion *motion = load_or_fail(file, NULL);
    assert_int_equal(hone_motion_get(motion)->camera_key_count, 0);
    assert_int_equal(hone_motion_warnings(motion).count, 1);
    hone_motion_release(motion);
    test_free(file);
}

/* Nodes that are their own parents, and more of them than a camera may have above it. */
static void a_camera_in_a_circle_has_no_keys(void **state)
{
    (void)state;
    make_gltf *file = file_of_cameras("", ", \"children\": [0]");
    animate(file, "\"node\": 1, \"path\": \"translation\"", "VEC3", "LINEAR", (const float[]){0, 1},
            (const float[]){0, 0, 0, 1, 0, 0}, 2);
    hone_motion *motion = load_or_fail(file, NULL);
    assert_int_equal(hone_motion_get(motion)->camera_key_count, 0);
    hone_motion_release(motion);
    test_free(file);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    make_gltf *file = file_of_cameras("", "");
    animate(file, "\"node\": 1, \"path\": \"translation\"", "VEC3", "LINEAR", (const float[]){0, 1},
            (const float[]){0, 0, 0, 1, 0, 0}, 2);
    hone_bytes bytes = make_gltf_glb(file);
    bool done = false;
    for (uint64_t n = 0; !done; n++) {
        test_allocator memory;
        hone_error error = {0};
        test_allocator_make(&memory, n);
        const hone_load_desc desc = {.allocator = &memory.allocator, .camera = "cam"};
        hone_model *model = hone_model_load_memory(bytes.data, bytes.size, &desc, &error);
        hone_motion *motion = model ? hone_motion_load_memory(bytes.data, bytes.size, &desc, &error) : NULL;
        done = motion && hone_motion_get(motion)->camera_key_count;
        CHECK(done || error.code == HONE_ERROR_MEMORY);
        hone_model_release(model);
        hone_motion_release(motion);
        assert_int_equal(memory.live, 0);
    }
    hone_bytes_release(&bytes);
    test_free(file);
}

TEST_GROUP(test_gltf_cameras)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cameras_of_a_file_are_listed),
        cmocka_unit_test(a_camera_moves_with_the_nodes_above_it),
        cmocka_unit_test(a_jump_is_a_cut_and_a_shake_is_none),
        cmocka_unit_test(a_camera_that_stands_still_has_keys_if_it_is_wanted),
        cmocka_unit_test(a_camera_goes_over_the_zenith),
        cmocka_unit_test(a_camera_that_looks_straight_down_keeps_its_heading),
        cmocka_unit_test(a_pointer_moves_the_lens),
        cmocka_unit_test(a_pointer_moves_a_node),
        cmocka_unit_test(a_camera_of_vrm_0_is_turned_with_its_models),
        cmocka_unit_test(a_clip_that_is_too_long_has_no_camera),
        cmocka_unit_test(a_camera_in_a_circle_has_no_keys),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
