#define _POSIX_C_SOURCE 200809L /* iconv */
#include "base/text/text.h"
#include "support/support.h"
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(literal) literal, sizeof literal - 1

/* ---- UTF-8 ---- */

static void utf8_is_valid_when_well_formed(void **state)
{
    (void)state;
    CHECK(hone_utf8_is_valid(TEXT("")));
    CHECK(hone_utf8_is_valid(
        TEXT("bone \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xe9\xaa\xa8 \xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf")));
    CHECK(hone_utf8_is_valid(TEXT("\xed\x9f\xbf\xee\x80\x80"))); /* just below and just above the surrogates */
    CHECK(!hone_utf8_is_valid(TEXT("\x80")));
    CHECK(!hone_utf8_is_valid(TEXT("\xc0\x80")));         /* overlong */
    CHECK(!hone_utf8_is_valid(TEXT("\xe0\x9f\xbf")));     /* overlong */
    CHECK(!hone_utf8_is_valid(TEXT("\xf0\x8f\xbf\xbf"))); /* overlong */
    CHECK(!hone_utf8_is_valid(TEXT("\xed\xa0\x80")));     /* a surrogate */
    CHECK(!hone_utf8_is_valid(TEXT("\xf4\x90\x80\x80"))); /* past the end of Unicode */
    CHECK(!hone_utf8_is_valid(TEXT("\xf5\x80\x80\x80")));
    CHECK(!hone_utf8_is_valid(TEXT("\xe9\xaa"))); /* cut short */
}

static void check_repair(const char *text, size_t size, const char *want, bool want_lossy)
{
    char out[64];
    bool lossy = false;
    size_t written = hone_utf8_repair(text, size, out, &lossy);
    CHECK(written <= 3 * size);
    assert_int_equal(written, strlen(want));
    assert_memory_equal(out, want, written);
    assert_int_equal(lossy, want_lossy);
}

#define BAD "\xef\xbf\xbd"

static void utf8_repair_replaces_each_ill_formed_part(void **state)
{
    (void)state;
    check_repair(TEXT("\xe9\xaa\xa8 ok"), "\xe9\xaa\xa8 ok", false);
    check_repair(TEXT("a\xff"
                      "b"),
                 "a" BAD "b", true);
    check_repair(TEXT("\xe9\xaa"), BAD, true); /* one character cut short */
    check_repair(TEXT("\xe9"
                      "A"),
                 BAD "A", true);                           /* the A does not belong to it */
    check_repair(TEXT("\xed\xa0\x80"), BAD BAD BAD, true); /* the example of table 3-9 */
    check_repair(TEXT("\xf0\x80\x80\x41"), BAD BAD BAD "A", true);
    check_repair(TEXT("\xf1\x80\x80\x41"), BAD "A", true);
}

static void lossy_may_be_null_and_is_never_cleared(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(hone_utf8_repair(TEXT("\xff"), out, NULL), 3);
    bool lossy = true;
    hone_utf8_repair(TEXT("fine"), out, &lossy);
    CHECK(lossy);
}

/* ---- UTF-16 ---- */

static void utf16_reads_pairs_and_mends_halves(void **state)
{
    (void)state;
    char out[64];
    bool lossy = false;
    static const uint8_t fine[] = {'a', 0, 0xa8, 0x9a, 0x3d, 0xd8, 0x00, 0xde}; /* a, bone, U+1F600 */
    size_t size = hone_utf8_from_utf16(fine, sizeof fine, out, &lossy);
    CHECK(size == 8 && memcmp(out, "a\xe9\xaa\xa8\xf0\x9f\x98\x80", 8) == 0 && !lossy);

    static const uint8_t halves[] = {0x3d, 0xd8, 'a', 0, 0x00, 0xde, 0x3d, 0xd8};
    size = hone_utf8_from_utf16(halves, sizeof halves, out, &lossy);
    CHECK(size == 10 && memcmp(out, BAD "a" BAD BAD, 10) == 0 && lossy);

    lossy = false;
    size = hone_utf8_from_utf16(fine, 3, out, &lossy); /* an odd byte */
    CHECK(size == 1 && out[0] == 'a' && lossy);
    CHECK(hone_utf8_from_utf16(fine, 0, out, NULL) == 0);
}

