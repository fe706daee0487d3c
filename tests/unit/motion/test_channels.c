/* Motions whose values replace the rest pose: channels. */
#include "support/channel_plan.h"
#include <hone/rig.h>
#include <string.h>

/* ---- a second opinion ---- */

static void unit(double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) q[i] /= length;
}

static void reference_slerp(const double a[4], const double b[4], double t, double out[4])
{
    double dot = 0;
    for (int i = 0; i < 4; i++) dot += a[i] * b[i];
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, fabs(dot))), sine = sin(angle);
    for (int i = 0; i < 4; i++)
        out[i] = sine > 1e-5 ? (sin((1 - t) * angle) * a[i] + sign * sin(t * angle) * b[i]) / sine : a[i];
}

/* The value of the channel_plan at a time, directly from the definition. */
static void reference_value(const channel_plan *p, double seconds, double out[4])
{
    uint32_t width = channel_plan_width(p), stride = channel_plan_stride(p), offset = stride == width ? 0 : width,
             k = 0;
    while (k + 1 < p->key_count && p->times[k + 1] <= seconds) k++;
    const float *from = p->values + k * stride + offset, *to = from + stride;
    bool holds = seconds <= p->times[0] || k + 1 == p->key_count || p->interpolation == HONE_INTERPOLATION_STEP;
    double td = holds ? 1 : p->times[k + 1] - p->times[k], s = holds ? 0 : (seconds - p->times[k]) / td, a[4], b[4];
    for (uint32_t i = 0; i < width; i++) {
        a[i] = (double)from[i], b[i] = holds ? a[i] : (double)to[i];
        if (holds || p->interpolation == HONE_INTERPOLATION_LINEAR)
            out[i] = (1 - s) * a[i] + s * b[i];
        else
            out[i] = (2 * s * s * s - 3 * s * s + 1) * a[i] +
                     td * (s * s * s - 2 * s * s + s) * (double)from[width + i] + (-2 * s * s * s + 3 * s * s) * b[i] +
                     td * (s * s * s - s * s) * (double)to[(int)i - (int)width];
    }
    if (p->path == HONE_CHANNEL_ROTATION && p->interpolation == HONE_INTERPOLATION_LINEAR && !holds)
        reference_slerp(a, b, s, out);
    if (p->path == HONE_CHANNEL_ROTATION)
        unit(out);
}

static const float *sampled(const channel_plan *p, const channel_pose_arrays *a)
{
    const hone_transform *bone = &a->bones[1];
    const float *parts_of[] = {bone->translation, bone->rotation, bone->scale, a->morphs};
    return parts_of[p->path];
}

static void check_sample(const channel_plan *p, const channel_pose_arrays *a, double seconds)
{
    double want[4];
    reference_value(p, seconds, want);
    for (uint32_t i = 0; i < channel_plan_width(p); i++)
        if (!(fabs((double)sampled(p, a)[i] - want[i]) <= 2e-6))
            fail_msg("path %d, interpolation %d, at %g s: number %u is %g, not %g", p->path, p->interpolation, seconds,
                     i, (double)sampled(p, a)[i], want[i]);
}

/* ---- sampling ---- */

static void channels_follow_their_definition_at_any_time_in_any_order(void **state)
{
    (void)state;
    test_random random = {1};
    hone_model *model = channel_model(7);
    for (int path = 0; path < HONE_CHANNEL_PATH_COUNT; path++)
        for (int way = 0; way < HONE_INTERPOLATION_COUNT; way++) {
            channel_plan p = channel_plan_random((hone_channel_path)path, (hone_interpolation)way, &random);
            hone_motion *motion = channel_motion(&p, 1, 7);
            hone_sampler *sampler = channel_sampler(model, motion);
            CHECK(hone_sampler_bound_count(sampler) == 1);
            channel_pose_arrays a;
            channel_rest_pose(&a, model);
            for (int i = 0; i < 400; i++) {
                double seconds = i % 2 ? i * 0.008 - 0.3 : (double)test_random_float(&random, -1, 4);
                hone_sampler_sample(sampler, seconds * 30, &a.pose);
                check_sample(&p, &a, seconds);
            }
            hone_sampler_destroy(sampler);
            hone_motion_release(motion);
        }
    hone_model_release(model);
}

