#include "base/text/number.h"
#include "support/support.h"
#include "support/system.h"
#include <float.h>
#include <hone/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Compares the bits of the result with those of the C library's strtod, which is correct in the C locale of the
 * tests. The number has `length` bytes. */
static void check_like_strtod(const char *text, size_t length)
{
    double got = 77, want = test_number(text);
    uint64_t got_bits, want_bits;
    size_t size = strlen(text);
    char *exact = malloc(size + (size == 0)); /* no NUL after it, so that a read past the end is detected */
    for (size_t i = 0; i < size; i++) exact[i] = text[i];
    assert_int_equal(hone_float_parse(exact, size, &got), length);
    memcpy(&got_bits, &got, sizeof got);
    memcpy(&want_bits, &want, sizeof want);
    if (got_bits != want_bits)
        fail_msg("%.40s... is %a, not %a", text, want, got);
    free(exact);
}

static void check_whole(const char *text)
{
    check_like_strtod(text, strlen(text));
}

static void numbers_are_read_as_far_as_they_go(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"0", 1},     {"-0", 2},  {"+1.5", 4},  {".5", 2},       {"5.", 2},   {"1e5", 3}, {"1E+05", 5},
                 {"1e-5,", 4}, {"12;", 2}, {"1.2.3", 3}, {"1e", 1},       {"1e+", 1},  {"1ex", 1}, {"007.70", 6},
                 {"1 2", 1},   {"1,5", 1}, {"1.e1", 4},  {"00000000", 8}, {"-.0e9", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_like_strtod(cases[i].text, cases[i].length);
}

static void what_is_no_number_is_left_alone(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "-", "+", ".", "-.", "e5", " 1", "x", "inf", "nan", "--1", "+-1", ".e1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 77;
        assert_int_equal(hone_float_parse(texts[i], strlen(texts[i]), &value), 0);
        CHECK(value == 77);
    }
    double value;
    assert_int_equal(hone_float_parse("0x10", 4, &value), 1);
}

static void numbers_at_the_ends_of_the_range(void **state)
{
    (void)state;
    static const char *const texts[] = {"1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "1.7976931348623159e308",
                                        "1e309",
                                        "-1e400",
                                        "1e999999999999999999999",
                                        "1e-999999999999999999999",
                                        "0e999999999999999999999",
                                        "5e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "2.47e-324",
                                        "2.48e-324",
                                        "-1e-400",
                                        "2.2250738585072011e-308",
                                        "2.2250738585072014e-308",
                                        "2.2250738585072012e-308",
                                        "4.9406564584124654e-324",
                                        "1e-323",
                                        "1e22",
                                        "1e23",
                                        "8.5e22",
                                        "123456789012345e22",
                                        "9007199254740993",
                                        "9007199254740992.5",
                                        "9007199254740993.000000001",
                                        "36028797018963964",
                                        "36028797018963965",
                                        "36028797018963966",
                                        "36028797018963967",
                                        "36028797018963968"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_whole(texts[i]);
}

/* The middle of two doubles, and numbers that differ from it in a later digit. */
static void numbers_half_way_go_to_the_even_side(void **state)
{
    (void)state;
    test_random random = {7};
    char text[2000];
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = (uint64_t)test_random_u32(&random) << 32 | test_random_u32(&random);
        uint64_t mantissa = bits >> 11 | (uint64_t)1 << 52;
        int exponent = (int)(test_random_u32(&random) % 120) - 60;
        /* 54 bits, one more than a double has, and the last one is set */
        snprintf(text, sizeof text, "%.200Lf", (long double)(2 * mantissa + 1) * powl(2, exponent - 53));
        check_whole(text);
        size_t size = strlen(text);
        memset(text + size, '0', 900);
        text[size + 900] = '1', text[size + 901] = 0;
        check_whole(text);
        text[size + 900] = '0';
        check_whole(text);
    }
}

static void numbers_of_many_digits(void **state)
{
    (void)state;
    test_random random = {8};
    for (int i = 0; i < 3000; i++) {
        char text[1400];
        size_t size = 0, digits = 1 + test_random_u32(&random) % (i % 10 ? 40 : 1200),
               point = test_random_u32(&random) % digits;
        for (size_t k = 0; k < digits; k++) {
            if (k == point)
                text[size++] = '.';
            text[size++] = (char)('0' + test_random_u32(&random) % 10);
        }
        snprintf(text + size, sizeof text - size, "e%d", (int)(test_random_u32(&random) % 800) - 400);
        check_whole(text);
    }
}

/* All digits of 2^-1074 + 2^-1075, and a slightly larger number. Needs a long double with a wider range. */
static void the_longest_middle_of_all(void **state)
{
    (void)state;
    char text[1300];
    snprintf(text, sizeof text, "%.1100Lf", 3 * powl(2, -1075));
    check_whole(text);
    text[strlen(text) - 1] = '1';
    check_whole(text);
}

static void random_doubles_come_back(void **state)
{
    (void)state;
    test_random random = {9};
    for (int i = 0; i < 50000; i++) {
        uint64_t bits = (uint64_t)test_random_u32(&random) << 32 | test_random_u32(&random);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = (double)test_random_float(&random, -100, 100);
        if (!isfinite(value))
            continue;
        char text[HONE_NUMBER_SIZE];
        size_t length = hone_text_from_double(value, text);
        assert_int_equal(hone_float_parse(text, length, &back), length);
        assert_memory_equal(&back, &value, sizeof value);
        check_whole(text);
    }
}

TEST_GROUP(test_float_parse)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read_as_far_as_they_go),
        cmocka_unit_test(what_is_no_number_is_left_alone),
        cmocka_unit_test(numbers_at_the_ends_of_the_range),
        cmocka_unit_test(numbers_half_way_go_to_the_even_side),
        cmocka_unit_test(numbers_of_many_digits),
        cmocka_unit_test(the_longest_middle_of_all),
        cmocka_unit_test(random_doubles_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
