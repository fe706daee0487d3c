/* Two-bone IK: against the definition in double precision, and the properties that a limb must have. */
#include "support/reference/reference_aim.h"
#include "support/support.h"
#include <string.h>

enum { LIMBS = 4000 };

/* A limb whose upper bone has any place, size and mirroring; the lower bone is bent by `bend` radians, 0 is straight.
 */
typedef struct limb {
    hone_affine start, start_parent, middle, end;
    hone_transform upper, lower, tip; /* local */
    hone_two_bone_job job;
    float reach, nearest; /* model units: distances from the start that the end can have */
} limb;

static void place(limb *l)
{
    hone_affine local = hone_affine_from_transform(&l->upper);
    l->start = hone_affine_multiply(&l->start_parent, &local);
    local = hone_affine_from_transform(&l->lower);
    l->middle = hone_affine_multiply(&l->start, &local);
    local = hone_affine_from_transform(&l->tip);
    l->end = hone_affine_multiply(&l->middle, &local);
    l->job.start = &l->start, l->job.middle = &l->middle, l->job.end = &l->end;
}

static hone_transform transform_of(float x, float y, float z, const float rotation[4], float scale)
{
    hone_transform out = {{x, y, z}, {0, 0, 0, 1}, {scale, scale, scale}};
    memcpy(out.rotation, rotation, sizeof out.rotation);
    return out;
}

static void random_direction(test_random *r, float out[3])
{
    do
        for (int i = 0; i < 3; i++) out[i] = test_random_float(r, -1, 1);
    while (hone_vec3_length(out) < 0.1f || !hone_vec3_normalise(out, out));
}

static void find_reach(limb *l, float size)
{
    float a = l->lower.translation[0], b = l->tip.translation[0] * l->lower.scale[0];
    l->reach = size * (a + b), l->nearest = size * fabsf(a - b);
}

/* job.goal: at `part` of the way from the nearest to the furthest distance. */
static void set_goal(limb *l, test_random *r, float part)
{
    float way[3], origin[3];
    random_direction(r, way);
    hone_affine_origin(&l->start, origin);
    hone_vec3_add_scaled(origin, way, l->nearest + part * (l->reach - l->nearest), l->job.goal);
}

static void make_limb(limb *l, test_random *r, bool mirrored, float bend, float part)
{
    float turn[4], half[4] = {0, 0, -sinf(0.5f * bend), cosf(0.5f * bend)}, none[4] = {0, 0, 0, 1};
    float size = test_random_float(r, 0.05f, 3);
    memset(l, 0, sizeof *l);
    test_random_quat(r, turn);
    hone_transform parent = transform_of(test_random_float(r, -2, 2), 1, test_random_float(r, -2, 2), turn, size);
    parent.scale[1] *= mirrored ? -1 : 1;
    l->start_parent = hone_affine_from_transform(&parent);
    test_random_quat(r, turn);
    l->upper = transform_of(0.1f, 0.2f, 0.3f, turn, 1);
    l->lower = transform_of(test_random_float(r, 0.3f, 1), 0, 0, half, test_random_float(r, 0.5f, 2));
    l->tip = transform_of(test_random_float(r, 0.3f, 1), 0, 0, none, 1);
    l->job.hinge[2] = 1;
    l->job.weight = 1;
    place(l);
    find_reach(l, size);
    set_goal(l, r, part);
}

static bool run(limb *l, float start[4], float middle[4])
{
    bool reached = hone_two_bone_solve(&l->job, start, middle);
    hone_quat_multiply(l->upper.rotation, start, l->upper.rotation);
    hone_quat_multiply(l->lower.rotation, middle, l->lower.rotation);
    place(l);
    return reached;
}

static float gap(const limb *l)
{
    float end[3];
    hone_affine_origin(&l->end, end);
    return hone_vec3_distance(end, l->job.goal);
}

static void every_correction_is_that_of_the_definition(void **state)
{
    test_random r = {1};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4];
        make_limb(&l, &r, i % 3 == 0, test_random_float(&r, 0.3f, 2.5f), test_random_float(&r, 0.1f, 0.9f));
        if (i % 4)
            random_direction(&r, l.job.pole);
        l.job.twist = i % 5 ? 0 : test_random_float(&r, -3, 3);
        l.job.softness = i % 7 ? 0 : test_random_float(&r, 0, 1.2f);
        l.job.weight = i % 6 ? 1 : test_random_float(&r, 0.01f, 1);
        reference_limb wanted = reference_two_bone(&l.job);
        bool reached = hone_two_bone_solve(&l.job, start, middle);
        CHECK(reached == wanted.reached);
        CHECK_NEAR(reference_quat_difference(wanted.middle, middle), 0, 1e-5);
        if (fabs(wanted.start[3]) > 0.05) /* near half a turn the shortest way is not well defined */
            CHECK_NEAR(reference_quat_difference(wanted.start, start), 0, 1e-5);
    }
}

