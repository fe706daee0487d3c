/* Powers, logarithms and remainders of base/powers.h, compared with the C library in double precision. */
#include "base/powers.h"
#include "support/support.h"
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
    float near = (float)exact;
    if (isinf(near) || isnan(near) || near == 0)
        return value == near || (isnan(near) && isnan(value)) ? 0 : 1;
    near = fabsf(near);
    return fabs((double)value - exact) / ((double)nextafterf(near, INFINITY) - (double)near);
}

static void exponentials_and_logarithms_are_within_0_51_units(void **state)
{
    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += stride) {
        float x = float_of((uint32_t)bits);
        CHECK(units(hone_expf(x), exp((double)x)) <= 0.51);
        CHECK(units(hone_logf(x), log((double)x)) <= 0.51);
    }
}

static void powers_are_within_0_51_units(void **state)
{
    (void)state;
    test_random random = {1};
    for (int i = 0; i < 1000000; i++) {
        float base = test_random_float(&random, 0, 4), exponent = test_random_float(&random, -40, 40);
        if (i % 4 == 0) /* any floats */
            base = float_of(test_random_u32(&random)), exponent = float_of(test_random_u32(&random));
        if (i % 4 == 1) /* near 1, to large powers */
            base = 1 + test_random_float(&random, -1e-3f, 1e-3f), exponent *= 1000;
        if (i % 4 == 2) /* the damping of a body in a step */
            base /= 4, exponent = 1 / 60.0f;
        double exact = pow((double)base, (double)exponent);
        if (!(units(hone_powf(base, exponent), exact) <= 0.51))
            fail_msg("powf(%a, %a) = %a, not %a", (double)base, (double)exponent, (double)hone_powf(base, exponent),
                     exact);
    }
}

static bool is_same(float ours, float theirs)
{
    return (isnan(ours) && isnan(theirs)) || (ours == theirs && !signbit(ours) == !signbit(theirs));
}

static void special_numbers_give_what_the_standard_says(void **state)
{
    (void)state;
    static const float numbers[] = {0,        -0.0f,     1,          -1,       2,         -2,    3,
                                    -3,       0.5f,      -0.5f,      1e-40f,   -1e-40f,   3e38f, -3e38f,
                                    16777216, -16777215, 8388607.5f, INFINITY, -INFINITY, NAN};
    const int count = sizeof numbers / sizeof *numbers;
    for (int i = 0; i < count; i++) {
        CHECK(is_same(hone_expf(numbers[i]), (float)exp((double)numbers[i])));
        CHECK(is_same(hone_logf(numbers[i]), (float)log((double)numbers[i])));
        for (int j = 0; j < count; j++) {
            CHECK(is_same(hone_powf(numbers[i], numbers[j]), (float)pow((double)numbers[i], (double)numbers[j])));
            CHECK(is_same(hone_fmodf(numbers[i], numbers[j]), fmodf(numbers[i], numbers[j])));
        }
    }
}

static void remainders_are_exact(void **state)
{
    (void)state;
    test_random random = {2};
    for (int i = 0; i < 1000000; i++) {
        float x = test_random_float(&random, -20, 20), divisor = test_random_float(&random, -7, 7);
        if (i % 2 == 0) /* any floats */
            x = float_of(test_random_u32(&random)), divisor = float_of(test_random_u32(&random));
        if (i % 8 == 1) /* a multiple of the divisor, or next to one */
            x = nextafterf(divisor * floorf(x), i % 16 == 1 ? INFINITY : 0);
        if (!is_same(hone_fmodf(x, divisor), fmodf(x, divisor)))
            fail_msg("fmodf(%a, %a) = %a", (double)x, (double)divisor, (double)hone_fmodf(x, divisor));
    }
}

TEST_GROUP(test_powers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exponentials_and_logarithms_are_within_0_51_units),
        cmocka_unit_test(powers_are_within_0_51_units),
        cmocka_unit_test(special_numbers_give_what_the_standard_says),
        cmocka_unit_test(remainders_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
