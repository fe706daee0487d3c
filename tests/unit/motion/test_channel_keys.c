/* To what channels bind, and what creating a motion does to their keys. */
#include "support/channel_plan.h"
#include <string.h>

/* ---- binding ---- */

/* Two channels, for the second "arm" and for a nameless bone. Which bones move in a model of this source? */
static void check_binding(uint64_t of_motion, uint64_t of_model, const uint8_t want[BONES], uint32_t bound)
{
    hone_model *model = channel_model(of_model);
    channel_plan p[3] = {{.targets = {{"arm", 3}}}, {.targets = {{NULL, 2}}}, {.targets = {{"elsewhere", 99}}}};
    for (int i = 0; i < 3; i++) p[i].target_count = p[i].key_count = 1, p[i].values[0] = 9;
    hone_motion *motion = channel_motion(p, 3, of_motion);
    hone_sampler *sampler = channel_sampler(model, motion);
    channel_pose_arrays a;
    hone_sampler_sample(sampler, 0, channel_rest_pose(&a, model));
    CHECK(memcmp(a.animated, want, BONES) == 0);
    CHECK(hone_sampler_bound_count(sampler) == bound);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void channels_bind_by_index_to_their_own_file_and_by_name_to_any_other(void **state)
{
    (void)state;
    check_binding(7, 7, (const uint8_t[]){0, 0, 1, 1}, 2);
    check_binding(7, 8, (const uint8_t[]){0, 1, 0, 0}, 1);
    check_binding(0, 0, (const uint8_t[]){0, 1, 0, 0}, 1); /* two unknown sources never count as the same */
}

static void weights_go_to_the_morphs_that_are_there(void **state)
{
    (void)state;
    channel_plan p = {.path = HONE_CHANNEL_WEIGHTS,
                      .targets = {{"b", 0}, {"none", MORPHS}, {"a", 2}},
                      .target_count = 3,
                      .key_count = 1,
                      .values = {10, 20, 30}};
    const float want[2][MORPHS] = {{10, 0.5f, 30}, {30, 10, 0.75f}};
    for (int other = 0; other < 2; other++) {
        hone_model *model = channel_model(other ? 8 : 7);
        hone_motion *motion = channel_motion(&p, 1, 7);
        hone_sampler *sampler = channel_sampler(model, motion);
        channel_pose_arrays a;
        hone_sampler_sample(sampler, 0, channel_rest_pose(&a, model));
        for (int m = 0; m < MORPHS; m++) CHECK(a.morphs[m] == want[other][m]);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        hone_model_release(model);
    }
}

static void a_motion_that_moves_nothing_goes_with_any_space(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    hone_motion *camera = hone_motion_create(hone_builder_create(NULL, 0, NULL),
                                             &(hone_motion_data){.space = HONE_SPACE_MMD}, NULL, NULL);
    hone_sampler_destroy(channel_sampler(model, camera));
    channel_plan p = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1};
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    channel_model_parts other = channel_parts(b);
    other.data.space = HONE_SPACE_X;
    hone_model *foreign = channel_model_of(b, &other);
    hone_error error = {0};
    CHECK(!hone_sampler_create(&(hone_sampler_desc){.model = foreign, .motion = motion}, &error));
    CHECK(error.code == HONE_ERROR_ARGUMENT);
    hone_motion_release(camera);
    hone_motion_release(motion);
    hone_model_release(foreign);
    hone_model_release(model);
}

