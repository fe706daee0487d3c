/* Standard names of bones and morphs: translated, of humanoid bones, and in other rigs. */
#include "support/support.h"
#include <hone/retarget.h>
#include <string.h>

static void check_translation(const char *name, const char *expected)
{
    char out[HONE_STANDARD_NAME_SIZE];
    assert_true(hone_name_translate(name, out) == (*expected != '\0'));
    assert_string_equal(out, expected);
}

static void names_are_translated(void **state)
{
    (void)state;
    check_translation("頭", "head");
    check_translation("右ひじ", "elbow_R");
    check_translation("左人指１", "fore1_L");
    check_translation("左人指1", "fore1_L");
    check_translation("上半身２", "upper body2");
    check_translation("左足ＩＫ", "leg IK_L");
    check_translation("左足IK", "leg IK_L");
    check_translation("全ての親", "mother");
    check_translation("まばたき", "blink");
    check_translation("口角上げ", "mouth up");
    check_translation("ｳｨﾝｸ２右", "wink2_R");
}

static void other_names_are_not(void **state)
{
    (void)state;
    char long_name[400];
    memset(long_name, 'a', sizeof long_name);
    long_name[sizeof long_name - 1] = '\0';
    check_translation(long_name, "");
    check_translation("", "");
    check_translation("左", "");
    check_translation("ひじ", ""); /* its side is missing */
    check_translation("左頭", "");
    check_translation("|", "");
    check_translation("blink", "");
    check_translation("\xef", "");
    check_translation("\xef\xbc", "");
}

static void every_humanoid_bone_has_a_name_that_is_translated(void **state)
{
    (void)state;
    char japanese[HONE_STANDARD_NAME_SIZE], english[HONE_STANDARD_NAME_SIZE];
    for (int i = 0; i < HONE_HUMANOID_COUNT; i++) {
        hone_humanoid_bone_japanese((hone_humanoid_bone)i, japanese);
        CHECK(hone_name_translate(japanese, english));
        const char *role = hone_humanoid_bone_name((hone_humanoid_bone)i);
        if (strncmp(role, "left", 4) == 0)
            assert_true(strncmp(japanese, "左", 3) == 0 && strcmp(english + strlen(english) - 2, "_L") == 0);
        if (strncmp(role, "right", 5) == 0)
            assert_true(strncmp(japanese, "右", 3) == 0 && strcmp(english + strlen(english) - 2, "_R") == 0);
    }
    hone_humanoid_bone_japanese((hone_humanoid_bone)(HONE_HUMANOID_UPPER_ARM + 1), japanese);
    assert_string_equal(japanese, "右腕");
}

static void morphs_have_synonyms(void **state)
{
    (void)state;
    const char *blink = hone_morph_synonyms("まばたき");
    assert_non_null(blink);
    assert_non_null(strstr(blink, "|Fcl_EYE_Close|"));
    assert_ptr_equal(hone_morph_synonyms("Blink"), blink);
    assert_ptr_not_equal(hone_morph_synonyms("blinkLeft"), blink);
    assert_null(hone_morph_synonyms("Bli"));
    assert_null(hone_morph_synonyms(""));
    assert_null(hone_morph_synonyms("|"));
}

TEST_GROUP(test_standard_names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_translated),
        cmocka_unit_test(other_names_are_not),
        cmocka_unit_test(every_humanoid_bone_has_a_name_that_is_translated),
        cmocka_unit_test(morphs_have_synonyms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
