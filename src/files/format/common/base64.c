/* Decodes base64. */
#include "files/format/common/base64.h"
#include <string.h>

size_t hone_base64_room(size_t size)
{
    return size / 4 * 3 + 3;
}

/* 64 + the value of a digit, so that other characters are 0. Both alphabets of RFC 4648 are accepted. */
enum { DIGIT = 64 };
static const uint8_t digits[256] = {
    ['A'] = 64,  ['B'] = 65,  ['C'] = 66,  ['D'] = 67,  ['E'] = 68,  ['F'] = 69,  ['G'] = 70,  ['H'] = 71,  ['I'] = 72,
    ['J'] = 73,  ['K'] = 74,  ['L'] = 75,  ['M'] = 76,  ['N'] = 77,  ['O'] = 78,  ['P'] = 79,  ['Q'] = 80,  ['R'] = 81,
    ['S'] = 82,  ['T'] = 83,  ['U'] = 84,  ['V'] = 85,  ['W'] = 86,  ['X'] = 87,  ['Y'] = 88,  ['Z'] = 89,  ['a'] = 90,
    ['b'] = 91,  ['c'] = 92,  ['d'] = 93,  ['e'] = 94,  ['f'] = 95,  ['g'] = 96,  ['h'] = 97,  ['i'] = 98,  ['j'] = 99,
    ['k'] = 100, ['l'] = 101, ['m'] = 102, ['n'] = 103, ['o'] = 104, ['p'] = 105, ['q'] = 106, ['r'] = 107, ['s'] = 108,
    ['t'] = 109, ['u'] = 110, ['v'] = 111, ['w'] = 112, ['x'] = 113, ['y'] = 114, ['z'] = 115, ['0'] = 116, ['1'] = 117,
    ['2'] = 118, ['3'] = 119, ['4'] = 120, ['5'] = 121, ['6'] = 122, ['7'] = 123, ['8'] = 124, ['9'] = 125, ['+'] = 126,
    ['/'] = 127, ['-'] = 126, ['_'] = 127,
};

/* Returns the 24 bits of four digits, or at least 2^24 if one of them is not a digit. */
static uint32_t join(const uint8_t *text)
{
    uint32_t a = digits[text[0]], b = digits[text[1]], c = digits[text[2]], d = digits[text[3]];
    uint32_t all = a & b & c & d & DIGIT, bits = (a & 63) << 18 | (b & 63) << 12 | (c & 63) << 6 | (d & 63);
    return bits | (all ^ DIGIT) << 18;
}

/* Decodes the two or three digits after the last group of four. A single digit is not valid. */
static bool decode_rest(const uint8_t *text, size_t size, uint8_t *out)
{
    uint8_t four[4] = {'A', 'A', 'A', 'A'};
    memcpy(four, text, size);
    uint32_t bits = join(four);
    if (size > 1)
        out[0] = (uint8_t)(bits >> 16);
    if (size > 2)
        out[1] = (uint8_t)(bits >> 8);
    return size != 1 && bits >> 24 == 0;
}

bool hone_base64_decode(const char *text, size_t size, uint8_t *out, size_t *written)
{
    while (size && text[size - 1] == '=') size--;
    const uint8_t *at = (const uint8_t *)text;
    uint32_t wrong = 0;
    size_t groups = size / 4, rest = size % 4;
    for (size_t i = 0; i < groups; i++, at += 4, out += 3) {
        uint32_t bits = join(at);
        wrong |= bits;
        out[0] = (uint8_t)(bits >> 16);
        out[1] = (uint8_t)(bits >> 8);
        out[2] = (uint8_t)bits;
    }
    *written = groups * 3 + rest * 3 / 4;
    return wrong >> 24 == 0 && (rest == 0 || decode_rest(at, rest, out));
}
