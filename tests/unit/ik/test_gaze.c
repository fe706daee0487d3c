/* Gaze: eyes meet the target within their limits, and heads do not tilt. */
#include "support/support.h"
#include <hone/ik.h>
#include <string.h>

enum { GAZES = 2000, NECK = 0, HEAD, LEFT, RIGHT, PARTS };

static const float front[3] = {0, 0, 1}, up[3] = {0, 1, 0};

/* Neck, head and two eyes. The axes of the bones are arbitrary; in the pose they look at `pose` yaw and pitch. */
typedef struct face {
    hone_affine root;
    hone_transform local[PARTS];
    hone_affine bones[PARTS];
    hone_gaze_part parts[PARTS];
    hone_gaze_job job;
} face;

static void place(face *f)
{
    for (int i = 0; i < PARTS; i++) {
        hone_affine local = hone_affine_from_transform(&f->local[i]);
        f->bones[i] = hone_affine_multiply(i == NECK ? &f->root : &f->bones[i == HEAD ? NECK : HEAD], &local);
        f->parts[i].bone = &f->bones[i];
    }
}

static void make_face(face *f, test_random *r, bool mirrored)
{
    static const float places[PARTS][3] = {{0, 1.4f, 0}, {0, 1.5f, 0}, {0.03f, 1.58f, 0.08f}, {-0.03f, 1.58f, 0.08f}};
    static const float shares[PARTS] = {0.3f, 0.7f, 1, 1};
    memset(f, 0, sizeof *f);
    f->root = (hone_affine)HONE_AFFINE_IDENTITY;
    f->root.m[0][0] = mirrored ? -1 : 1;
    hone_affine parent = f->root, head = parent;
    for (int i = 0; i < PARTS; i++) {
        hone_transform model = HONE_TRANSFORM_IDENTITY;
        hone_vec3_copy(places[i], model.translation);
        test_random_quat(r, model.rotation);
        model.scale[0] = mirrored ? -1 : 1;
        hone_affine in_model = hone_affine_from_transform(&model), back = hone_affine_invert_rigid(&parent);
        hone_affine local = hone_affine_multiply(&back, &in_model);
        f->local[i] = hone_transform_from_affine(&local);
        local = hone_affine_from_transform(&f->local[i]);
        in_model = hone_affine_multiply(&parent, &local);
        CHECK(hone_affine_solve(&in_model, front, f->parts[i].forward));
        f->parts[i].share = shares[i];
        f->parts[i].max_yaw = i < LEFT ? 0.8f : 0.4f, f->parts[i].max_pitch = i < LEFT ? 0.5f : 0.3f;
        if (i == HEAD)
            head = in_model;
        parent = i == NECK ? in_model : head;
    }
    place(f);
    f->job = (hone_gaze_job){.part_count = 2, .parts = f->parts, .eye_count = 2, .eyes = f->parts + LEFT, .weight = 1};
    hone_vec3_copy(front, f->job.front), hone_vec3_copy(up, f->job.up);
}

/* A target in front, at yaw and pitch from between the eyes. */
static void set_target(face *f, float yaw, float pitch, float distance)
{
    hone_vec3_set(distance * sinf(yaw) * cosf(pitch), 1.58f + distance * sinf(pitch),
                  0.08f + distance * cosf(yaw) * cosf(pitch), f->job.target);
}

static bool run(face *f)
{
    float corrections[PARTS][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}};
    bool reached = hone_gaze_solve(&f->job, corrections, corrections + LEFT);
    for (int i = 0; i < PARTS; i++) {
        CHECK_NEAR(hone_quat_dot(corrections[i], corrections[i]), 1, 1e-5);
        hone_quat_multiply(f->local[i].rotation, corrections[i], f->local[i].rotation);
    }
    place(f);
    return reached;
}

static void look(const face *f, int part, float out[3])
{
    hone_affine_direction(&f->bones[part], f->parts[part].forward, out);
}

static float yaw_of(const face *f, int part)
{
    float way[3];
    look(f, part, way);
    return atan2f(way[0], way[2]);
}

static float pitch_of(const face *f, int part)
{
    float way[3];
    look(f, part, way);
    return atan2f(way[1], hypotf(way[0], way[2]));
}

static float miss(const face *f, int eye)
{
    float at[3], way[3], sight[3];
    hone_affine_origin(&f->bones[eye], at);
    hone_vec3_subtract(f->job.target, at, way);
    look(f, eye, sight);
    return acosf(fminf(1, hone_vec3_dot(way, sight) / hone_vec3_length(way) / hone_vec3_length(sight)));
}

static void eyes_meet_a_target_within_their_limits(void **state)
{
    test_random r = {1};
    (void)state;
    for (int i = 0; i < GAZES; i++) {
        face f;
        make_face(&f, &r, i % 3 == 0);
        set_target(&f, test_random_float(&r, -1.2f, 1.2f), test_random_float(&r, -0.6f, 0.6f),
                   test_random_float(&r, 1, 30));
        CHECK(run(&f));
        CHECK_NEAR(miss(&f, LEFT), 0, 2e-3);
        CHECK_NEAR(miss(&f, RIGHT), 0, 2e-3);
    }
}

