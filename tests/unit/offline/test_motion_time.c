/* Changing speed, looping, smoothing and reducing motions. */
#include "support/make/make_tracks.h"
#include "support/reference/reference_tracks.h"
#include "support/support.h"
#include "support/track_check.h"
#include <hone/math.h>
#include <hone/motion_edit.h>
#include <string.h>

enum { SEEDS = 20 };

static hone_motion *checked(hone_motion *motion, const hone_error *error)
{
    if (!motion)
        fail_msg("%s", error->message);
    CHECK(hone_motion_warnings(motion).count == 0);
    return motion;
}

static hone_motion *at_speed(const hone_motion *motion, double factor, hone_motion_edit_report *report)
{
    hone_error error = {0};
    return checked(hone_motion_speed(motion, factor, NULL, report, &error), &error);
}

static hone_motion *looped(const hone_motion *motion, uint32_t count, uint32_t frames, hone_motion_edit_report *report)
{
    hone_error error = {0};
    return checked(hone_motion_loop(motion, count, frames, NULL, report, &error), &error);
}

/* ---- speed ---- */

static void faster_and_slower_gives_the_same_bytes(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *even = make_tracks(&(make_tracks_desc){.seed = seed, .every = 4});
        hone_motion *any = make_tracks(&(make_tracks_desc){.seed = seed});
        hone_motion *fast = at_speed(even, 2, NULL), *same = at_speed(fast, 0.5, NULL);
        check_same_bytes(same, even);
        hone_motion *slow = at_speed(any, 1 / 3.0, NULL), *back = at_speed(slow, 3, NULL);
        check_same_bytes(back, any); /* with cuts of the camera */
        CHECK(hone_motion_get(slow)->last_frame == 3 * hone_motion_get(any)->last_frame);
        hone_motion_release(fast), hone_motion_release(same), hone_motion_release(slow), hone_motion_release(back);
        hone_motion_release(even), hone_motion_release(any);
    }
}

/* At each frame the motion is that of a time within half a frame of the exact one. */
static void each_key_is_within_half_a_frame(void **state)
{
    (void)state;
    static const double factors[] = {0.5, 0.8, 0.37};
    for (int i = 0; i < 3; i++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 40 + (uint64_t)i});
        hone_motion_edit_report report;
        hone_motion *slow = at_speed(motion, factors[i], &report);
        CHECK(report.time_error <= 0.5 && report.keys_lost == 0);
        for (uint32_t t = 0; t < hone_motion_get(motion)->bone_track_count; t++) {
            const hone_bone_track *old = &hone_motion_get(motion)->bone_tracks[t];
            const hone_bone_track *new = bone_track_named(slow, old->name.text);
            CHECK(new->key_count == old->key_count);
            for (uint32_t k = 0; k < old->key_count; k++) {
                hone_bone_key key = new->keys[k];
                CHECK(fabs(key.frame - old->keys[k].frame / factors[i]) <= 0.5);
                key.frame = old->keys[k].frame;
                CHECK(memcmp(key.rotation, old->keys[k].rotation, sizeof key.rotation) == 0);
                CHECK(memcmp(key.curves, old->keys[k].curves, sizeof key.curves) == 0);
            }
        }
        hone_motion_release(slow), hone_motion_release(motion);
    }
}

/* Slower, the camera jumps in one frame as before; whole factors keep its values at every old frame. */
static void cuts_of_the_camera_stay_cuts(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed});
        hone_motion *slow = at_speed(motion, 0.25, NULL);
        const hone_motion_data *a = hone_motion_get(slow), *b = hone_motion_get(motion);
        CHECK(a->camera_key_count > b->camera_key_count);
        for (uint32_t f = 0; f <= 4 * b->last_frame; f++) {
            reference_camera x = reference_camera_keys(a->camera_keys, a->camera_key_count, f);
            reference_camera y = reference_camera_keys(b->camera_keys, b->camera_key_count, f / 4.0);
            CHECK_NEAR(x.distance, y.distance, 1e-9);
            CHECK_NEAR(x.target[1], y.target[1], 1e-9);
        }
        hone_motion_release(slow), hone_motion_release(motion);
    }
}

