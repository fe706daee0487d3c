#include "base/files/path_compare.h"
#include <stdint.h>

enum { VOICED = 0x3099, HALF_VOICED = 0x309a, NO_UNICODE = 0x110000 };

typedef struct name_reader {
    const char *at;
    uint32_t pending; /* a voice mark split off from the previous letter; 0: none */
} name_reader;

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* Takes the next byte, or the one that %XX stands for unless it would divide names. 0 at the end. */
static uint32_t take(const char **text)
{
    const char *at = *text;
    int high = *at == '%' ? hex(at[1]) : -1, low = high < 0 ? -1 : hex(at[2]), code = high * 16 + low;
    if (low >= 0 && code >= ' ' && code != '/' && code != '\\') {
        *text += 3;
        return (uint32_t)code;
    }
    *text += *at != '\0';
    return (unsigned char)*at;
}

/* Returns the next code point. A byte that is not valid UTF-8 becomes a number above all of Unicode. 0 at the end. */
static uint32_t decode(const char **text)
{
    uint32_t first = take(text);
    int more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1;
    uint32_t code = first & (more <= 0 ? 0xffu : 0x3fu >> more);
    const char *at = *text;
    for (int i = 1; i <= more; i++) {
        uint32_t byte = take(&at);
        if ((byte & 0xc0) != 0x80) /* also stops at the end of the text */
            return NO_UNICODE + first;
        code = code << 6 | (byte & 0x3fu);
    }
    *text = at;
    return more < 0 ? NO_UNICODE + first : code;
}

static uint32_t lower(uint32_t code)
{
    bool latin = (code >= 'A' && code <= 'Z') || (code >= 0xc0 && code <= 0xde && code != 0xd7);
    bool greek = code >= 0x391 && code <= 0x3a9, cyrillic = code >= 0x410 && code <= 0x42f;
    bool wide = code >= 0xff21 && code <= 0xff3a;
    return latin || greek || cyrillic || wide ? code + 32 : code;
}

/* Splits a kana such as が into か and its voice mark. In Unicode the plain kana is directly before the voiced one. */
static uint32_t split(uint32_t code, uint32_t *mark)
{
    uint32_t katakana = code >= 0x30a0 && code <= 0x30ff ? 0x60 : 0, kana = code - katakana;
    *mark = 0;
    if ((kana >= 0x304c && kana <= 0x3062 && kana % 2 == 0) || kana == 0x3065 || kana == 0x3067 || kana == 0x3069) {
        *mark = VOICED;
        return code - 1;
    }
    if (kana >= 0x306f && kana <= 0x307d) { /* は ば ぱ ひ … ぽ */
        uint32_t step = (kana - 0x306f) % 3;
        *mark = step == 1 ? VOICED : step == 2 ? HALF_VOICED : 0;
        return code - step;
    }
    if (kana == 0x3094) { /* ゔ of う */
        *mark = VOICED;
        return 0x3046 + katakana;
    }
    return code;
}

static uint32_t next(name_reader *reader)
{
    uint32_t code = reader->pending;
    reader->pending = 0;
    return code ? code : split(lower(decode(&reader->at)), &reader->pending);
}

bool hone_paths_are_alike(const char *a, const char *b)
{
    name_reader one = {a, 0}, other = {b, 0};
    for (;;) {
        uint32_t code = next(&one);
        if (code != next(&other))
            return false;
        if (code == 0)
            return true;
    }
}
