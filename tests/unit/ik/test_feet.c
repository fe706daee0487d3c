/* Feet on uneven ground. */
#include "support/support.h"
#include <hone/ik.h>
#include <string.h>

typedef struct slope {
    float height, x, z; /* y = height + x * p.x + z * p.z */
    bool hole;          /* no ground where p.x < 0 */
} slope;

static bool ground(void *user, const float position[3], float *height, float normal[3])
{
    const slope *s = user;
    *height = s->height + s->x * position[0] + s->z * position[2];
    hone_vec3_set(-s->x, 1, -s->z, normal);
    return !s->hole || position[0] >= 0;
}

typedef struct stand {
    hone_affine ankles[2];
    const hone_affine *pointers[2];
    float soles[2];
    slope slope;
    hone_feet_job job;
    float hips;
    hone_foot_goal goals[2];
} stand;

static void make_stand(stand *s)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 2; i++) {
        s->ankles[i] = hone_affine_translation((float[3]){i ? -0.1f : 0.1f, i ? 0.1f : 0.3f, 0.2f}); /* one lifted */
        s->pointers[i] = &s->ankles[i];
        s->soles[i] = 0.1f;
    }
    s->job = (hone_feet_job){.foot_count = 2,
                             .ankles = s->pointers,
                             .soles = s->soles,
                             .ground = ground,
                             .ground_user = &s->slope,
                             .max_drop = 0.5f,
                             .max_rise = 0.5f,
                             .max_tilt = 0.6f,
                             .weight = 1};
}

static bool run(stand *s)
{
    return hone_feet_solve(&s->job, &s->hips, s->goals);
}

static void check_unchanged(const stand *s)
{
    static const float none[4] = {0, 0, 0, 1};
    CHECK(s->hips == 0);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3; k++) CHECK(s->goals[i].position[k] == s->ankles[i].m[k][3]);
        CHECK(memcmp(s->goals[i].tilt, none, sizeof none) == 0);
    }
}

static void flat_ground_and_weight_zero_change_no_bit(void **state)
{
    stand s;
    (void)state;
    make_stand(&s);
    CHECK(run(&s));
    check_unchanged(&s);
    s.slope = (slope){0.2f, 0.3f, 0.4f, false};
    s.job.weight = 0;
    run(&s);
    check_unchanged(&s);
}

static void a_foot_keeps_its_height_above_the_ground(void **state)
{
    stand s;
    (void)state;
    make_stand(&s);
    s.slope = (slope){-0.2f, 0.3f, 0.4f, false};
    CHECK(run(&s));
    for (int i = 0; i < 2; i++) {
        float height, normal[3], up[3], sole[3], from[3];
        hone_affine_origin(&s.ankles[i], from);
        ground(&s.slope, from, &height, normal);
        hone_vec3_normalise(normal, normal);
        hone_quat_rotate(s.goals[i].tilt, (float[3]){0, 1, 0}, up);
        CHECK_NEAR(hone_vec3_dot(up, normal), 1, 1e-6);
        hone_vec3_add_scaled(s.goals[i].position, up, -0.1f, sole); /* the point below the ankle, on the sole */
        CHECK_NEAR(sole[0], from[0], 1e-6);
        CHECK_NEAR(sole[1], height + from[1] - 0.1f, 1e-6);
        CHECK_NEAR(sole[2], from[2], 1e-6);
    }
    float drops[2] = {s.goals[0].position[1] - 0.3f, s.goals[1].position[1] - 0.1f};
    CHECK_NEAR(s.hips, fminf(drops[0], drops[1]), 1e-6);
}

static void limits_hold(void **state)
{
    stand s;
    (void)state;
    make_stand(&s);
    s.slope = (slope){-3, 0, 2, false};
    run(&s);
    CHECK_NEAR(s.hips, -0.5, 0);
    CHECK_NEAR(2 * acosf(s.goals[0].tilt[3]), 0.6, 1e-3);
    s.slope.height = 3;
    run(&s);
    CHECK_NEAR(s.hips, 0.5, 0);
}

static void hips_go_down_until_the_legs_reach(void **state)
{
    stand s;
    hone_affine tops[2];
    const hone_affine *pointers[2] = {&tops[0], &tops[1]};
    const float lengths[2] = {1, 1};
    (void)state;
    make_stand(&s);
    s.job.tops = pointers, s.job.lengths = lengths;
    for (int i = 0; i < 2; i++) {
        tops[i] = s.ankles[i];
        tops[i].m[1][3] += 1; /* straight legs */
    }
    CHECK(run(&s));
    check_unchanged(&s);
    s.slope = (slope){0, 0, 0.5f, false}; /* the tilt moves the ankles back */
    CHECK(run(&s));
    float nearest = INFINITY;
    for (int i = 0; i < 2; i++) {
        float top[3] = {tops[i].m[0][3], tops[i].m[1][3] + s.hips, tops[i].m[2][3]};
        float length = hone_vec3_distance(top, s.goals[i].position);
        CHECK(length < 1.00001f);
        nearest = fminf(nearest, fabsf(length - 1));
    }
    CHECK_NEAR(nearest, 0, 1e-5);
}

static void an_offset_puts_a_foot_elsewhere_on_the_ground(void **state)
{
    stand s;
    const float offsets[2][3] = {{0.2f, 0, -0.1f}, {0, 0.25f, 0}};
    (void)state;
    make_stand(&s);
    s.job.offsets = offsets;
    CHECK(run(&s));
    CHECK(s.hips == 0); /* also under the foot that is lifted */
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++) CHECK_NEAR(s.goals[i].position[k], s.ankles[i].m[k][3] + offsets[i][k], 1e-6);
    s.slope = (slope){0, 0.5f, 0, false};
    s.job.max_tilt = 0;
    CHECK(run(&s));
    CHECK_NEAR(s.goals[0].position[1], s.ankles[0].m[1][3] + 0.5f * (0.1f + 0.2f), 1e-6);
    s.job.weight = 0.5f;
    s.slope = (slope){0};
    CHECK(run(&s));
    CHECK_NEAR(s.goals[0].position[0], s.ankles[0].m[0][3] + 0.1f, 1e-6);
    const float bad[2][3] = {{NAN, 0, 0}, {0, INFINITY, 0}};
    s.job.offsets = bad;
    CHECK(run(&s));
    check_unchanged(&s);
}

static void without_ground_a_foot_stays_where_it_is(void **state)
{
    stand s;
    (void)state;
    make_stand(&s);
    s.slope = (slope){-0.2f, 0, 0.1f, true};
    CHECK(!run(&s));
    CHECK(s.goals[1].position[1] == s.ankles[1].m[1][3]);
    CHECK(s.goals[0].position[1] < s.ankles[0].m[1][3]);
    s.slope = (slope){NAN, 0, 0.1f, false};
    CHECK(!run(&s));
    check_unchanged(&s);
    s.slope = (slope){0, INFINITY, 0, false};
    run(&s);
    for (int i = 0; i < 2; i++) CHECK_NEAR(hone_quat_dot(s.goals[i].tilt, s.goals[i].tilt), 1, 1e-5);
    s.job.ground = NULL;
    CHECK(!run(&s));
    check_unchanged(&s);
}

TEST_GROUP(test_feet)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_ground_and_weight_zero_change_no_bit),
        cmocka_unit_test(a_foot_keeps_its_height_above_the_ground),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(hips_go_down_until_the_legs_reach),
        cmocka_unit_test(an_offset_puts_a_foot_elsewhere_on_the_ground),
        cmocka_unit_test(without_ground_a_foot_stays_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
