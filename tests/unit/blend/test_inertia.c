/* Inertialization: position and velocity are continuous, and the offset ends. */
#include "support/support.h"
#include <hone/blend.h>
#include <string.h>

enum { BONES = 20, MORPHS = 3, NUMBERS = BONES * HONE_INERTIA_NUMBERS + MORPHS };

/* A motion in which every number changes smoothly. */
typedef struct mover {
    float at[BONES][10], rate[BONES][10];
} mover;

static mover make_mover(uint32_t seed, float rate)
{
    mover m;
    test_random random = {seed};
    for (int b = 0; b < BONES; b++)
        for (int i = 0; i < 10; i++) {
            m.at[b][i] = test_random_float(&random, -1, 1);
            m.rate[b][i] = test_random_float(&random, -rate, rate);
        }
    return m;
}

typedef struct pose {
    hone_transform bones[BONES];
    float morphs[MORPHS];
} pose;

static pose move(const mover *m, float seconds)
{
    pose out;
    for (int b = 0; b < BONES; b++) {
        float numbers[10];
        for (int i = 0; i < 10; i++) numbers[i] = m->at[b][i] + seconds * m->rate[b][i];
        memcpy(&out.bones[b], numbers, sizeof numbers);
        hone_quat_normalise(out.bones[b].rotation, out.bones[b].rotation);
        if (b < MORPHS)
            out.morphs[b] = numbers[0] * 0.3f;
    }
    return out;
}

typedef struct stage {
    mover from, to;
    float offsets[NUMBERS], velocities[NUMBERS];
    hone_inertia inertia;
} stage;

/* The transition is at 0 s. */
static void open_stage(stage *s, uint32_t seed, float rate, float seconds)
{
    const float step = 1 / 1024.0f;
    *s = (stage){.from = make_mover(seed, rate), .to = make_mover(seed + 1000, rate)};
    s->inertia = (hone_inertia){BONES, MORPHS, s->offsets, s->velocities, 0};
    pose old_now = move(&s->from, 0), new_now = move(&s->to, 0);
    pose old_before = move(&s->from, -step), new_before = move(&s->to, -step);
    hone_inertia_begin(&s->inertia,
                       &(hone_inertia_moment){old_now.bones, new_now.bones, old_now.morphs, new_now.morphs},
                       &(hone_inertia_moment){old_before.bones, new_before.bones, old_before.morphs, new_before.morphs},
                       step, seconds);
}

static pose at(const stage *s, float seconds, bool *left)
{
    pose out = move(&s->to, seconds);
    *left = hone_inertia_apply(&s->inertia, seconds, out.bones, out.morphs);
    return out;
}

static double sign_of(const hone_transform *a, const hone_transform *b)
{
    return hone_quat_dot(a->rotation, b->rotation) < 0 ? -1 : 1;
}

/* The largest difference of two poses. */
static double distance(const pose *a, const pose *b)
{
    double most = 0;
    for (int i = 0; i < BONES; i++)
        for (int c = 0; c < 10; c++) {
            float from[10], to[10];
            memcpy(from, &a->bones[i], sizeof from);
            memcpy(to, &b->bones[i], sizeof to);
            double sign = c > 2 && c < 7 ? sign_of(&a->bones[i], &b->bones[i]) : 1;
            double d = fabs((double)from[c] - sign * (double)to[c]);
            most = d <= most ? most : d;
        }
    for (int m = 0; m < MORPHS; m++) {
        double d = fabs((double)a->morphs[m] - (double)b->morphs[m]);
        most = d <= most ? most : d;
    }
    return most;
}

static void the_transition_begins_with_the_old_pose(void **state)
{
    (void)state;
    stage s;
    bool left;
    for (uint32_t seed = 1; seed < 50; seed++) {
        open_stage(&s, seed, 2, 0.4f);
        pose got = at(&s, 0, &left), want = move(&s.from, 0);
        CHECK(left);
        CHECK_NEAR(distance(&got, &want), 0, 2e-6);
    }
}

/* Compares the poses around the transition with the old motion's. If the velocity of the old motion, about 0.5, were
 * lost, the distance would be 2e-3 before and 2e-4 after it. */