/* Where keys fall on one frame, the frame before still has the value of the old motion. */
static void keys_that_fall_together_still_jump(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_morph_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_morph_key *keys = hone_builder_array(builder, 4, sizeof *keys);
    const hone_morph_key values[] = {{0, 0}, {40, 0}, {41, 1}, {80, 1}};
    memcpy(keys, values, sizeof values);
    *track = (hone_morph_track){{"笑い", 0, {0}}, 4, keys};
    hone_motion_data data = {.morph_tracks = track, .morph_track_count = 1};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    hone_motion_edit_report report;
    hone_motion *fast = at_speed(motion, 8, &report);
    const hone_morph_track *out = &hone_motion_get(fast)->morph_tracks[0];
    CHECK(report.keys_lost == 1 && report.divided == 1);
    CHECK(out->key_count == 4);
    CHECK(out->keys[1].frame == 4 && out->keys[1].weight == 0);
    CHECK(out->keys[2].frame == 5 && out->keys[2].weight == 1);
    hone_motion_release(fast), hone_motion_release(motion);
}

static void odd_speeds_are_refused(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 1});
    static const double wrong[] = {0, -1, 1e-4, 1e4, NAN};
    for (int i = 0; i < 5; i++) {
        hone_error error = {0};
        CHECK(!hone_motion_speed(motion, wrong[i], NULL, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    }
    hone_motion_release(motion);
}

/* ---- loop ---- */

static void each_loop_plays_the_motion_and_ends_where_it_begins(void **state)
{
    (void)state;
    enum { SMOOTHED = 8 };
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed});
        uint32_t length = hone_motion_get(motion)->last_frame, count = 1 + (uint32_t)seed % 5;
        hone_motion_edit_report report;
        hone_motion *loop = looped(motion, count, SMOOTHED, &report);
        CHECK(hone_motion_get(loop)->last_frame == count * length);
        CHECK(report.seam_angle > 0 && report.seam_angle <= 180 && report.seam_distance > 0);
        for (uint32_t n = 0; n < count; n++)
            for (uint32_t f = 0; f <= length - SMOOTHED - 1; f++)
                check_same_values(loop, motion, (track_times){(double)n * length + f, f, 1.1 / 127});
        for (uint32_t t = 0; t < hone_motion_get(loop)->bone_track_count; t++) {
            const hone_bone_track *track = &hone_motion_get(loop)->bone_tracks[t];
            const hone_bone_key *last = &track->keys[track->key_count - 1];
            CHECK(memcmp(last->translation, track->keys[0].translation, sizeof last->translation) == 0);
            CHECK(memcmp(last->rotation, track->keys[0].rotation, sizeof last->rotation) == 0);
        }
        hone_motion_release(loop), hone_motion_release(motion);
    }
}

/* From a frame to the next a bone moves at most so far as in the motion, and its part of the gap: 1.5 / frames. */
static void the_seam_is_led_over_its_frames(void **state)
{
    (void)state;
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, 61, sizeof *keys);
    const hone_curve linear = HONE_CURVE_LINEAR;
    for (uint32_t k = 0; k <= 60; k++) { /* turns and moves at a constant speed */
        keys[k] =
            (hone_bone_key){.frame = k, .translation = {0.1f * (float)k}, .curves = {linear, linear, linear, linear}};
        keys[k].rotation[1] = sinf(0.01f * (float)k), keys[k].rotation[3] = cosf(0.01f * (float)k);
    }
    *track = (hone_bone_track){{"頭", 0, {0}}, 61, keys};
    hone_motion_data data = {.bone_tracks = track, .bone_track_count = 1};
    hone_motion *motion = hone_motion_create(builder, &data, NULL, NULL);
    hone_motion_edit_report report;
    hone_motion *loop = looped(motion, 3, 20, &report);
    CHECK_NEAR(report.seam_distance, 6, 1e-5);
    CHECK_NEAR(report.seam_angle, 1.2 * 180 / HONE_PI, 1e-3);
    for (uint32_t f = 0; f < 180; f++) {
        reference_offset a = reference_bone_track(bone_track_named(loop, "頭"), f);
        reference_offset b = reference_bone_track(bone_track_named(loop, "頭"), f + 1);
        CHECK(fabs(a.translation[0] - b.translation[0]) <= 6 * 1.5 / 20 + 1e-5);
        CHECK(reference_angle(a.rotation, b.rotation) <= 1.2 * 1.5 / 20 + 1e-3);
    }
    double step[2]; /* of what is added, at the first frame of the seam and in the middle */
    for (int i = 0; i < 2; i++) {
        double frame = i ? 50 : 40;
        step[i] = 0.1 - (reference_bone_track(bone_track_named(loop, "頭"), frame + 1).translation[0] -
                         reference_bone_track(bone_track_named(loop, "頭"), frame).translation[0]);
    }
    CHECK_NEAR(step[0], 6 * (3 - 2 / 20.0) / 400, 1e-5);
    CHECK_NEAR(step[1], 6 * 1.5 / 20, 0.01);
    hone_motion_release(loop), hone_motion_release(motion);
}

