/* Tokens of an FBX text file. Spaces, line feeds, and comments (from ";" to the end of the line) separate tokens. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_SCAN_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_SCAN_H

#include <hone/base.h>

/* Kinds of characters. */
enum {
    FBX_BLANK = 1,  /* space, tab, line feed */
    FBX_DIGIT = 2,  /* may begin a number: a digit, a sign, a point */
    FBX_LETTER = 4, /* may begin a word */
    FBX_INNER = 8   /* may be inside a number or a word */
};
extern const uint8_t hone_fbx_kinds[256];

static inline bool hone_fbx_is_kind(const char *at, const char *end, uint8_t kind)
{
    return at < end && hone_fbx_kinds[(uint8_t)*at] & kind;
}

/* Return the first character that is no blank and not in a comment, and the end of the number or word that begins at
 * `at`. */
const char *hone_fbx_skip_blanks(const char *at, const char *end);
static inline const char *hone_fbx_token_end(const char *at, const char *end)
{
    while (hone_fbx_is_kind(at, end, FBX_INNER)) at++;
    return at;
}

/* A number of a text file. Words of one letter are integers; "nan", "inf", "1.#QNAN", and so on are reals. */
typedef struct fbx_number {
    int64_t integer;
    double real;
    bool is_real;
} fbx_number;

/* Reads text[0..size), a whole token. Returns false if it is not a number. */
bool hone_fbx_parse_number(const char *text, size_t size, fbx_number *out);

/* Whether the word that begins at `at` is the name of a node: a colon follows it. */
bool hone_fbx_is_name(const char *at, const char *end);

/* Passes over numbers that are separated by commas or blanks. Returns their end; *count: how many there are. */
const char *hone_fbx_skip_numbers(const char *at, const char *end, uint64_t *count);

#endif
