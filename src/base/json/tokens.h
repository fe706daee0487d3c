/* JSON as a flat array of tokens, in the order of the text. Numbers and strings stay in the text and are decoded when
 * they are read, so parsing allocates only this array. Source: RFC 8259. */
#ifndef HONE_SRC_BASE_JSON_TOKENS_H
#define HONE_SRC_BASE_JSON_TOKENS_H

#include <hone/base.h>
#include <string.h>

enum {
    JSON_TEXT_MAX = (1 << 29) - 1, /* longest text in bytes; the fields of tokens have room for it */
    JSON_NESTING_MAX = 2048,       /* most arrays and objects inside each other */
    JSON_UNINDEXED = 12            /* most elements or members that are searched one by one, without an index */
};

typedef enum hone_json_token_kind {
    JSON_TOKEN_OBJECT,        /* followed by its members, each a string and a value */
    JSON_TOKEN_SORTED_OBJECT, /* the same, with an index of its members at the end, sorted by key */
    JSON_TOKEN_LIST,          /* an array without arrays and objects: followed by its elements, one token each */
    JSON_TOKEN_INDEXED_LIST,  /* any other array; a long one has an index of its elements at the end */
    JSON_TOKEN_TEXT,          /* a string, without its quotes */
    JSON_TOKEN_DECODED_TEXT,  /* a string that has escapes in the text, so it was decoded to other memory */
    JSON_TOKEN_NUMBER,
    JSON_TOKEN_LITERAL /* true, false or null */
} hone_json_token_kind;

typedef struct hone_json_token {
    uint32_t at;        /* array, object: number of elements or members; otherwise offset in the text */
    uint32_t size : 29; /* array, object: number of tokens after it that it owns; otherwise length in bytes */
    uint32_t kind : 3;  /* hone_json_token_kind */
} hone_json_token;

typedef struct hone_json_tokens {
    const char *text;        /* not owned */
    char *decoded;           /* [decoded_room] strings with escapes; NULL: there are none */
    hone_json_token *tokens; /* [room]; the first is the root */
    uint32_t room, decoded_room;
    hone_allocator allocator;
} hone_json_tokens;

/* Parses text[0..size), which must outlive the tokens. Refuses equal keys in one object, and what RFC 8259 leaves open:
 * numbers beyond the range of doubles, and \u0000. Errors: FORMAT with the offset and line, MEMORY. */
bool hone_json_tokens_parse(hone_json_tokens *out, const char *text, size_t size, const hone_allocator *allocator,
                            hone_error *error);
void hone_json_tokens_release(hone_json_tokens *tokens);
/* Returns how many bytes of memory the tokens take. */
size_t hone_json_tokens_taken(const hone_json_tokens *tokens);

static inline bool hone_json_token_is_object(const hone_json_token *token)
{
    return token->kind <= JSON_TOKEN_SORTED_OBJECT;
}

static inline bool hone_json_token_is_list(const hone_json_token *token)
{
    return token->kind == JSON_TOKEN_LIST || token->kind == JSON_TOKEN_INDEXED_LIST;
}

static inline bool hone_json_token_is_text(const hone_json_token *token)
{
    return token->kind == JSON_TOKEN_TEXT || token->kind == JSON_TOKEN_DECODED_TEXT;
}

/* Returns the token after a value and all that it owns. */
static inline const hone_json_token *hone_json_token_after(const hone_json_token *token)
{
    return token + 1 + (token->kind < JSON_TOKEN_TEXT ? token->size : 0);
}

/* Returns the bytes of a string, number or literal. */
static inline const char *hone_json_token_bytes(const hone_json_tokens *tokens, const hone_json_token *token)
{
    return (token->kind == JSON_TOKEN_DECODED_TEXT ? tokens->decoded : tokens->text) + token->at;
}

/* Returns whether a string is this text. */
static inline bool hone_json_token_equals(const hone_json_tokens *tokens, const hone_json_token *token,
                                          const char *text, size_t size)
{
    if (token->size != size)
        return false;
    const char *bytes = hone_json_token_bytes(tokens, token);
    return size == 0 || (*bytes == *text && memcmp(bytes, text, size) == 0);
}

/* Returns element `at` of an array, which must have it. */
const hone_json_token *hone_json_token_element(const hone_json_token *list, uint32_t at);
/* Returns the value under a key of an object, or NULL. The second takes the key as text with a NUL. */
const hone_json_token *hone_json_token_member(const hone_json_tokens *tokens, const hone_json_token *object,
                                              const char *key, size_t size);
const hone_json_token *hone_json_token_find(const hone_json_tokens *tokens, const hone_json_token *object,
                                            const char *key);
/* Returns the value of a number. */
double hone_json_token_number(const hone_json_tokens *tokens, const hone_json_token *token);
/* Returns whether two values are equal; the order of members does not matter. */
bool hone_json_token_equal(const hone_json_tokens *tokens, const hone_json_token *a, const hone_json_token *b);

#endif
