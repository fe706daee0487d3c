/* Parses JSON in one pass, without recursion. */
#include "base/error.h"
#include "base/json/token_index.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include <hone/io.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct parser {
    hone_json_tokens *out;
    const char *text, *at, *end;
    uint32_t count;        /* tokens so far */
    uint32_t decoded_size; /* bytes of decoded strings so far */
    uint32_t depth;
    uint32_t open[JSON_NESTING_MAX]; /* tokens of the arrays and objects that are not closed yet */
    hone_error *error;
} parser;

/* ---- errors ---- */

static bool fail_at(parser *p, const char *at, const char *what)
{
    uint32_t line = 1;
    for (const char *c = p->text; c < at; c++) line += *c == '\n';
    return hone_fail(p->error, HONE_ERROR_FORMAT, (uint64_t)(at - p->text), "is not valid JSON: %s, in line %u", what,
                     line);
}

static bool fail(parser *p, const char *what)
{
    return p->at == p->end ? fail_at(p, p->end, "the text ends too early") : fail_at(p, p->at, what);
}

/* ---- tokens ---- */

/* Doubles the room. A text never needs more tokens than it has bytes. */
static bool grow(parser *p)
{
    hone_json_tokens *out = p->out;
    uint32_t most = (uint32_t)(p->end - p->text) + 1, room = out->room ? 2 * out->room : 256;
    room = room < most ? room : most;
    hone_json_token *tokens = hone_allocate(&out->allocator, room, sizeof *tokens);
    if (!tokens)
        return hone_fail_memory(p->error);
    if (p->count)
        memcpy(tokens, out->tokens, p->count * sizeof *tokens);
    hone_deallocate(&out->allocator, out->tokens, out->room, sizeof *tokens);
    out->tokens = tokens;
    out->room = room;
    return true;
}

/* Adds a token, which is part of the innermost array or object. Returns NULL if out of memory. */
static hone_json_token *add(parser *p, hone_json_token_kind kind, uint32_t at, size_t size)
{
    if (p->count == p->out->room && !grow(p))
        return NULL;
    hone_json_token *token = &p->out->tokens[p->count++];
    *token = (hone_json_token){.at = at, .size = (uint32_t)size & JSON_TEXT_MAX, .kind = kind};
    return token;
}

/* Adds room for an index. Returns its first token, or NULL if out of memory. */
static hone_json_token *add_index(parser *p, uint32_t count)
{
    uint32_t begin = p->count;
    for (uint32_t i = 0; i < hone_json_index_tokens(count); i++)
        if (!add(p, 0, 0, 0))
            return NULL;
    return &p->out->tokens[begin];
}

/* ---- spaces ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static uint64_t load_word(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
    return word;
}

#define EACH_BYTE UINT64_C(0x0101010101010101)

static void skip_spaces(parser *p)
{
    while (p->at < p->end && is_space(*p->at)) {
        p->at++;
        while (p->end - p->at >= 8 && load_word(p->at) == ' ' * EACH_BYTE) p->at += 8; /* an indentation */
    }
}

/* Skips spaces, and `c` if it is the next character. */
static bool take(parser *p, char c)
{
    skip_spaces(p);
    if (p->at == p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

/* ---- strings -------------------------------------------------------------------------------------------------- */

/* Returns whether any of eight bytes is a control character, a quote, a backslash, or not ASCII. It may be wrong about
 * bytes after the first such byte only. */
static bool is_special(uint64_t word)
{
    uint64_t quote = word ^ '"' * EACH_BYTE, backslash = word ^ '\\' * EACH_BYTE;
    return ((quote - EACH_BYTE) | (backslash - EACH_BYTE) | (word - 0x20 * EACH_BYTE) | word) & 0x80 * EACH_BYTE;
}

static bool is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\' && (uint8_t)c < 0x80;
}

/* Finds the end of a string, and checks its bytes. Sets *escaped if it has an escape. Returns NULL with an error. */
static const char *find_end(parser *p, bool *escaped)
{
    const char *at = p->at, *end = p->end;
    for (;;) {
        while (end - at >= 8 && !is_special(load_word(at))) at += 8;
        while (at < end && is_plain(*at)) at++;
        if (at == end)
            break;
        if (*at == '"')
            return at;
        if ((uint8_t)*at < 0x20)
            return fail_at(p, at, "a string contains a control character"), NULL;
        hone_utf8_character c = hone_utf8_get(at, (size_t)(end - at));
        if (!c.valid)
            return fail_at(p, at, "a string is not UTF-8"), NULL;
        *escaped |= *at == '\\';
        at += *at == '\\' && end - at > 1 ? 2 : c.size;
    }
    return fail_at(p, end, "a string does not end"), NULL;
}

/* Reads four hexadecimal digits. Returns -1 if they are something else. */
static int32_t read_hex(const char *at, const char *end)
{
    int32_t value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = at[i], lower = (char)(c | 0x20);
        if (c >= '0' && c <= '9')
            value = value * 16 + (c - '0');
        else if (lower >= 'a' && lower <= 'f')
            value = value * 16 + (lower - 'a' + 10);
        else
            return -1;
    }
    return value;
}

