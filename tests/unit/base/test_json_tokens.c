/* JSON as tokens: values, indices of long lists and large objects, errors. */
#include "base/json/tokens.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hone_json_tokens parse(const char *text)
{
    hone_json_tokens tokens;
    hone_error error = {0};
    if (!hone_json_tokens_parse(&tokens, text, strlen(text), NULL, &error))
        fail_msg("%s: %s", text, error.message);
    return tokens;
}

static const hone_json_token *member(const hone_json_tokens *tokens, const hone_json_token *object, const char *key)
{
    return hone_json_token_member(tokens, object, key, strlen(key));
}

static void check_text(const hone_json_tokens *tokens, const hone_json_token *token, const char *want)
{
    CHECK(token && hone_json_token_is_text(token) && token->size == strlen(want));
    assert_memory_equal(hone_json_token_bytes(tokens, token), want, strlen(want));
}

/* ---- values ---- */

static void strings_are_decoded(void **state)
{
    (void)state;
    hone_json_tokens t =
        parse("[\"\", \"plain text of some length\", \"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u0041\\u00e9\\u9AA8\","
              "\"\\uD83D\\uDE00\", \"骨 é 😀\", \"a\\u0042c\"]");
    static const char *const want[] = {
        "",   "plain text of some length", "\"\\/\b\f\n\r\t", "A\xc3\xa9\xe9\xaa\xa8", "\xf0\x9f\x98\x80", "骨 é 😀",
        "aBc"};
    assert_int_equal(t.tokens->at, 7);
    for (uint32_t i = 0; i < 7; i++) check_text(&t, hone_json_token_element(t.tokens, i), want[i]);
    hone_json_tokens_release(&t);
}

static void numbers_and_literals_are_kept(void **state)
{
    (void)state;
    hone_json_tokens t =
        parse(" [0, -0, 12.5, -1e-2, 1E+3,1e308,true\t,false,null\r\n,123456789012345,1234567890123456,"
              "98765432109876543210,5126] ");
    static const double want[] = {
        0, 0, 12.5, -0.01, 1000, 1e308, 0, 0, 0, 123456789012345, 1234567890123456, 98765432109876543210.0, 5126};
    for (uint32_t i = 0; i < 13; i++) {
        if (i >= 6 && i < 9)
            continue;
        const hone_json_token *token = hone_json_token_element(t.tokens, i);
        CHECK(token->kind == JSON_TOKEN_NUMBER && hone_json_token_number(&t, token) == want[i]);
    }
    for (uint32_t i = 6; i < 9; i++) CHECK(hone_json_token_element(t.tokens, i)->kind == JSON_TOKEN_LITERAL);
    CHECK(*hone_json_token_bytes(&t, hone_json_token_element(t.tokens, 7)) == 'f');
    hone_json_tokens_release(&t);
}

/* ---- indices ---- */

/* [[0],[1],...] and {"k0":{"v":0},...} with `count` elements. */
static char *many(uint32_t count, bool object)
{
    char *text = test_malloc(32 * (size_t)count + 8), *at = text;
    *at++ = object ? '{' : '[';
    for (uint32_t i = 0; i < count; i++)
        at += sprintf(at, object ? "%s\"k%u\":{\"v\":%u}" : "%s[[], %u, %u]", i ? "," : "", i, i);
    strcpy(at, object ? "}" : "]");
    return text;
}

