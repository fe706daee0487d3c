/* Tokens of .x text. Separators are skipped, because exporters disagree about them, whereas counts are reliable. */
#include "base/text/number.h"
#include "base/text/text.h"
#include "files/format/x/reader.h"
#include <hone/io.h>

#include <math.h>
#include <string.h>

enum { LONGEST_NAME = 256 }; /* the longest name that is checked for Shift-JIS */

/* What a byte is, between words and in them. */
enum { SPACE = 1, /* separates words */ END = 2 /* ends a word */, GAP = SPACE | END };

/* clang-format off */
static const uint8_t kinds[256] = {
    GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP,
    GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP, GAP,
    [' '] = GAP, [';'] = GAP, [','] = GAP, ['['] = GAP, [']'] = GAP,
    ['{'] = END, ['}'] = END, ['<'] = END, ['"'] = END,
};
/* clang-format on */

/* Returns the first byte from `at` that separates no words, or the end. */
static const uint8_t *after_spaces(const uint8_t *at, const uint8_t *end)
{
    while (at < end && kinds[*at] & SPACE) at++;
    return at;
}

static const uint8_t *after_word(const uint8_t *at, const uint8_t *end)
{
    while (at < end && !(kinds[*at] & END)) at++;
    return at;
}

static void skip_until(hone_x_reader *reader, int last)
{
    while (hone_x_peek(reader) >= 0) {
        hone_reader *in = &reader->file.in;
        const uint8_t *found = memchr(in->at, last, (size_t)(in->end - in->at));
        in->at = found ? found + 1 : in->end;
        if (found)
            return;
    }
}

/* Appends bytes, and moves behind them. Those that do not fit are counted, up to one. */
static void add(hone_x_reader *reader, const uint8_t *end)
{
    const uint8_t *at = reader->file.in.at;
    size_t size = (size_t)(end - at), room = HONE_X_TEXT_SIZE - 1 - reader->text_size;
    room = reader->text_size < HONE_X_TEXT_SIZE - 1 ? room : 0;
    char *to = reader->text + reader->text_size;
    for (size_t i = 0; i < size && i < room; i++) to[i] = (char)at[i];
    reader->text_size = size <= room ? reader->text_size + size : HONE_X_TEXT_SIZE;
    reader->file.in.at = end;
}

static void finish(hone_x_reader *reader)
{
    reader->text[reader->text_size < HONE_X_TEXT_SIZE ? reader->text_size : HONE_X_TEXT_SIZE - 1] = '\0';
}

static hone_x_token string(hone_x_reader *reader)
{
    uint64_t line = hone_reading_place(&reader->file);
    reader->file.in.at++;
    for (int c = hone_x_peek(reader); c != '"'; c = hone_x_peek(reader)) {
        if (c < 0) {
            reader->file.counted = reader->file.text.at, reader->file.line = line;
            hone_reading_fail(&reader->file, "a string without an end begins");
            return HONE_X_END;
        }
        const hone_reader *in = &reader->file.in;
        const uint8_t *end = memchr(in->at, '"', (size_t)(in->end - in->at));
        add(reader, end ? end : in->end);
    }
    reader->file.in.at++;
    finish(reader);
    return HONE_X_STRING;
}

/* Returns whether a brace or bracket is the second byte of a character. Japanese tools write Shift-JIS, in which that
 * is possible. */
static bool is_second_byte(const hone_x_reader *reader, int c)
{
    size_t size = reader->text_size < LONGEST_NAME ? reader->text_size : 0, at = 0;
    if ((c != '{' && c != '}' && c != '[' && c != ']') || hone_utf8_is_valid(reader->text, size))
        return false;
    for (; at < size; at++) {
        uint8_t byte = (uint8_t)reader->text[at];
        at += (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);
    }
    return at > size;
}

/* Reads a word, whose begin may be in the text. */
static hone_x_token word(hone_x_reader *reader)
{
    int c;
    do {
        add(reader, after_word(reader->file.in.at, reader->file.in.end));
        c = hone_x_peek(reader);
        if (c >= 0 && is_second_byte(reader, c))
            add(reader, reader->file.in.at + 1);
        else if (c >= 0 && kinds[c] & END)
            break;
    } while (c >= 0);
    finish(reader);
    return HONE_X_NAME;
}

/* Reads a word that begins with a slash, or skips a comment. Returns false for a comment. */
static bool slash(hone_x_reader *reader)
{
    add(reader, reader->file.in.at + 1);
    if (hone_x_peek(reader) != '/') {
        word(reader);
        return true;
    }
    reader->text[0] = '\0', reader->text_size = 0;
    skip_until(reader, '\n');
    return false;
}

hone_x_token hone_x_text_next(hone_x_reader *reader)
{
    for (;;) {
        reader->file.in.at = after_spaces(reader->file.in.at, reader->file.in.end);
        int c = hone_x_peek(reader);
        if (c < 0)
            return HONE_X_END;
        switch (c) {
        case '{':
        case '}':
            reader->file.in.at++;
            return c == '{' ? HONE_X_OPEN : HONE_X_CLOSE;
        case '#':
            skip_until(reader, '\n');
            break;
        case '<': /* a GUID, which adds nothing to the name beside it */
            skip_until(reader, '>');
            break;
        case '"':
            return string(reader);
        case '/':
            if (slash(reader))
                return HONE_X_NAME;
            break;
        default:
            if (!(kinds[c] & SPACE))
                return word(reader);
            break; /* the first byte of the next block */
        }
    }
}

/* Returns whether a text is what broken programs print for a number that is not finite: "1.#IND00", "-1.#QNAN0", "nan",
 * "-inf". */
static bool is_no_number(const char *text)
{
    static const char *const starts[] = {"1.#", "nan", "NaN", "NAN", "inf", "INF", "Inf"};
    text += *text == '-' || *text == '+';
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

double hone_x_text_number(hone_x_reader *reader)
{
    double value = 0;
    bool is_word = reader->token == HONE_X_NAME;
    if (is_word && hone_float_parse(reader->text, reader->text_size, &value) == reader->text_size)
        return value;
    if (is_word && is_no_number(reader->text))
        return (double)NAN;
    if (is_word)
        hone_reading_fail(&reader->file, "\"%.40s\" is not a number", reader->text);
    else
        hone_reading_fail(&reader->file, "a number is missing");
    return 0;
}
