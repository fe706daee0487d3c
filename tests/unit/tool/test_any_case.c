#include "support/support.h"
#include "tool/files/any_case.h"

static void letters_of_ascii_have_no_case(void **state)
{
    (void)state;
    CHECK(equal_in_any_case("", "") && equal_in_any_case("Model.PMX", "mODEL.pmx"));
    CHECK(!equal_in_any_case("a", "ab") && !equal_in_any_case("ab", "a") && !equal_in_any_case("a", "b"));
    CHECK(!equal_in_any_case("@[`{", "`{@[")); /* next to the letters */
    CHECK(equal_in_any_case("髪A.tga", "髪a.TGA") && !equal_in_any_case("Ä", "ä"));
}

static void beginnings_and_ends(void **state)
{
    (void)state;
    CHECK(begins_in_any_case("Tex/a", "tEX", 3) && begins_in_any_case("tex", "tex", 3) &&
          begins_in_any_case("", "", 0));
    CHECK(!begins_in_any_case("te", "tex", 3) && !begins_in_any_case("tax/a", "tex", 3));
    CHECK(ends_in_any_case("a.PMD", ".pmd") && ends_in_any_case("a.b.pmd", ".Pmd"));
    CHECK(!ends_in_any_case(".pmd", ".pmd") && !ends_in_any_case("a.pmx", ".pmd") && !ends_in_any_case("", ".pmd"));
}

TEST_GROUP(test_any_case)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_of_ascii_have_no_case),
        cmocka_unit_test(beginnings_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