/* Reads the digits of \uXXXX, and the second half of a surrogate pair. Returns the end, NULL if it is not valid. */
static const char *read_unicode(const char *at, const char *end, uint32_t *code)
{
    int32_t first = read_hex(at, end), second = -1;
    at += 4;
    if (first > 0 && (first & 0xfc00) == 0xd800 && end - at >= 6 && at[0] == '\\' && at[1] == 'u')
        second = read_hex(at + 2, end);
    bool pair = second >= 0 && (second & 0xfc00) == 0xdc00;
    if (first <= 0 || ((first & 0xf800) == 0xd800 && !pair))
        return NULL;
    *code = pair ? 0x10000 + ((uint32_t)(first & 0x3ff) << 10) + (uint32_t)(second & 0x3ff) : (uint32_t)first;
    return pair ? at + 6 : at;
}

/* Decodes the escape after a backslash. Returns the end, NULL if it is not valid. */
static const char *read_escape(const char *at, const char *end, uint32_t *code)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    if (at == end || *at == '\0')
        return NULL;
    if (*at == 'u')
        return read_unicode(at + 1, end, code);
    const char *found = strchr(letters, *at);
    *code = found ? (uint32_t)meanings[found - letters] : 0;
    return found ? at + 1 : NULL;
}

/* Copies a string without its escapes, which makes it shorter. */
static bool decode(parser *p, const char *end)
{
    char *out = p->out->decoded + p->decoded_size;
    for (const char *at = p->at; at < end;) {
        const char *run = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((run ? run : end) - at);
        memcpy(out, at, plain);
        out += plain;
        if (!run)
            break;
        uint32_t code;
        at = read_escape(run + 1, end, &code);
        if (!at)
            return fail_at(p, run, "an escape in a string is not valid");
        out += hone_utf8_put(code, out);
    }
    size_t size = (size_t)(out - p->out->decoded) - p->decoded_size;
    if (!add(p, JSON_TOKEN_DECODED_TEXT, p->decoded_size, size))
        return false;
    p->decoded_size += (uint32_t)size;
    return true;
}

static bool make_room_for_decoded(parser *p)
{
    hone_json_tokens *out = p->out;
    if (out->decoded)
        return true;
    out->decoded_room = (uint32_t)(p->end - p->at); /* enough for all that follow */
    out->decoded = hone_allocate(&out->allocator, out->decoded_room, 1);
    return out->decoded || hone_fail_memory(p->error);
}

/* Reads a string after its first quote. */
static bool read_string(parser *p)
{
    bool escaped = false;
    const char *end = find_end(p, &escaped);
    if (!end)
        return false;
    bool ok = escaped ? make_room_for_decoded(p) && decode(p, end)
                      : add(p, JSON_TOKEN_TEXT, (uint32_t)(p->at - p->text), (size_t)(end - p->at)) != NULL;
    p->at = end + 1;
    return ok;
}

/* ---- numbers and literals ------------------------------------------------------------------------------------- */