static void utf16_round_trips_every_character(void **state)
{
    (void)state;
    for (uint32_t c = 0; c < 0x110000; c += c < 0x10000 ? 1 : 77) {
        uint8_t units[4] = {(uint8_t)c, (uint8_t)(c >> 8)};
        size_t size = 2;
        if (c >= 0xd800 && c < 0xe000)
            continue;
        if (c >= 0x10000) {
            uint32_t high = 0xd800 + ((c - 0x10000) >> 10), low = 0xdc00 + (c & 0x3ff);
            units[0] = (uint8_t)high, units[1] = (uint8_t)(high >> 8);
            units[2] = (uint8_t)low, units[3] = (uint8_t)(low >> 8), size = 4;
        }
        char utf8[8];
        uint8_t back[16];
        bool lossy = false;
        size_t utf8_size = hone_utf8_from_utf16(units, size, utf8, &lossy);
        CHECK(hone_utf8_is_valid(utf8, utf8_size));
        CHECK(hone_utf16_from_utf8(utf8, utf8_size, back, &lossy) == size && !lossy);
        CHECK(memcmp(units, back, size) == 0);
    }
}

static void utf16_from_ill_formed_utf8_is_lossy(void **state)
{
    (void)state;
    uint8_t out[8];
    bool lossy = false;
    CHECK(hone_utf16_from_utf8(TEXT("a\xff"), out, &lossy) == 4 && lossy);
    CHECK(out[0] == 'a' && out[2] == 0xfd && out[3] == 0xff);
}

/* ---- CP932 ---- */

static void check_cp932(const char *cp932, const char *utf8)
{
    char text[64];
    uint8_t back[64];
    bool lossy = false;
    size_t size = strlen(cp932), written = hone_utf8_from_cp932((const uint8_t *)cp932, size, text, &lossy);
    assert_int_equal(written, strlen(utf8));
    assert_memory_equal(text, utf8, written);
    assert_int_equal(hone_cp932_from_utf8(utf8, written, back, sizeof back, &lossy), size);
    assert_memory_equal(back, cp932, size);
    CHECK(!lossy);
}

static void cp932_is_microsofts(void **state)
{
    (void)state;
    check_cp932("\x83\x5a\x83\x93\x83\x5e\x81\x5b", "センター"); /* a trail byte 5c is not a backslash */
    check_cp932("\x8d\xb6\x91\xab\x82\x68\x82\x6a", "左足ＩＫ");
    check_cp932("\x87\x40\x87\x8a\xfb\xfc\x81\x60\x81\x7c", "①㈱髙～－"); /* not in plain Shift-JIS */
    check_cp932("\x95\x5c\x94\x5c", "表能");
    check_cp932("C:\\a~", "C:\\a~"); /* backslash and tilde stay, no yen and no overline */
    check_cp932("\xb1\xb2\xb3\xa1\xdf", "ｱｲｳ｡ﾟ");
    check_cp932("\xf0\x40\xf9\xfc", "\xee\x80\x80\xee\x9d\x97"); /* U+E000, U+E757: user-defined */
    check_cp932("\x80\xa0\xfd\xfe\xff", "\xc2\x80\xef\xa3\xb0\xef\xa3\xb1\xef\xa3\xb2\xef\xa3\xb3");
}

static void check_decodes(const char *cp932, size_t size, const char *utf8, bool want_lossy)
{
    char text[64];
    bool lossy = false;
    size_t written = hone_utf8_from_cp932((const uint8_t *)cp932, size, text, &lossy);
    CHECK(written <= 3 * size);
    assert_int_equal(written, strlen(utf8));
    assert_memory_equal(text, utf8, written);
    assert_int_equal(lossy, want_lossy);
}

static void cp932_mends_what_is_no_character(void **state)
{
    (void)state;
    check_decodes(TEXT("\x83\x5a\x83"), "セ", true); /* cut inside a character: the rest is kept */
    /* a byte that cannot be a trail byte is a character of its own */
    check_decodes(TEXT("\x83\x0a\x83\x5a"), BAD "\nセ", true);
    check_decodes(TEXT("\x83\xff"), BAD "\xef\xa3\xb3", true);
    check_decodes(TEXT("\x83\x7f"), BAD "\x7f", true);
    check_decodes(TEXT("\x85\x40"
                       "A"),
                  BAD "A", true);                            /* a pair that has no character */
    check_decodes(TEXT("\xfc\x4b\xfc\x4c"), "黑" BAD, true); /* the last of IBM's characters, and the pair after it */
    check_decodes(TEXT(""), "", false);
}

