/* Aim: against the definition in double precision, and its properties. */
#include "support/reference/reference_aim.h"
#include "support/support.h"
#include <string.h>

enum { AIMS = 4000 };

static void random_vector(test_random *r, float size, float out[3])
{
    do
        for (int i = 0; i < 3; i++) out[i] = test_random_float(r, -size, size);
    while (hone_vec3_length(out) < 0.2f * size);
}

static hone_affine random_bone(test_random *r, bool mirrored)
{
    hone_transform t = HONE_TRANSFORM_IDENTITY;
    random_vector(r, 2, t.translation);
    test_random_quat(r, t.rotation);
    float size = test_random_float(r, 0.1f, 3);
    hone_vec3_set(size, mirrored ? -size : size, size, t.scale);
    return hone_affine_from_transform(&t);
}

static hone_aim_job random_job(test_random *r, const hone_affine *bone)
{
    hone_aim_job job = {.bone = bone, .weight = 1};
    random_vector(r, 1, job.forward);
    hone_vec3_normalise(job.forward, job.forward);
    float local[3];
    random_vector(r, 5, local); /* at least 1 away in bone space; the offset is nearer */
    hone_affine_point(bone, local, job.target);
    for (int i = 0; i < 3; i++) job.offset[i] = test_random_float(r, -0.4f, 0.4f);
    return job;
}

/* The aimed line after the correction: from a point of bone space along a direction. Returns the distance of the target
 * from it, in bone units. */
static float miss(const hone_aim_job *job, const float correction[4])
{
    hone_affine turn = hone_affine_from_rotation(correction, (float[3]){0, 0, 0}), bone;
    float from[3], forward[3], way[3], beside[3];
    bone = hone_affine_multiply(job->bone, &turn);
    hone_affine_point(&bone, job->offset, from);
    hone_affine_direction(&bone, job->forward, forward);
    float size = hone_vec3_length(forward);
    hone_vec3_subtract(job->target, from, way);
    hone_vec3_cross(way, forward, beside);
    return hone_vec3_dot(way, forward) > 0 ? hone_vec3_length(beside) / size / size : INFINITY;
}

static void every_correction_is_that_of_the_definition(void **state)
{
    test_random r = {1};
    (void)state;
    for (int i = 0; i < AIMS; i++) {
        hone_affine bone = random_bone(&r, i % 3 == 0);
        hone_aim_job job = random_job(&r, &bone);
        double wanted[4];
        float got[4];
        if (i % 4) {
            random_vector(&r, 1, job.up);
            random_vector(&r, 1, job.pole);
        }
        job.twist = i % 5 ? 0 : test_random_float(&r, -3, 3);
        job.max_angle = i % 6 ? 0 : test_random_float(&r, 0.1f, 3);
        job.weight = i % 7 ? 1 : test_random_float(&r, 0.01f, 1);
        bool reached = reference_aim(&job, wanted);
        CHECK(hone_aim_solve(&job, got) == reached);
        if (fabs(wanted[3]) > 0.05)
            CHECK_NEAR(reference_quat_difference(wanted, got), 0, 5e-6);
    }
}

static void the_aimed_line_meets_the_target(void **state)
{
    test_random r = {2};
    (void)state;
    for (int i = 0; i < AIMS; i++) {
        hone_affine bone = random_bone(&r, i % 2);
        hone_aim_job job = random_job(&r, &bone);
        float correction[4];
        CHECK(hone_aim_solve(&job, correction));
        CHECK_NEAR(miss(&job, correction), 0, 1e-4); /* the target is up to 9 away */
    }
}

static void the_target_may_be_opposite(void **state)
{
    hone_affine bone = HONE_AFFINE_IDENTITY;
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        hone_aim_job job = {.bone = &bone, .weight = 1};
        float correction[4];
        job.forward[axis] = 1, job.target[axis] = -2;
        CHECK(hone_aim_solve(&job, correction));
        CHECK_NEAR(miss(&job, correction), 0, 1e-6);
    }
}

static void a_swing_never_leaves_its_cone(void **state)
{
    test_random r = {3};
    (void)state;
    for (int i = 0; i < AIMS; i++) {
        hone_affine bone = random_bone(&r, i % 2);
        hone_aim_job job = random_job(&r, &bone);
        float correction[4], aimed[3];
        hone_vec3_set(0, 0, 0, job.offset);
        random_vector(&r, 1, job.up), random_vector(&r, 1, job.pole);
        job.max_angle = test_random_float(&r, 0.1f, 3);
        bool reached = hone_aim_solve(&job, correction);
        hone_quat_rotate(correction, job.forward, aimed);
        float angle = acosf(fmaxf(-1, fminf(1, hone_vec3_dot(aimed, job.forward))));
        CHECK(angle <= job.max_angle + 1e-3f);
        CHECK(reached || angle >= job.max_angle - 1e-3f);
    }
}

