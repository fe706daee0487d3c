/* Translated messages: catalogues, formats that are found again, languages. */
#include "base/files/byte_writer.h"
#include "support/support.h"
#include "support/system.h"
#include "tool/messages/catalogue.h"
#include "tool/messages/language.h"
#include "tool/messages/message_pattern.h"
#include "tool/messages/messages.h"
#include "tool/system/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char japanese[] = HONE_BUILD_DIR "/locale/ja/LC_MESSAGES/hone.mo";

/* ---- a catalogue that the test makes ---- */

typedef struct entry {
    const char *original, *translation;
} entry;

/* Writes a .mo file; the entries are in order. */
static hone_bytes make_catalogue(const entry *entries, uint32_t count)
{
    hone_writer out = hone_writer_make(NULL);
    const uint32_t header[] = {0x950412de, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++) hone_write_u32(&out, header[i]);
    uint32_t at = 28 + 16 * count;
    for (uint32_t i = 0; i < 2 * count; i++) {
        const char *text = i < count ? entries[i].original : entries[i - count].translation;
        hone_write_u32(&out, (uint32_t)strlen(text));
        hone_write_u32(&out, at);
        at += (uint32_t)strlen(text) + 1;
    }
    for (uint32_t i = 0; i < 2 * count; i++) {
        const char *text = i < count ? entries[i].original : entries[i - count].translation;
        hone_write_bytes(&out, text, strlen(text) + 1);
    }
    hone_bytes bytes;
    CHECK(hone_writer_finish(&out, &bytes, NULL));
    return bytes;
}

/* In the order of strcmp. */
static const entry few[] = {
    {"", "Content-Type: text/plain; charset=UTF-8\n"},
    {"%s %u is cut short", "KURZ %s %u"},
    {"%s (first at %lu, %lu times)", "%1$s [%3$lu x, %2$lu]"},
    {"%s needs %s, not \"%s\"", "%1$s: \"%3$s\" statt %2$s"},
    {"%s, at byte %lu", "@%2$lu: %1$s"},
    {"50 %% of %g", "%g: 50 %%"},
    {"a %s for %s", "%2$-.4s <- %1$s"}, /* the flag: a name */
    {"a number", "ZAHL"},
    {"bone %d", "KNOCHEN %d"},
    {"cannot open", "ZU"},
    {"vertex", "PUNKT"},
};

static void check_message(const char *english, const char *want)
{
    char text[MESSAGE_SIZE];
    message_translate(english, text, sizeof text);
    assert_string_equal(text, want);
}

static catalogue open_few(void)
{
    catalogue c;
    hone_bytes bytes = make_catalogue(few, sizeof few / sizeof *few);
    CHECK(catalogue_open(&c, &bytes));
    return c;
}

static void finds_texts_and_formats(void **state)
{
    (void)state;
    catalogue c = open_few();
    messages_use(&c);
    assert_string_equal(message_text("a number"), "ZAHL");
    assert_string_equal(message_text("a numbe"), "a numbe");
    assert_string_equal(message_text(""), "");
    check_message("cannot open", "ZU");
    check_message("bone -7", "KNOCHEN -7");
    check_message("bone 7 ", "bone 7 ");
    check_message("bone x", "bone x");
    check_message("50 % of 2.5e-07", "2.5e-07: 50 %");
    check_message("50 % of -inf", "-inf: 50 %");
    check_message("--size needs a number, not \"x, not \"", "--size: \"x, not \" statt ZAHL");
    check_message("--size needs a number, not \"vertex\"", "--size: \"vertex\" statt ZAHL");
    messages_use(NULL);
    check_message("cannot open", "cannot open");
    catalogue_close(&c);
}