static void cp932_is_cut_where_mmd_cuts(void **state)
{
    (void)state;
    static const char name[] = "左腕捩れセンター親"; /* 9 characters, 18 bytes */
    uint8_t out[16] = {0};
    out[15] = 0x55;
    bool lossy = false;
    assert_int_equal(hone_cp932_from_utf8(name, sizeof name - 1, out, 15, &lossy), 15);
    assert_int_equal(out[14], 0x81); /* half of the long vowel mark */
    assert_int_equal(out[15], 0x55);
    CHECK(!lossy);
    check_decodes((const char *)out, 15, "左腕捩れセンタ", true);
}

static void cp932_marks_what_it_lacks(void **state)
{
    (void)state;
    uint8_t out[16];
    bool lossy = false;
    size_t size = hone_cp932_from_utf8("a\xf0\x9f\x98\x80\xc3\xa9\xff", 8, out, sizeof out, &lossy);
    CHECK(size == 4 && memcmp(out, "a???", 4) == 0 && lossy);
}

static void cp932_takes_other_vendors_code_points(void **state)
{
    (void)state;
    static const char *pairs[][2] = {{"〜", "～"}, {"−", "－"}, {"‖", "∥"},  {"—", "―"},  {"¢", "￠"},
                                     {"£", "￡"},  {"¬", "￢"}, {"¦", "￤"}, {"¥", "\\"}, {"‾", "~"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint8_t a[4], b[4];
        bool lossy = false;
        size_t a_size = hone_cp932_from_utf8(pairs[i][0], strlen(pairs[i][0]), a, sizeof a, &lossy);
        size_t b_size = hone_cp932_from_utf8(pairs[i][1], strlen(pairs[i][1]), b, sizeof b, &lossy);
        CHECK(a_size == b_size && memcmp(a, b, a_size) == 0 && !lossy);
    }
}

/* Returns the pair that Windows writes for the character of a pair: the same pair, except for those of Microsoft's
 * article 170559. */
static unsigned windows_writes(unsigned pair)
{
    static const unsigned others[][2] = {
        {0x8790, 0x81e0}, {0x8791, 0x81df}, {0x8792, 0x81e7}, {0x8795, 0x81e3}, {0x8796, 0x81db}, {0x8797, 0x81da},
        {0x879a, 0x81e6}, {0x879b, 0x81bf}, {0x879c, 0x81be}, {0xeef9, 0x81ca}, {0xeefa, 0xfa55}, {0xeefb, 0xfa56},
        {0xeefc, 0xfa57}, {0xfa54, 0x81ca}, {0xfa58, 0x878a}, {0xfa59, 0x8782}, {0xfa5a, 0x8784}, {0xfa5b, 0x81e6}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i][0] == pair)
            return others[i][1];
    if (pair >= 0xfa4a && pair <= 0xfa53) /* capital Roman numerals: NEC's codes */
        return pair - 0xfa4a + 0x8754;
    if (pair >= 0xeeef && pair <= 0xeef8) /* small Roman numerals: IBM's codes */
        return pair - 0xeeef + 0xfa40;
    if (pair >= 0xed40 && pair <= 0xeeec) { /* NEC's selection of IBM's kanji, in the same order */
        unsigned lead = pair >> 8, trail = pair & 0xff;
        unsigned place = (lead - 0xed) * 188 + trail - (trail > 0x7f ? 0x41 : 0x40) + 28; /* IBM's begin at fa5c */
        unsigned column = place % 188;
        return (0xfa + place / 188) << 8 | (column + (column < 0x3f ? 0x40 : 0x41));
    }
    return pair;
}