static void visibility_goes_with_any_space(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_property_key *key = hone_builder_array(b, 1, sizeof *key);
    const hone_motion_data data = {.space = HONE_SPACE_MMD, .property_key_count = 1, .property_keys = key};
    hone_motion *motion = hone_motion_create(b, &data, NULL, NULL);
    hone_sampler *sampler = channel_sampler(model, motion);
    hone_pose *pose = hone_pose_create(model, NULL, NULL);
    hone_sampler_sample(sampler, 0, pose);
    CHECK(!pose->visible);
    hone_pose_destroy(pose);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- creation -------------------------------------------------------------------------------------------------- */

static void keys_are_sorted_and_mended(void **state)
{
    (void)state;
    channel_plan p[2] = {
        {.path = HONE_CHANNEL_ROTATION,
         .targets = {{"root", 0}},
         .target_count = 1,
         .key_count = 5,
         .times = {2, 0.5, NAN, 0.5, 1.5},
         .values = {0, 0, 0, 3, 1, 0, 0, 0, 9, 9, 9, 9, 0, 1, 0, 0, INFINITY, 0, 0, 0}},
        {.path = HONE_CHANNEL_SCALE, .targets = {{NULL, 1}}, .target_count = 1, .key_count = 1, .values = {2}}};
    hone_motion *motion = channel_motion(p, 2, 0);
    const hone_motion_data *data = hone_motion_get(motion);
    const hone_channel *c = &data->channels[0];
    CHECK(c->key_count == 4 && c->times[1] == 0.5 && c->times[2] == 1.5 && c->times[3] == 2);
    CHECK(c->times[0] < 0.5 && c->times[0] > 0.4999999);
    CHECK(c->values[0] == 1 && c->values[4 + 1] == 1 && c->values[8 + 3] == 1 && c->values[12 + 3] == 1);
    CHECK(data->duration == 2 && hone_motion_duration(motion) == 2 && data->last_frame == 0);
    CHECK(data->records.bone == 6 && data->records.morph == 0);
    assert_string_equal(data->channels[1].targets[0].name, "");
    CHECK(hone_motion_warnings(motion).count == 4); /* without time, infinite, not of unit length, zero length */
    hone_motion_release(motion);
}

/* The x that a motion with one channel gives the bone "root". */
static float sampled_x(const hone_motion *motion, double seconds)
{
    hone_model *model = channel_model(7);
    hone_sampler *sampler = channel_sampler(model, motion);
    channel_pose_arrays a;
    hone_sampler_sample(sampler, seconds * 30, channel_rest_pose(&a, model));
    hone_sampler_destroy(sampler);
    hone_model_release(model);
    return a.bones[0].translation[0];
}

static void two_keys_at_one_time_are_a_jump(void **state)
{
    (void)state;
    for (int interpolation = 0; interpolation < HONE_INTERPOLATION_COUNT; interpolation++) {
        bool cubic = interpolation == HONE_INTERPOLATION_CUBIC, step = interpolation == HONE_INTERPOLATION_STEP;
        channel_plan p = {.interpolation = (hone_interpolation)interpolation,
                          .targets = {{"root", 0}},
                          .target_count = 1,
                          .key_count = 5,
                          .times = {0, 1, 1, 1, 2}}; /* the one between is lost */
        const float x[] = {0, 10, 77, 50, 60};
        for (int k = 0; k < 5; k++) p.values[(cubic ? 9 : 3) * k + (cubic ? 3 : 0)] = x[k];
        hone_motion *motion = channel_motion(&p, 1, 7);
        CHECK(hone_motion_warnings(motion).count == 1);
        CHECK_NEAR(sampled_x(motion, 0.5), step ? 0 : 5, 1e-5);
        CHECK_NEAR(sampled_x(motion, 1 - 1e-6), step ? 0 : 10, 1e-4);
        CHECK(sampled_x(motion, 1) == 50);
        CHECK_NEAR(sampled_x(motion, 1.5), step ? 50 : 55, 1e-5);
        hone_motion_release(motion);
    }
}

static void equal_keys_at_one_time_are_one_and_at_the_begin_the_last_counts(void **state)
{
    (void)state;
    channel_plan p = {.targets = {{"root", 0}},
                      .target_count = 1,
                      .key_count = 4,
                      .times = {0, 0, 1, 1},
                      .values = {1, 0, 0, 2, 0, 0, 5, 0, 0, 5, 0, 0}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    const hone_channel *c = hone_motion_get(motion)->channels;
    CHECK(c->key_count == 2 && c->times[0] == 0 && c->values[0] == 2 && c->values[3] == 5);
    CHECK(hone_motion_warnings(motion).count == 0);
    hone_motion_release(motion);
}

static void keys_without_a_time_are_no_keys(void **state)
{
    (void)state;
    channel_plan p = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 2, .times = {NAN, INFINITY}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    CHECK(hone_motion_get(motion)->channels[0].key_count == 0);
    CHECK(hone_motion_warnings(motion).count > 0);
    hone_motion_release(motion);
}

static void targets_without_a_name_have_an_empty_one(void **state)
{
    (void)state;
    channel_plan p = {
        .path = HONE_CHANNEL_WEIGHTS, .targets = {{"a", 0}, {NULL, 1}, {NULL, 2}}, .target_count = 3, .key_count = 1};
    hone_motion *motion = channel_motion(&p, 1, 7);
    const hone_channel *channel = &hone_motion_get(motion)->channels[0];
    for (int t = 0; t < 3; t++) assert_string_equal(channel->targets[t].name, t ? "" : "a");
    hone_motion_release(motion);
}

static void a_number_that_is_not_finite_becomes_0(void **state)
{
    (void)state;
    channel_plan p = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1, .values = {NAN, 5, INFINITY}};
    hone_motion *motion = channel_motion(&p, 1, 0);
    const float *values = hone_motion_get(motion)->channels[0].values;
    CHECK(values[0] == 0 && values[1] == 5 && values[2] == 0 && hone_motion_warnings(motion).count == 1);
    hone_motion_release(motion);
}

static void ten_thousand_keys_in_disorder_come_out_in_order(void **state)
{
    (void)state;
    enum { MANY = 10000 };
    test_random random = {5};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    double *times = hone_builder_array(b, MANY, sizeof *times);
    float *values = hone_builder_array(b, MANY, 3 * sizeof *values);
    hone_channel_target *target = hone_builder_array(b, 1, sizeof *target);
    hone_channel *channel = hone_builder_array(b, 1, sizeof *channel);
    float first[MANY] = {0}, last[MANY] = {0}; /* the keys of each time */
    for (int k = 0; k < MANY; k++) {
        uint32_t at = test_random_u32(&random) % MANY;
        times[k] = at, values[3 * k] = last[at] = (float)k + 1;
        first[at] = first[at] > 0 ? first[at] : last[at];
    }
    *channel = (hone_channel){0, 0, 1, target, MANY, times, values};
    hone_motion *motion =
        hone_motion_create(b, &(hone_motion_data){.channel_count = 1, .channels = channel}, NULL, NULL);
    const hone_channel *c = hone_motion_get(motion)->channels;
    uint32_t k = 0;
    for (int at = 0; at < MANY; at++)
        if (last[at] > 0) {
            if (at > 0 && first[at] < last[at]) {
                CHECK(c->times[k] < at && c->times[k] > at - 1e-6 && c->values[3 * (size_t)k] == first[at]);
                k++;
            }
            CHECK(c->times[k] == at && c->values[3 * (size_t)k] == last[at]);
            k++;
        }
    CHECK(c->key_count == k);
    hone_motion_release(motion);
}

static void a_channel_that_makes_no_sense_is_refused(void **state)
{
    (void)state;
    channel_plan good = {.targets = {{"root", 0}}, .target_count = 1, .key_count = 1}, bad[3] = {good, good, good};
    bad[0].path = HONE_CHANNEL_PATH_COUNT;
    bad[1].interpolation = HONE_INTERPOLATION_COUNT;
    bad[2].target_count = 2;
    for (int i = 0; i < 3; i++) {
        hone_error error = {0};
        CHECK(!channel_motion_try(hone_builder_create(NULL, 0, NULL), &bad[i], 1, 0, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT);
    }
    const hone_channel without = {.target_count = 1, .key_count = 3};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    const hone_motion_data data = {.channel_count = 1, .channels = channel_copy(b, &without, 1, sizeof without)};
    CHECK(!hone_motion_create(b, &data, NULL, NULL));
}

static void every_failed_allocation_is_an_error(void **state)
{
    (void)state;
    test_random random = {6};
    channel_plan p[2] = {channel_plan_random(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, &random),
                         channel_plan_random(HONE_CHANNEL_WEIGHTS, HONE_INTERPOLATION_CUBIC, &random)};
    p[0].times[0] = 100; /* so that sorting is needed */
    hone_model *model = channel_model(7);
    hone_sampler *sampler = NULL;
    for (uint64_t n = 0; !sampler; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_builder *b = hone_builder_create(&a.allocator, 0, &error);
        hone_motion *motion = b ? channel_motion_try(b, p, 2, 7, &error) : NULL;
        if (motion)
            sampler = hone_sampler_create(
                &(hone_sampler_desc){.model = model, .motion = motion, .allocator = &a.allocator}, &error);
        CHECK(sampler || error.code == HONE_ERROR_MEMORY);
        hone_sampler_destroy(sampler);
        hone_motion_release(motion);
        CHECK(a.live == 0);
    }
    hone_model_release(model);
    hone_model *made = NULL;
    for (uint64_t n = 0; !made; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        hone_builder *b = hone_builder_create(&a.allocator, 0, &error);
        channel_model_parts q = b ? channel_parts(b) : (channel_model_parts){0};
        made = b ? hone_model_create(b, &q.data, NULL, &error) : NULL;
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_model_release(made);
        CHECK(a.live == 0);
    }
}

TEST_GROUP(test_channel_keys)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_bind_by_index_to_their_own_file_and_by_name_to_any_other),
        cmocka_unit_test(weights_go_to_the_morphs_that_are_there),
        cmocka_unit_test(a_motion_that_moves_nothing_goes_with_any_space),
        cmocka_unit_test(visibility_goes_with_any_space),
        cmocka_unit_test(keys_are_sorted_and_mended),
        cmocka_unit_test(two_keys_at_one_time_are_a_jump),
        cmocka_unit_test(equal_keys_at_one_time_are_one_and_at_the_begin_the_last_counts),
        cmocka_unit_test(keys_without_a_time_are_no_keys),
        cmocka_unit_test(targets_without_a_name_have_an_empty_one),
        cmocka_unit_test(a_number_that_is_not_finite_becomes_0),
        cmocka_unit_test(ten_thousand_keys_in_disorder_come_out_in_order),
        cmocka_unit_test(a_channel_that_makes_no_sense_is_refused),
        cmocka_unit_test(every_failed_allocation_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