static void translates_values_and_pieces(void **state)
{
    (void)state;
    catalogue c = open_few();
    messages_use(&c);
    check_message("vertex 7 is cut short, at byte 40", "@40: KURZ PUNKT 7");
    check_message("vertex 7 is cut short (first at 40, 3 times)", "KURZ PUNKT 7 [3 x, 40]");
    check_message("a.pmx: vertex 7 is cut short, at byte 40", "a.pmx: @40: KURZ PUNKT 7");
    check_message("my model.pmx: vertex 7 is cut short", "my model.pmx: KURZ PUNKT 7");
    check_message("no model: vertex 7 is cut short", "KURZ no model: PUNKT 7");
    check_message("a.pmx: cannot open: No such file", "a.pmx: ZU: No such file");
    check_message("vertex: cannot open", "vertex: ZU"); /* a file of that name */
    check_message("a vertex for vertex", "vertex <- PUNKT");
    check_message("a: b: c", "a: b: c");
    check_message("a: b c: d", "a: b c: d");
    check_message("no name: cannot open", "no name: ZU");
    check_message("cannot open: a number", "ZU: ZAHL");
    messages_use(NULL);
    catalogue_close(&c);
}

static void cuts_long_messages_between_characters(void **state)
{
    (void)state;
    const entry one[] = {{"x", "ああああ"}};
    hone_bytes bytes = make_catalogue(one, 1);
    catalogue c;
    CHECK(catalogue_open(&c, &bytes));
    messages_use(&c);
    for (size_t size = 1; size <= 13; size++) {
        char text[16];
        memset(text, 'z', sizeof text);
        message_translate("x", text, size);
        assert_int_equal(strlen(text), (size - 1) / 3 * 3);
        CHECK(strncmp(text, "ああああ", strlen(text)) == 0 && text[size] == 'z');
    }
    messages_use(NULL);
    catalogue_close(&c);
}

/* ---- broken catalogues ---- */

static bool opens(const void *data, size_t size)
{
    hone_writer out = hone_writer_make(NULL);
    hone_bytes bytes;
    catalogue c;
    hone_write_bytes(&out, data, size);
    CHECK(hone_writer_finish(&out, &bytes, NULL));
    bool opened = catalogue_open(&c, &bytes);
    for (uint32_t i = 0; i < c.count; i++) {
        CHECK(strlen(catalogue_original(&c, i)) < size);
        CHECK(strlen(catalogue_translation(&c, i)) < size);
    }
    CHECK(opened || c.count == 0);
    catalogue_close(&c);
    return opened;
}

static void refuses_broken_catalogues(void **state)
{
    (void)state;
    hone_bytes whole = make_catalogue(few, sizeof few / sizeof *few);
    for (size_t size = 0; size < whole.size; size++) CHECK(!opens(whole.data, size));
    CHECK(opens(whole.data, whole.size));
    test_random random = {1};
    for (int i = 0; i < 20000; i++) {
        size_t at = test_random_u32(&random) % whole.size;
        uint8_t kept = whole.data[at];
        whole.data[at] = (uint8_t)test_random_u32(&random);
        opens(whole.data, whole.size);
        whole.data[at] = kept;
    }
    hone_bytes_release(&whole);
    const entry unsorted[] = {{"b", "B"}, {"a", "A"}};
    whole = make_catalogue(unsorted, 2);
    CHECK(!opens(whole.data, whole.size));
    hone_bytes_release(&whole);
}

/* ---- the Japanese catalogue ---- */

/* Makes the message of a format, with values in the order of their numbers. Values differ from each other. */
static void make_message(const char *format, const char *english, char *out)
{
    static const char *const texts[] = {"Ab", "Cd.e", "Fg", "Hi"}, *const numbers[] = {"3",  "47", "5",  "681",
                                                                                       "9",  "20", "31", "8",
                                                                                       "64", "75", "86", "1"};
    message_part part, at;
    *out = '\0';
    for (uint32_t next = 0; message_next_part(&format, &part);) {
        if (!part.is_value) {
            strncat(out, part.text, part.size);
            continue;
        }
        uint32_t index = part.value == UINT32_MAX ? next++ : part.value, passed = 0, number = 0;
        for (const char *rest = english; message_next_part(&rest, &at);)
            if (at.is_value && passed++ == index)
                number = at.conversion == 's';
        CHECK(index < MESSAGE_VALUES);
        strcat(out, number ? texts[index % 4] : numbers[index]);
    }
}

