#include "support/support.h"
#include <hone/motion.h>
#include <string.h>

/* ---- help ---- */

static hone_builder *builder_of(test_allocator *a)
{
    hone_builder *builder = hone_builder_create(a ? &a->allocator : NULL, 0, NULL);
    CHECK(builder);
    return builder;
}

static const char *text(hone_builder *builder, const char *utf8)
{
    return hone_builder_text(builder, utf8, strlen(utf8));
}

/* One bone track of `count` keys, each without rotation at its frame; x identifies the key. */
static hone_bone_key *one_track(hone_builder *builder, hone_motion_data *data, const uint32_t *frames, uint32_t count)
{
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, count, sizeof *keys);
    CHECK(track && keys);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (hone_bone_key){.frame = frames[i], .translation = {(float)i}, .rotation = {0, 0, 0, 1}};
    *track = (hone_bone_track){{text(builder, "センター"), 0, {0}}, count, keys};
    data->bone_tracks = track;
    data->bone_track_count = 1;
    return keys;
}

static hone_motion *finish(hone_builder *builder, const hone_motion_data *data)
{
    hone_error error = {0};
    hone_motion *motion = hone_motion_create(builder, data, NULL, &error);
    if (!motion)
        fail_msg("%s", error.message);
    return motion;
}

static bool warns(const hone_motion *motion, const char *part)
{
    hone_warnings warnings = hone_motion_warnings(motion);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (strstr(warnings.texts[i], part))
            return true;
    return false;
}

