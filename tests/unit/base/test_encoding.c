/* The encoding of a file's texts, which they choose together. */
#include "base/text/encoding.h"
#include "base/text/text.h"
#include "support/support.h"
#include <string.h>

typedef struct encoding_case {
    const char *texts[4];
    hone_encoding all, in_cp932; /* chosen for any texts, and in a format of CP932 */
    const char *first;           /* the first text as UTF-8, in the second encoding */
} encoding_case;

static const encoding_case cases[] = {
    {{"bone", "IK 1"}, HONE_ENCODING_UTF8, HONE_ENCODING_CP932, "bone"},
    {{"\x83\x5a\x83\x93\x83\x5e\x81\x5b", "\x8f\xe3\x94\xbc\x90\x67"},
     HONE_ENCODING_CP932,
     HONE_ENCODING_CP932,
     "センター"},
    {{"センター", "上半身"}, HONE_ENCODING_UTF8, HONE_ENCODING_UTF8, "センター"},
    {{"\xa5\xbb\xa5\xf3\xa5\xbf\xa9\x60", "\xc9\xcf\xb0\xeb\xc9\xed", "\xd7\xf3\xa4\xd2\xa4\xb6"},
     HONE_ENCODING_GBK,
     HONE_ENCODING_GBK,
     "センター"}, /* as Chinese systems write it */
    {{"\xc8\xb8\xc0\xb2", "\xb6\xbd"}, HONE_ENCODING_GBK, HONE_ENCODING_CP932, "ﾈｸﾀｲ"}, /* half-width katakana */
    {{"\xd8\xbd"}, HONE_ENCODING_UTF8, HONE_ENCODING_CP932, "ﾘｽ"},
    {{"\x93\xaa", "\xff"}, HONE_ENCODING_CP932, HONE_ENCODING_CP932, "頭"},
};

static void all_texts_choose_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hone_encoding_votes votes = {0};
        char out[64];
        bool lossy = false;
        for (size_t t = 0; t < 4 && cases[i].texts[t]; t++)
            hone_encoding_vote(&votes, cases[i].texts[t], strlen(cases[i].texts[t]), false);
        if (hone_encoding_of(&votes) != cases[i].all || hone_encoding_of_cp932(&votes) != cases[i].in_cp932)
            fail_msg("case %zu: %d and %d", i, hone_encoding_of(&votes), hone_encoding_of_cp932(&votes));
        size_t first = strlen(cases[i].texts[0]);
        hone_encoding alone = hone_encoding_of_text(cases[i].texts[0], first);
        CHECK((alone == HONE_ENCODING_UTF8) == hone_utf8_is_valid(cases[i].texts[0], first));
        size_t size = hone_utf8_from(cases[i].in_cp932, cases[i].texts[0], strlen(cases[i].texts[0]), out, &lossy);
        out[size] = '\0';
        assert_string_equal(out, cases[i].first);
        CHECK(!lossy);
    }
}

/* A field may end inside a character. */
static void texts_that_are_cut_still_vote(void **state)
{
    (void)state;
    static const char utf8[] = "左足ＩＫ", cp932[] = "\x8d\xb6\x91\xab\x82\x68\x82\x6a";
    for (size_t size = 1; size < sizeof utf8 - 1; size++) {
        hone_encoding_votes cut = {0}, whole = {0};
        hone_encoding_vote(&cut, utf8, size, true);
        hone_encoding_vote(&whole, utf8, size, false);
        CHECK(!cut.not_utf8 && whole.not_utf8 == (size % 3 != 0));
    }
    for (size_t size = 1; size < sizeof cp932 - 1; size++) {
        hone_encoding_votes votes = {0};
        hone_encoding_vote(&votes, cp932, size, true);
        CHECK(!votes.not_cp932);
    }
}

static void bytes_without_a_meaning_are_replaced(void **state)
{
    (void)state;
    for (int e = HONE_ENCODING_UTF8; e <= HONE_ENCODING_GBK; e += HONE_ENCODING_GBK) { /* CP932: test_text */
        char out[16];
        bool lossy = false;
        size_t size = hone_utf8_from((hone_encoding)e, "a\xff", 2, out, &lossy);
        CHECK(lossy && size > 1 && out[0] == 'a');
    }
}

/* A sum over all that Python's decoder reads: the table is packed, and this checks how it is unpacked. */
static void every_character_of_gbk_is_read(void **state)
{
    (void)state;
    enum { GBK_COUNT = 21791 };
    static const uint32_t GBK_HASH = 0x5fb538a6;
    uint32_t count = 0, hash = 0;
    for (unsigned lead = 0x81; lead < 0x100; lead++)
        for (unsigned trail = 0; trail < 0x100; trail++) {
            const uint8_t cell[] = {(uint8_t)lead, (uint8_t)trail};
            char out[16];
            bool lossy = false;
            size_t size = hone_utf8_from(HONE_ENCODING_GBK, cell, sizeof cell, out, &lossy);
            if (lossy)
                continue;
            count++;
            for (size_t i = 0; i < size; i++) hash = hash * 31 + (uint8_t)out[i];
            hash = hash * 31 + lead * 256 + trail;
        }
    assert_int_equal(count, GBK_COUNT);
    assert_int_equal(hash, GBK_HASH);
}

TEST_GROUP(test_encoding)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_texts_choose_together),
        cmocka_unit_test(texts_that_are_cut_still_vote),
        cmocka_unit_test(bytes_without_a_meaning_are_replaced),
        cmocka_unit_test(every_character_of_gbk_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
