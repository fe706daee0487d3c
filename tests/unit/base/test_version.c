/* The version of headers and library. */
#include "support/support.h"

#include <hone/base.h>
#include <stdio.h>

static void the_numbers_are_those_of_the_text(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", HONE_VERSION_MAJOR, HONE_VERSION_MINOR, HONE_VERSION_PATCH);
    assert_string_equal(text, HONE_VERSION);
    assert_string_equal(hone_version(), HONE_VERSION);
}

static void at_least_compares_all_three_numbers(void **state)
{
    (void)state;
    enum { MAJOR = HONE_VERSION_MAJOR, MINOR = HONE_VERSION_MINOR, PATCH = HONE_VERSION_PATCH };
    assert_true(HONE_VERSION_AT_LEAST(MAJOR, MINOR, PATCH));
    assert_true(HONE_VERSION_AT_LEAST(MAJOR - 1, MINOR + 5, PATCH + 5));
    assert_true(HONE_VERSION_AT_LEAST(MAJOR, MINOR - 1, PATCH + 5));
    assert_false(HONE_VERSION_AT_LEAST(MAJOR, MINOR, PATCH + 1));
    assert_false(HONE_VERSION_AT_LEAST(MAJOR, MINOR + 1, 0));
    assert_false(HONE_VERSION_AT_LEAST(MAJOR + 1, 0, 0));
}

TEST_GROUP(test_version)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_the_text),
        cmocka_unit_test(at_least_compares_all_three_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
