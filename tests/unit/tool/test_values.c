/* Values of options: sizes, ranges and colours; and the names of numbered files. */
#include "support/support.h"
#include "tool/options/colour.h"
#include "tool/options/number_options.h"
#include "tool/output/sequence.h"

static picture_size size_of(const char *text)
{
    picture_size size = {0};
    option_read_size(NULL, text, &size);
    return size;
}

static void reads_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t width, height;
    } sizes[] = {{"640x480", 640, 480}, {"640X480", 640, 480}, {"640", 640, 360},      {"1920", 1920, 1080},
                 {"1280", 1280, 720},   {"854", 854, 480},     {"1000", 1000, 562},    {"16", 16, 10},
                 {"1x1", 1, 1},         {"0", 0, 0},           {"16384", 16384, 9216}, {"15", 0, 0},
                 {"16385", 0, 0},       {"640x", 0, 0},        {"640y480", 0, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        picture_size size = size_of(sizes[i].text);
        assert_int_equal(size.width, sizes[i].width);
        assert_int_equal(size.height, sizes[i].height);
    }
}

static void check_range(const char *text, double first, double last, double step)
{
    number_range range;
    assert_true(option_read_number_range(NULL, text, &range));
    assert_true(range.first == first && range.last == last && range.step == step);
}

static void reads_ranges_with_a_colon_or_a_dash(void **state)
{
    (void)state;
    check_range("0:20", 0, 20, 1);
    check_range("0-20", 0, 20, 1);
    check_range("0-20:2", 0, 20, 2);
    check_range("-5-20", -5, 20, 1);
    check_range("-5--2", -5, -2, 1);
    check_range("-5:-2", -5, -2, 1);
    check_range("5e-1-1e1", 0.5, 10, 1);
    check_range("0.5-2.5:0.5", 0.5, 2.5, 0.5);
    static const char *const bad[] = {"-5", "5-", "-", "--", "1-2-3", "20-0", "0:20-2", "1e-5"};
    number_range range;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(option_read_number_range(NULL, bad[i], &range));
}

static void check_colour(const char *text, uint32_t rgba)
{
    colour read = {0};
    assert_true(option_read_colour(NULL, text, &read) && read.given);
    for (int c = 0; c < 4; c++) CHECK_NEAR(read.rgba[c] * 255, (double)(rgba >> (24 - 8 * c) & 255), 1e-4);
}

static void reads_colours_by_name(void **state)
{
    (void)state;
    check_colour("transparent", 0x00000000);
    check_colour("none", 0x00000000);
    check_colour("green", 0x008000ff);
    check_colour("lime", 0x00ff00ff);
    check_colour("skyblue", 0x87ceebff);
    check_colour("violet", 0xee82eeff);
    check_colour("#fff", 0xffffffff);
    check_colour("20304080", 0x20304080);
    colour read;
    for (int i = 0; option_colour_names[i]; i++) assert_true(option_read_colour(NULL, option_colour_names[i], &read));
    assert_false(option_read_colour(NULL, "gren", &read));
}

static void check_name(const char *pattern, int fields, const char *expected)
{
    char name[64];
    assert_int_equal(sequence_fields(pattern), fields);
    assert_true(sequence_name(pattern, 42, 7, name, sizeof name));
    assert_string_equal(name, expected);
}

static void names_numbered_files_in_three_ways(void **state)
{
    (void)state;
    check_name("a{frame:04}.png", SEQUENCE_FRAME, "a0042.png");
    check_name("a%04d.png", SEQUENCE_FRAME, "a0042.png");
    check_name("a####.png", SEQUENCE_FRAME, "a0042.png");
    check_name("a{frame}.png", SEQUENCE_FRAME, "a42.png");
    check_name("a%d.png", SEQUENCE_FRAME, "a42.png");
    check_name("a%3d.png", SEQUENCE_FRAME, "a 42.png");
    check_name("a##.png", SEQUENCE_FRAME, "a42.png");
    check_name("{index:02}-##-%03d.png", SEQUENCE_FRAME | SEQUENCE_INDEX, "07-42-042.png");
}

static void other_signs_belong_to_the_name(void **state)
{
    (void)state;
    static const char *const names[] = {"100%.png", "a#1.png",  "a%s.png", "a%n.png", "a%20d.png",
                                        "a%.png",   "a%0d.png", "%",       "a%04",    "a{fram}.png"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_name(names[i], 0, names[i]);
}

TEST_GROUP(test_values)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_sizes),
        cmocka_unit_test(reads_ranges_with_a_colon_or_a_dash),
        cmocka_unit_test(reads_colours_by_name),
        cmocka_unit_test(names_numbered_files_in_three_ways),
        cmocka_unit_test(other_signs_belong_to_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
