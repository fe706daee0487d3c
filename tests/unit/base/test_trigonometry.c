/* Trigonometry of base/trigonometry.h, compared with the C library in double precision. */
#include "base/trigonometry.h"
#include "support/support.h"
#include <hone/math.h>
#include <string.h>

static const uint32_t stride = 7919; /* of the floats that are tried: a prime, so that all exponents and signs occur */

static float float_of(uint32_t bits)
{
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

/* The error in units in the last place of the float that is nearest to the exact value. */
static double units(float value, double exact)
{
    float near = fabsf((float)exact);
    return fabs((double)value - exact) / ((double)nextafterf(near, INFINITY) - (double)near);
}

typedef struct function {
    const char *name;
    float (*ours)(float);
    double (*reference)(double);
    float most; /* of the argument, in either direction */
} function;

static void check_function(const function *f)
{
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += stride) {
        float x = float_of((uint32_t)bits);
        if (!(fabsf(x) <= f->most))
            continue;
        double error = units(f->ours(x), f->reference((double)x));
        if (!(error <= 0.52))
            fail_msg("%s(%a) is %g units off", f->name, (double)x, error);
    }
}

static void floats_are_within_0_52_units(void **state)
{
    (void)state;
    static const function functions[] = {{"sin", hone_sinf, sin, 1e6f},    {"cos", hone_cosf, cos, 1e6f},
                                         {"tan", hone_tanf, tan, 1e6f},    {"asin", hone_asinf, asin, 1},
                                         {"acos", hone_acosf, acos, 1},    {"atan", hone_atanf, atan, INFINITY},
                                         {"cbrt", hone_cbrtf, cbrt, 3e38f}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) check_function(&functions[i]);
}

static void arc_tangents_of_two_numbers_are_within_0_52_units(void **state)
{
    (void)state;
    test_random random = {1};
    for (int i = 0; i < 300000; i++) {
        float y = test_random_float(&random, -2, 2), x = test_random_float(&random, -2, 2);
        if (i % 3 == 0) /* any floats */
            y = float_of(test_random_u32(&random)), x = float_of(test_random_u32(&random));
        if (isnan(x) || isnan(y))
            continue;
        CHECK(units(hone_atan2f(y, x), atan2((double)y, (double)x)) <= 0.52);
    }
}

static void arc_tangents_of_special_numbers_are_those_of_the_standard(void **state)
{
    (void)state;
    static const float numbers[] = {0, -0.0f, 1, -1, 1e-40f, -1e-40f, INFINITY, -INFINITY};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float ours = hone_atan2f(numbers[i], numbers[j]);
            double theirs = atan2((double)numbers[i], (double)numbers[j]);
            CHECK(!signbit(ours) == !signbit(theirs));
            CHECK(fabs((double)ours - theirs) <= 1e-7 * fabs(theirs));
        }
}

static void a_sine_and_a_cosine_are_those_of_the_single_functions(void **state)
{
    (void)state;
    test_random random = {2};
    for (int i = 0; i < 10000; i++) {
        float angle = test_random_float(&random, -100, 100), sine, cosine;
        hone_sin_cosf(angle, &sine, &cosine);
        assert_true(sine == hone_sinf(angle) && cosine == hone_cosf(angle));
    }
}

/* Near, exactly between two quarters, far, and not finite. */
static double some_angle(test_random *random)
{
    static const double special[] = {0, -0.0, HONE_PI / 4, -HONE_PI / 4, HONE_PI, 1e-300, 999999.9, 1e6, -3e9, 1e300};
    uint32_t which = test_random_u32(random) % 16;
    if (which < sizeof special / sizeof *special)
        return special[which];
    return which == 15 ? (double)INFINITY : (double)test_random_float(random, -20, 20) * (which == 14 ? 1e4 : 1);
}

static void four_angles_have_the_bits_of_one(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 50000; i++) {
        double angles[4], sines[4], cosines[4];
        for (int k = 0; k < 4; k++)
            angles[k] = i % 4 ? (double)test_random_float(&random, -20, 20) : some_angle(&random);
        hone_sin_cos4(angles, sines, cosines);
        for (int k = 0; k < 4; k++) {
            double sine = hone_sin(angles[k]), cosine = hone_cos(angles[k]);
            CHECK(memcmp(&sine, &sines[k], sizeof sine) == 0 && memcmp(&cosine, &cosines[k], sizeof cosine) == 0);
        }
    }
}

static void what_has_no_result_is_nan(void **state)
{
    (void)state;
    float sine, cosine;
    hone_sin_cosf(INFINITY, &sine, &cosine);
    const float results[] = {hone_sinf(INFINITY),
                             hone_cosf(-INFINITY),
                             hone_tanf(NAN),
                             hone_asinf(1.5f),
                             hone_acosf(-1.0001f),
                             hone_atanf(NAN),
                             hone_atan2f(NAN, 1),
                             hone_atan2f(1, NAN),
                             hone_hypotf(NAN, 1),
                             hone_cbrtf(NAN),
                             sine,
                             cosine,
                             (float)hone_sin(NAN),
                             (float)hone_cos(INFINITY),
                             (float)hone_acos(2),
                             (float)hone_asin(-2)};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) assert_true(isnan(results[i]));
}

static void very_large_angles_have_a_sine_and_a_cosine(void **state)
{
    (void)state;
    for (float angle = 1e6f; angle < 1e38f; angle *= 3.7f) {
        double sine = (double)hone_sinf(angle), cosine = (double)hone_cosf(-angle);
        CHECK_NEAR(sine * sine + cosine * cosine, 1, 1e-6);
    }
}

static void hypotenuses_do_not_overflow(void **state)
{
    (void)state;
    CHECK_NEAR(hone_hypotf(3, -4), 5, 0);
    CHECK_NEAR((double)hone_hypotf(3e37f, 4e37f) / 5e37, 1, 1e-7);
    CHECK_NEAR((double)hone_hypotf(3e-42f, 4e-42f) / 5e-42, 1, 1e-3);
    CHECK(isinf(hone_hypotf(-INFINITY, 1)));
}

static void doubles_are_within_a_few_units(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 300000; i++) {
        double angle = (double)test_random_float(&random, -1000, 1000) + 1e-9 * i, share = angle / 1000.001;
        CHECK_NEAR(hone_sin(angle), sin(angle), 4e-16);
        CHECK_NEAR(hone_cos(angle), cos(angle), 4e-16);
        CHECK_NEAR(hone_asin(share), asin(share), 9e-16);
        CHECK_NEAR(hone_acos(share), acos(share), 9e-16);
        CHECK_NEAR(hone_atan2(angle, share), atan2(angle, share), 9e-16);
    }
}

TEST_GROUP(test_trigonometry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_are_within_0_52_units),
        cmocka_unit_test(arc_tangents_of_two_numbers_are_within_0_52_units),
        cmocka_unit_test(arc_tangents_of_special_numbers_are_those_of_the_standard),
        cmocka_unit_test(a_sine_and_a_cosine_are_those_of_the_single_functions),
        cmocka_unit_test(four_angles_have_the_bits_of_one),
        cmocka_unit_test(what_has_no_result_is_nan),
        cmocka_unit_test(very_large_angles_have_a_sine_and_a_cosine),
        cmocka_unit_test(hypotenuses_do_not_overflow),
        cmocka_unit_test(doubles_are_within_a_few_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