static void a_closed_motion_repeats_its_keys(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 3});
    hone_motion_choice choice = {.parts = HONE_MOTION_BONES | HONE_MOTION_MORPHS};
    hone_motion *moves = hone_motion_keep(motion, &choice, NULL, NULL, NULL);
    hone_motion *once = looped(moves, 1, 10, NULL), *again = looped(once, 1, 10, NULL);
    check_same_bytes(again, once);
    hone_motion *twice = looped(once, 2, 10, NULL);
    const hone_motion *both[] = {once, once};
    hone_error error = {0};
    hone_motion *joined = checked(hone_motion_join(both, 2, NULL, NULL, &error), &error);
    check_same_bytes(twice, joined);
    hone_motion_release(joined), hone_motion_release(twice), hone_motion_release(again), hone_motion_release(once);
    hone_motion_release(moves), hone_motion_release(motion);
}

static void what_cannot_loop_is_refused(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 3});
    hone_motion *still = hone_motion_trim(motion, 3, 3, NULL, NULL, NULL);
    CHECK(!hone_motion_loop(motion, 0, 10, NULL, NULL, NULL));
    CHECK(!hone_motion_loop(motion, UINT32_MAX, 10, NULL, NULL, NULL));
    CHECK(!hone_motion_loop(still, 2, 10, NULL, NULL, NULL));
    hone_motion_release(still), hone_motion_release(motion);
}

/* ---- smooth ---- */

/* A bone with a key at each frame: a slow wave and noise. */
static hone_motion *noisy(float noise, uint32_t count)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_bone_track *track = hone_builder_array(builder, 1, sizeof *track);
    hone_bone_key *keys = hone_builder_array(builder, count, sizeof *keys);
    const hone_curve linear = HONE_CURVE_LINEAR;
    test_random random = {11};
    for (uint32_t k = 0; k < count; k++) {
        float angle = 0.4f * sinf(0.05f * (float)k) + test_random_float(&random, -noise, noise);
        keys[k] = (hone_bone_key){.frame = k, .curves = {linear, linear, linear, linear}};
        keys[k].translation[1] = sinf(0.04f * (float)k) + test_random_float(&random, -noise, noise);
        keys[k].rotation[2] = sinf(angle), keys[k].rotation[3] = cosf(angle);
        if (k % 7 == 3) /* the same rotation */
            for (int i = 0; i < 4; i++) keys[k].rotation[i] = -keys[k].rotation[i];
    }
    *track = (hone_bone_track){{"頭", 0, {0}}, count, keys};
    hone_motion_data data = {.bone_tracks = track, .bone_track_count = 1};
    return hone_motion_create(builder, &data, NULL, NULL);
}

static double jitter(const hone_motion *motion)
{
    const hone_bone_track *track = bone_track_named(motion, "頭");
    double sum = 0;
    for (uint32_t k = 1; k + 1 < track->key_count; k++)
        sum += fabs(track->keys[k - 1].translation[1] - 2 * track->keys[k].translation[1] +
                    track->keys[k + 1].translation[1]);
    return sum;
}

static void noise_becomes_less_and_the_wave_stays(void **state)
{
    (void)state;
    hone_motion *motion = noisy(0.02f, 200), *clean = noisy(0, 200);
    hone_error error = {0};
    hone_motion *smooth = checked(hone_motion_smooth(motion, 9, NULL, NULL, &error), &error);
    CHECK(jitter(smooth) < 0.15 * jitter(motion));
    for (uint32_t f = 0; f < 200; f++) {
        reference_offset a = reference_bone_track(bone_track_named(smooth, "頭"), f);
        reference_offset b = reference_bone_track(bone_track_named(clean, "頭"), f);
        CHECK_NEAR(a.translation[1], b.translation[1], 0.03);
        CHECK_NEAR(reference_angle(a.rotation, b.rotation), 0, 0.06);
    }
    const hone_bone_track *slow = bone_track_named(smooth, "頭"), *wave = bone_track_named(clean, "頭");
    hone_motion *again = checked(hone_motion_smooth(clean, 9, NULL, NULL, &error), &error);
    for (uint32_t k = 0; k < 200; k++) { /* q and -q are one rotation */
        reference_offset a = reference_bone_track(bone_track_named(again, "頭"), k);
        CHECK_NEAR(reference_angle(a.rotation, reference_bone_track(wave, k).rotation), 0, 4e-3);
    }
    CHECK_NEAR(slow->keys[198].translation[1], bone_track_named(motion, "頭")->keys[198].translation[1], 0.03);
    hone_motion_release(again), hone_motion_release(smooth), hone_motion_release(clean), hone_motion_release(motion);
}