static bool is_digit(const parser *p)
{
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool skip_digits(parser *p)
{
    if (!is_digit(p))
        return fail(p, "a digit is missing in a number");
    while (is_digit(p)) p->at++;
    return true;
}

static bool skip_exponent(parser *p)
{
    if (p->at < p->end && (*p->at == '+' || *p->at == '-'))
        p->at++;
    return skip_digits(p);
}

/* Only a long number or one with an exponent can be too large. */
static bool check_range(parser *p, const char *begin, bool exponent)
{
    double value = 0;
    size_t size = (size_t)(p->at - begin);
    if (exponent || size > 300)
        hone_float_parse(begin, size, &value);
    return isfinite(value) || fail_at(p, begin, "a number is too large");
}

static bool read_number(parser *p)
{
    const char *begin = p->at;
    bool exponent = false;
    p->at += *p->at == '-';
    if (p->at < p->end && *p->at == '0')
        p->at++; /* no digit may follow */
    else if (!skip_digits(p))
        return false;
    if (p->at < p->end && *p->at == '.') {
        p->at++;
        if (!skip_digits(p))
            return false;
    }
    if (p->at < p->end && (*p->at | 0x20) == 'e') {
        p->at++;
        exponent = true;
        if (!skip_exponent(p))
            return false;
    }
    return check_range(p, begin, exponent) &&
           add(p, JSON_TOKEN_NUMBER, (uint32_t)(begin - p->text), (size_t)(p->at - begin));
}

static bool read_literal(parser *p)
{
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(p->end - p->at) < size || memcmp(p->at, words[i], size) != 0)
            continue;
        p->at += size;
        return add(p, JSON_TOKEN_LITERAL, (uint32_t)(p->at - size - p->text), size);
    }
    return fail(p, "a value is missing");
}

/* ---- objects -------------------------------------------------------------------------------------------------- */

static int compare(const parser *p, const hone_json_token *a, const hone_json_token *b)
{
    return hone_json_compare_keys(hone_json_token_bytes(p->out, a), a->size, hone_json_token_bytes(p->out, b), b->size);
}

static bool fail_twice(parser *p, const hone_json_token *key)
{
    char what[128];
    const char *bytes = hone_json_token_bytes(p->out, key);
    int shown = key->size < 60 ? (int)key->size : 60;
    while (shown > 0 && (uint32_t)shown < key->size && (bytes[shown] & 0xc0) == 0x80) shown--; /* whole characters */
    snprintf(what, sizeof what, "duplicate object key \"%.*s\"", shown, bytes);
    return fail_at(p, key->kind == JSON_TOKEN_TEXT ? bytes : p->at, what);
}

static bool check_small_object(parser *p, const hone_json_token *object)
{
    const hone_json_token *keys[JSON_UNINDEXED], *key = object + 1;
    for (uint32_t i = 0; i < object->at; key = hone_json_token_after(key + 1), i++) {
        for (uint32_t j = 0; j < i; j++)
            if (keys[j]->size == key->size && compare(p, keys[j], key) == 0)
                return fail_twice(p, key);
        keys[i] = key;
    }
    return true;
}

/* Heap sort: moves the distance at `root` down to its place. */
static void sift(const parser *p, const hone_json_token *object, hone_json_token *index, uint32_t root, uint32_t count)
{
    uint32_t moved = hone_json_index_get(index, root);
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        uint32_t larger = hone_json_index_get(index, child);
        if (child + 1 < count && compare(p, object + larger, object + hone_json_index_get(index, child + 1)) < 0)
            larger = hone_json_index_get(index, ++child);
        if (compare(p, object + moved, object + larger) >= 0)
            break;
        hone_json_index_set(index, root, larger);
    }
    hone_json_index_set(index, root, moved);
}

static void sort_index(const parser *p, const hone_json_token *object, hone_json_token *index)
{
    for (uint32_t i = object->at / 2; i-- > 0;) sift(p, object, index, i, object->at);
    for (uint32_t left = object->at; left-- > 1;) {
        uint32_t largest = hone_json_index_get(index, 0);
        hone_json_index_set(index, 0, hone_json_index_get(index, left));
        hone_json_index_set(index, left, largest);
        sift(p, object, index, 0, left);
    }
}

/* Writes the distances of elements, or of keys, in the order of the text. */
static void fill_index(const hone_json_token *owner, hone_json_token *index)
{
    const hone_json_token *at = owner + 1;
    bool object = hone_json_token_is_object(owner);
    for (uint32_t i = 0; i < owner->at; i++, at = hone_json_token_after(object ? at + 1 : at))
        hone_json_index_set(index, i, (uint32_t)(at - owner));
}

static bool sort_object(parser *p, uint32_t at)
{
    hone_json_token *index = add_index(p, p->out->tokens[at].at), *object = &p->out->tokens[at];
    if (!index)
        return false;
    fill_index(object, index);
    sort_index(p, object, index);
    object->kind = JSON_TOKEN_SORTED_OBJECT;
    for (uint32_t i = 1; i < object->at; i++) {
        const hone_json_token *key = object + hone_json_index_get(index, i);
        if (compare(p, object + hone_json_index_get(index, i - 1), key) == 0)
            return fail_twice(p, key);
    }
    return true;
}

