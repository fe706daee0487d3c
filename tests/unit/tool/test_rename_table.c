/* Tables of new names: their lines, their encodings, and files that are cut short or are no tables. */
#include "support/support.h"
#include "tool/options/rename_table.h"
#include <stdlib.h>
#include <string.h>

static const char names[] = "\xEF\xBB\xBF# old, new\r\n\r\n \xE5\xB7\xA6\xE8\x85\x95 , arm.L\r\nhead\tneck, the\n";

static void names_are_cut_at_the_first_comma_or_tab(void **state)
{
    (void)state;
    rename_table table;
    CHECK(rename_table_read(names, sizeof names - 1, &table, NULL));
    CHECK(table.count == 2);
    assert_string_equal(table.pairs[0].from, "左腕");
    assert_string_equal(table.pairs[0].to, "arm.L");
    assert_string_equal(table.pairs[1].from, "head");
    assert_string_equal(table.pairs[1].to, "neck, the");
    rename_table_release(&table);
}

static void text_that_is_not_utf8_is_of_windows(void **state)
{
    (void)state;
    rename_table table;
    CHECK(rename_table_read("\x93\xAA,\x8E\xF1", 5, &table, NULL));
    CHECK(table.count == 1);
    assert_string_equal(table.pairs[0].from, "頭");
    assert_string_equal(table.pairs[0].to, "首");
    rename_table_release(&table);
    static const char chinese[] = "\xc9\xcf\xb0\xeb\xc9\xed,\xd7\xf3\xa4\xd2\xa4\xb6";
    CHECK(rename_table_read(chinese, sizeof chinese - 1, &table, NULL) && table.count == 1);
    assert_string_equal(table.pairs[0].from, "上半身");
    assert_string_equal(table.pairs[0].to, "左ひざ");
    rename_table_release(&table);
}

static void a_wrong_line_is_named(void **state)
{
    (void)state;
    rename_table table;
    hone_error error = {0};
    CHECK(!rename_table_read("a,b\n\nc\n", 8, &table, &error));
    CHECK(error.code == HONE_ERROR_FORMAT && error.at == 3 && strstr(error.message, "line 3"));
    rename_table_release(&table);
    CHECK(rename_table_read(NULL, 0, &table, NULL) && table.count == 0);
    rename_table_release(&table);
}

/* Each beginning of a file, and any bytes, are read or refused; the bytes have no NUL behind them. */
static void cut_files_and_noise_do_no_harm(void **state)
{
    (void)state;
    test_random random = {5};
    for (size_t size = 0; size < 3000; size++) {
        size_t count = size < sizeof names ? size : size % 40;
        char *bytes = malloc(count + 1);
        CHECK(bytes);
        for (size_t i = 0; i < count; i++)
            bytes[i] = size < sizeof names ? names[i] : "ab,\t\n\r #\0\x81\xFF"[test_random_u32(&random) % 11];
        char *exact = realloc(bytes, count ? count : 1);
        CHECK(exact);
        rename_table table;
        if (rename_table_read(exact, count, &table, NULL))
            for (uint32_t i = 0; i < table.count; i++) CHECK(*table.pairs[i].from && *table.pairs[i].to);
        rename_table_release(&table);
        free(exact);
    }
}

TEST_GROUP(test_rename_table)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_cut_at_the_first_comma_or_tab),
        cmocka_unit_test(text_that_is_not_utf8_is_of_windows),
        cmocka_unit_test(a_wrong_line_is_named),
        cmocka_unit_test(cut_files_and_noise_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