static void ends_and_what_holds_keep_their_bits(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .still = true});
        hone_error error = {0};
        hone_motion *smooth = checked(hone_motion_smooth(motion, 7, NULL, NULL, &error), &error);
        hone_motion *same = checked(hone_motion_smooth(motion, 1, NULL, NULL, &error), &error);
        check_same_bytes(same, motion);
        const hone_motion_data *a = hone_motion_get(smooth), *b = hone_motion_get(motion);
        for (uint32_t t = 0; t < b->bone_track_count; t++) {
            const hone_bone_track *x = &a->bone_tracks[t], *y = &b->bone_tracks[t];
            CHECK(x->key_count == y->key_count);
            CHECK(memcmp(&x->keys[0].translation, &y->keys[0].translation, 7 * sizeof(float)) == 0);
            for (uint32_t k = 0; k < x->key_count; k++) {
                CHECK(x->keys[k].frame == y->keys[k].frame && x->keys[k].physics_off == y->keys[k].physics_off);
                CHECK(memcmp(x->keys[k].curves, y->keys[k].curves, sizeof x->keys[k].curves) == 0);
            }
        }
        for (uint32_t k = 1; k < b->camera_key_count; k++) /* both sides of a cut */
            if (b->camera_keys[k].frame - b->camera_keys[k - 1].frame <= 1)
                for (uint32_t i = k - 1; i <= k; i++)
                    CHECK(memcmp(&a->camera_keys[i].camera.target, &b->camera_keys[i].camera.target,
                                 8 * sizeof(float)) == 0);
        hone_motion_release(same), hone_motion_release(smooth), hone_motion_release(motion);
    }
}

/* ---- reduce ---- */

static hone_motion *reduced(const hone_motion *motion, double tolerance, hone_motion_edit_report *report)
{
    hone_error error = {0};
    return checked(
        hone_motion_reduce(motion, &(hone_reduce_desc){.tolerance = tolerance, .distance = 10}, report, &error),
        &error);
}

static void dense_keys_become_few_within_the_tolerance(void **state)
{
    (void)state;
    hone_motion *motion = noisy(0, 400);
    static const double tolerances[] = {0.3, 0.03, 0.003};
    for (int i = 0; i < 3; i++) {
        hone_motion_edit_report report;
        hone_motion *few = reduced(motion, tolerances[i], &report);
        const hone_bone_track *track = bone_track_named(few, "頭");
        CHECK(track->key_count + report.keys_lost == 400);
        CHECK(track->key_count < (i == 0 ? 20 : i == 1 ? 40 : 160));
        for (int f = 0; f <= 399 * 2; f++) {
            reference_offset a = reference_bone_track(track, f / 2.0);
            reference_offset b = reference_bone_track(bone_track_named(motion, "頭"), f / 2.0);
            double move = fabs(a.translation[1] - b.translation[1]),
                   turn = 10 * reference_angle(a.rotation, b.rotation);
            CHECK(move + turn <= tolerances[i] * 1.01 + 1e-5);
        }
        hone_motion_release(few);
    }
    hone_motion_release(motion);
}

static void keys_that_are_needed_keep_their_bytes(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 12});
    hone_motion_edit_report report;
    hone_motion *same = reduced(motion, 1e-6, &report);
    check_same_bytes(same, motion);
    CHECK(report.keys_lost == 0);
    hone_motion_release(same), hone_motion_release(motion);
}