/* ---- arrays and objects --------------------------------------------------------------------------------------- */

static hone_json_token *innermost(const parser *p)
{
    return &p->out->tokens[p->open[p->depth - 1]];
}

static bool index_list(parser *p, uint32_t at)
{
    hone_json_token *index = add_index(p, p->out->tokens[at].at);
    if (index)
        fill_index(&p->out->tokens[at], index);
    return index != NULL;
}

/* Ends the innermost array or object, whose bracket was read. */
static bool close(parser *p)
{
    uint32_t at = p->open[--p->depth];
    const hone_json_token *token = &p->out->tokens[at];
    bool ok = true;
    if (token->kind == JSON_TOKEN_INDEXED_LIST)
        ok = token->at <= JSON_UNINDEXED || index_list(p, at);
    else if (token->kind == JSON_TOKEN_OBJECT)
        ok = token->at > JSON_UNINDEXED ? sort_object(p, at) : check_small_object(p, token);
    p->out->tokens[at].size = (p->count - at - 1) & JSON_TEXT_MAX;
    return ok;
}

static bool open(parser *p, hone_json_token_kind kind)
{
    if (p->depth == JSON_NESTING_MAX)
        return fail(p, "too many arrays and objects are inside each other");
    if (p->depth && innermost(p)->kind == JSON_TOKEN_LIST)
        innermost(p)->kind = JSON_TOKEN_INDEXED_LIST;
    p->open[p->depth++] = p->count;
    p->at++;
    return add(p, kind, 0, 0);
}

static bool read_key(parser *p)
{
    if (!take(p, '"'))
        return fail(p, "a key in quotes is missing");
    if (!read_string(p))
        return false;
    return take(p, ':') || fail(p, "a ':' is missing");
}

/* Reads what must be before the next value: a comma, if it is not the first, and a key. Closes arrays and objects that
 * end here. Sets *done if the root has ended. */
static bool read_separators(parser *p, bool first, bool *done)
{
    for (; p->depth; first = false) {
        hone_json_token *owner = innermost(p);
        bool object = hone_json_token_is_object(owner);
        if (take(p, object ? '}' : ']')) {
            if (!close(p))
                return false;
            continue;
        }
        if (!first && !take(p, ','))
            return fail(p, object ? "a ',' or '}' is missing" : "a ',' or ']' is missing");
        owner->at++;
        return !object || read_key(p);
    }
    *done = true;
    return true;
}

/* Reads a value, or the bracket that begins it. Sets *opened in that case. */
static bool read_value(parser *p, bool *opened)
{
    skip_spaces(p);
    char c = '\0';
    if (p->at < p->end)
        c = *p->at;
    *opened = c == '{' || c == '[';
    if (*opened)
        return open(p, c == '{' ? JSON_TOKEN_OBJECT : JSON_TOKEN_LIST);
    if (c == '"') {
        p->at++;
        return read_string(p);
    }
    return c == '-' || (c >= '0' && c <= '9') ? read_number(p) : read_literal(p);
}

static bool parse(parser *p)
{
    for (bool done = false, opened; !done;)
        if (!read_value(p, &opened) || !read_separators(p, opened, &done))
            return false;
    skip_spaces(p);
    return p->at == p->end || fail(p, "something follows its end");
}

bool hone_json_tokens_parse(hone_json_tokens *out, const char *text, size_t size, const hone_allocator *allocator,
                            hone_error *error)
{
    *out = (hone_json_tokens){.text = text, .allocator = hone_allocator_or_default(allocator)};
    if (size > JSON_TEXT_MAX)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "has %zu bytes of JSON; hone reads at most %u", size,
                         (unsigned)JSON_TEXT_MAX);
    parser p = {.out = out, .text = text, .at = text, .end = text + size, .error = error};
    if (parse(&p))
        return true;
    hone_json_tokens_release(out);
    return false;
}

void hone_json_tokens_release(hone_json_tokens *tokens)
{
    hone_deallocate(&tokens->allocator, tokens->tokens, tokens->room, sizeof *tokens->tokens);
    hone_deallocate(&tokens->allocator, tokens->decoded, tokens->decoded_room, 1);
    *tokens = (hone_json_tokens){0};
}

size_t hone_json_tokens_taken(const hone_json_tokens *tokens)
{
    return tokens->room * sizeof *tokens->tokens + tokens->decoded_room;
}
