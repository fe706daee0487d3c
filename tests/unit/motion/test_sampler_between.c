/* Samples between two keys: rotations, fixed axes, late frames. */
#include "support/named_model.h"
#include "support/support.h"
#include <hone/model.h>
#include <string.h>

/* A motion for one bone of the plain model, with two keys. */
static hone_motion *two_keys(const hone_bone_key keys[2])
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *copy = hone_builder_array(builder, 2, sizeof *copy);
    CHECK(track && copy);
    memcpy(copy, keys, 2 * sizeof *keys);
    *track = (hone_bone_track){{named_text(builder, "センター"), 0, {0}}, 2, copy};
    hone_motion *motion =
        hone_motion_create(builder, &(hone_motion_data){.bone_tracks = track, .bone_track_count = 1}, NULL, NULL);
    CHECK(motion);
    return motion;
}

static hone_transform sample_two_keys(const hone_bone_key keys[2], double frame)
{
    hone_model *model = named_plain_model();
    hone_motion *motion = two_keys(keys);
    hone_sampler *sampler = named_sampler(model, motion, HONE_CURVE_EXACT);
    named_pose_arrays arrays;
    hone_sampler_sample(sampler, frame, named_pose(&arrays, model));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    return arrays.bones[0];
}

static void rotations_take_the_shorter_way(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 200; i++) {
        hone_bone_key keys[2] = {{.frame = 0}, {.frame = 8}};
        test_random_quat(&random, keys[0].rotation);
        test_random_quat(&random, keys[1].rotation);
        hone_transform way = sample_two_keys(keys, 3);
        double nearness[2] = {0, 0};
        for (int c = 0; c < 4; c++) {
            nearness[0] += (double)way.rotation[c] * keys[0].rotation[c];
            nearness[1] += (double)way.rotation[c] * keys[1].rotation[c];
            keys[1].rotation[c] = -keys[1].rotation[c]; /* the same rotation */
        }
        /* an arc of at most a quarter turn in quaternion space */
        CHECK(fabs(nearness[0]) > 0.831 && fabs(nearness[1]) > 0.555);
        hone_transform other = sample_two_keys(keys, 3);
        for (int c = 0; c < 4; c++) CHECK_NEAR(way.rotation[c], other.rotation[c], 3e-7);
    }
}

static void the_slightest_turn_is_still_smooth(void **state)
{
    (void)state;
    for (float angle = 1e-2f; angle > 2e-6f; angle *= 0.5f) {
        hone_bone_key keys[2] = {{.frame = 0, .rotation = {0, 0, 0, 1}},
                                 {.frame = 4, .rotation = {sinf(angle), 0, 0, cosf(angle)}}};
        for (int k = 0; k <= 4; k++)
            CHECK_NEAR(sample_two_keys(keys, k).rotation[0], sin((double)angle * k / 4), 1e-4 * (double)angle);
    }
}

/* ---- fixed axes ---- */