static void velocity_is_continuous(void **state)
{
    (void)state;
    stage s;
    bool left;
    for (uint32_t seed = 1; seed < 50; seed++) {
        open_stage(&s, seed, 0.5f, 0.4f);
        const float times[] = {-0.004f, -0.002f, 0, 0.0002f, 0.0004f};
        for (int i = 0; i < 5; i++) {
            pose got = at(&s, times[i], &left), want = move(&s.from, times[i]);
            CHECK_NEAR(distance(&got, &want), 0, 1e-4);
        }
    }
}

static void the_offset_ends_without_a_jump(void **state)
{
    (void)state;
    stage s;
    bool left;
    for (uint32_t seed = 1; seed < 50; seed++) {
        open_stage(&s, seed, 2, 0.25f);
        for (float t = 0.25f; t < 1; t += 0.25f) {
            pose got = at(&s, t, &left), want = move(&s.to, t);
            CHECK(!left && memcmp(&got, &want, sizeof got) == 0);
        }
        pose got = at(&s, 0.249f, &left), want = move(&s.to, 0.249f);
        CHECK(left);
        CHECK_NEAR(distance(&got, &want), 0, 1e-5); /* of third order at the end */
    }
}

static void no_step_is_large(void **state)
{
    (void)state;
    stage s;
    bool left;
    for (uint32_t seed = 1; seed < 20; seed++) {
        open_stage(&s, seed, 1, 0.3f);
        pose before = at(&s, -0.001f, &left);
        for (float t = 0; t < 0.4f; t += 0.001f) {
            pose now = at(&s, t, &left);
            CHECK_NEAR(distance(&now, &before), 0,
                       0.05); /* 0.3 s for a distance of at most 2, by at most 3 times as fast */
            before = now;
        }
    }
}

/* One morph with an offset of 1. */
static float one_number(float velocity, float seconds, float elapsed)
{
    float offset = 1, value = 0;
    const hone_inertia inertia = {0, 1, &offset, &velocity, seconds};
    hone_inertia_apply(&inertia, elapsed, NULL, &value);
    return value;
}

static void an_offset_does_not_swing_past(void **state)
{
    (void)state;
    for (float velocity = 0; velocity > -200; velocity = velocity * 1.3f - 0.1f) {
        float before = 1;
        for (float t = 0; t < 0.6f; t += 0.001f) {
            float value = one_number(velocity, 0.5f, t);
            CHECK(value >= -1e-5f && value <= before + 1e-5f);
            before = value;
        }
        CHECK(before == 0);
    }
    CHECK(one_number(-100, 0.5f, 0.051f) == 0); /* at that velocity it would take 0.01 s */
}

static void no_time_is_no_offset(void **state)
{
    (void)state;
    stage s;
    bool left;
    open_stage(&s, 1, 1, 0);
    for (float t = -1; t < 2; t += 1) {
        pose got = at(&s, t, &left), want = move(&s.to, t);
        CHECK(!left && memcmp(&got, &want, sizeof got) == 0);
    }
}

static void equal_poses_have_no_offset(void **state)
{
    (void)state;
    stage s;
    bool left;
    open_stage(&s, 1, 1, 0.5f);
    pose now = move(&s.to, 0), flipped = now;
    for (int b = 0; b < BONES; b++)
        for (int i = 0; i < 4; i++) flipped.bones[b].rotation[i] *= -1;
    const hone_inertia_moment same = {flipped.bones, now.bones, now.morphs, now.morphs};
    hone_inertia_begin(&s.inertia, &same, &same, 0.01f, 0.5f);
    pose got = at(&s, 0.1f, &left), want = move(&s.to, 0.1f);
    CHECK(left);
    CHECK_NEAR(distance(&got, &want), 0, 1e-6);
}

TEST_GROUP(test_inertia)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_transition_begins_with_the_old_pose),
        cmocka_unit_test(velocity_is_continuous),
        cmocka_unit_test(the_offset_ends_without_a_jump),
        cmocka_unit_test(no_step_is_large),
        cmocka_unit_test(an_offset_does_not_swing_past),
        cmocka_unit_test(no_time_is_no_offset),
        cmocka_unit_test(equal_poses_have_no_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
