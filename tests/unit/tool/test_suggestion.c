/* "Did you mean ...?" */
#include "support/support.h"
#include "tool/options/suggestion.h"

static const char *const words[] = {"--frame", "--frames", "--camera", "--camera-orbit", "--physics", "--ik",
                                    "on",      "off",      NULL};

static void finds_words_with_few_mistakes(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"--fraem", "--frame"},   /* two letters swapped are one mistake */
        {"--farmes", "--frames"}, /* the same, closer to this word than to the other */
        {"--framee", "--frame"},  /* one too many; the other word needs a letter changed, the first wins */
        {"--rame", "--frame"},    /* one missing */
        {"--FRAMES", "--frames"}, /* case does not count */
        {"-camera", "--camera"},  /* nor do dashes */
        {"camera_orbit", "--camera-orbit"},
        {"--phys", "--physics"},    /* the beginning of a word */
        {"--pyhsisc", "--physics"}, /* two swaps in seven letters */
        {"of", "off"},
        {"ON", "on"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const char *found = suggestion_find(pairs[i][0], words);
        assert_non_null(found);
        assert_string_equal(found, pairs[i][1]);
    }
}

static void finds_nothing_far_away(void **state)
{
    (void)state;
    static const char *const strange[] = {
        "",         "-",
        "--",       "z",
        "maybe",    "--nonsense",
        "--xyzics", "--a-word-that-is-far-longer-than-any-option-of-any-command-will-ever-be-physics"};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) assert_null(suggestion_find(strange[i], words));
}

static void the_closest_wins_wherever_it_is(void **state)
{
    (void)state;
    assert_string_equal(suggestion_find("render", (const char *const[]){"rander", "render", "rendex", NULL}), "render");
    assert_string_equal(suggestion_find("abcdefghi", (const char *const[]){"abcdefxyz", "abcdefghx", NULL}),
                        "abcdefghx");
}

TEST_GROUP(test_suggestion)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_words_with_few_mistakes),
        cmocka_unit_test(finds_nothing_far_away),
        cmocka_unit_test(the_closest_wins_wherever_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