static void hinges_may_be_oblique_and_parents_may_shear(void **state)
{
    test_random r = {2};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4], oblique[3] = {0.4f, 0.1f, 1};
        make_limb(&l, &r, false, test_random_float(&r, 0.3f, 2.5f), test_random_float(&r, 0.2f, 0.6f));
        for (int k = 0; k < 3; k++) l.start_parent.m[k][1] += 0.3f * l.start_parent.m[k][0];
        place(&l);
        set_goal(&l, &r, 0.5f);
        hone_vec3_normalise(oblique, l.job.hinge);
        random_direction(&r, l.job.pole);
        if (run(&l, start, middle))
            CHECK_NEAR(gap(&l) / l.reach, 0, 1e-5);
    }
}

static void a_goal_within_reach_is_reached_and_a_knee_never_bends_backwards(void **state)
{
    test_random r = {3};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4];
        /* some limbs begin bent backwards */
        make_limb(&l, &r, i % 2, test_random_float(&r, -2.5f, 2.5f), test_random_float(&r, 0.01f, 0.99f));
        CHECK(run(&l, start, middle));
        CHECK_NEAR(gap(&l) / l.reach, 0, 1e-5);
        float bend = -2 * atan2f(l.lower.rotation[2], l.lower.rotation[3]);
        CHECK(bend > 0 || bend < -(float)HONE_PI);
        CHECK_NEAR(hone_quat_dot(start, start), 1, 1e-6);
        CHECK_NEAR(hone_quat_dot(middle, middle), 1, 1e-6);
    }
}

static void a_goal_out_of_reach_is_approached_straight(void **state)
{
    test_random r = {4};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4], origin[3], end[3], way[3], goal[3];
        bool far = i % 2;
        make_limb(&l, &r, i % 3 == 0, test_random_float(&r, 0.1f, 2), far ? 1.5f : 0);
        hone_affine_origin(&l.start, origin);
        if (!far)
            hone_vec3_lerp(origin, l.job.goal, 0.5f, l.job.goal);
        bool reached = run(&l, start, middle);
        hone_affine_origin(&l.end, end);
        hone_vec3_subtract(end, origin, way), hone_vec3_subtract(l.job.goal, origin, goal);
        if (!far && !(l.nearest > 0.05f * l.reach)) /* of both bones the same length: nothing is too near */
            continue;
        CHECK(!reached);
        CHECK_NEAR(hone_vec3_length(way) / (far ? l.reach : l.nearest), 1, 1e-4);
        CHECK_NEAR(hone_vec3_dot(way, goal) / hone_vec3_length(way) / hone_vec3_length(goal), 1, 1e-5);
    }
}

static void the_middle_is_on_the_side_of_the_pole(void **state)
{
    test_random r = {5};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4], origin[3], way[3], side[3], knee[3], pole[3];
        make_limb(&l, &r, i % 2, 1, test_random_float(&r, 0.2f, 0.8f));
        random_direction(&r, l.job.pole);
        CHECK(run(&l, start, middle));
        hone_affine_origin(&l.start, origin);
        hone_affine_origin(&l.middle, knee);
        hone_vec3_subtract(l.job.goal, origin, way);
        hone_vec3_subtract(knee, origin, knee);
        hone_vec3_cross(way, l.job.pole, side);
        hone_vec3_cross(way, knee, pole);
        CHECK_NEAR(hone_vec3_dot(side, pole) / hone_vec3_length(side) / hone_vec3_length(pole), 1, 1e-4);
    }
}

static void softness_keeps_the_limb_from_snapping_straight(void **state)
{
    test_random r = {6};
    limb l;
    float start[4], middle[4], before[4], origin[3], way[3], steepest = 0;
    (void)state;
    make_limb(&l, &r, false, 1, 0.5f);
    hone_affine_origin(&l.start, origin);
    hone_vec3_subtract(l.job.goal, origin, way);
    hone_vec3_normalise(way, way);
    l.job.softness = 0.2f;
    for (int i = 0; i <= 1000; i++) {
        float distance = l.reach * (0.7f + 0.0006f * (float)i);
        hone_vec3_add_scaled(origin, way, distance, l.job.goal);
        bool reached = hone_two_bone_solve(&l.job, start, middle);
        CHECK(reached == (distance < 0.8f * l.reach) || fabsf(distance / l.reach - 0.8f) < 1e-3f);
        if (i)
            steepest = fmaxf(steepest, 2 * acosf(fminf(1, fabsf(hone_quat_dot(before, middle)))));
        hone_quat_copy(middle, before);
    }
    CHECK(steepest < 0.004f); /* for a goal that moves by 0.0006 of the reach; without softness it is 0.03 and more */
}

