/* Tokens of .x text. Separators are skipped, because exporters disagree about them, whereas counts are reliable. */
#include "base/text/number.h"
#include "base/text/text.h"
#include "files/format/x/reader.h"
#include <hone/io.h>

#include <math.h>
#include <string.h>

enum { LONGEST_NAME = 256 }; /* the longest name that is checked for Shift-JIS */

static bool is_space(int c)
{
    return (c >= 0 && c <= ' ') || c == ';' || c == ',' || c == '[' || c == ']';
}

static bool ends_word(int c)
{
    return c < 0 || is_space(c) || c == '{' || c == '}' || c == '<' || c == '"';
}

static void skip_until(hone_x_reader *reader, int last)
{
    for (int c = hone_x_peek(reader); c >= 0; c = hone_x_peek(reader)) {
        hone_x_byte(reader);
        if (c == last)
            return;
    }
}

/* Appends a byte. Bytes that do not fit are counted, up to one. */
static void add(hone_x_reader *reader, int c)
{
    if (reader->text_size < HONE_X_TEXT_SIZE - 1)
        reader->text[reader->text_size] = (char)c;
    reader->text_size += reader->text_size < HONE_X_TEXT_SIZE;
}

static void finish(hone_x_reader *reader)
{
    reader->text[reader->text_size < HONE_X_TEXT_SIZE ? reader->text_size : HONE_X_TEXT_SIZE - 1] = '\0';
}

static hone_x_token string(hone_x_reader *reader)
{
    uint64_t line = hone_reading_place(&reader->file);
    hone_x_byte(reader);
    for (int c = hone_x_peek(reader); c != '"'; c = hone_x_peek(reader)) {
        if (c < 0) {
            reader->file.counted = reader->file.text.at, reader->file.line = line;
            hone_reading_fail(&reader->file, "a string without an end begins");
            return HONE_X_END;
        }
        hone_x_byte(reader);
        add(reader, c);
    }
    hone_x_byte(reader);
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

/* Reads a word, which may begin with a single slash. */
static hone_x_token word(hone_x_reader *reader)
{
    for (int c = hone_x_peek(reader); !ends_word(c) || is_second_byte(reader, c); c = hone_x_peek(reader)) {
        add(reader, c);
        hone_x_byte(reader);
    }
    finish(reader);
    return HONE_X_NAME;
}

hone_x_token hone_x_text_next(hone_x_reader *reader)
{
    for (;;) {
        int c = hone_x_peek(reader);
        if (c < 0)
            return HONE_X_END;
        if (c == '{' || c == '}') {
            hone_x_byte(reader);
            return c == '{' ? HONE_X_OPEN : HONE_X_CLOSE;
        }
        if (is_space(c)) {
            hone_x_byte(reader);
        } else if (c == '#') {
            skip_until(reader, '\n');
        } else if (c == '<') { /* a GUID, which adds nothing to the name beside it */
            skip_until(reader, '>');
        } else if (c == '"') {
            return string(reader);
        } else if (c == '/') {
            hone_x_byte(reader);
            if (hone_x_peek(reader) != '/') {
                add(reader, '/');
                return word(reader);
            }
            skip_until(reader, '\n');
        } else {
            return word(reader);
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