static void cp932_round_trips_as_on_windows(void **state)
{
    (void)state;
    unsigned characters = 0, others = 0;
    for (unsigned pair = 0x8100; pair < 0xfd00; pair++) {
        uint8_t bytes[2] = {(uint8_t)(pair >> 8), (uint8_t)pair}, back[4];
        if ((bytes[0] > 0x9f && bytes[0] < 0xe0) || bytes[1] < 0x40 || bytes[1] == 0x7f || bytes[1] > 0xfc)
            continue;
        char text[8];
        bool lossy = false;
        size_t size = hone_utf8_from_cp932(bytes, 2, text, &lossy);
        if (lossy)
            continue;
        CHECK(size == 2 || size == 3);
        assert_int_equal(hone_cp932_from_utf8(text, size, back, sizeof back, &lossy), 2);
        CHECK(!lossy);
        assert_int_equal(back[0] << 8 | back[1], windows_writes(pair));
        characters++;
        others += windows_writes(pair) != pair;
    }
    assert_int_equal(characters, 7724 + 1880); /* Microsoft's table and the user-defined area */
    assert_int_equal(others, 398);
}

static void cp932_agrees_with_the_c_library(void **state)
{
    (void)state;
    iconv_t converter = iconv_open("UTF-8", "CP932");
    if (converter == (iconv_t)-1)
        test_skip(1, "comparison with iconv: it has no CP932");
    unsigned compared = 0;
    for (unsigned pair = 0x8100; pair < 0xfd00; pair++) {
        char in[2] = {(char)(pair >> 8), (char)pair}, want[8], got[8], *from = in, *to = want;
        uint8_t lead = (uint8_t)in[0];
        if (lead > 0x9f && lead < 0xe0)
            continue;
        size_t left = 2, room = sizeof want;
        iconv(converter, NULL, NULL, NULL, NULL);
        bool has = iconv(converter, &from, &left, &to, &room) != (size_t)-1, lossy = false;
        size_t size = hone_utf8_from_cp932((const uint8_t *)in, 2, got, &lossy);
        assert_int_equal(has, !lossy);
        if (has)
            CHECK(size == sizeof want - room && memcmp(got, want, size) == 0);
        compared += has;
    }
    iconv_close(converter);
    assert_int_equal(compared, 7724 + 1880);
}

/* ---- anything ---- */

static void random_bytes_always_become_well_formed(void **state)
{
    (void)state;
    test_random random = {932};
    for (int round = 0; round < 20000; round++) {
        uint32_t size = test_random_u32(&random) % 16;
        /* exact sizes, so that the sanitizer detects overflows */
        uint8_t *bytes = malloc(size + !size), *cp932 = malloc(3 * size + 1);
        char *text = malloc(3 * size + !size);
        for (uint32_t i = 0; i < size; i++) bytes[i] = (uint8_t)test_random_u32(&random);
        CHECK(hone_utf8_is_valid(text, hone_utf8_from_cp932(bytes, size, text, NULL)));
        CHECK(hone_utf8_is_valid(text, hone_utf8_from_utf16(bytes, size, text, NULL)));
        CHECK(hone_utf8_is_valid(text, hone_utf8_repair((const char *)bytes, size, text, NULL)));
        uint32_t room = test_random_u32(&random) % (size + 1);
        CHECK(hone_cp932_from_utf8((const char *)bytes, size, cp932, room, NULL) <= room);
        CHECK(hone_cp932_from_utf8((const char *)bytes, size, cp932, 3 * size, NULL) <= size);
        free(bytes), free(cp932), free(text);
    }
}

TEST_GROUP(test_text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_valid_when_well_formed),
        cmocka_unit_test(utf8_repair_replaces_each_ill_formed_part),
        cmocka_unit_test(lossy_may_be_null_and_is_never_cleared),
        cmocka_unit_test(utf16_reads_pairs_and_mends_halves),
        cmocka_unit_test(utf16_round_trips_every_character),
        cmocka_unit_test(utf16_from_ill_formed_utf8_is_lossy),
        cmocka_unit_test(cp932_is_microsofts),
        cmocka_unit_test(cp932_mends_what_is_no_character),
        cmocka_unit_test(cp932_is_cut_where_mmd_cuts),
        cmocka_unit_test(cp932_marks_what_it_lacks),
        cmocka_unit_test(cp932_takes_other_vendors_code_points),
        cmocka_unit_test(cp932_round_trips_as_on_windows),
        cmocka_unit_test(cp932_agrees_with_the_c_library),
        cmocka_unit_test(random_bytes_always_become_well_formed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
