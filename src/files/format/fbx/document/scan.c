/* Finds the tokens of an FBX text file, and reads numbers. */
#include "files/format/fbx/document/scan.h"
#include "base/text/number.h"
#include <hone/io.h>
#include <math.h>
#include <string.h>

#define D (FBX_DIGIT | FBX_INNER)
#define L (FBX_LETTER | FBX_INNER)
const uint8_t hone_fbx_kinds[256] = {
    ['\t'] = FBX_BLANK, ['\n'] = FBX_BLANK, ['\r'] = FBX_BLANK, [' '] = FBX_BLANK, ['#'] = FBX_INNER, ['('] = FBX_INNER,
    [')'] = FBX_INNER,  ['+'] = D,          ['-'] = D,          ['.'] = D,         ['0'] = D,         ['1'] = D,
    ['2'] = D,          ['3'] = D,          ['4'] = D,          ['5'] = D,         ['6'] = D,         ['7'] = D,
    ['8'] = D,          ['9'] = D,          ['A'] = L,          ['B'] = L,         ['C'] = L,         ['D'] = L,
    ['E'] = L,          ['F'] = L,          ['G'] = L,          ['H'] = L,         ['I'] = L,         ['J'] = L,
    ['K'] = L,          ['L'] = L,          ['M'] = L,          ['N'] = L,         ['O'] = L,         ['P'] = L,
    ['Q'] = L,          ['R'] = L,          ['S'] = L,          ['T'] = L,         ['U'] = L,         ['V'] = L,
    ['W'] = L,          ['X'] = L,          ['Y'] = L,          ['Z'] = L,         ['_'] = L,         ['a'] = L,
    ['b'] = L,          ['c'] = L,          ['d'] = L,          ['e'] = L,         ['f'] = L,         ['g'] = L,
    ['h'] = L,          ['i'] = L,          ['j'] = L,          ['k'] = L,         ['l'] = L,         ['m'] = L,
    ['n'] = L,          ['o'] = L,          ['p'] = L,          ['q'] = L,         ['r'] = L,         ['s'] = L,
    ['t'] = L,          ['u'] = L,          ['v'] = L,          ['w'] = L,         ['x'] = L,         ['y'] = L,
    ['z'] = L,          ['|'] = L};
#undef D
#undef L

const char *hone_fbx_skip_blanks(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == ';') {
            at = memchr(at, '\n', (size_t)(end - at));
            if (!at)
                return end;
        } else if (!(hone_fbx_kinds[(uint8_t)*at] & FBX_BLANK)) {
            break;
        }
    }
    return at;
}

/* ---- numbers -------------------------------------------------------------------------------------------------- */

static bool begins_with(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word), i = 0;
    while (i < length && i < size && (text[i] | 0x20) == word[i]) i++;
    return i == length;
}

/* "nan", "-inf", "nan(ind)", "1.#QNAN", "-1.#IND00", … */
static bool parse_special(const char *text, size_t size, fbx_number *out)
{
    bool negative = text[0] == '-';
    size_t at = negative || text[0] == '+';
    if (size - at > 3 && text[at + 1] == '.' && text[at + 2] == '#')
        at += 3;
    if (begins_with(text + at, size - at, "qnan") || begins_with(text + at, size - at, "snan"))
        at++;
    bool nan = begins_with(text + at, size - at, "nan") || begins_with(text + at, size - at, "ind");
    if (!nan && !begins_with(text + at, size - at, "inf"))
        return false;
    double value = nan ? (double)NAN : (double)INFINITY;
    *out = (fbx_number){.real = negative ? -value : value, .is_real = true};
    return true;
}

/* Reads an integer that has room in 64 bits. */
static bool parse_integer(const char *text, size_t size, fbx_number *out)
{
    enum { MOST_DIGITS = 19 }; /* so that the sum cannot overflow */
    bool negative = text[0] == '-';
    size_t at = negative || text[0] == '+';
    uint64_t value = 0;
    if (size - at > MOST_DIGITS || size == at)
        return false;
    for (; at < size; at++) {
        if (text[at] < '0' || text[at] > '9')
            return false;
        value = value * 10 + (uint64_t)(text[at] - '0');
    }
    if (value > INT64_MAX || (negative && value == 0)) /* -0 is a real */
        return false;
    *out = (fbx_number){.integer = negative ? -(int64_t)value : (int64_t)value};
    return true;
}

bool hone_fbx_parse_number(const char *text, size_t size, fbx_number *out)
{
    if (parse_integer(text, size, out))
        return true;
    *out = (fbx_number){.is_real = true};
    if (hone_float_parse(text, size, &out->real) == size && size)
        return true;
    if (size == 1 && hone_fbx_kinds[(uint8_t)*text] & FBX_LETTER) {
        *out = (fbx_number){.integer = (uint8_t)*text};
        return true;
    }
    return parse_special(text, size, out);
}

/* ---- lists ---------------------------------------------------------------------------------------------------- */

bool hone_fbx_is_name(const char *at, const char *end)
{
    at = hone_fbx_token_end(at, end);
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at < end && *at == ':';
}

/* Returns the end of the word at `at` if it is a number, otherwise `at`. */
static const char *skip_word(const char *at, const char *end)
{
    const char *word_end = hone_fbx_token_end(at, end);
    fbx_number number;
    return hone_fbx_parse_number(at, (size_t)(word_end - at), &number) && !hone_fbx_is_name(at, end) ? word_end : at;
}

const char *hone_fbx_skip_numbers(const char *at, const char *end, uint64_t *count)
{
    for (*count = 0;; ++*count) {
        while (at < end && (hone_fbx_kinds[(uint8_t)*at] & FBX_BLANK || *at == ',' || *at == ';'))
            at = *at == ';' ? hone_fbx_skip_blanks(at, end) : at + 1;
        const char *next = hone_fbx_is_kind(at, end, FBX_DIGIT)    ? hone_fbx_token_end(at, end)
                           : hone_fbx_is_kind(at, end, FBX_LETTER) ? skip_word(at, end)
                                                                   : at;
        if (next == at)
            return at;
        at = next;
    }
}
