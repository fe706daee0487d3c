/* JSON as a flat array of tokens, in the order of the text. Numbers and strings stay in the text and are decoded when
 * they are read, so parsing allocates only this array. Source: RFC 8259. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_TOKENS_H
#define HONE_SRC_FORMAT_GLTF_READ_TOKENS_H

#include <hone/base.h>
#include <string.h>

enum {
    GLTF_JSON_LIMIT = (1 << 29) - 1, /* longest text in bytes; the fields of tokens have room for it */
    GLTF_JSON_DEPTH = 2048,          /* most arrays and objects inside each other */
    GLTF_UNINDEXED = 12              /* most elements or members that are searched one by one, without an index */
};

typedef enum gltf_token_kind {
    GLTF_TOKEN_OBJECT,        /* followed by its members, each a string and a value */
    GLTF_TOKEN_SORTED_OBJECT, /* the same, with an index of its members at the end, sorted by key */
    GLTF_TOKEN_LIST,          /* an array without arrays and objects: followed by its elements, one token each */
    GLTF_TOKEN_INDEXED_LIST,  /* any other array; a long one has an index of its elements at the end */
    GLTF_TOKEN_TEXT,          /* a string, without its quotes */
    GLTF_TOKEN_DECODED_TEXT,  /* a string that has escapes in the text, so it was decoded to other memory */
    GLTF_TOKEN_NUMBER,
    GLTF_TOKEN_LITERAL /* true, false or null */
} gltf_token_kind;

typedef struct gltf_token {
    uint32_t at;        /* array, object: number of elements or members; otherwise offset in the text */
    uint32_t size : 29; /* array, object: number of tokens after it that it owns; otherwise length in bytes */
    uint32_t kind : 3;  /* gltf_token_kind */
} gltf_token;

typedef struct gltf_tokens {
    const char *text;   /* not owned */
    char *decoded;      /* [decoded_room] strings with escapes; NULL: there are none */
    gltf_token *tokens; /* [room]; the first is the root */
    uint32_t room, decoded_room;
    hone_allocator allocator;
} gltf_tokens;

/* Parses text[0..size), which must outlive the tokens. Refuses equal keys in one object, and what RFC 8259 leaves open:
 * numbers beyond the range of doubles, and \u0000. Errors: FORMAT with the offset and line, MEMORY. */
bool hone_gltf_tokens_parse(gltf_tokens *out, const char *text, size_t size, const hone_allocator *allocator,
                            hone_error *error);
void hone_gltf_tokens_release(gltf_tokens *tokens);
/* Returns how many bytes of memory the tokens take. */
size_t hone_gltf_tokens_taken(const gltf_tokens *tokens);

static inline bool gltf_token_is_object(const gltf_token *token)
{
    return token->kind <= GLTF_TOKEN_SORTED_OBJECT;
}

static inline bool gltf_token_is_list(const gltf_token *token)
{
    return token->kind == GLTF_TOKEN_LIST || token->kind == GLTF_TOKEN_INDEXED_LIST;
}

static inline bool gltf_token_is_text(const gltf_token *token)
{
    return token->kind == GLTF_TOKEN_TEXT || token->kind == GLTF_TOKEN_DECODED_TEXT;
}

/* Returns the token after a value and all that it owns. */
static inline const gltf_token *gltf_token_after(const gltf_token *token)
{
    return token + 1 + (token->kind < GLTF_TOKEN_TEXT ? token->size : 0);
}

/* Returns the bytes of a string, number or literal. */
static inline const char *gltf_token_bytes(const gltf_tokens *tokens, const gltf_token *token)
{
    return (token->kind == GLTF_TOKEN_DECODED_TEXT ? tokens->decoded : tokens->text) + token->at;
}

/* Returns whether a string is this text. */
static inline bool gltf_token_equals(const gltf_tokens *tokens, const gltf_token *token, const char *text, size_t size)
{
    if (token->size != size)
        return false;
    const char *bytes = gltf_token_bytes(tokens, token);
    return size == 0 || (*bytes == *text && memcmp(bytes, text, size) == 0);
}

/* Returns element `at` of an array, which must have it. */
const gltf_token *hone_gltf_token_element(const gltf_token *list, uint32_t at);
/* Returns the value under a key of an object, or NULL. The second takes the key as text with a NUL. */
const gltf_token *hone_gltf_token_member(const gltf_tokens *tokens, const gltf_token *object, const char *key,
                                         size_t size);
const gltf_token *hone_gltf_token_find(const gltf_tokens *tokens, const gltf_token *object, const char *key);
/* Returns the value of a number. */
double hone_gltf_token_number(const gltf_tokens *tokens, const gltf_token *token);
/* Returns whether two values are equal; the order of members does not matter. */
bool hone_gltf_token_equal(const gltf_tokens *tokens, const gltf_token *a, const gltf_token *b);

#endif
