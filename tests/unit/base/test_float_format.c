#include "base/text/number.h"
#include "support/support.h"
#include <float.h>
#include <hone/io.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_float(float value, const char *want)
{
    char text[HONE_NUMBER_SIZE];
    size_t length = hone_text_from_float(value, text);
    assert_string_equal(text, want);
    assert_int_equal(length, strlen(want));
}

static void check_double(double value, const char *want)
{
    char text[HONE_NUMBER_SIZE];
    size_t length = hone_text_from_double(value, text);
    assert_string_equal(text, want);
    assert_int_equal(length, strlen(want));
}

static void numbers_look_as_people_write_them(void **state)
{
    (void)state;
    check_float(0, "0");
    check_float(-0.0f, "-0");
    check_float(1, "1");
    check_float(-10, "-10");
    check_float(0.1f, "0.1");
    check_float(0.0001f, "0.0001");
    check_float(0.00001f, "1e-5");
    check_float(-1.5e-7f, "-1.5e-7");
    check_float(12345.678f, "12345.678");
    check_float(123456792.0f, "123456790"); /* nine digits, but eight are enough */
    check_float(1e9f, "1e9");
    check_float(1.0f / 3, "0.33333334");
    check_double(1.0 / 3, "0.3333333333333333");
    check_double(1e16, "10000000000000000");
    check_double(1e17, "1e17");
    check_double(9007199254740991.0, "9007199254740991");
}

static void numbers_at_the_ends_of_their_range(void **state)
{
    (void)state;
    check_float(FLT_MAX, "3.4028235e38");
    check_float(FLT_MIN, "1.1754944e-38");
    check_float(0x1p-149f, "1e-45");
    check_double(DBL_MAX, "1.7976931348623157e308");
    check_double(DBL_MIN, "2.2250738585072014e-308");
    check_double(0x1p-1074, "5e-324");
    check_float((float)NAN, "nan");
    check_float(-(float)INFINITY, "-inf");
    check_double((double)INFINITY, "inf");
}

static void numbers_half_way_take_the_even_digit(void **state)
{
    (void)state;
    check_float(2598454.25f, "2598454.2"); /* .2 and .3 are equally near, and both read back */
    check_float(2598454.75f, "2598454.8");
    check_double(9007199254740993.0, "9007199254740992");
    check_double(5e-324 * 3, "1.5e-323");
    check_double(1e23, "1e23"); /* an end of its interval, which reads back because the mantissa is even */
}

static int significant_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (*text == '0' && count == 0))
            continue;
        count++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

/* hone's own reader, which test_float_parse compares with strtod: that of mingw-w64 errs just below powers of two. */
static double read_back(const char *text)
{
    double value = NAN;
    CHECK(hone_float_parse(text, strlen(text), &value) == strlen(text));
    return value;
}

static void random_floats_read_back_from_the_fewest_digits(void **state)
{
    (void)state;
    test_random random = {32};
    for (int i = 0; i < 100000; i++) {
        uint32_t bits = test_random_u32(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = test_random_float(&random, -100, 100);
        if (!isfinite(value))
            continue;
        char text[HONE_NUMBER_SIZE], other[40];
        size_t length = hone_text_from_float(value, text);
        float back = strtof(text, NULL);
        assert_memory_equal(&back, &value, sizeof value);
        CHECK(length <= 15);
        int precision = 1;
        while (snprintf(other, sizeof other, "%.*g", precision, (double)value), strtof(other, NULL) != value)
            precision++;
        CHECK(significant_digits(text) <= precision);
    }
}

static void random_doubles_read_back_from_the_fewest_digits(void **state)
{
    (void)state;
    test_random random = {64};
    for (int i = 0; i < 50000; i++) {
        uint64_t bits = (uint64_t)test_random_u32(&random) << 32 | test_random_u32(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = (double)(bits >> 11) * 0x1p-50;
        if (!isfinite(value))
            continue;
        char text[HONE_NUMBER_SIZE], other[40];
        size_t length = hone_text_from_double(value, text);
        double back = read_back(text);
        assert_memory_equal(&back, &value, sizeof value);
        CHECK(length <= 24);
        int precision = 15;
        while (snprintf(other, sizeof other, "%.*g", precision, value), read_back(other) != value) precision++;
        CHECK(significant_digits(text) <= precision);
    }
}

/* Powers of two, whose lower neighbours are nearer, and their neighbours. */
static void powers_of_two_read_back(void **state)
{
    (void)state;
    for (int exponent = -1074; exponent < 1024; exponent++) {
        double power = ldexp(1, exponent), values[] = {nextafter(power, 0), power, nextafter(power, INFINITY)};
        for (int i = 0; i < 3; i++) {
            char text[HONE_NUMBER_SIZE];
            hone_text_from_double(values[i], text);
            double back = read_back(text);
            assert_memory_equal(&back, &values[i], sizeof back);
        }
        if (exponent >= -149 && exponent < 128) {
            float value = (float)power;
            char text[HONE_NUMBER_SIZE];
            hone_text_from_float(value, text);
            CHECK(strtof(text, NULL) == value);
        }
    }
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "pt_BR.UTF-8", "ru_RU.UTF-8"};
    bool found = false;
    for (size_t i = 0; i < sizeof with_comma / sizeof *with_comma && !found; i++)
        found = setlocale(LC_NUMERIC, with_comma[i]) != NULL;
    if (!found)
        test_skip(1, "locale with a decimal comma: none is installed");
    char text[HONE_NUMBER_SIZE];
    hone_text_from_float(0.5f, text);
    setlocale(LC_NUMERIC, "C");
    assert_string_equal(text, "0.5");
}

TEST_GROUP(test_float_format)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_look_as_people_write_them),
        cmocka_unit_test(numbers_at_the_ends_of_their_range),
        cmocka_unit_test(numbers_half_way_take_the_even_digit),
        cmocka_unit_test(random_floats_read_back_from_the_fewest_digits),
        cmocka_unit_test(random_doubles_read_back_from_the_fewest_digits),
        cmocka_unit_test(powers_of_two_read_back),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