static void every_element_and_member_is_found(void **state)
{
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, JSON_UNINDEXED - 1, JSON_UNINDEXED, JSON_UNINDEXED + 1, 30, 3001};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        char *lists = many(counts[c], false), *objects = many(counts[c], true);
        hone_json_tokens l = parse(lists), o = parse(objects);
        CHECK(l.tokens->at == counts[c] && o.tokens->at == counts[c]);
        for (uint32_t i = 0; i < counts[c]; i++) {
            char key[16];
            snprintf(key, sizeof key, "k%u", i);
            const hone_json_token *list = hone_json_token_element(l.tokens, i), *object = member(&o, o.tokens, key);
            CHECK(list->at == 3 && hone_json_token_number(&l, hone_json_token_element(list, 2)) == i);
            CHECK(object && hone_json_token_number(&o, member(&o, object, "v")) == i);
        }
        CHECK(!member(&o, o.tokens, "k") && !member(&o, o.tokens, "k99999") && !member(&o, o.tokens, ""));
        CHECK(hone_json_tokens_taken(&l) <= 16 * strlen(lists) + 4096);
        hone_json_tokens_release(&l);
        hone_json_tokens_release(&o);
        test_free(lists);
        test_free(objects);
    }
}

static void equal_values_are_recognised(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        {"{\"a\":1,\"b\":[1,{}]}", "{ \"b\" : [ 1.0, { } ], \"a\" : 1e0 }", true},
        {"{\"a\":1}", "{\"a\":2}", false},
        {"{\"a\":1}", "{\"b\":1}", false},
        {"{\"a\":1}", "{\"a\":1,\"b\":1}", false},
        {"[1,2]", "[2,1]", false},
        {"[1]", "[1,1]", false},
        {"[[],2]", "[[],2]", true},
        {"[1]", "[[]]", false},
        {"[]", "{}", false},
        {"\"A\"", "\"\\u0041\"", true},
        {"\"1\"", "1", false},
        {"true", "false", false},
        {"null", "null", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[128];
        snprintf(text, sizeof text, "[%s,%s]", cases[i].a, cases[i].b);
        hone_json_tokens t = parse(text);
        const hone_json_token *a = hone_json_token_element(t.tokens, 0), *b = hone_json_token_element(t.tokens, 1);
        if (hone_json_token_equal(&t, a, b) != cases[i].equal || hone_json_token_equal(&t, b, a) != cases[i].equal)
            fail_msg("%s", text);
        hone_json_tokens_release(&t);
    }
}

/* ---- errors ---- */

static void broken_texts_are_refused_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
        uint64_t at;
    } bad[] = {
        {"", "the text ends too early, in line 1", 0},
        {" \n ", "the text ends too early, in line 2", 3},
        {"[1,]", "a value is missing", 3},
        {"[,1]", "a value is missing", 1},
        {"[1 2]", "a ',' or ']' is missing", 3},
        {"[1}", "a ',' or ']' is missing", 2},
        {"{\"a\":1]", "a ',' or '}' is missing", 6},
        {"{a:1}", "a key in quotes is missing", 1},
        {"{\"a\":1,}", "a key in quotes is missing", 7},
        {"{\"a\" 1}", "a ':' is missing", 5},
        {"[]\n\nx", "something follows its end, in line 3", 4},
        {"[truE]", "a value is missing", 1},
        {"[+1]", "a value is missing", 1},
        {"[.5]", "a value is missing", 1},
        {"[NaN]", "a value is missing", 1},
        {"[01]", "a ',' or ']' is missing", 2},
        {"[-]", "a digit is missing in a number", 2},
        {"[1.]", "a digit is missing in a number", 3},
        {"[1e+]", "a digit is missing in a number", 4},
        {"[1,-1e999]", "a number is too large", 3},
        {"[\"a\nb\"]", "a string contains a control character", 3},
        {"[\"plenty of text \x80\"]", "a string is not UTF-8", 17},
        {"[\"\xed\xa0\x80\"]", "a string is not UTF-8", 2},
        {"[\"abc]", "a string does not end", 6},
        {"[\"abc\\\"]", "a string does not end", 8},
        {"[\"a\\x\"]", "an escape in a string is not valid", 3},
        {"[\"a\\u12g4\"]", "an escape in a string is not valid", 3},
        {"[\"a\\u0000\"]", "an escape in a string is not valid", 3},
        {"[\"\\uD83D\"]", "an escape in a string is not valid", 2},
        {"[\"\\uD83Dxxxxxxx\"]", "an escape in a string is not valid", 2},
        {"[\"\\uD83D\\u0041\"]", "an escape in a string is not valid", 2},
        {"[\"\\uDE00\"]", "an escape in a string is not valid", 2},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3}", "duplicate object key \"a\"", 24},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hone_json_tokens tokens;
        hone_error error = {0};
        CHECK(!hone_json_tokens_parse(&tokens, bad[i].text, strlen(bad[i].text), NULL, &error) && !tokens.tokens);
        if (error.code != HONE_ERROR_FORMAT || error.at != bad[i].at || !strstr(error.message, bad[i].message))
            fail_msg("%s: \"%s\" at %u", bad[i].text, error.message, (unsigned)error.at);
    }
}