static hone_motion *camera_motion(const hone_camera_key *keys, uint32_t count)
{
    hone_builder *builder = builder_of(NULL);
    hone_camera_key *copy = hone_builder_array(builder, count, sizeof *copy);
    CHECK(copy);
    memcpy(copy, keys, count * sizeof *copy);
    return finish(builder, &(hone_motion_data){.camera_keys = copy, .camera_key_count = count});
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void motion_sorts_keys_and_the_last_of_one_frame_stays(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    one_track(builder, &data, (uint32_t[]){9, 4, 9, 0, 4, 7}, 6);
    hone_motion *motion = finish(builder, &data);
    const hone_bone_track *track = hone_motion_get(motion)->bone_tracks;
    const uint32_t frames[4] = {0, 4, 7, 9};
    const float came[4] = {3, 4, 5, 2};
    CHECK(track->key_count == 4);
    for (int i = 0; i < 4; i++) {
        CHECK(track->keys[i].frame == frames[i]);
        CHECK(track->keys[i].translation[0] == came[i]);
    }
    CHECK(hone_motion_get(motion)->records.bone == 6);
    CHECK(hone_motion_get(motion)->last_frame == 9);
    CHECK_NEAR(hone_motion_duration(motion), 0.3, 1e-15);
    CHECK(warns(motion, "at one frame"));
    hone_motion_release(motion);
}

static void motion_sorts_many_keys_as_a_stable_sort_would(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static uint32_t frames[COUNT];
    test_random random = {1};
    for (int i = 0; i < COUNT; i++) frames[i] = test_random_u32(&random) % 3000;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    one_track(builder, &data, frames, COUNT);
    hone_motion *motion = finish(builder, &data);
    const hone_bone_track *track = hone_motion_get(motion)->bone_tracks;
    uint32_t next = 0;
    for (uint32_t frame = 0; frame < 3000; frame++) {
        int last = -1;
        for (int i = 0; i < COUNT; i++) last = frames[i] == frame ? i : last;
        if (last < 0)
            continue;
        CHECK(next < track->key_count && track->keys[next].frame == frame);
        CHECK(track->keys[next++].translation[0] == (float)last);
    }
    CHECK(next == track->key_count);
    hone_motion_release(motion);
}

static void motion_in_order_loads_without_a_warning(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    one_track(builder, &data, (uint32_t[]){0, 1, UINT32_C(1) << 31}, 3);
    hone_error error = {0};
    hone_motion *motion = hone_motion_create(builder, &data, &(hone_motion_desc){.strict = true}, &error);
    CHECK(motion);
    CHECK(hone_motion_warnings(motion).count == 0);
    CHECK(hone_motion_get(motion)->last_frame == UINT32_C(1) << 31);
    hone_motion_release(motion);
}

static void motion_drops_keys_past_2_to_the_31(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    one_track(builder, &data, (uint32_t[]){UINT32_MAX, 5, (UINT32_C(1) << 31) + 1}, 3);
    hone_motion *motion = finish(builder, &data);
    CHECK(hone_motion_get(motion)->bone_tracks->key_count == 1);
    CHECK(hone_motion_get(motion)->last_frame == 5);
    CHECK(warns(motion, "2^31") && warns(motion, "first at 4294967295, 2 times"));
    hone_motion_release(motion);
}

static void motion_brings_rotations_to_unit_length(void **state)
{
    (void)state;
    const float given[6][4] = {{0, 0, 0, 2},         {0, 0, 0, 0},         {NAN, 0, 0, 1},
                               {3e30f, 0, 0, 4e30f}, {3e-9f, 4e-9f, 0, 0}, {INFINITY, 1, 1, 1}};
    const float want[6][4] = {{0, 0, 0, 1},       {0, 0, 0, 1},       {0, 0, 0, 1},
                              {0.6f, 0, 0, 0.8f}, {0.6f, 0.8f, 0, 0}, {0, 0, 0, 1}};
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    hone_bone_key *keys = one_track(builder, &data, (uint32_t[]){0, 1, 2, 3, 4, 5}, 6);
    for (int i = 0; i < 6; i++) memcpy(keys[i].rotation, given[i], sizeof given[i]);
    hone_motion *motion = finish(builder, &data);
    for (int i = 0; i < 6; i++)
        for (int c = 0; c < 4; c++)
            CHECK_NEAR(hone_motion_get(motion)->bone_tracks->keys[i].rotation[c], want[i][c], 1e-7);
    CHECK(warns(motion, "identity"));
    CHECK(warns(motion, "unit length"));
    hone_motion_release(motion);
}

static void motion_normalised_once_stays_bit_for_bit(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static uint32_t frames[COUNT];
    static float first[COUNT][4];
    test_random random = {5};
    for (uint32_t i = 0; i < COUNT; i++) frames[i] = i;
    for (int round = 0; round < 2; round++) {
        hone_builder *builder = builder_of(NULL);
        hone_motion_data data = {0};
        hone_bone_key *keys = one_track(builder, &data, frames, COUNT);
        for (int i = 0; i < COUNT; i++) {
            if (round == 0)
                test_random_quat(&random, first[i]);
            for (int c = 0; c < 4; c++) keys[i].rotation[c] = first[i][c] * (round ? 1.0f : 1.003f);
        }
        hone_motion *motion = finish(builder, &data);
        for (int i = 0; i < COUNT; i++) {
            const float *got = hone_motion_get(motion)->bone_tracks->keys[i].rotation;
            CHECK(round == 0 || memcmp(got, first[i], sizeof first[i]) == 0);
            memcpy(first[i], got, sizeof first[i]);
        }
        hone_motion_release(motion);
    }
}

static void motion_makes_numbers_finite_and_curves_sane(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    hone_bone_key *keys = one_track(builder, &data, (uint32_t[]){0}, 1);
    keys->translation[1] = NAN;
    keys->translation[2] = -INFINITY;
    keys->curves[2] = (hone_curve){255, 128, 127, 0};
    hone_morph_track *morph = hone_builder_array(builder, 1, sizeof *morph);
    hone_morph_key *weight = hone_builder_array(builder, 2, sizeof *weight);
    CHECK(morph && weight);
    weight[0] = (hone_morph_key){0, NAN};
    weight[1] = (hone_morph_key){1, -2.5f}; /* weights are not limited */
    *morph = (hone_morph_track){{text(builder, "あ"), 0, {0}}, 2, weight};
    data.morph_tracks = morph;
    data.morph_track_count = 1;
    hone_motion *motion = finish(builder, &data);
    const hone_bone_key *key = hone_motion_get(motion)->bone_tracks->keys;
    CHECK(key->translation[1] == 0 && key->translation[2] == 0);
    CHECK(key->curves[2].x1 == 127 && key->curves[2].y1 == 127 && key->curves[2].x2 == 127 && key->curves[2].y2 == 0);
    CHECK(hone_motion_get(motion)->morph_tracks->keys[0].weight == 0);
    CHECK(hone_motion_get(motion)->morph_tracks->keys[1].weight == -2.5f);
    CHECK(warns(motion, "not finite"));
    CHECK(warns(motion, "127"));
    hone_motion_release(motion);
}

static void motion_encodes_names_that_mmd_would_not_cut(void **state)
{
    (void)state;
    const char *names[3] = {"センター", "長い名前のボーンです", "ключ 🦴"};
    hone_builder *builder = builder_of(NULL);
    hone_bone_track *tracks = hone_builder_array(builder, 4, sizeof *tracks);
    CHECK(tracks);
    for (int i = 0; i < 3; i++) tracks[i].name.text = text(builder, names[i]);
    tracks[3].name = (hone_track_name){NULL, 4, {(char)0x8D, (char)0xB6, (char)0x98, (char)0x72}}; /* 左腕 */
    hone_motion *motion = finish(builder, &(hone_motion_data){.bone_tracks = tracks, .bone_track_count = 4});
    const hone_bone_track *got = hone_motion_get(motion)->bone_tracks;
    CHECK(got[0].name.cp932_size == 8 && memcmp(got[0].name.cp932, "\x83\x5A\x83\x93\x83\x5E\x81\x5B", 8) == 0);
    CHECK(got[1].name.cp932_size == 0); /* otherwise it would match every name with this beginning */
    CHECK(got[2].name.cp932_size == 0);
    assert_string_equal(got[3].name.text, "左腕");
    hone_motion_release(motion);
}

static void strict_motion_with_a_slip_is_an_error(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_motion_data data = {0};
    one_track(builder, &data, (uint32_t[]){3, 3}, 2);
    hone_error error = {0};
    CHECK(!hone_motion_create(builder, &data, &(hone_motion_desc){.strict = true}, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && error.at == 3);
}

static void motion_of_nothing_is_empty_and_null_is_too(void **state)
{
    (void)state;
    hone_motion *motion = finish(builder_of(NULL), &(hone_motion_data){0});
    CHECK(hone_motion_get(motion)->bone_track_count == 0);
    assert_string_equal(hone_motion_get(motion)->model_name, "");
    hone_motion_release(motion);
    assert_string_equal(hone_motion_get(NULL)->model_name, "");
    CHECK(hone_motion_duration(NULL) == 0);
    CHECK(hone_motion_warnings(NULL).count == 0);
    CHECK(!hone_motion_retain(NULL));
    hone_motion_release(NULL);
}

static void motion_moves_a_model_by_any_of_its_tracks(void **state)
{
    (void)state;
    static const uint32_t frames[1] = {0};
    for (int kind = 0; kind < 4; kind++) {
        hone_builder *builder = builder_of(NULL);
        hone_morph_key *weight = hone_builder_array(builder, 1, sizeof *weight);
        hone_morph_track *morph = hone_builder_array(builder, 1, sizeof *morph);
        hone_motion_data data = {.space = HONE_SPACE_MMD};
        *morph = (hone_morph_track){{.text = "smile"}, 1, weight};
        if (kind == 1)
            one_track(builder, &data, frames, 1);
        data.morph_tracks = morph, data.morph_track_count = kind == 2;
        data.property_keys = hone_builder_array(builder, 1, sizeof(hone_property_key));
        data.property_key_count = kind == 3;
        hone_motion *motion = finish(builder, &data);
        CHECK(hone_motion_moves(motion) == (kind > 0));
        hone_motion_release(motion);
    }
    hone_motion *camera = camera_motion(&(hone_camera_key){.frame = 5}, 1);
    CHECK(!hone_motion_moves(camera));
    hone_motion_release(camera);
}

static void motion_refuses_null_and_arrays_that_are_missing(void **state)
{
    (void)state;
    hone_error error = {0};
    CHECK(!hone_motion_create(NULL, &(hone_motion_data){0}, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    error = (hone_error){0};
    CHECK(!hone_motion_create(builder_of(NULL), NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    const hone_motion_data bad[] = {{.bone_track_count = 1}, {.morph_track_count = 1}, {.camera_key_count = 1},
                                    {.light_key_count = 1},  {.shadow_key_count = 1},  {.property_key_count = 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (hone_error){0};
        CHECK(!hone_motion_create(builder_of(NULL), &bad[i], NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    }
}

/* Tracks, property keys and channels with a count but without an array. */
static void motion_refuses_tracks_without_their_keys(void **state)
{
    (void)state;
    static const hone_bone_track bone = {.key_count = 1};
    static const hone_morph_track morph = {.key_count = 1};
    static const hone_property_key property = {.state_count = 1};
    static const hone_channel_target target = {.name = "a"};
    static const double time = 0;
    static const float values[3] = {0};
    static const hone_channel channels[] = {
        {.target_count = 1, .key_count = 1, .times = &time, .values = values},
        {.target_count = 1, .targets = &target, .key_count = 1, .values = values},
        {.target_count = 1, .targets = &target, .key_count = 1, .times = &time},
    };
    const hone_motion_data bad[] = {
        {.bone_track_count = 1, .bone_tracks = &bone},         {.morph_track_count = 1, .morph_tracks = &morph},
        {.property_key_count = 1, .property_keys = &property}, {.channel_count = 1, .channels = &channels[0]},
        {.channel_count = 1, .channels = &channels[1]},        {.channel_count = 1, .channels = &channels[2]}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_error error = {0};
        CHECK(!hone_motion_create(builder_of(NULL), &bad[i], NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    }
}

static void motion_lives_until_its_last_release(void **state)
{
    (void)state;
    test_allocator a;
    test_allocator_make(&a, UINT64_MAX);
    hone_builder *builder = builder_of(&a);
    hone_motion *motion = hone_motion_create(builder, &(hone_motion_data){0}, NULL, NULL);
    CHECK(hone_motion_retain(motion) == motion);
    hone_motion_release(motion);
    CHECK(a.live > 0);
    hone_motion_release(motion);
    CHECK(a.live == 0);
}

static void every_failed_allocation_is_an_error_and_leaks_nothing(void **state)
{
    (void)state;
    for (uint64_t n = 0;; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_builder *builder = hone_builder_create(&a.allocator, 0, NULL);
        hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
        hone_bone_key *keys = hone_builder_array(builder, 500, sizeof *keys);
        for (uint32_t i = 0; keys && i < 500; i++) keys[i].frame = 1000 - i;
        hone_motion_data data = {.bone_tracks = track, .bone_track_count = track ? 1 : 0};
        if (track)
            *track = (hone_bone_track){{hone_builder_text(builder, "a", 1), 0, {0}}, keys ? 500 : 0, keys};
        hone_error error = {0};
        hone_motion *motion = hone_motion_create(builder, &data, NULL, &error);
        CHECK(motion || error.code == HONE_ERROR_MEMORY || !builder);
        CHECK(motion || a.live == 0);
        hone_motion_release(motion);
        CHECK(a.live == 0);
        if (motion)
            break;
        CHECK(n < 100);
    }
}

/* ---- camera, light, shadow ---- */

static void camera_holds_before_and_after_and_eases_between(void **state)
{
    (void)state;
    hone_camera_key keys[2] = {{.frame = 10, .camera = {{1, 2, 3}, {0.1f, 0.2f, 0.3f}, -40, 30, false}},
                               {.frame = 20, .camera = {{5, 4, 9}, {0.3f, 6.2f, -0.3f}, -20, 50, true}}};
    keys[1].curves[HONE_CAMERA_Y] = (hone_curve){20, 0, 107, 127};
    keys[1].curves[HONE_CAMERA_DISTANCE] = (hone_curve){0, 127, 127, 127};
    hone_motion *motion = camera_motion(keys, 2);
    hone_camera camera;
    const double before[] = {10, 9.9, -5, -INFINITY, NAN}, after[] = {20, 20.1, 1e300, INFINITY};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        CHECK(hone_motion_camera(motion, before[i], HONE_CURVE_EXACT, &camera));
        CHECK(camera.target[0] == 1 && camera.angles[1] == 0.2f && camera.distance == -40 && camera.fov == 30);
        CHECK(!camera.orthographic);
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        CHECK(hone_motion_camera(motion, after[i], HONE_CURVE_EXACT, &camera));
        CHECK(camera.target[2] == 9 && camera.angles[2] == -0.3f && camera.distance == -20 && camera.fov == 50);
        CHECK(camera.orthographic);
    }
    CHECK(hone_motion_camera(motion, 12.5, HONE_CURVE_MMD, &camera));
    CHECK_NEAR(camera.target[0], 2, 1e-6);
    CHECK_NEAR(camera.target[1], 2 + 2 * hone_curve_evaluate(keys[1].curves[1], 0.25, HONE_CURVE_MMD), 1e-6);
    CHECK_NEAR(camera.target[2], 3 + 6 * 0.25, 1e-6);
    CHECK_NEAR(camera.angles[2], 0.3 - 0.6 * 0.25, 1e-6);
    /* angles are interpolated as numbers, so this goes the long way round */
    CHECK_NEAR(camera.angles[1], 0.2 + 6 * 0.25, 1e-6);
    CHECK_NEAR(camera.distance, -40 + 20 * hone_curve_evaluate(keys[1].curves[4], 0.25, HONE_CURVE_MMD), 1e-5);
    CHECK_NEAR(camera.fov, 35, 1e-5);
    CHECK(!camera.orthographic); /* the step of the key before */
    hone_motion_release(motion);
}

static void camera_cuts_between_keys_one_frame_apart(void **state)
{
    (void)state;
    hone_camera_key keys[3] = {{.frame = 7, .camera = HONE_CAMERA_DEFAULT},
                               {.frame = 8, .camera = HONE_CAMERA_DEFAULT},
                               {.frame = 10, .camera = HONE_CAMERA_DEFAULT}};
    keys[1].camera.distance = keys[2].camera.distance = -10;
    keys[2].camera.fov = 40;
    hone_motion *motion = camera_motion(keys, 3);
    hone_camera camera;
    CHECK(hone_motion_camera(motion, 7.999, HONE_CURVE_EXACT, &camera) && camera.distance == -45);
    CHECK(hone_motion_camera(motion, 8, HONE_CURVE_EXACT, &camera) && camera.distance == -10);
    CHECK(hone_motion_camera(motion, 9, HONE_CURVE_EXACT, &camera));
    CHECK_NEAR(camera.fov, 35, 1e-5);
    hone_motion_release(motion);
}

static void camera_field_of_view_is_clamped(void **state)
{
    (void)state;
    hone_camera_key keys[2] = {{.frame = 0, .camera = HONE_CAMERA_DEFAULT},
                               {.frame = 5, .camera = HONE_CAMERA_DEFAULT}};
    keys[0].camera.fov = 0;
    keys[1].camera.fov = 4e9f;
    hone_motion *motion = camera_motion(keys, 2);
    CHECK(hone_motion_get(motion)->camera_keys[0].camera.fov == 1);
    CHECK(hone_motion_get(motion)->camera_keys[1].camera.fov == 179);
    CHECK(warns(motion, "field of view"));
    hone_motion_release(motion);
}

static void light_is_straight_between_keys_and_of_unit_length(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_light_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    CHECK(keys);
    keys[0] = (hone_light_key){0, {{0, 0.5f, 1}, {2, 0, 0}}};
    keys[1] = (hone_light_key){10, {{1, 0.5f, 0}, {0, 2, 0}}};
    keys[2] = (hone_light_key){20, {{1, 1, 1}, {0, 0, 0}}};
    hone_motion *motion = finish(builder, &(hone_motion_data){.light_keys = keys, .light_key_count = 3});
    hone_light light;
    CHECK(hone_motion_light(motion, 5, &light));
    CHECK_NEAR(light.colour[0], 0.5, 1e-7);
    CHECK_NEAR(light.direction[0], sqrt(0.5), 1e-6);
    CHECK_NEAR(light.direction[1], sqrt(0.5), 1e-6);
    CHECK(hone_motion_light(motion, 99, &light));
    const hone_light start = HONE_LIGHT_DEFAULT; /* a direction without length */
    for (int i = 0; i < 3; i++) CHECK(light.direction[i] == start.direction[i]);
    hone_motion_release(motion);
}

static void shadow_mode_steps_and_distance_is_straight(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_shadow_key *keys = hone_builder_array(builder, 3, sizeof *keys);
    CHECK(keys);
    keys[0] = (hone_shadow_key){10, 1, 0.02f};
    keys[1] = (hone_shadow_key){20, 2, 0.04f};
    keys[2] = (hone_shadow_key){30, 9, 5};
    hone_motion *motion = finish(builder, &(hone_motion_data){.shadow_keys = keys, .shadow_key_count = 3});
    uint8_t mode;
    float distance;
    CHECK(hone_motion_shadow(motion, 15, &mode, &distance));
    CHECK(mode == 1);
    CHECK_NEAR(distance, 0.03, 1e-7);
    CHECK(hone_motion_shadow(motion, 30, &mode, &distance));
    CHECK(mode == 1 && distance == 0.1f); /* repaired */
    CHECK(hone_motion_warnings(motion).count == 2);
    hone_motion_release(motion);
}

static void shadow_modes_end_at_2(void **state)
{
    (void)state;
    hone_builder *builder = builder_of(NULL);
    hone_shadow_key *keys = hone_builder_array(builder, 2, sizeof *keys);
    CHECK(keys);
    keys[0] = (hone_shadow_key){.frame = 0, .mode = 2, .distance = 0.1f},
    keys[1] = (hone_shadow_key){.frame = 1, .mode = 3};
    hone_motion *motion = finish(builder, &(hone_motion_data){.shadow_keys = keys, .shadow_key_count = 2});
    CHECK(hone_motion_get(motion)->shadow_keys[0].mode == 2 && hone_motion_get(motion)->shadow_keys[1].mode == 1);
    CHECK(warns(motion, "unknown shadow mode") && !warns(motion, "clamped"));
    hone_motion_release(motion);
}

static void motion_without_scene_keys_leaves_the_scene_alone(void **state)
{
    (void)state;
    hone_camera camera = HONE_CAMERA_DEFAULT;
    hone_light light = HONE_LIGHT_DEFAULT;
    uint8_t mode = 77;
    float distance = 77;
    CHECK(!hone_motion_camera(NULL, 0, HONE_CURVE_EXACT, &camera) && camera.distance == -45);
    CHECK(!hone_motion_light(NULL, 0, &light) && light.direction[1] < -0.8f);
    CHECK(!hone_motion_shadow(NULL, 0, &mode, &distance) && mode == 77 && distance == 77);
}

TEST_GROUP(test_motion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_sorts_keys_and_the_last_of_one_frame_stays),
        cmocka_unit_test(motion_sorts_many_keys_as_a_stable_sort_would),
        cmocka_unit_test(motion_in_order_loads_without_a_warning),
        cmocka_unit_test(motion_drops_keys_past_2_to_the_31),
        cmocka_unit_test(motion_brings_rotations_to_unit_length),
        cmocka_unit_test(motion_normalised_once_stays_bit_for_bit),
        cmocka_unit_test(motion_makes_numbers_finite_and_curves_sane),
        cmocka_unit_test(motion_encodes_names_that_mmd_would_not_cut),
        cmocka_unit_test(strict_motion_with_a_slip_is_an_error),
        cmocka_unit_test(motion_of_nothing_is_empty_and_null_is_too),
        cmocka_unit_test(motion_moves_a_model_by_any_of_its_tracks),
        cmocka_unit_test(motion_refuses_null_and_arrays_that_are_missing),
        cmocka_unit_test(motion_refuses_tracks_without_their_keys),
        cmocka_unit_test(motion_lives_until_its_last_release),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_leaks_nothing),
        cmocka_unit_test(camera_holds_before_and_after_and_eases_between),
        cmocka_unit_test(camera_cuts_between_keys_one_frame_apart),
        cmocka_unit_test(camera_field_of_view_is_clamped),
        cmocka_unit_test(light_is_straight_between_keys_and_of_unit_length),
        cmocka_unit_test(shadow_mode_steps_and_distance_is_straight),
        cmocka_unit_test(shadow_modes_end_at_2),
        cmocka_unit_test(motion_without_scene_keys_leaves_the_scene_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