static void up_is_on_the_side_of_the_pole(void **state)
{
    test_random r = {4};
    (void)state;
    for (int i = 0; i < AIMS; i++) {
        hone_affine bone = random_bone(&r, false);
        hone_aim_job job = random_job(&r, &bone);
        float correction[4], up[3], origin[3], way[3], a[3], b[3];
        hone_vec3_set(0, 0, 0, job.offset);
        random_vector(&r, 1, job.up), random_vector(&r, 1, job.pole);
        hone_vec3_cross(job.forward, job.up, a);
        if (hone_vec3_length(a) < 0.1f)
            continue;
        hone_aim_solve(&job, correction);
        hone_quat_rotate(correction, job.up, up);
        hone_affine_direction(&bone, up, up);
        hone_affine_origin(&bone, origin);
        hone_vec3_subtract(job.target, origin, way);
        hone_vec3_cross(way, up, a), hone_vec3_cross(way, job.pole, b);
        if (hone_vec3_length(b) > 0.05f * hone_vec3_length(way))
            CHECK_NEAR(hone_vec3_dot(a, b) / hone_vec3_length(a) / hone_vec3_length(b), 1, 1e-4);
    }
}

static void check_nothing(const hone_aim_job *job)
{
    static const float none[4] = {0, 0, 0, 1};
    float correction[4] = {9, 9, 9, 9};
    CHECK(!hone_aim_solve(job, correction));
    CHECK(memcmp(correction, none, sizeof none) == 0);
}

static void weight_zero_and_targets_at_the_joint_change_no_bit(void **state)
{
    test_random r = {5};
    hone_affine bone = random_bone(&r, false);
    hone_aim_job job = random_job(&r, &bone);
    (void)state;
    job.weight = 0;
    check_nothing(&job);
    job.weight = 1;
    hone_affine_origin(&bone, job.target);
    check_nothing(&job);
    job.target[0] = NAN;
    check_nothing(&job);
}

static void a_target_between_joint_and_line_is_not_met(void **state)
{
    hone_affine bone = HONE_AFFINE_IDENTITY;
    hone_aim_job job = {.bone = &bone, .forward = {1, 0, 0}, .offset = {0, 1, 0}, .target = {0, 0.5f, 0}, .weight = 1};
    float correction[4], nearest[3];
    (void)state;
    CHECK(!hone_aim_solve(&job, correction));
    hone_vec3_set(0.5f, 0, 0, job.target); /* the nearest point of the line is turned towards it */
    CHECK(!hone_aim_solve(&job, correction));
    hone_quat_rotate(correction, job.offset, nearest);
    CHECK_NEAR(nearest[0], 1, 1e-5);
    hone_vec3_copy(job.offset, job.target);
    CHECK(hone_aim_solve(&job, correction)); /* where the line begins */
    hone_vec3_set(0, 2, 0, job.target),
        job.offset[0] = 3; /* nearer than the offset, in front of which the line begins */
    CHECK(!hone_aim_solve(&job, correction));
    job.offset[0] = 0;
    CHECK(hone_aim_solve(&job, correction));
}

static void hostile_numbers_give_rotations(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
    test_random r = {6};
    (void)state;
    for (int i = 0; i < 20000; i++) {
        hone_affine bone = random_bone(&r, false);
        hone_aim_job job = random_job(&r, &bone);
        float correction[4],
            *numbers[] = {job.target, job.forward, job.offset, job.up, job.pole, &job.twist, &job.max_angle, bone.m[0]};
        static const uint32_t sizes[] = {3, 3, 3, 3, 3, 1, 1, 12};
        for (int k = 0; k < 1 + i % 3; k++) {
            uint32_t which = test_random_u32(&r) % 8;
            numbers[which][test_random_u32(&r) % sizes[which]] = bad[test_random_u32(&r) % 7];
        }
        hone_aim_solve(&job, correction);
        CHECK_NEAR(hone_quat_dot(correction, correction), 1, 1e-4);
    }
}

TEST_GROUP(test_aim)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_correction_is_that_of_the_definition),
        cmocka_unit_test(the_aimed_line_meets_the_target),
        cmocka_unit_test(the_target_may_be_opposite),
        cmocka_unit_test(a_swing_never_leaves_its_cone),
        cmocka_unit_test(up_is_on_the_side_of_the_pole),
        cmocka_unit_test(weight_zero_and_targets_at_the_joint_change_no_bit),
        cmocka_unit_test(a_target_between_joint_and_line_is_not_met),
        cmocka_unit_test(hostile_numbers_give_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
