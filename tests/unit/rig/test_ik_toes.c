/* Toe chains: a leg's chain moves the toe before the toe's own chain is solved. */
#include "support/reference/ik_cases.h"
#include "support/support.h"
#include <hone/rig.h>
#include <string.h>

typedef struct toe_case {
    ik_toe toe;
    double placed[4], moved[4]; /* rotation of the ankle at the end, with each start */
} toe_case;

/* Computed in double precision by another program. */
static const toe_case CASES[] = {
    {{{0},
      {0.4226182617406995, 0, 0, 0.9063077870366499},
      {0, -0.3, -0.8},
      {0, -0.3, -0.8},
      {0.2921038776269075, -0.19473591841793833, -0.7789436736717533},
      10,
      4},
     {0.05425971866404983, -0.16277915599214995, 0.06104218349705617, 0.9832765028916807},
     {0.06801381372201588, -0.1858465917115055, -0.014443541764406643, 0.9801155797116501}},
    {{{0},
      {0.25, 0.022557566113149838, 0.25783416049629954, 0.9330127018922194},
      {0, -0.3, -0.8},
      {0, -0.6563685490112606, -0.5469737908427172},
      {-0.3622650342721193, -0.27169877570408946, -0.7245300685442386},
      10,
      4},
     {0.04348803703455815, 0.26786636614135323, 0.10829808586808438, 0.9563618170558759},
     {0.06849858414201411, 0.3010753637803994, 0.21589844083835594, 0.9263095770521896}},
};

/* The angle between the ankle's rotation and the expected one, degrees. */
static double off(const hone_rig *rig, const double want[4])
{
    reference_turn turn;
    memcpy(turn.q, want, sizeof turn.q);
    turn = reference_turn_multiply(reference_turn_of(&hone_rig_bones(rig)[IK_TOE_ANKLE]), reference_turn_back(turn));
    return reference_turn_angle(turn) * 180 / 3.14159265358979323846;
}

static void check_toe_reached(const hone_rig *rig, const ik_toe *toe)
{
    for (int i = 0; i < 3; i++) CHECK_NEAR(hone_rig_bones(rig)[IK_TOE_TOE].m[i][3], toe->goal[i], 1e-4);
}

static hone_rig *make_rig(const hone_model *model, hone_mmd_rules rules)
{
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .rules = rules}, NULL);
    CHECK(rig != NULL);
    return rig;
}

static void check_ankle(const ik_toe *toe, hone_mmd_rules rules, const double want[4])
{
    random_pose pose;
    hone_model *model = ik_toe_make(toe);
    hone_rig *rig = make_rig(model, rules);
    for (int again = 0; again < 2; again++) {
        hone_rig_evaluate(rig, ik_toe_pose(toe, model, &pose));
        CHECK_NEAR(off(rig, want), 0, 0.01);
        check_toe_reached(rig, toe);
    }
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void a_toe_starts_where_its_own_turn_placed_it_or_where_the_leg_moved_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_ankle(&CASES[i].toe, (hone_mmd_rules){0}, CASES[i].placed);
        check_ankle(&CASES[i].toe, (hone_mmd_rules){.toe_start = HONE_TOE_START_MOVED}, CASES[i].moved);
    }
}

static void the_best_iteration_is_not_the_one_before_the_first(void **state)
{
    (void)state; /* the first step may lead the toe away from its goal */
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_ankle(&CASES[i].toe, (hone_mmd_rules){.keep_best = true}, CASES[i].placed);
}

static void solver_b_starts_where_the_leg_moved_the_toe(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        check_ankle(&CASES[i].toe, (hone_mmd_rules){.ik = HONE_IK_CCD_CLAMPED}, CASES[i].moved);
}

/* Both starts give the same bits. */
static void check_alike(const ik_toe *toe, bool leg_enabled)
{
    random_pose pose;
    hone_model *model = ik_toe_make(toe);
    hone_rig *placed = make_rig(model, (hone_mmd_rules){0});
    hone_rig *moved = make_rig(model, (hone_mmd_rules){.toe_start = HONE_TOE_START_MOVED});
    ik_toe_pose(toe, model, &pose);
    pose.ik_enabled[0] = leg_enabled;
    hone_rig_evaluate(placed, &pose.pose);
    hone_rig_evaluate(moved, &pose.pose);
    CHECK(memcmp(hone_rig_bones(placed), hone_rig_bones(moved), IK_TOE_BONES * sizeof(hone_affine)) == 0);
    check_toe_reached(placed, toe);
    hone_rig_destroy(placed);
    hone_rig_destroy(moved);
    hone_model_release(model);
}

