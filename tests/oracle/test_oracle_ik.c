/* Compares legs and toes with vectors computed in double precision from the rules (see the README beside them). */
#include "support/json_find.h"
#include "support/reference/ik_cases.h"
#include "support/support.h"
#include <hone/rig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *text; /* content of the file; NULL: there is no such file */

static int read_vectors(void **state)
{
    (void)state;
    char path[1024];
    FILE *file = test_oracle_path("mmd/ik-vectors.json", path, sizeof path) ? fopen(path, "rb") : NULL;
    if (!file)
        return 0;
    const size_t most = 1 << 22;
    text = test_malloc(most);
    text[fread(text, 1, most - 1, file)] = '\0';
    fclose(file);
    return json_is_valid(text) ? 0 : -1;
}

static int release_vectors(void **state)
{
    (void)state;
    if (text)
        test_free(text);
    return 0;
}

/* Reads the numbers of an array; NaN for missing ones. */
static void numbers(const char *value, const char *path, uint32_t count, double *out)
{
    for (uint32_t i = 0; i < count; i++) {
        char element[128];
        snprintf(element, sizeof element, "%s%s%u", path, *path ? "." : "", i);
        out[i] = json_number(value, element);
    }
}

static void floats(const char *value, const char *path, uint32_t count, float *out)
{
    double wide[4];
    numbers(value, path, count, wide);
    for (uint32_t i = 0; i < count; i++) out[i] = (float)wide[i];
}

static bool is_array(const char *value, const char *path)
{
    const char *found = json_find(value, path);
    return found && *found == '[';
}

static double degrees_apart(reference_turn a, const double b[4])
{
    reference_turn other = {{b[0], b[1], b[2], b[3]}};
    return reference_turn_angle(reference_turn_multiply(a, reference_turn_back(other))) * 180 / 3.14159265358979323846;
}

/* ---- legs ---------------------------------------------------------------------------------------------------- */

static ik_leg read_leg(const char *value)
{
    ik_leg leg = {.loop_count = (int32_t)json_number(value, "rig.iterations"),
                  .unit_angle = (float)json_number(value, "rig.unit_angle"),
                  .limited = is_array(value, "rig.limits.0"),
                  .fixed = is_array(value, "rig.fixed_axes.0")};
    floats(value, "rig.root.position", 3, leg.root);
    floats(value, "goal", 3, leg.goal);
    for (uint32_t i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "rig.nodes.%u.offset", i);
        floats(value, path, 3, leg.offsets[i]);
        snprintf(path, sizeof path, "rig.nodes.%u.start", i);
        floats(value, path, 4, leg.starts[i]);
    }
    if (leg.limited) {
        floats(value, "rig.limits.0.0", 3, leg.lower);
        floats(value, "rig.limits.0.1", 3, leg.upper);
    }
    if (leg.fixed)
        floats(value, "rig.fixed_axes.0", 3, leg.axis);
    return leg;
}

static reference_turn local_turn(const hone_rig *rig, uint32_t bone, uint32_t parent)
{
    reference_turn above = reference_turn_of(&hone_rig_bones(rig)[parent]);
    return reference_turn_multiply(reference_turn_back(above), reference_turn_of(&hone_rig_bones(rig)[bone]));
}

/* expected: the result of one solver for the leg: effector, and rotations of the knee and the thigh. */
static void check_leg(const ik_leg *leg, hone_mmd_rules rules, const char *expected, double place, double degrees)
{
    random_pose pose;
    hone_model *model = ik_leg_make(leg);
    hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .rules = rules}, NULL);
    CHECK(rig != NULL);
    hone_rig_evaluate(rig, ik_leg_pose(leg, model, &pose));
    double effector[3], knee[4], thigh[4];
    numbers(expected, "effector", 3, effector);
    numbers(expected, "rotations.0", 4, knee);
    numbers(expected, "rotations.1", 4, thigh);
    for (int i = 0; i < 3; i++) CHECK_NEAR(hone_rig_bones(rig)[IK_LEG_FOOT].m[i][3], effector[i], place);
    CHECK_NEAR(degrees_apart(local_turn(rig, IK_LEG_KNEE, IK_LEG_THIGH), knee), 0, degrees);
    CHECK_NEAR(degrees_apart(local_turn(rig, IK_LEG_THIGH, IK_LEG_ROOT), thigh), 0, degrees);
    hone_rig_destroy(rig);
    hone_model_release(model);
}