static void at_a_key_a_channel_gives_the_key(void **state)
{
    (void)state;
    test_random random = {2};
    hone_model *model = channel_model(7);
    for (int path = 0; path < HONE_CHANNEL_PATH_COUNT; path++)
        for (int way = 0; way < HONE_INTERPOLATION_COUNT; way++) {
            channel_plan p = channel_plan_random((hone_channel_path)path, (hone_interpolation)way, &random);
            hone_motion *motion = channel_motion(&p, 1, 7);
            hone_sampler *sampler = channel_sampler(model, motion);
            channel_pose_arrays a;
            channel_rest_pose(&a, model);
            for (uint32_t k = 0; k < KEYS; k++) {
                hone_sampler_sample(sampler, p.times[k] * 30, &a.pose);
                const float *key = p.values + k * channel_plan_stride(&p) +
                                   (channel_plan_stride(&p) == channel_plan_width(&p) ? 0 : channel_plan_width(&p));
                for (uint32_t i = 0; i < channel_plan_width(&p); i++) CHECK_NEAR(sampled(&p, &a)[i], key[i], 1e-6);
            }
            hone_sampler_destroy(sampler);
            hone_motion_release(motion);
        }
    hone_model_release(model);
}

static void before_the_first_key_and_after_the_last_they_hold_for_ever(void **state)
{
    (void)state;
    test_random random = {3};
    hone_model *model = channel_model(7);
    channel_plan p = channel_plan_random(HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_CUBIC, &random);
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_sampler *sampler = channel_sampler(model, motion);
    const double before[] = {-1e-9, -1e300, -INFINITY, NAN}, after[] = {1e3, 1e300, INFINITY};
    channel_pose_arrays a;
    channel_rest_pose(&a, model);
    p.times[0] = p.times[0] < 0 ? p.times[0] : 0;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        hone_sampler_sample(sampler, before[i] + (i ? 0 : p.times[0] * 30), &a.pose);
        for (int c = 0; c < 4; c++) CHECK_NEAR(a.bones[1].rotation[c], p.values[4 + c], 1e-6);
    }
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        hone_sampler_sample(sampler, after[i], &a.pose);
        for (int c = 0; c < 4; c++) CHECK_NEAR(a.bones[1].rotation[c], p.values[12 * (KEYS - 1) + 4 + c], 1e-6);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* 0.1 as a float is after frame 3 by 4e-8 frames, less than the tolerance of frames. */
