#include "support/support.h"
#include <hone/motion.h>

/* Computed by bisection in long double: the value at s, and how much it changes if s has a rounding error of double. */
static double reference(hone_curve curve, double s, double *spread)
{
    long double x1 = curve.x1 / 127.0L, x2 = curve.x2 / 127.0L, y1 = curve.y1 / 127.0L, y2 = curve.y2 / 127.0L;
    long double y[2];
    for (int side = 0; side < 2; side++) {
        long double low = 0, high = 1, target = s * (side ? 1 + 4e-16L : 1 - 4e-16L);
        for (int i = 0; i < 100; i++) {
            long double t = (low + high) / 2, u = 1 - t;
            if (3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t < target)
                low = t;
            else
                high = t;
        }
        long double t = (low + high) / 2, u = 1 - t;
        y[side] = 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t;
    }
    *spread = (double)fabsl(y[1] - y[0]);
    return (double)((y[0] + y[1]) / 2);
}

static hone_curve random_curve(test_random *random)
{
    uint32_t bits = test_random_u32(random);
    return (hone_curve){bits & 127, bits >> 8 & 127, bits >> 16 & 127, bits >> 24 & 127};
}

static void curve_is_solved_to_1e_6(void **state)
{
    (void)state;
    test_random random = {1};
    for (int i = 0; i < 3000; i++) {
        hone_curve curve = random_curve(&random);
        double s = test_random_float(&random, 0, 1), spread, want = reference(curve, s, &spread);
        CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_EXACT), want, 1e-8 + spread);
    }
}

/* Tries every pair of control points, at times whose position on the curve is known. */
static void every_curve_is_solved_to_2e_8(void **state)
{
    (void)state;
    enum { TIMES = 40 };
    for (int pair = 0; pair < 128 * 128; pair++) {
        hone_curve curve = {(uint8_t)(pair % 128), (uint8_t)(pair * 31 % 128), (uint8_t)(pair / 128), 127};
        bool flat = curve.x1 == 0 || curve.x2 == 127 || (curve.x1 == 127 && curve.x2 == 0);
        for (int i = 1; i < TIMES; i++) {
            double t = i / (double)TIMES, u = 1 - t;
            double s = (3 * u * u * t * curve.x1 + 3 * u * t * t * curve.x2 + 127 * t * t * t) / 127;
            double want = (3 * u * u * t * curve.y1 + 3 * u * t * t * curve.y2 + 127 * t * t * t) / 127;
            if (curve.x1 != curve.y1 || curve.x2 != curve.y2) /* a straight curve gives s itself */
                CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_EXACT), want, flat ? 1e-4 : 2e-8);
        }
    }
}

static void curve_with_extreme_control_points_is_solved_too(void **state)
{
    (void)state;
    for (uint32_t corner = 0; corner < 16; corner++) {
        hone_curve curve = {corner & 1 ? 127 : 0, corner & 2 ? 127 : 0, corner & 4 ? 127 : 0, corner & 8 ? 127 : 0};
        for (int i = 0; i <= 1000; i++) {
            double s = i < 500 ? i / 500.0 : pow(10, -12 + (i - 500) / 50.0), spread,
                   want = reference(curve, s, &spread);
            CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_EXACT), s < 1 ? want : 1, 1e-8 + spread);
        }
    }
}

/* There x is flat in the middle. Near to it, s rounds to the middle in float. */
static void curve_that_stands_still_in_the_middle_is_solved_on_both_sides_of_it(void **state)
{
    (void)state;
    const hone_curve curve = {127, 30, 0, 100};
    for (double away = 0x1p-54; away < 0x1p-20; away *= 2)
        for (int side = -1; side <= 1; side += 2) {
            double s = 0.5 + side * away, spread, want = reference(curve, s, &spread);
            CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_EXACT), want, 1e-8 + spread);
        }
}

static void curve_of_mmd_gives_the_published_values(void **state)
{
    (void)state;
    const double want[5] = {0.5933867, 0.7697493, 0.875, 0.9420012, 0.9825947};
    for (int i = 0; i < 5; i++)
        CHECK_NEAR(hone_curve_evaluate((hone_curve){0, 127, 127, 127}, (i + 1) / 6.0, HONE_CURVE_MMD), want[i], 1e-7);
}