static void a_toe_that_no_chain_moved_starts_where_it_is(void **state)
{
    (void)state;
    check_alike(&CASES[0].toe, false);
    ik_toe still = CASES[0].toe;
    memcpy(still.turned, (double[]){0, 0, 0, 1}, sizeof still.turned);
    check_alike(&still, true);
}

static void a_first_step_that_turns_nothing_ends_nothing(void **state)
{
    (void)state;
    ik_toe aligned = CASES[0].toe; /* the toe was placed at its goal, and the leg moved it away */
    memcpy(aligned.goal, aligned.placed, sizeof aligned.goal);
    check_ankle(&aligned, (hone_mmd_rules){0}, (double[]){0, 0, 0, 1});
}

/* ---- against the rule ---------------------------------------------------------------------------------------- */

static void random_point(test_random *random, double length, double out[3])
{
    float q[4];
    test_random_quat(random, q);
    reference_turn turn = {{q[0], q[1], q[2], q[3]}};
    ik_turn_point(turn, (double[]){length, 0, 0}, out);
}

static ik_toe random_toe(test_random *random)
{
    ik_toe toe = {.loop_count = 50, .unit_angle = 4};
    float turned[4];
    double arm[3];
    test_random_quat(random, turned);
    random_point(random, 0.8, toe.offset);
    do random_point(random, 0.8, arm);
    while (arm[0] * toe.offset[0] + arm[1] * toe.offset[1] + arm[2] * toe.offset[2] < -0.5);
    random_point(random, 0.8, toe.goal);
    for (int i = 0; i < 3; i++) {
        toe.ankle[i] = test_random_float(random, -2, 2);
        toe.placed[i] = toe.ankle[i] + arm[i];
        toe.goal[i] += toe.ankle[i];
    }
    for (int i = 0; i < 4; i++) toe.turned[i] = turned[i];
    return toe;
}

/* m(T0-A, G-A) m(T-A, T0-A) R. R: rotation of the ankle after the leg's chain; A: ankle, T: toe, T0: toe when
 * placed, G: goal. */
static reference_turn expected_turn(const ik_toe *toe)
{
    reference_turn turned;
    double placed[3], now[3], goal[3];
    memcpy(turned.q, toe->turned, sizeof turned.q);
    ik_turn_point(turned, toe->offset, now);
    for (int i = 0; i < 3; i++) placed[i] = toe->placed[i] - toe->ankle[i], goal[i] = toe->goal[i] - toe->ankle[i];
    reference_turn first = ik_shortest_turn(placed, goal), second = ik_shortest_turn(now, placed);
    return reference_turn_multiply(first, reference_turn_multiply(second, turned));
}

static void toes_turn_as_the_rule_and_the_slow_evaluator_say(void **state)
{
    (void)state;
    test_random random = {51};
    for (int n = 0; n < 500; n++) {
        random_pose pose;
        ik_toe toe = random_toe(&random);
        hone_model *model = ik_toe_make(&toe);
        hone_rig *rig = make_rig(model, (hone_mmd_rules){0});
        reference_rig twin;
        reference_rig_make(hone_model_skeleton(model), (hone_mmd_rules){0}, &twin);
        hone_rig_evaluate(rig, ik_toe_pose(&toe, model, &pose));
        reference_rig_evaluate(&twin, &pose.pose);
        reference_turn want = expected_turn(&toe);
        CHECK_NEAR(off(rig, want.q), 0, 0.1);
        CHECK_NEAR(off(rig, twin.bones[IK_TOE_ANKLE].turned.q), 0, 0.1);
        check_toe_reached(rig, &toe);
        reference_rig_release(&twin);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
}

TEST_GROUP(test_ik_toes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_toe_starts_where_its_own_turn_placed_it_or_where_the_leg_moved_it),
        cmocka_unit_test(the_best_iteration_is_not_the_one_before_the_first),
        cmocka_unit_test(solver_b_starts_where_the_leg_moved_the_toe),
        cmocka_unit_test(a_toe_that_no_chain_moved_starts_where_it_is),
        cmocka_unit_test(a_first_step_that_turns_nothing_ends_nothing),
        cmocka_unit_test(toes_turn_as_the_rule_and_the_slow_evaluator_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