static void a_step_is_taken_at_its_own_time_whatever_way_that_came(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p = {.path = HONE_CHANNEL_TRANSLATION,
                      .interpolation = HONE_INTERPOLATION_STEP,
                      .targets = {{"root", 0}},
                      .target_count = 1,
                      .key_count = 3,
                      .times = {0, (double)0.1f, (double)(1.0f / 3)},
                      .values = {1, 0, 0, 2, 0, 0, 3, 0, 0}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_sampler *sampler = channel_sampler(model, motion);
    const double seconds[] = {0.05, 0.1, (double)0.1f, 0.2, 1.0 / 3, (double)(1.0f / 3)};
    const float want[] = {1, 2, 2, 2, 3, 3};
    channel_pose_arrays a;
    channel_rest_pose(&a, model);
    for (int i = 0; i < 6; i++) {
        hone_sampler_sample(sampler, hone_frame_from_seconds(seconds[i]), &a.pose);
        CHECK(a.bones[0].translation[0] == want[i]);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* Keys nearer than the tolerance of times: nothing is extrapolated beyond them. */
static void keys_that_almost_touch_are_not_overshot(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p = {.path = HONE_CHANNEL_TRANSLATION,
                      .targets = {{"root", 0}},
                      .target_count = 1,
                      .key_count = 3,
                      .times = {0, 1e-8, 1},
                      .values = {0, 0, 0, 1, 0, 0, 0, 0, 0}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_sampler *sampler = channel_sampler(model, motion);
    channel_pose_arrays a;
    channel_rest_pose(&a, model);
    for (double seconds = -1e-7; seconds < 1e-7; seconds += 1e-9) {
        hone_sampler_sample(sampler, seconds * 30, &a.pose);
        CHECK(a.bones[0].translation[0] >= 0 && a.bones[0].translation[0] <= 1);
    }
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

static void numbers_too_large_for_a_spline_give_its_key(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p = {.path = HONE_CHANNEL_SCALE,
                      .interpolation = HONE_INTERPOLATION_CUBIC,
                      .targets = {{"root", 0}},
                      .target_count = 1,
                      .key_count = 2,
                      .times = {0, 1e300}};
    for (int i = 0; i < 18; i++) p.values[i] = i / 3 % 3 == 1 ? 5 : 3e38f;
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_sampler *sampler = channel_sampler(model, motion);
    channel_pose_arrays a;
    hone_sampler_sample(sampler, 1e300, channel_rest_pose(&a, model));
    CHECK(a.bones[0].scale[0] == 5);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* ---- parts without keys ---------------------------------------------------------------------------------------- */

static void a_channel_replaces_its_part_and_leaves_the_others_at_rest(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    channel_plan p = {.path = HONE_CHANNEL_ROTATION,
                      .targets = {{"root", 0}},
                      .target_count = 1,
                      .key_count = 1,
                      .values = {0, 0, 1, 0}};
    hone_motion *motion = channel_motion(&p, 1, 7);
    hone_sampler *sampler = channel_sampler(model, motion);
    channel_pose_arrays a;
    hone_sampler_sample(sampler, 0, channel_rest_pose(&a, model));
    CHECK(a.animated[0] && !a.animated[1] && !a.animated[2] && !a.animated[3]);
    CHECK(a.bones[0].rotation[2] == 1 && a.bones[0].translation[0] == 0 && a.bones[0].scale[0] == 1);
    for (int m = 0; m < MORPHS; m++) CHECK(a.morphs[m] == 0.25f * (float)(m + 1));
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    CHECK(hone_rig_morphs(rig)[1] == 0.5f); /* default weight, before any evaluation */
    hone_rig_evaluate(rig, &a.pose);
    const hone_affine *bones = hone_rig_bones(rig), want = {{{-1, -0.5f, 0, -2}, {0, -1, 0, -3}, {0.25f, 0, 2, 4}}};
    for (int r = 0; r < 3; r++) /* the sheared bone is attached to the rotated root, shear included */
        for (int c = 0; c < 4; c++) CHECK_NEAR(bones[1].m[r][c], want.m[r][c], 1e-6);
    hone_rig_destroy(rig);
    hone_sampler_destroy(sampler);
    hone_motion_release(motion);
    hone_model_release(model);
}

/* A negative scale in the file keeps its axis under a new rotation. From a matrix only a mirrored x can be derived. */
static void the_parts_of_rest_are_those_of_the_file(void **state)
{
    (void)state;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    channel_model_parts p = channel_parts(b);
    p.bones[0].rest = (hone_transform){{1, 2, 3}, {0, 0, 0, 2}, {1, 1, -1}};
    p.bones[0].rest_local = (hone_affine){{{1, 0, 0, 1}, {0, 1, 0, 2}, {0, 0, -1, 3}}};
    p.bones[2].rest_local = (hone_affine){{{2, 0, 0, 4}, {0, 0, 3, 5}, {0, 4, 0, 6}}}; /* mirrored */
    hone_model *model = channel_model_of(b, &p);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    CHECK(bones[0].rest.scale[2] == -1 && bones[0].rest.scale[0] == 1 && bones[0].rest.rotation[3] == 1);
    CHECK_NEAR(bones[2].rest.scale[0], -2, 1e-6);
    CHECK_NEAR(bones[2].rest.scale[1], 4, 1e-6);
    CHECK_NEAR(bones[2].rest.translation[1], 5, 0);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model}, NULL);
    channel_pose_arrays a;
    channel_rest_pose(&a, model);
    memset(a.animated, 1, sizeof a.animated); /* so that the rig composes the parts again */
    hone_rig_evaluate(rig, &a.pose);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(hone_rig_bones(rig)[0].m[r][c], p.bones[0].rest_local.m[r][c], 1e-6);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

/* The root is at 0, both arms at the root, and the last bone, whose parent comes after it, at 2 + 3. */
static void positions_follow_from_the_matrices(void **state)
{
    (void)state;
    hone_model *model = channel_model(7);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    CHECK(bones[0].position[0] == 0 && bones[2].position[0] == 5 && bones[3].position[0] == 3);
    CHECK(bones[1].position[0] == 2 && bones[1].position[1] == 3 && bones[1].position[2] == 4);
    hone_model_release(model);
}

TEST_GROUP(test_channels)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_follow_their_definition_at_any_time_in_any_order),
        cmocka_unit_test(at_a_key_a_channel_gives_the_key),
        cmocka_unit_test(before_the_first_key_and_after_the_last_they_hold_for_ever),
        cmocka_unit_test(a_step_is_taken_at_its_own_time_whatever_way_that_came),
        cmocka_unit_test(keys_that_almost_touch_are_not_overshot),
        cmocka_unit_test(numbers_too_large_for_a_spline_give_its_key),
        cmocka_unit_test(a_channel_replaces_its_part_and_leaves_the_others_at_rest),
        cmocka_unit_test(the_parts_of_rest_are_those_of_the_file),
        cmocka_unit_test(positions_follow_from_the_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