static void small_steps_of_the_goal_are_small_turns(void **state)
{
    test_random r = {7};
    (void)state;
    for (int i = 0; i < LIMBS; i++) {
        limb l;
        float start[4], middle[4], next_start[4], next_middle[4];
        make_limb(&l, &r, i % 2, 1, test_random_float(&r, 0.2f, 0.8f));
        hone_two_bone_solve(&l.job, start, middle);
        l.job.goal[i % 3] += 1e-3f * (l.reach - l.nearest);
        hone_two_bone_solve(&l.job, next_start, next_middle);
        CHECK_NEAR(fabsf(hone_quat_dot(middle, next_middle)), 1, 1e-4);
        if (fabsf(start[3]) > 0.2f)
            CHECK_NEAR(fabsf(hone_quat_dot(start, next_start)), 1, 1e-4);
    }
}

static void check_nothing(const hone_two_bone_job *job)
{
    static const float none[4] = {0, 0, 0, 1};
    float start[4] = {9, 9, 9, 9}, middle[4] = {9, 9, 9, 9};
    CHECK(!hone_two_bone_solve(job, start, middle));
    CHECK(memcmp(start, none, sizeof none) == 0 && memcmp(middle, none, sizeof none) == 0);
}

static void weight_zero_changes_no_bit(void **state)
{
    test_random r = {8};
    limb l;
    (void)state;
    make_limb(&l, &r, false, 1, 0.5f);
    const float weights[] = {0, -1, NAN};
    for (int i = 0; i < 3; i++) {
        l.job.weight = weights[i];
        check_nothing(&l.job);
    }
}

static void hostile_numbers_give_rotations(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
    test_random r = {9};
    (void)state;
    for (int i = 0; i < 20000; i++) {
        limb l;
        float start[4], middle[4], *numbers[] = {l.job.goal,      l.job.hinge,  l.job.pole,    &l.job.twist,
                                                 &l.job.softness, l.start.m[0], l.middle.m[0], l.end.m[0]};
        static const uint32_t sizes[] = {3, 3, 3, 1, 1, 12, 12, 12};
        make_limb(&l, &r, false, 1, 0.5f);
        for (int k = 0; k < 1 + i % 3; k++) {
            uint32_t which = test_random_u32(&r) % 8;
            numbers[which][test_random_u32(&r) % sizes[which]] = bad[test_random_u32(&r) % 7];
        }
        hone_two_bone_solve(&l.job, start, middle);
        CHECK_NEAR(hone_quat_dot(start, start), 1, 1e-4);
        CHECK_NEAR(hone_quat_dot(middle, middle), 1, 1e-4);
    }
}

static void coincident_joints_and_goals_are_defined(void **state)
{
    test_random r = {10};
    limb l;
    float start[4], middle[4];
    (void)state;
    make_limb(&l, &r, false, 1, 0.5f);
    hone_affine_origin(&l.start, l.job.goal); /* on the start: as near as possible */
    CHECK(!run(&l, start, middle) || l.nearest < 0.01f);
    CHECK_NEAR(gap(&l), l.nearest, 1e-4 * (double)l.reach);
    make_limb(&l, &r, false, 1, 0.5f);
    l.job.middle = l.job.start, l.job.end = l.job.start; /* three joints at one place */
    check_nothing(&l.job);
    make_limb(&l, &r, false, 1, 0.5f);
    memset(&l.start, 0, sizeof l.start); /* no inverse */
    check_nothing(&l.job);
    make_limb(&l, &r, false, 1, 0.5f);
    l.job.end = l.job.middle; /* nothing bends: it only turns to the goal */
    CHECK(!hone_two_bone_solve(&l.job, start, middle) && fabsf(middle[3]) > 0.99999f && fabsf(start[3]) < 0.9999f);
}

TEST_GROUP(test_two_bone)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_correction_is_that_of_the_definition),
        cmocka_unit_test(hinges_may_be_oblique_and_parents_may_shear),
        cmocka_unit_test(a_goal_within_reach_is_reached_and_a_knee_never_bends_backwards),
        cmocka_unit_test(a_goal_out_of_reach_is_approached_straight),
        cmocka_unit_test(the_middle_is_on_the_side_of_the_pole),
        cmocka_unit_test(softness_keeps_the_limb_from_snapping_straight),
        cmocka_unit_test(small_steps_of_the_goal_are_small_turns),
        cmocka_unit_test(weight_zero_changes_no_bit),
        cmocka_unit_test(hostile_numbers_give_rotations),
        cmocka_unit_test(coincident_joints_and_goals_are_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
