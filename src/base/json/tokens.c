/* Finds elements, members and values among the tokens of a JSON text. */
#include "base/json/tokens.h"
#include "base/json/token_index.h"
#include "base/text/number.h"
#include <hone/io.h>
#include <string.h>

const hone_json_token *hone_json_token_element(const hone_json_token *list, uint32_t at)
{
    const hone_json_token *element = list + 1;
    if (list->kind == JSON_TOKEN_LIST)
        return element + at;
    if (list->at > JSON_UNINDEXED)
        return list + hone_json_index_get(hone_json_index_of(list), at);
    while (at-- > 0) element = hone_json_token_after(element);
    return element;
}

static const hone_json_token *find_sorted(const hone_json_tokens *tokens, const hone_json_token *object,
                                          const char *key, size_t size)
{
    const hone_json_token *index = hone_json_index_of(object);
    uint32_t begin = 0, end = object->at;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        const hone_json_token *found = object + hone_json_index_get(index, middle);
        int order = hone_json_compare_keys(hone_json_token_bytes(tokens, found), found->size, key, size);
        if (order == 0)
            return found + 1;
        if (order < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

const hone_json_token *hone_json_token_member(const hone_json_tokens *tokens, const hone_json_token *object,
                                              const char *key, size_t size)
{
    if (object->kind == JSON_TOKEN_SORTED_OBJECT)
        return find_sorted(tokens, object, key, size);
    const hone_json_token *at = object + 1;
    for (uint32_t i = 0; i < object->at; i++, at = hone_json_token_after(at + 1))
        if (hone_json_token_equals(tokens, at, key, size))
            return at + 1;
    return NULL;
}

/* Most keys differ in their first letters. Texts contain no NUL, so that a shorter key ends the comparison. */
static inline bool is_key(const char *bytes, size_t size, const char *key)
{
    size_t i = 0;
    while (i < size && bytes[i] == key[i]) i++;
    return i == size && key[i] == '\0';
}

const hone_json_token *hone_json_token_find(const hone_json_tokens *tokens, const hone_json_token *object,
                                            const char *key)
{
    if (object->kind == JSON_TOKEN_SORTED_OBJECT)
        return find_sorted(tokens, object, key, strlen(key));
    const hone_json_token *at = object + 1;
    for (uint32_t i = 0; i < object->at; i++, at = hone_json_token_after(at + 1))
        if (is_key(hone_json_token_bytes(tokens, at), at->size, key))
            return at + 1;
    return NULL;
}

double hone_json_token_number(const hone_json_tokens *tokens, const hone_json_token *token)
{
    enum { EXACT_DIGITS = 15 }; /* a double holds all whole numbers of up to 15 digits */
    const char *digits = tokens->text + token->at;
    uint64_t whole = 0;
    double value = 0;
    uint32_t i = 0;
    for (; i < token->size && i < EXACT_DIGITS && digits[i] >= '0' && digits[i] <= '9'; i++)
        whole = whole * 10 + (uint64_t)(digits[i] - '0');
    if (i == token->size)
        return (double)whole;
    hone_float_parse(digits, token->size, &value);
    return value;
}

static bool equal_lists(const hone_json_tokens *tokens, const hone_json_token *a, const hone_json_token *b)
{
    if (a->at != b->at)
        return false;
    const hone_json_token *x = a + 1, *y = b + 1;
    for (uint32_t i = 0; i < a->at; i++, x = hone_json_token_after(x), y = hone_json_token_after(y))
        if (!hone_json_token_equal(tokens, x, y))
            return false;
    return true;
}

static bool equal_objects(const hone_json_tokens *tokens, const hone_json_token *a, const hone_json_token *b)
{
    if (a->at != b->at)
        return false;
    const hone_json_token *key = a + 1;
    for (uint32_t i = 0; i < a->at; i++, key = hone_json_token_after(key + 1)) {
        const hone_json_token *other = hone_json_token_member(tokens, b, hone_json_token_bytes(tokens, key), key->size);
        if (!other || !hone_json_token_equal(tokens, key + 1, other))
            return false;
    }
    return true;
}

/* Recursion ends, because the parser limits the depth. */
bool hone_json_token_equal(const hone_json_tokens *tokens, const hone_json_token *a, const hone_json_token *b)
{
    if (hone_json_token_is_object(a) && hone_json_token_is_object(b))
        return equal_objects(tokens, a, b);
    if (hone_json_token_is_list(a) && hone_json_token_is_list(b))
        return equal_lists(tokens, a, b);
    if (a->kind == JSON_TOKEN_NUMBER && b->kind == JSON_TOKEN_NUMBER)
        return hone_json_token_number(tokens, a) == hone_json_token_number(tokens, b);
    bool alike = a->kind == b->kind || (hone_json_token_is_text(a) && hone_json_token_is_text(b));
    return alike && a->kind >= JSON_TOKEN_TEXT && a->size == b->size &&
           memcmp(hone_json_token_bytes(tokens, a), hone_json_token_bytes(tokens, b), a->size) == 0;
}