static void check_legs(const char *solver, hone_mmd_rules rules, double place, double degrees)
{
    if (!text)
        test_skip(1, "file of vectors");
    size_t count = json_count(text, "cases"), checked = 0;
    for (size_t i = 0; i < count; i++) {
        char path[64], within[64];
        snprintf(path, sizeof path, "cases.%zu", i);
        snprintf(within, sizeof within, "expected.%s", solver);
        const char *value = json_find(text, path), *expected = json_find(value, within);
        bool total = rules.ik ==
                     /* this solver limits a leg even if the goal is reached already, which the vectors do not */
                     HONE_IK_CCD_CLAMPED;
        if (!expected || (total && json_string_is(value, "name", "reached")))
            continue;
        ik_leg leg = read_leg(value);
        check_leg(&leg, rules, expected, place, degrees);
        checked++;
    }
    CHECK(checked >= 27);
}

static void legs_of_solver_a(void **state)
{
    (void)state;
    check_legs("a", (hone_mmd_rules){0}, 1e-5, 0.03);
}

static void legs_of_solver_a_that_keeps_the_best(void **state)
{
    (void)state;
    check_legs("a,keep-best", (hone_mmd_rules){.keep_best = true}, 1e-5, 0.03);
}

static void legs_of_solver_b(void **state)
{
    (void)state;
    check_legs("b", (hone_mmd_rules){.ik = HONE_IK_CCD_CLAMPED}, 2e-4, 0.03);
}

/* ---- toes ---------------------------------------------------------------------------------------------------- */

static ik_toe read_toe(const char *value)
{
    ik_toe toe = {.loop_count = 50, .unit_angle = (float)json_number(value, "unit_angle")};
    numbers(value, "ankle.position", 3, toe.ankle);
    numbers(value, "ankle.world_rotation_after_leg_ik", 4, toe.turned);
    numbers(value, "toe_offset", 3, toe.offset);
    numbers(value, "toe_position_before_leg_ik", 3, toe.placed);
    numbers(value, "goal", 3, toe.goal);
    return toe;
}

static void check_toes(const char *start, hone_mmd_rules rules)
{
    if (!text)
        test_skip(1, "file of vectors");
    size_t count = json_count(text, "toe_chains");
    CHECK(count == 5);
    for (size_t i = 0; i < count; i++) {
        char path[64], within[64];
        snprintf(path, sizeof path, "toe_chains.%zu", i);
        snprintf(within, sizeof within, "expected.%s", start);
        const char *value = json_find(text, path);
        ik_toe toe = read_toe(value);
        random_pose pose;
        double want[4];
        numbers(value, within, 4, want);
        hone_model *model = ik_toe_make(&toe);
        hone_rig *rig = hone_rig_create(&(hone_rig_desc){.model = model, .rules = rules}, NULL);
        CHECK(rig != NULL);
        hone_rig_evaluate(rig, ik_toe_pose(&toe, model, &pose));
        CHECK_NEAR(degrees_apart(reference_turn_of(&hone_rig_bones(rig)[IK_TOE_ANKLE]), want), 0, 0.03);
        for (int k = 0; k < 3; k++) CHECK_NEAR(hone_rig_bones(rig)[IK_TOE_TOE].m[k][3], toe.goal[k], 1e-4);
        hone_rig_destroy(rig);
        hone_model_release(model);
    }
}

static void toes_that_start_where_they_were_placed(void **state)
{
    (void)state;
    check_toes("mmd", (hone_mmd_rules){0});
}

static void toes_that_start_where_the_leg_moved_them(void **state)
{
    (void)state;
    check_toes("fresh", (hone_mmd_rules){.toe_start = HONE_TOE_START_MOVED});
}

TEST_GROUP(test_oracle_ik)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legs_of_solver_a),
        cmocka_unit_test(legs_of_solver_a_that_keeps_the_best),
        cmocka_unit_test(legs_of_solver_b),
        cmocka_unit_test(toes_that_start_where_they_were_placed),
        cmocka_unit_test(toes_that_start_where_the_leg_moved_them),
    };
    return cmocka_run_group_tests(tests, read_vectors, release_vectors);
}