static void limits_hold_and_heads_stay_upright(void **state)
{
    test_random r = {2};
    (void)state;
    for (int i = 0; i < GAZES; i++) {
        face f;
        float left[3] = {0, 0, 0}, side[3] = {1, 0, 0};
        make_face(&f, &r, i % 3 == 0);
        CHECK(hone_affine_solve(&f.bones[HEAD], side, left));
        set_target(&f, test_random_float(&r, -3, 3), test_random_float(&r, -1.5f, 1.5f), test_random_float(&r, 1, 30));
        run(&f);
        for (int p = 0; p < PARTS; p++) {
            float yaw = yaw_of(&f, p) - (p == NECK ? 0 : yaw_of(&f, p == HEAD ? NECK : HEAD));
            float pitch = pitch_of(&f, p) - (p == NECK ? 0 : pitch_of(&f, p == HEAD ? NECK : HEAD));
            CHECK(fabsf(yaw) < f.parts[p].max_yaw + 1e-3f && fabsf(pitch) < f.parts[p].max_pitch + 1e-3f);
        }
        hone_affine_direction(&f.bones[HEAD], left, left);
        CHECK_NEAR(left[1], 0, 1e-4);
    }
}

static void a_pose_beyond_the_limits_may_stay(void **state)
{
    test_random r = {3};
    face f;
    float turn[4] = {0, sinf(0.6f), 0, cosf(0.6f)}, none[4] = {0, 0, 0, 1};
    (void)state;
    make_face(&f, &r, false);
    hone_affine whole = hone_affine_from_rotation(turn, (float[3]){0, 0, 0});
    hone_affine neck = hone_affine_multiply(&whole, &f.bones[NECK]); /* yaw 1.2, the limit is 0.8 */
    f.local[NECK] = hone_transform_from_affine(&neck);
    place(&f);
    CHECK_NEAR(yaw_of(&f, NECK), 1.2, 1e-4);
    set_target(&f, 2.5f, 0, 10);
    float corrections[PARTS][4];
    hone_gaze_solve(&f.job, corrections, corrections + LEFT);
    CHECK_NEAR(hone_vec3_distance(corrections[NECK], none), 0, 1e-3);
}

/* From behind the left shoulder to behind the right one, or back, by the shorter way. */
static void the_shorter_way_round_is_taken(void **state)
{
    test_random r = {7};
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        face f;
        float corrections[PARTS][4], half = 1.4f * (float)side;
        make_face(&f, &r, false);
        hone_affine whole = hone_affine_from_rotation((float[]){0, sinf(half), 0, cosf(half)}, (float[3]){0, 0, 0});
        hone_affine neck = hone_affine_multiply(&whole, &f.bones[NECK]); /* yaw 2.8 */
        f.local[NECK] = hone_transform_from_affine(&neck);
        f.parts[NECK].max_yaw = 7, f.job.part_count = 1, f.job.eye_count = 0;
        place(&f);
        set_target(&f, -2.8f * (float)side, 0, 100);
        CHECK(!hone_gaze_solve(&f.job, corrections, corrections + LEFT));
        float turned = 2 * acosf(fminf(1, fabsf(corrections[NECK][3])));
        CHECK_NEAR(turned, f.parts[NECK].share * (2 * (float)HONE_PI - 5.6f), 0.02f);
    }
}

static void a_head_without_eyes_looks_for_itself(void **state)
{
    test_random r = {4};
    face f;
    (void)state;
    make_face(&f, &r, false);
    f.job.eye_count = 0, f.parts[HEAD].share = 1;
    set_target(&f, 0.9f, 0.2f, 0.4f); /* near, so that the movement of the head matters */
    CHECK(run(&f));
    CHECK_NEAR(miss(&f, HEAD), 0, 2e-3);
}

static void small_steps_of_the_target_are_small_turns(void **state)
{
    test_random r = {5};
    (void)state;
    for (int i = 0; i < GAZES; i++) {
        face f;
        float a[PARTS][4], b[PARTS][4], yaw = test_random_float(&r, -2.5f, 2.5f);
        make_face(&f, &r, false);
        set_target(&f, yaw, 0.2f, 5), hone_gaze_solve(&f.job, a, a + LEFT);
        set_target(&f, yaw + 0.001f, 0.2f, 5), hone_gaze_solve(&f.job, b, b + LEFT);
        for (int p = 0; p < PARTS; p++) CHECK_NEAR(fabsf(hone_quat_dot(a[p], b[p])), 1, 1e-5);
    }
}

static void weight_zero_and_hostile_numbers_are_defined(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
    static const float none[4] = {0, 0, 0, 1};
    test_random r = {6};
    face f;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        float corrections[PARTS][4];
        make_face(&f, &r, false);
        set_target(&f, 0.5f, 0.2f, 5);
        float *numbers[] = {f.job.target,         f.job.front,        f.job.up,           f.parts[HEAD].forward,
                            &f.parts[NECK].share, f.bones[NECK].m[0], f.bones[LEFT].m[0], f.bones[RIGHT].m[0]};
        static const uint32_t sizes[] = {3, 3, 3, 3, 3, 12, 12, 12};
        uint32_t which = test_random_u32(&r) % 8;
        numbers[which][test_random_u32(&r) % sizes[which]] = bad[test_random_u32(&r) % 7];
        hone_gaze_solve(&f.job, corrections, corrections + LEFT);
        for (int p = 0; p < PARTS; p++) CHECK_NEAR(hone_quat_dot(corrections[p], corrections[p]), 1, 1e-3);
        f.job.weight = 0;
        CHECK(!hone_gaze_solve(&f.job, corrections, corrections + LEFT));
        for (int p = 0; p < PARTS; p++) CHECK(memcmp(corrections[p], none, sizeof none) == 0);
    }
}

TEST_GROUP(test_gaze)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eyes_meet_a_target_within_their_limits),
        cmocka_unit_test(limits_hold_and_heads_stay_upright),
        cmocka_unit_test(a_pose_beyond_the_limits_may_stay),
        cmocka_unit_test(the_shorter_way_round_is_taken),
        cmocka_unit_test(a_head_without_eyes_looks_for_itself),
        cmocka_unit_test(small_steps_of_the_target_are_small_turns),
        cmocka_unit_test(weight_zero_and_hostile_numbers_are_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
