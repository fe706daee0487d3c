/* FABRIK: against forward kinematics in double precision, with and without limits, and on numbers that are none. */
#include "play/ik/limit.h"
#include "play/ik/swing.h"
#include "support/reference/reference_joint.h"
#include <string.h>

enum { CHAINS = 2000, MOST = 12 };

typedef struct chain {
    uint32_t count;
    float offsets[MOST + 1][3]; /* of each joint in the axes of the one before; the last: of the end */
    float rotations[MOST][4];
    hone_limit limits[MOST];
    hone_affine bones[MOST];
    float length;
    double memory[MOST * 40];
    hone_fabrik_job job;
} chain;

/* Computes where the end is, and, if wanted, all matrices. */
static void end_of(const chain *c, float (*corrections)[4], hone_affine *bones, double end[3])
{
    static const float none[4] = {0, 0, 0, 1};
    reference_place place;
    for (uint32_t i = 0; i < c->count; i++) {
        place = reference_joint_place(i ? &place : NULL, c->offsets[i], c->rotations[i],
                                      corrections ? corrections[i] : none);
        if (bones)
            bones[i] = reference_joint_matrix(&place);
    }
    reference_joint_point(&place, c->offsets[c->count], end);
}

static hone_limit random_limit(test_random *r, uint32_t i)
{
    hone_limit out = {.kind = HONE_LIMIT_BALL, .axis = {0, 1, 0}, .max_swing = test_random_float(r, 0.3f, 1.5f)};
    out.min_angle = -test_random_float(r, 0.1f, 1), out.max_angle = test_random_float(r, 0.1f, 1);
    test_random_quat(r, out.rest);
    if (i % 4 == 3) {
        out.kind = HONE_LIMIT_HINGE, out.max_swing = 0;
        hone_vec3_set(1, 0, 0, out.axis);
    }
    return out;
}

