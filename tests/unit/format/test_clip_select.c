#include "files/format/common/clip_select.h"
#include "support/support.h"
#include <hone/io.h>
#include <string.h>

static const hone_clip clips[] = {{"run", 1}, {"walk", 2}, {"", 3}, {"walk", 4}, {"1b", 5}};

static void clips_are_chosen_by_number_or_name(void **state)
{
    (void)state;
    const struct {
        const char *wanted;
        uint32_t index;
    } cases[] = {{NULL, 0}, {"run", 0}, {"walk", 1}, {"", 2}, {"3", 3}, {"004", 4}, {"1b", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t index = 99;
        CHECK(hone_clip_select(clips, 5, cases[i].wanted, &index, NULL) && index == cases[i].index);
    }
}

static void clips_that_are_not_there_are_errors(void **state)
{
    (void)state;
    static const char *const wanted[] = {"5", "4294967296", "99999999999999999999999999", "jump", "Run", "-1", "1 "};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        uint32_t index;
        hone_error error = {0};
        CHECK(!hone_clip_select(clips, 5, wanted[i], &index, &error));
        CHECK(error.code == HONE_ERROR_ARGUMENT && strstr(error.message, wanted[i]));
        CHECK(!hone_clip_select(clips, 0, i ? wanted[i] : NULL, &index, &error));
    }
}

static void hashes_of_different_bytes_differ(void **state)
{
    (void)state;
    CHECK(hone_hash("abc", 3) == hone_hash("abc", 3));
    CHECK(hone_hash("abc", 3) != hone_hash("abd", 3));
    CHECK(hone_hash("\0", 1) != hone_hash("\0\0", 2));
    CHECK(hone_hash(NULL, 0) != 0);
}

TEST_GROUP(test_clip_select)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_are_chosen_by_number_or_name),
        cmocka_unit_test(clips_that_are_not_there_are_errors),
        cmocka_unit_test(hashes_of_different_bytes_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
