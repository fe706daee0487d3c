/* Limits of directions beside the formulas of the draft, at every singular direction and elsewhere. */
#include "base/double_affine.h"
#include "play/spring/limit.h"
#include "support/reference/reference_springs.h"
#include "support/support.h"

static const double up[3] = {0, 1, 0};

static void check(const hone_spring_limit *limit, const double direction[3], const double expected[3])
{
    hone_limit made = hone_limit_make(limit, up);
    double d[3] = {direction[0], direction[1], direction[2]};
    hone_limit_apply(&made, d);
    for (int i = 0; i < 3; i++) CHECK_NEAR(d[i], expected[i], 1e-9);
    CHECK_NEAR(d[0] * d[0] + d[1] * d[1] + d[2] * d[2], 1, 1e-12);
}

static hone_spring_limit limit_of(int kind, float a, float b)
{
    return (hone_spring_limit){.kind = (uint8_t)kind, .angles = {a, b}, .rotation = {0, 0, 0, 1}};
}

static void singular_directions_go_where_the_draft_says(void **state)
{
    (void)state;
    for (int k = 1; k <= 30; k++) {
        float angle = 0.1f * (float)k, yaw = 0.05f * (float)k;
        double a = (double)angle, y = fmin((double)yaw, 1.57079632679489662), side[3] = {sin(y), cos(y), 0};
        hone_spring_limit cone = limit_of(HONE_SPRING_LIMIT_CONE, angle, 0),
                          hinge = limit_of(HONE_SPRING_LIMIT_HINGE, angle, 0),
                          spherical = limit_of(HONE_SPRING_LIMIT_SPHERICAL, angle, yaw);
        for (int tiny = -1; tiny <= 1; tiny++) { /* rounding on either side */
            const double down[3] = {0, -1, 1e-17 * tiny}, right[3] = {1, 1e-17 * tiny, 0}, left[3] = {-1, 0, 0};
            check(&cone, down, (double[]){0, cos(a), sin(a)});
            check(&hinge, right, (double[]){0, 1, 0});
            check(&hinge, left, (double[]){0, 1, 0});
            check(&hinge, down, (double[]){0, cos(a), sin(a)});
            check(&spherical, down, (double[]){0, cos(a), sin(a)});
            check(&spherical, right, side);
            check(&spherical, left, (double[]){-side[0], side[1], 0});
        }
    }
}

static void angles_are_clamped_to_their_ranges(void **state)
{
    (void)state;
    const double down[3] = {0, -1, 0}, right[3] = {1, 0, 0}, aside[3] = {0, -0.6, -0.8};
    hone_spring_limit cone = limit_of(HONE_SPRING_LIMIT_CONE, 9, 0), none = limit_of(HONE_SPRING_LIMIT_CONE, -1, 0),
                      hinge = limit_of(HONE_SPRING_LIMIT_HINGE, 9, 0),
                      spherical = limit_of(HONE_SPRING_LIMIT_SPHERICAL, 9, 9);
    check(&cone, down, down);
    check(&none, down, up);
    check(&hinge, aside, aside);
    check(&spherical, right, right);
    check(&spherical, aside, aside);
}

static void random_directions_are_as_the_formulas_say(void **state)
{
    (void)state;
    test_random random = {5};
    for (int k = 0; k < 20000; k++) {
        hone_spring_limit limit =
            limit_of(1 + k % 3, test_random_float(&random, 0, 3.3f), test_random_float(&random, 0, 1.7f));
        double d[3], expected[3];
        for (int i = 0; i < 3; i++) d[i] = (double)test_random_float(&random, -1, 1);
        if (!hone_normalise3(d, d))
            continue;
        reference_limit(&limit, d, expected);
        check(&limit, d, expected);
    }
}

static void the_axes_of_a_limit_follow_the_joint(void **state)
{
    (void)state;
    hone_spring_limit limit = limit_of(HONE_SPRING_LIMIT_HINGE, 1, 0);
    const double down[3] = {0, -1, 0}, axis[3] = {0.6, 0, 0.8};
    double y[3];
    hone_limit made = hone_limit_make(&limit, axis);
    hone_rotate3(made.rotation, up, y);
    for (int i = 0; i < 3; i++) CHECK_NEAR(y[i], axis[i], 1e-12);
    made = hone_limit_make(&limit, down); /* half a turn about x */
    hone_rotate3(made.rotation, (double[]){1, 2, 3}, y);
    CHECK_NEAR(y[0], 1, 1e-12);
    CHECK_NEAR(y[1], -2, 1e-12);
    CHECK_NEAR(y[2], -3, 1e-12);
}

TEST_GROUP(test_spring_limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singular_directions_go_where_the_draft_says),
        cmocka_unit_test(angles_are_clamped_to_their_ranges),
        cmocka_unit_test(random_directions_are_as_the_formulas_say),
        cmocka_unit_test(the_axes_of_a_limit_follow_the_joint),
    };
    return cmocka_run_group_tests_name("test_spring_limits", tests, NULL, NULL);
}