static void curve_of_mmd_stays_near_the_exact_one(void **state)
{
    (void)state;
    test_random random = {2};
    for (int i = 0; i < 3000; i++) {
        hone_curve curve = random_curve(&random);
        double s = test_random_float(&random, 0, 1);
        CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_MMD), hone_curve_evaluate(curve, s, HONE_CURVE_EXACT),
                   3.7e-4);
    }
}

static void straight_curve_gives_s_itself(void **state)
{
    (void)state;
    const hone_curve curves[] = {HONE_CURVE_LINEAR, {0, 0, 127, 127}, {0, 0, 0, 0}, {64, 64, 64, 64}, {127, 127, 0, 0}};
    for (size_t c = 0; c < sizeof curves / sizeof *curves; c++)
        for (int i = 0; i <= 100; i++) {
            CHECK(hone_curve_evaluate(curves[c], i / 100.0, HONE_CURVE_EXACT) == i / 100.0);
            CHECK(hone_curve_evaluate(curves[c], i / 100.0, HONE_CURVE_MMD) == i / 100.0);
        }
}

static void curve_clamps_s_and_takes_nan_for_0(void **state)
{
    (void)state;
    for (hone_curve_mode mode = HONE_CURVE_EXACT; mode <= HONE_CURVE_MMD; mode++) {
        hone_curve curve = {10, 90, 60, 100};
        CHECK(hone_curve_evaluate(curve, 0, mode) == 0);
        CHECK(hone_curve_evaluate(curve, -3, mode) == 0);
        CHECK(hone_curve_evaluate(curve, -INFINITY, mode) == 0);
        CHECK(hone_curve_evaluate(curve, NAN, mode) == 0);
        CHECK(hone_curve_evaluate(curve, 1, mode) == 1);
        CHECK(hone_curve_evaluate(curve, 7, mode) == 1);
        CHECK(hone_curve_evaluate(curve, INFINITY, mode) == 1);
    }
}

static void control_points_above_127_count_as_127(void **state)
{
    (void)state;
    for (int i = 0; i <= 20; i++)
        CHECK(hone_curve_evaluate((hone_curve){200, 10, 255, 130}, i / 20.0, HONE_CURVE_EXACT) ==
              hone_curve_evaluate((hone_curve){127, 10, 127, 127}, i / 20.0, HONE_CURVE_EXACT));
}

static void curve_never_falls(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 100; i++) {
        hone_curve curve = random_curve(&random);
        double last = 0;
        for (int k = 0; k <= 500; k++) {
            double value = hone_curve_evaluate(curve, k / 500.0, HONE_CURVE_EXACT);
            CHECK(value >= last - 1e-9 && value <= 1);
            last = value;
        }
    }
}

static void curve_turned_round_is_the_same_motion_backwards(void **state)
{
    (void)state;
    test_random random = {4};
    for (int i = 0; i < 1000; i++) {
        hone_curve curve = random_curve(&random);
        hone_curve back = {(uint8_t)(127 - curve.x2), (uint8_t)(127 - curve.y2), (uint8_t)(127 - curve.x1),
                           (uint8_t)(127 - curve.y1)};
        double s = test_random_float(&random, 0, 1), spread;
        reference(curve, s, &spread);
        CHECK_NEAR(hone_curve_evaluate(curve, s, HONE_CURVE_EXACT),
                   1 - hone_curve_evaluate(back, 1 - s, HONE_CURVE_EXACT), 1e-8 + 4 * spread);
    }
}

TEST_GROUP(test_curve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_is_solved_to_1e_6),
        cmocka_unit_test(every_curve_is_solved_to_2e_8),
        cmocka_unit_test(curve_with_extreme_control_points_is_solved_too),
        cmocka_unit_test(curve_that_stands_still_in_the_middle_is_solved_on_both_sides_of_it),
        cmocka_unit_test(curve_of_mmd_gives_the_published_values),
        cmocka_unit_test(curve_of_mmd_stays_near_the_exact_one),
        cmocka_unit_test(straight_curve_gives_s_itself),
        cmocka_unit_test(curve_clamps_s_and_takes_nan_for_0),
        cmocka_unit_test(control_points_above_127_count_as_127),
        cmocka_unit_test(curve_never_falls),
        cmocka_unit_test(curve_turned_round_is_the_same_motion_backwards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