static void values_of_any_motion_stay_within_the_tolerance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = seed, .keys = 60, .spacing = 3, .still = true});
        hone_motion_edit_report report;
        const double tolerance = 0.8;
        hone_motion *few = reduced(motion, tolerance, &report);
        CHECK(report.keys_lost > 0);
        for (uint32_t t = 0; t < hone_motion_get(motion)->bone_track_count; t++) {
            const hone_bone_track *old = &hone_motion_get(motion)->bone_tracks[t];
            const hone_bone_track *new = bone_track_named(few, old->name.text);
            for (uint32_t f = 0; f <= 2 * hone_motion_get(motion)->last_frame; f++) {
                reference_offset a = reference_bone_track(new, f / 2.0), b = reference_bone_track(old, f / 2.0);
                double square = 0;
                for (int i = 0; i < 3; i++) square += pow(a.translation[i] - b.translation[i], 2);
                CHECK(sqrt(square) + 10 * reference_angle(a.rotation, b.rotation) <= 1.01 * tolerance);
                CHECK(a.physics_off == b.physics_off);
            }
        }
        for (uint32_t t = 0; t < hone_motion_get(motion)->morph_track_count; t++) {
            const hone_morph_track *old = &hone_motion_get(motion)->morph_tracks[t];
            for (uint32_t f = 0; f <= hone_motion_get(motion)->last_frame; f++)
                CHECK_NEAR(reference_morph_track(morph_track_named(few, old->name.text), f),
                           reference_morph_track(old, f), tolerance + 1e-6);
        }
        CHECK(hone_motion_get(few)->camera_key_count == hone_motion_get(motion)->camera_key_count);
        hone_motion_release(few), hone_motion_release(motion);
    }
}

/* ---- all ---- */

static hone_motion *operate(int which, const hone_motion *motion, const hone_allocator *allocator, hone_error *error)
{
    if (which == 0)
        return hone_motion_speed(motion, 1.7, allocator, NULL, error);
    if (which == 1)
        return hone_motion_loop(motion, 3, 5, allocator, NULL, error);
    if (which == 2)
        return hone_motion_smooth(motion, 5, allocator, NULL, error);
    return hone_motion_reduce(motion, &(hone_reduce_desc){.tolerance = 0.1, .allocator = allocator}, NULL, error);
}

static void each_failed_allocation_is_reported(void **state)
{
    (void)state;
    hone_motion *motion = make_tracks(&(make_tracks_desc){.seed = 8, .keys = 4});
    for (int which = 0; which < 4; which++) {
        hone_motion *result = NULL;
        for (uint64_t fail_at = 0; !result; fail_at++) {
            test_allocator allocator;
            hone_error error = {0};
            test_allocator_make(&allocator, fail_at);
            result = operate(which, motion, &allocator.allocator, &error);
            CHECK(result || (error.code == HONE_ERROR_MEMORY && allocator.live == 0));
            if (!result)
                continue;
            CHECK(fail_at > 0);
            hone_motion_release(result);
            CHECK(allocator.live == 0);
        }
        CHECK(!operate(which, NULL, NULL, NULL));
    }
    CHECK(!hone_motion_reduce(motion, NULL, NULL, NULL));
    CHECK(!hone_motion_reduce(motion, &(hone_reduce_desc){.tolerance = -1}, NULL, NULL));
    CHECK(!hone_motion_reduce(motion, &(hone_reduce_desc){.tolerance = NAN}, NULL, NULL));
    CHECK(!hone_motion_smooth(motion, 1001, NULL, NULL, NULL));
    hone_motion_release(motion);
}

TEST_GROUP(test_motion_time)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faster_and_slower_gives_the_same_bytes),
        cmocka_unit_test(each_key_is_within_half_a_frame),
        cmocka_unit_test(cuts_of_the_camera_stay_cuts),
        cmocka_unit_test(keys_that_fall_together_still_jump),
        cmocka_unit_test(odd_speeds_are_refused),
        cmocka_unit_test(each_loop_plays_the_motion_and_ends_where_it_begins),
        cmocka_unit_test(the_seam_is_led_over_its_frames),
        cmocka_unit_test(a_closed_motion_repeats_its_keys),
        cmocka_unit_test(what_cannot_loop_is_refused),
        cmocka_unit_test(noise_becomes_less_and_the_wave_stays),
        cmocka_unit_test(ends_and_what_holds_keep_their_bits),
        cmocka_unit_test(dense_keys_become_few_within_the_tolerance),
        cmocka_unit_test(keys_that_are_needed_keep_their_bytes),
        cmocka_unit_test(values_of_any_motion_stay_within_the_tolerance),
        cmocka_unit_test(each_failed_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