static double to_float(const double v[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (float)v[i];
    return v[0];
}

/* A chain that can reach its goal: where its end is in another pose within its limits. */
static void make_chain(test_random *r, uint32_t count, float amount, chain *c)
{
    double at[3];
    *c = (chain){.count = count};
    for (uint32_t i = 0; i < count; i++) {
        c->limits[i] = random_limit(r, i);
        reference_limit_random(r, &c->limits[i], amount, c->rotations[i]);
        c->offsets[i + 1][1] = test_random_float(r, 0.2f, 1);
        c->length += c->offsets[i + 1][1];
    }
    end_of(c, NULL, NULL, at), to_float(at, c->job.goal);
    for (uint32_t i = 0; i < count; i++) reference_limit_random(r, &c->limits[i], amount, c->rotations[i]);
    end_of(c, NULL, c->bones, at), to_float(at, c->job.end);
    c->job.bone_count = count, c->job.bones = c->bones, c->job.memory = c->memory;
    c->job.weight = 1, c->job.tolerance = 1e-3f * c->length;
    CHECK(hone_fabrik_memory_size(count) <= sizeof c->memory);
}

static void ends_reach_their_goals(void **state)
{
    test_random r = {1};
    uint32_t reached = 0;
    (void)state;
    for (int i = 0; i < CHAINS; i++) {
        chain c;
        float corrections[MOST][4];
        double end[3];
        make_chain(&r, 2 + (uint32_t)i % 8, 1, &c);
        c.job.max_rounds = 64;
        bool there = hone_fabrik_solve(&c.job, corrections);
        end_of(&c, corrections, NULL, end);
        CHECK(!there || reference_distance(end, c.job.goal) <= 1.01e-3 * (double)c.length);
        reached += there;
    }
    CHECK(reached > CHAINS * 97 / 100);
}

static void limits_hold_and_most_goals_are_reached_within_them(void **state)
{
    test_random r = {2};
    uint32_t reached = 0;
    (void)state;
    for (int i = 0; i < CHAINS; i++) {
        chain c;
        float corrections[MOST][4];
        make_chain(&r, 4 + (uint32_t)i % 6, 0.7f, &c);
        c.job.limits = c.limits;
        c.job.max_rounds = 64;
        reached += hone_fabrik_solve(&c.job, corrections);
        for (uint32_t k = 0; k < c.count; k++)
            CHECK(reference_limit_excess(&c.limits[k], c.rotations[k], corrections[k]) < 2e-3);
    }
    CHECK(reached > CHAINS * 9 / 10);
}

static void a_rotation_within_its_limits_keeps_its_bits(void **state)
{
    test_random r = {8};
    (void)state;
    for (uint32_t i = 0; i < CHAINS; i++) {
        hone_limit limit = random_limit(&r, i);
        float within[4], held[4], any[4];
        reference_limit_random(&r, &limit, 0.9f, within);
        hone_limit_range range = hone_limit_prepare(&limit, within);
        hone_quat_copy(within, held);
        hone_limit_hold(&range, held);
        CHECK(limit.kind == HONE_LIMIT_HINGE || memcmp(held, within, sizeof held) == 0);
        test_random_quat(&r, any);
        hone_limit_hold(&range, any);
        hone_joint_parts parts = hone_limit_parts(&range, any);
        CHECK(parts.twist[1] >= (range.least - 1e-3f) * parts.twist[0]);
        CHECK(parts.twist[1] <= (range.most + 1e-3f) * parts.twist[0]);
        CHECK(hone_vec3_length(parts.swing) <= (range.swing + 1e-3f) * parts.swing[3]);
    }
}

static void half_a_twist_is_turned_back_to_its_limit(void **state)
{
    const hone_limit limit = {.kind = HONE_LIMIT_BALL,
                              .axis = {0, 1, 0},
                              .rest = {0, 0, 0, 1},
                              .min_angle = -1,
                              .max_angle = 1,
                              .max_swing = 1};
    float turn[4] = {0, 1, 0, 0};
    hone_limit_range range = hone_limit_prepare(&limit, limit.rest);
    (void)state;
    hone_limit_hold(&range, turn);
    CHECK_NEAR(turn[1], sinf(0.5f), 1e-6);
    CHECK_NEAR(turn[3], cosf(0.5f), 1e-6);
}

/* The limit of the swing may be more than a right angle. */
static void a_swing_is_turned_back_to_its_limit(void **state)
{
    const hone_limit limit = {.kind = HONE_LIMIT_BALL,
                              .axis = {0, 1, 0},
                              .rest = {0, 0, 0, 1},
                              .min_angle = -1,
                              .max_angle = 1,
                              .max_swing = 2};
    float turn[4] = {sinf(1.5f), 0, 0, cosf(1.5f)};
    hone_limit_range range = hone_limit_prepare(&limit, limit.rest);
    (void)state;
    hone_limit_hold(&range, turn);
    CHECK_NEAR(turn[0], sinf(1), 1e-6);
    CHECK_NEAR(turn[3], cosf(1), 1e-6);
}

static void fixed_bones_stay_as_they_are(void **state)
{
    test_random r = {7};
    uint32_t reached = 0;
    (void)state;
    for (int i = 0; i < CHAINS; i++) {
        chain c;
        float corrections[MOST][4];
        double end[3];
        make_chain(&r, 5 + (uint32_t)i % 4, 0.3f, &c);
        for (uint32_t k = 1; k < c.count; k += 2) c.limits[k] = (hone_limit){.kind = HONE_LIMIT_FIXED};
        for (uint32_t k = 0; k < c.count; k += 2) c.limits[k] = (hone_limit){.kind = HONE_LIMIT_NONE};
        c.job.limits = c.limits;
        c.job.max_rounds = 64;
        bool there = hone_fabrik_solve(&c.job, corrections);
        end_of(&c, corrections, NULL, end);
        CHECK(!there || reference_distance(end, c.job.goal) <= 1.01e-3 * (double)c.length);
        for (uint32_t k = 1; k < c.count; k += 2) CHECK_NEAR(fabsf(corrections[k][3]), 1, 1e-5);
        reached += there;
    }
    CHECK(reached > CHAINS / 2); /* the end is further away than some of these chains reach */
}

static void goals_out_of_reach_stretch_the_chain(void **state)
{
    test_random r = {3};
    (void)state;
    for (int i = 0; i < CHAINS; i++) {
        chain c;
        float corrections[MOST][4], straight[3];
        double end[3];
        make_chain(&r, 1 + (uint32_t)i % 8, 1, &c);
        for (int k = 0; k < 3; k++) c.job.goal[k] = test_random_float(&r, -1, 1);
        float distance = hone_vec3_length(c.job.goal);
        hone_vec3_scale(c.job.goal, c.length / distance, straight);
        hone_vec3_scale(straight, test_random_float(&r, 1.01f, 3), c.job.goal);
        CHECK(!hone_fabrik_solve(&c.job, corrections));
        end_of(&c, corrections, NULL, end);
        CHECK_NEAR(reference_distance(end, straight) / (double)c.length, 0, 1e-5);
    }
}

static void a_straight_chain_folds(void **state)
{
    (void)state;
    for (uint32_t count = 2; count < 8; count++) {
        chain c = {.count = count};
        float corrections[MOST][4];
        double end[3];
        for (uint32_t i = 0; i < count; i++) c.offsets[i + 1][1] = 1, hone_quat_identity(c.rotations[i]);
        end_of(&c, NULL, c.bones, end), to_float(end, c.job.end);
        c.job.bone_count = count, c.job.bones = c.bones, c.job.memory = c.memory, c.job.weight = 1;
        c.job.tolerance = 1e-3f, c.job.max_rounds = 50;
        hone_vec3_set(0, 0.7f * (float)count, 0, c.job.goal);
        CHECK(hone_fabrik_solve(&c.job, corrections));
        end_of(&c, corrections, NULL, end);
        CHECK_NEAR(reference_distance(end, c.job.goal), 0, 1.01e-3);
    }
}

/* Bones above may scale unevenly, shear and mirror. */
static void the_space_above_may_be_any(void **state)
{
    test_random r = {4};
    (void)state;
    for (int i = 0; i < 200; i++) {
        chain c;
        float plain[MOST][4], above[MOST][4], p[3];
        hone_affine base;
        make_chain(&r, 5, 0.7f, &c);
        c.job.limits = c.limits;
        bool there = hone_fabrik_solve(&c.job, plain);
        for (int k = 0; k < 12; k++) base.m[k / 4][k % 4] = test_random_float(&r, -1, 1) + (k % 5 == 0 ? 3.0f : 0.0f);
        for (int k = 0; k < 3 && i % 2; k++) base.m[0][k] = -base.m[0][k];
        for (uint32_t k = 0; k < c.count; k++) c.bones[k] = hone_affine_multiply(&base, &c.bones[k]);
        hone_affine_point(&base, c.job.end, p), hone_vec3_copy(p, c.job.end);
        float goal[3], x[3], y[3], z[3];
        hone_affine_column(&base, 0, x), hone_affine_column(&base, 1, y), hone_affine_column(&base, 2, z);
        hone_vec3_cross(x, y, goal);
        float size = cbrtf(1 / fabsf(hone_vec3_dot(goal, z)));
        hone_vec3_copy(c.job.goal, goal);
        hone_affine_point(&base, c.job.goal, p), hone_vec3_copy(p, c.job.goal);
        c.job.base = &base;
        c.job.tolerance *= 3;
        bool same = hone_fabrik_solve(&c.job, above);
        CHECK(same || !there);
        double end[3];
        end_of(&c, above, NULL, end);
        CHECK(!same || reference_distance(end, goal) <= (double)(1.1f * size * c.job.tolerance));
        for (uint32_t k = 0; k < c.count && there && same; k++)
            CHECK_NEAR(fabsf(hone_quat_dot(plain[k], above[k])), 1, 0.02);
    }
}

/* No direction of a bone leads to its own joint, so it stays. */
static void a_goal_at_the_joint_turns_nothing(void **state)
{
    test_random r = {9};
    (void)state;
    for (int i = 0; i < 20; i++) {
        chain c;
        float corrections[MOST][4];
        make_chain(&r, 1, 1, &c);
        hone_affine_origin(&c.bones[0], c.job.goal);
        CHECK(!hone_fabrik_solve(&c.job, corrections));
        CHECK_NEAR(fabsf(corrections[0][3]), 1, 1e-5);
    }
}

static void weight_zero_and_reached_goals_change_no_bit(void **state)
{
    static const float none[4] = {0, 0, 0, 1};
    test_random r = {5};
    chain c;
    float corrections[MOST][4];
    (void)state;
    make_chain(&r, 5, 0.5f, &c);
    c.job.weight = 0;
    CHECK(!hone_fabrik_solve(&c.job, corrections));
    for (int k = 0; k < 5; k++) CHECK(memcmp(corrections[k], none, sizeof none) == 0);
    c.job.weight = 1;
    hone_vec3_copy(c.job.end, c.job.goal);
    CHECK(hone_fabrik_solve(&c.job, corrections));
    for (int k = 0; k < 5; k++) CHECK(memcmp(corrections[k], none, sizeof none) == 0);
    c.job.weight = 0.5f;
    CHECK(!hone_fabrik_solve(&c.job, corrections));
}

/* The end moves towards the goal by less than the whole way, and the more the larger the weight is. */
static void a_weight_is_a_part_of_the_way(void **state)
{
    test_random r = {6};
    chain c;
    float corrections[MOST][4], whole[MOST][4];
    (void)state;
    make_chain(&r, 4, 0.5f, &c);
    hone_fabrik_solve(&c.job, whole);
    c.job.weight = 0.5f;
    CHECK(!hone_fabrik_solve(&c.job, corrections));
    for (int k = 0; k < 4; k++) {
        float angle = acosf(fminf(1, corrections[k][3])), full = acosf(fminf(1, whole[k][3]));
        CHECK_NEAR(angle, 0.5f * full, 1e-3f + 0.05f * full);
    }
}

static void hostile_numbers_give_rotations(void **state)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 1e-30f, 0};
    test_random r = {7};
    (void)state;
    for (int i = 0; i < 20000; i++) {
        chain c;
        float corrections[MOST][4];
        make_chain(&r, 1 + (uint32_t)i % 6, 1, &c);
        if (i % 2)
            c.job.limits = c.limits;
        uint32_t k = test_random_u32(&r) % c.count;
        float *numbers[] = {c.job.goal,       c.job.end,        &c.job.tolerance,       c.bones[k].m[0],
                            c.limits[k].axis, c.limits[k].rest, &c.limits[k].max_swing, &c.limits[k].min_angle};
        static const uint32_t sizes[] = {3, 3, 1, 12, 3, 4, 1, 1};
        for (int n = 0; n < 1 + i % 3; n++) {
            uint32_t which = test_random_u32(&r) % 8;
            numbers[which][test_random_u32(&r) % sizes[which]] = bad[test_random_u32(&r) % 7];
        }
        hone_fabrik_solve(&c.job, corrections);
        for (uint32_t n = 0; n < c.count; n++) CHECK_NEAR(hone_quat_dot(corrections[n], corrections[n]), 1, 1e-4);
    }
}

TEST_GROUP(test_fabrik)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_reach_their_goals),
        cmocka_unit_test(limits_hold_and_most_goals_are_reached_within_them),
        cmocka_unit_test(a_rotation_within_its_limits_keeps_its_bits),
        cmocka_unit_test(half_a_twist_is_turned_back_to_its_limit),
        cmocka_unit_test(a_swing_is_turned_back_to_its_limit),
        cmocka_unit_test(fixed_bones_stay_as_they_are),
        cmocka_unit_test(goals_out_of_reach_stretch_the_chain),
        cmocka_unit_test(a_straight_chain_folds),
        cmocka_unit_test(the_space_above_may_be_any),
        cmocka_unit_test(a_goal_at_the_joint_turns_nothing),
        cmocka_unit_test(weight_zero_and_reached_goals_change_no_bit),
        cmocka_unit_test(a_weight_is_a_part_of_the_way),
        cmocka_unit_test(hostile_numbers_give_rotations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