/* Bones that rotate about (0, 3, 0) only; the first one is "センター". */
static hone_model *axis_model(uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(builder, count, sizeof *bones);
    for (uint32_t b = 0; b < count; b++) {
        const char name[2] = {(char)('0' + b), '\0'};
        bones[b] = (hone_bone){.name = b ? named_text(builder, name) : named_plain_bones[0],
                               .parent = HONE_NONE,
                               .flags = HONE_BONE_FIXED_AXIS,
                               .fixed_axis = {0, 3, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    }
    hone_model_data data = {.skeleton = {.bone_count = count, .bones = bones}};
    return test_model_create(builder, &data);
}

/* Two keys on that bone, sampled at a frame. */
static hone_transform sample_on_axis(const hone_bone_key keys[2], hone_fixed_axis method, double frame)
{
    hone_model *model = axis_model(1);
    hone_motion *motion = two_keys(keys);
    const hone_sampler_desc desc = {.model = model, .motion = motion, .rules = {.fixed_axis = method}};
    hone_sampler *sampler = hone_sampler_create(&desc, NULL);
    CHECK(sampler);
    named_pose_arrays arrays;
    hone_sampler_sample(sampler, frame, named_pose(&arrays, model));
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
    return arrays.bones[0];
}

static void check_turn(const hone_transform *got, double half)
{
    double sign = got->rotation[3] * cos(half) < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) CHECK_NEAR(got->rotation[i], i == 1 ? sign * sin(half) : 0, 1e-6);
    CHECK_NEAR(got->rotation[3], sign * cos(half), 1e-6);
}

/* Both rotate by the same angle about axes near the bone's: one upwards, one downwards. */
static const hone_bone_key leaning[2] = {{.frame = 0, .rotation = {0.48f, 0.36f, 0, 0.8f}},
                                         {.frame = 4, .rotation = {0.48f, -0.36f, 0, 0.8f}}};

static void keys_of_a_fixed_axis_keep_their_angle_and_take_the_axis(void **state)
{
    (void)state;
    double half = asin(0.6);
    for (int method = 0; method < 2; method++)
        for (int hold = 0; hold < 2; hold++) {
            hone_transform first = sample_on_axis(leaning, (hone_fixed_axis)method, hold ? -7 : 0);
            hone_transform last = sample_on_axis(leaning, (hone_fixed_axis)method, hold ? 9 : 4);
            check_turn(&first, half);
            check_turn(&last, -half);
        }
}

static void between_keys_of_a_fixed_axis_the_methods_differ(void **state)
{
    (void)state;
    double half = asin(0.6), arc = acos(0.48 * 0.48 - 0.36 * 0.36 + 0.64);
    hone_transform key = sample_on_axis(leaning, HONE_FIXED_AXIS_KEY, 1);
    hone_transform sample = sample_on_axis(leaning, HONE_FIXED_AXIS_SAMPLE, 1);
    check_turn(&key, half / 2);
    double share = sin(0.75 * arc) / sin(arc), other = sin(0.25 * arc) / sin(arc);
    check_turn(&sample, acos(0.8 * (share + other)));
}

static void frames_past_2_to_the_24_are_told_apart(void **state)
{
    (void)state;
    const uint32_t far = (UINT32_C(1) << 30) + 1;
    hone_bone_key keys[2] = {{.frame = far, .rotation = {0, 0, 0, 1}},
                             {.frame = far + 2, .translation = {8}, .rotation = {0, 0, 0, 1}}};
    CHECK(sample_two_keys(keys, far).translation[0] == 0);
    CHECK_NEAR(sample_two_keys(keys, far + 0.25).translation[0], 1, 1e-6);
    CHECK_NEAR(sample_two_keys(keys, far + 1.0).translation[0], 4, 1e-6);
    CHECK(sample_two_keys(keys, far + 2.0).translation[0] == 8);
}

static void check_failed_allocations(const hone_model *model, const hone_motion *motion)
{
    hone_sampler *sampler = NULL;
    for (uint64_t n = 0; !sampler; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        hone_error error = {0};
        sampler = hone_sampler_create(&(hone_sampler_desc){.model = model, .motion = motion, .allocator = &a.allocator},
                                      &error);
        CHECK(sampler || error.code == HONE_ERROR_MEMORY);
        CHECK(sampler || a.live == 0);
        if (!sampler)
            continue;
        uint64_t calls = a.calls;
        named_pose_arrays arrays;
        named_pose(&arrays, model);
        for (int frame = -5; frame < 200; frame++) hone_sampler_sample(sampler, frame, &arrays.pose);
        CHECK(a.calls == calls && n > 2);
        hone_sampler_destroy(sampler);
        CHECK(a.live == 0);
    }
}

static void every_failed_allocation_is_an_error_and_sampling_makes_none(void **state)
{
    (void)state;
    hone_model *models[2] = {named_plain_model(), axis_model(NAMED_MOST)};
    hone_motion *motions[2] = {named_random_motion(models[0], 9), named_random_motion(models[1], 9)};
    for (int i = 0; i < 2; i++) {
        check_failed_allocations(models[i], motions[i]);
        hone_motion_release(motions[i]);
        hone_model_release(models[i]);
    }
}

TEST_GROUP(test_sampler_between)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_take_the_shorter_way),
        cmocka_unit_test(the_slightest_turn_is_still_smooth),
        cmocka_unit_test(keys_of_a_fixed_axis_keep_their_angle_and_take_the_axis),
        cmocka_unit_test(between_keys_of_a_fixed_axis_the_methods_differ),
        cmocka_unit_test(frames_past_2_to_the_24_are_told_apart),
        cmocka_unit_test(every_failed_allocation_is_an_error_and_sampling_makes_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
