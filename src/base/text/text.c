#include "base/text/text.h"
#include "base/text/double_bytes.h"
#include <string.h>

enum { REPLACEMENT = 0xfffd };

static void set(bool *lossy)
{
    if (lossy)
        *lossy = true;
}

/* ---- UTF-8 ---- */

size_t hone_utf8_put(uint32_t character, char *out)
{
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    out[0] = (char)(0xf00 >> size | character); /* 110xxxxx, 1110xxxx, 11110xxx */
    return size;
}

/* Returns how many bytes follow `lead`, and the range of the first of them, by table 3-7 of the Unicode standard: no
 * overlong forms, no surrogates, nothing above U+10FFFF. */
static size_t utf8_followers(uint8_t lead, uint8_t *low, uint8_t *high)
{
    *low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    *high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
}

hone_utf8_character hone_utf8_get(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    if (bytes[0] < 0x80)
        return (hone_utf8_character){bytes[0], 1, true};
    uint8_t low, high;
    size_t followers = utf8_followers(bytes[0], &low, &high);
    uint32_t code = bytes[0] & (0x3fu >> followers);
    for (size_t i = 1; i <= followers; i++) {
        if (i >= size || bytes[i] < low || bytes[i] > high)
            return (hone_utf8_character){REPLACEMENT, i, false};
        code = code << 6 | (bytes[i] & 0x3fu);
        low = 0x80, high = 0xbf;
    }
    return followers ? (hone_utf8_character){code, followers + 1, true} : (hone_utf8_character){REPLACEMENT, 1, false};
}

size_t hone_utf8_mark(const void *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool hone_utf8_is_valid(const char *text, size_t size)
{
    for (size_t at = 0; at < size;) {
        hone_utf8_character c = hone_utf8_get(text + at, size - at);
        if (!c.valid)
            return false;
        at += c.size;
    }
    return true;
}

size_t hone_utf8_repair(const char *text, size_t size, char *out, bool *lossy)
{
    size_t written = 0;
    for (size_t at = 0; at < size;) {
        hone_utf8_character c = hone_utf8_get(text + at, size - at);
        if (!c.valid)
            set(lossy);
        written += hone_utf8_put(c.code, out + written);
        at += c.size;
    }
    return written;
}

/* ---- UTF-16 ---- */

size_t hone_utf8_from_utf16(const uint8_t *text, size_t size, char *out, bool *lossy)
{
    size_t written = 0;
    for (size_t at = 0; at + 1 < size; at += 2) {
        uint32_t code = (uint32_t)text[at] | (uint32_t)text[at + 1] << 8;
        if ((code & 0xf800) == 0xd800) {
            uint32_t low = at + 3 < size ? (uint32_t)text[at + 2] | (uint32_t)text[at + 3] << 8 : 0;
            if (code < 0xdc00 && (low & 0xfc00) == 0xdc00) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at += 2;
            } else { /* only half of a surrogate pair */
                code = REPLACEMENT;
                set(lossy);
            }
        }
        written += hone_utf8_put(code, out + written);
    }
    if (size & 1)
        set(lossy);
    return written;
}

static size_t put_utf16(uint32_t unit, uint8_t *out)
{
    out[0] = (uint8_t)unit;
    out[1] = (uint8_t)(unit >> 8);
    return 2;
}

size_t hone_utf16_from_utf8(const char *text, size_t size, uint8_t *out, bool *lossy)
{
    size_t written = 0;
    for (size_t at = 0; at < size;) {
        hone_utf8_character c = hone_utf8_get(text + at, size - at);
        if (!c.valid)
            set(lossy);
        if (c.code >= 0x10000) {
            written += put_utf16(0xd800 + ((c.code - 0x10000) >> 10), out + written);
            written += put_utf16(0xdc00 + ((c.code - 0x10000) & 0x3ff), out + written);
        } else {
            written += put_utf16(c.code, out + written);
        }
        at += c.size;
    }
    return written;
}

/* ---- CP932 ---- */

static bool is_lead(uint8_t byte)
{
    return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
}

static bool is_trail(uint8_t byte)
{
    return byte >= 0x40 && byte <= 0xfc && byte != 0x7f;
}

/* Windows assigns a character to every single byte, also to those that Shift-JIS leaves unused. */
static uint32_t character_of_byte(uint8_t byte)
{
    if (byte <= 0x80)
        return byte;
    if (byte == 0xa0)
        return 0xf8f0;
    return byte >= 0xfd ? 0xf8f1u + (byte - 0xfdu) : 0xff61u + (byte - 0xa1u); /* half-width katakana */
}

size_t hone_utf8_from_cp932(const uint8_t *text, size_t size, char *out, bool *lossy)
{
    size_t written = 0;
    for (size_t at = 0; at < size; at++) {
        uint32_t character = 0;
        if (!is_lead(text[at])) {
            written += hone_utf8_put(character_of_byte(text[at]), out + written);
            continue;
        }
        if (at + 1 == size) { /* a name that was cut inside a character */
            set(lossy);
            break;
        }
        if (is_trail(text[at + 1])) {
            character = hone_double_byte(&hone_cp932, text[at], text[at + 1]);
            at++;
        }
        if (character == 0) {
            character = REPLACEMENT;
            set(lossy);
        }
        written += hone_utf8_put(character, out + written);
    }
    return written;
}

/* Returns the code of a character that Microsoft's table maps to a different code point than all other tables: cent,
 * pound, yen, broken bar, not sign, em dash, double vertical line, overline, minus, wave dash. Text written with
 * other tables contains them. */
static int code_of_foreign(uint32_t character)
{
    static const struct {
        uint16_t character, code;
    } foreign[] = {{0xa2, 0x8191},   {0xa3, 0x8192},   {0xa5, 0x5c},   {0xa6, 0xfa55},   {0xac, 0x81ca},
                   {0x2014, 0x815c}, {0x2016, 0x8161}, {0x203e, 0x7e}, {0x2212, 0x817c}, {0x301c, 0x8160}};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (foreign[i].character == character)
            return foreign[i].code;
    return -1;
}

/* Returns the code of a character: one byte, or lead << 8 | trail; -1: none. */
static int code_of_character(uint32_t character)
{
    if (character <= 0x80)
        return (int)character;
    if (character >= 0xff61 && character <= 0xff9f)
        return (int)(character - 0xff61 + 0xa1);
    if (character >= 0xf8f0 && character <= 0xf8f3)
        return character == 0xf8f0 ? 0xa0 : (int)(character - 0xf8f1 + 0xfd);
    int code = hone_cp932_code(character);
    return code >= 0 ? code : code_of_foreign(character);
}

size_t hone_cp932_from_utf8(const char *text, size_t size, uint8_t *out, size_t out_size, bool *lossy)
{
    size_t written = 0;
    for (size_t at = 0; at < size && written < out_size;) {
        hone_utf8_character c = hone_utf8_get(text + at, size - at);
        int code = c.valid ? code_of_character(c.code) : -1;
        if (code < 0) {
            code = '?';
            set(lossy);
        }
        if (code > 0xff)
            out[written++] = (uint8_t)(code >> 8);
        if (written < out_size)
            out[written++] = (uint8_t)code;
        at += c.size;
    }
    return written;
}
