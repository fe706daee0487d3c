/* Finds elements, members and values among the tokens of a JSON text. */
#include "files/format/gltf/read/tokens.h"
#include "base/text/number.h"
#include "files/format/gltf/read/token_index.h"
#include <hone/io.h>
#include <string.h>

const gltf_token *hone_gltf_token_element(const gltf_token *list, uint32_t at)
{
    const gltf_token *element = list + 1;
    if (list->kind == GLTF_TOKEN_LIST)
        return element + at;
    if (list->at > GLTF_UNINDEXED)
        return list + gltf_index_get(gltf_index_of(list), at);
    while (at-- > 0) element = gltf_token_after(element);
    return element;
}

static const gltf_token *find_sorted(const gltf_tokens *tokens, const gltf_token *object, const char *key, size_t size)
{
    const gltf_token *index = gltf_index_of(object);
    uint32_t begin = 0, end = object->at;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        const gltf_token *found = object + gltf_index_get(index, middle);
        int order = gltf_compare_keys(gltf_token_bytes(tokens, found), found->size, key, size);
        if (order == 0)
            return found + 1;
        if (order < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

const gltf_token *hone_gltf_token_member(const gltf_tokens *tokens, const gltf_token *object, const char *key,
                                         size_t size)
{
    if (object->kind == GLTF_TOKEN_SORTED_OBJECT)
        return find_sorted(tokens, object, key, size);
    const gltf_token *at = object + 1;
    for (uint32_t i = 0; i < object->at; i++, at = gltf_token_after(at + 1))
        if (gltf_token_equals(tokens, at, key, size))
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

const gltf_token *hone_gltf_token_find(const gltf_tokens *tokens, const gltf_token *object, const char *key)
{
    if (object->kind == GLTF_TOKEN_SORTED_OBJECT)
        return find_sorted(tokens, object, key, strlen(key));
    const gltf_token *at = object + 1;
    for (uint32_t i = 0; i < object->at; i++, at = gltf_token_after(at + 1))
        if (is_key(gltf_token_bytes(tokens, at), at->size, key))
            return at + 1;
    return NULL;
}

double hone_gltf_token_number(const gltf_tokens *tokens, const gltf_token *token)
{
    enum { EXACT_DIGITS = 15 }; /* a double holds all whole numbers of so many digits */
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

static bool equal_lists(const gltf_tokens *tokens, const gltf_token *a, const gltf_token *b)
{
    if (a->at != b->at)
        return false;
    const gltf_token *x = a + 1, *y = b + 1;
    for (uint32_t i = 0; i < a->at; i++, x = gltf_token_after(x), y = gltf_token_after(y))
        if (!hone_gltf_token_equal(tokens, x, y))
            return false;
    return true;
}

static bool equal_objects(const gltf_tokens *tokens, const gltf_token *a, const gltf_token *b)
{
    if (a->at != b->at)
        return false;
    const gltf_token *key = a + 1;
    for (uint32_t i = 0; i < a->at; i++, key = gltf_token_after(key + 1)) {
        const gltf_token *other = hone_gltf_token_member(tokens, b, gltf_token_bytes(tokens, key), key->size);
        if (!other || !hone_gltf_token_equal(tokens, key + 1, other))
            return false;
    }
    return true;
}

/* Recursion ends, because the parser limits the depth. */
bool hone_gltf_token_equal(const gltf_tokens *tokens, const gltf_token *a, const gltf_token *b)
{
    if (gltf_token_is_object(a) && gltf_token_is_object(b))
        return equal_objects(tokens, a, b);
    if (gltf_token_is_list(a) && gltf_token_is_list(b))
        return equal_lists(tokens, a, b);
    if (a->kind == GLTF_TOKEN_NUMBER && b->kind == GLTF_TOKEN_NUMBER)
        return hone_gltf_token_number(tokens, a) == hone_gltf_token_number(tokens, b);
    bool alike = a->kind == b->kind || (gltf_token_is_text(a) && gltf_token_is_text(b));
    return alike && a->kind >= GLTF_TOKEN_TEXT && a->size == b->size &&
           memcmp(gltf_token_bytes(tokens, a), gltf_token_bytes(tokens, b), a->size) == 0;
}
