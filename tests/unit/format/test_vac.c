#include "support/support.h"
#include <hone/format.h>
#include <hone/project.h>
#include <stdlib.h>
#include <string.h>

static const char whole[] = "leek\r\nleek.x\r\n1.5\r\n-0.5,-1.0,0.00\r\n10.0, 20 30\r\narm\r\n\r\n// a comment\r\n";

static hone_error read_text(const char *text, hone_vac *vac)
{
    hone_error error = {0};
    CHECK(hone_vac_read(text, strlen(text), vac, &error) == (error.code == HONE_OK));
    return error;
}

static void lines_have_their_meaning(void **state)
{
    (void)state;
    hone_vac vac;
    assert_int_equal(read_text(whole, &vac).code, HONE_OK);
    assert_string_equal(vac.name, "leek");
    assert_string_equal(vac.path, "leek.x");
    assert_string_equal(vac.bone, "arm");
    CHECK(vac.scale == 1.5f && vac.translation[0] == -0.5f && vac.translation[1] == -1);
    CHECK(vac.rotation[0] == 10 && vac.rotation[1] == 20 && vac.rotation[2] == 30);
    assert_int_equal(hone_format_detect(whole, strlen(whole)), HONE_FORMAT_VAC);
}

static void texts_are_cp932_or_utf8(void **state)
{
    (void)state;
    hone_vac vac;
    CHECK(read_text("\x83\x6c\x83\x4d\nnegi.x\n1\n0,0,0\n0,0,0\n\x89\x45", &vac).code == HONE_OK);
    assert_string_equal(vac.name, "ネギ");
    assert_string_equal(vac.bone, "右");
    CHECK(read_text("\xEF\xBB\xBFネギ\nnegi.x\n1\n0,0,0\n0,0,0\n右", &vac).code == HONE_OK);
    assert_string_equal(vac.name, "ネギ");
    assert_string_equal(vac.bone, "右");
    CHECK(
        read_text("\xa5\xcd\xa5\xae\xa4\xc8\xc9\xcf\xb0\xeb\xc9\xed\nnegi.x\n1\n0,0,0\n0,0,0\n\xd3\xd2\xca\xd6\xca\xd7",
                  &vac)
            .code == HONE_OK); /* GBK */
    assert_string_equal(vac.name, "ネギと上半身");
    assert_string_equal(vac.bone, "右手首");
}

static void a_bone_may_be_missing(void **state)
{
    (void)state;
    hone_vac vac;
    CHECK(read_text("a\na.x\n1\n0,0,0\n0,0,0", &vac).code == HONE_OK);
    assert_string_equal(vac.bone, "");
}

static void faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } faults[] = {
        {"a\n\n1\n0,0,0\n0,0,0\n", "the accessory names no file"},
        {"a\na.x\nbig\n0,0,0\n0,0,0\n", "the scale of the accessory needs 1 number"},
        {"a\na.x\n1\n0,0\n0,0,0\n", "the position of the accessory needs 3 numbers"},
        {"a\na.x\n1\n0,0,0\n0,0,1e99\n", "the rotation of the accessory needs 3 numbers"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        hone_vac vac;
        hone_error error = read_text(faults[i].text, &vac);
        assert_int_equal(error.code, HONE_ERROR_FORMAT);
        assert_string_equal(error.message, faults[i].message);
    }
    char *text = calloc(1, 2000);
    memset(text, 'a', 1500);
    hone_vac vac;
    CHECK(strstr(read_text(text, &vac).message, "longer than"));
    free(text);
}

static void cut_texts_are_read_or_refused(void **state)
{
    (void)state;
    size_t complete = (size_t)(strstr(whole, " 30") + 3 - whole);
    for (size_t size = 0; size < strlen(whole); size++) {
        char *exact = malloc(size + !size);
        hone_vac vac;
        memcpy(exact, whole, size);
        CHECK(hone_vac_read(exact, size, &vac, NULL) == (size >= complete - 1));
        hone_format_detect(exact, size);
        free(exact);
    }
}

static void other_texts_are_no_accessories(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "a", "a\nb", "a\nb.x", "a\nb.x\n", "a\nb.x\nc", "a\nx\n1", "a\nb.txt\n1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(hone_format_detect(texts[i], strlen(texts[i])), HONE_FORMAT_UNKNOWN);
    assert_int_equal(hone_format_detect("a\nB.X \r\n 1", 10), HONE_FORMAT_VAC);
}

TEST_GROUP(test_vac)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_their_meaning),      cmocka_unit_test(texts_are_cp932_or_utf8),
        cmocka_unit_test(a_bone_may_be_missing),         cmocka_unit_test(faults_are_named),
        cmocka_unit_test(cut_texts_are_read_or_refused), cmocka_unit_test(other_texts_are_no_accessories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