static void equal_keys_of_a_large_object_are_refused(void **state)
{
    (void)state;
    char *text = many(1000, true);
    hone_error error = {0};
    hone_json_tokens tokens;
    memcpy(strstr(text, "\"k777\""), "\"k123\"", 6);
    CHECK(!hone_json_tokens_parse(&tokens, text, strlen(text), NULL, &error));
    CHECK(strstr(error.message, "duplicate object key \"k123\""));
    test_free(text);
}

static void depth_and_length_have_limits(void **state)
{
    (void)state;
    char text[2 * JSON_NESTING_MAX + 2];
    hone_error error = {0};
    hone_json_tokens tokens;
    memset(text, '[', JSON_NESTING_MAX);
    memset(text + JSON_NESTING_MAX, ']', JSON_NESTING_MAX);
    CHECK(hone_json_tokens_parse(&tokens, text, (size_t)2 * JSON_NESTING_MAX, NULL, &error));
    hone_json_tokens_release(&tokens);
    memset(text, '[', JSON_NESTING_MAX + 1);
    memset(text + JSON_NESTING_MAX + 1, ']', JSON_NESTING_MAX + 1);
    CHECK(!hone_json_tokens_parse(&tokens, text, (size_t)2 * JSON_NESTING_MAX + 2, NULL, &error));
    CHECK(error.at == JSON_NESTING_MAX && strstr(error.message, "inside each other"));
    CHECK(!hone_json_tokens_parse(&tokens, text, (size_t)JSON_TEXT_MAX + 1, NULL, &error)); /* before it reads */
    CHECK(error.code == HONE_ERROR_UNSUPPORTED);
}

/* Also with every allocation failing in turn. The copies end where the text ends, so that reads past it are found. */
static void every_truncation_is_refused(void **state)
{
    (void)state;
    char *list = many(20, false), *text = test_malloc(4096);
    snprintf(text, 4096, "{\"list\":%s,\"a\\n\":[\"骨\\uD83D\\uDE00 long enough for a word\", -1.25e+3, true, null]}",
             list);
    size_t size = strlen(text);
    for (size_t cut = 0; cut <= size; cut++) {
        char *copy = malloc(cut + 1);
        memcpy(copy, text, cut);
        char *exact = realloc(copy, cut ? cut : 1);
        bool done = false;
        for (uint64_t n = 0; !done; n++) {
            test_allocator memory;
            hone_json_tokens tokens;
            hone_error error = {0};
            test_allocator_make(&memory, n);
            bool ok = hone_json_tokens_parse(&tokens, exact, cut, &memory.allocator, &error);
            done = error.code != HONE_ERROR_MEMORY;
            CHECK(!done || ok == (cut == size));
            if (ok)
                hone_json_tokens_release(&tokens);
            assert_int_equal(memory.live, 0);
        }
        free(exact);
    }
    test_free(list);
    test_free(text);
}

TEST_GROUP(test_json_tokens)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(numbers_and_literals_are_kept),
        cmocka_unit_test(every_element_and_member_is_found),
        cmocka_unit_test(equal_values_are_recognised),
        cmocka_unit_test(broken_texts_are_refused_at_their_place),
        cmocka_unit_test(equal_keys_of_a_large_object_are_refused),
        cmocka_unit_test(depth_and_length_have_limits),
        cmocka_unit_test(every_truncation_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