/* Several formats can make the same message, such as "cannot write %s" and "%s", and any of them may be found. The
 * values here are in no format. */
static void every_japanese_message_is_found_by_its_format(void **state)
{
    (void)state;
    hone_bytes bytes = {0};
    catalogue c;
    if (!hone_file_read(japanese, NULL, &bytes, NULL))
        test_skip(1, "catalogue: it was not built");
    CHECK(catalogue_open(&c, &bytes));
    messages_use(&c);
    uint32_t formats = 0, wrong = 0;
    for (uint32_t i = 1; i < c.count; i++) {
        const char *original = catalogue_original(&c, i);
        char english[4096], want[4096], got[MESSAGE_SIZE];
        if (!strchr(original, '%') || strlen(original) > 400 || strchr(original, '\n'))
            continue;
        make_message(original, original, english);
        make_message(catalogue_translation(&c, i), original, want);
        message_translate(english, got, sizeof got);
        if (strcmp(got, want) != 0)
            print_error("%s\nwant: %s\ngot:  %s\n", english, want, got);
        wrong += strcmp(got, want) != 0;
        formats++;
    }
    CHECK(formats > 250 && wrong == 0);
    check_message("a.x: is .x of the kind \"foo \", which hone does not read, in line 3",
                  "a.x: 種類が \"foo \" の.xです (honeでは読めません) (3行目)");
    messages_use(NULL);
    catalogue_close(&c);
}

/* ---- languages ---- */

static void check_languages(const char *all, const char *messages, const char *lang, const char *language,
                            const char *want)
{
    const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"};
    const char *const values[] = {all, messages, lang, language};
    for (int i = 0; i < 4; i++) test_set_variable(names[i], values[i]);
    char found[100] = "", one[LANGUAGE_SIZE];
    for (const char *list = language_list(); language_next(&list, one);) {
        strcat(found, one);
        strcat(found, " ");
    }
    assert_string_equal(found, want);
}

static void finds_the_language_as_gettext_does(void **state)
{
    (void)state;
    if (!*system_locale()) { /* else that of the system */
        check_languages(NULL, NULL, NULL, NULL, "");
        check_languages(NULL, NULL, NULL, "ja", "");
    }
    check_languages("C", NULL, "ja_JP.UTF-8", "ja", "");
    check_languages("POSIX", NULL, NULL, "ja", "");
    check_languages(NULL, NULL, "ja_JP.UTF-8", NULL, "ja_JP ");
    check_languages("", "", "ja_JP.utf8@x", "", "ja_JP ");
    check_languages(NULL, "ja_JP.UTF-8", "en_US.UTF-8", NULL, "ja_JP ");
    check_languages("en_US.UTF-8", "ja_JP.UTF-8", NULL, NULL, "");
    check_languages("C.UTF-8", NULL, NULL, "ja", "ja ");
    check_languages("C.UTF-8", NULL, NULL, NULL, "");
    check_languages("en_US.UTF-8", NULL, NULL, "fr:ja_JP:de", "fr ja_JP de ");
    check_languages("en_US.UTF-8", NULL, NULL, "fr:en_GB:ja", "fr ");
    check_languages("en_US.UTF-8", NULL, NULL, "../../x:::ja:waytoolongforalanguage", "ja ");
    check_languages("ja_JP.eucJP", NULL, NULL, NULL, "");
    check_languages("ja_JP", NULL, NULL, "ja", "");
}

TEST_GROUP(test_messages)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_texts_and_formats),
        cmocka_unit_test(translates_values_and_pieces),
        cmocka_unit_test(cuts_long_messages_between_characters),
        cmocka_unit_test(refuses_broken_catalogues),
        cmocka_unit_test(every_japanese_message_is_found_by_its_format),
        cmocka_unit_test(finds_the_language_as_gettext_does),
    };
    return cmocka_run_group_tests_name("messages", tests, NULL, NULL);
}
