/* Tokens of binary .x. Lists of numbers are independent of objects: exporters put neighbouring numbers of the same type
 * into one list, so a list stays open until its numbers have been read. */
#include "files/format/x/reader.h"

#include <string.h>

enum {
    NAME = 1,
    STRING = 2,
    INTEGER = 3,
    GUID = 5,
    INTEGER_LIST = 6,
    FLOAT_LIST = 7,
    OPEN = 10,
    CLOSE = 11,
    FIRST_SIGN = 12, /* ( ) [ ] < > . , ; */
    LAST_SIGN = 20,
    TEMPLATE = 31,
    FIRST_TYPE = 40, /* WORD to ARRAY: only in templates */
    LAST_TYPE = 52,
    FLOAT = 0x42 /* written by some exporters before a single number */
};

static uint32_t word(hone_x_reader *reader, uint32_t size)
{
    uint8_t b[4] = {0};
    if (!hone_x_bytes(reader, b, size, "a token"))
        return 0;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void text(hone_x_reader *reader)
{
    uint32_t size = word(reader, 4), kept = size < HONE_X_TEXT_SIZE - 1 ? size : HONE_X_TEXT_SIZE - 1;
    if (!hone_x_bytes(reader, reader->text, kept, "a name or text") ||
        !hone_x_bytes(reader, NULL, size - kept, "a name or text"))
        return;
    reader->text[kept] = '\0';
    reader->text_size = size > kept ? HONE_X_TEXT_SIZE : strlen(reader->text);
}

static void open_list(hone_x_reader *reader, uint32_t code)
{
    bool list = code == INTEGER_LIST || code == FLOAT_LIST;
    reader->list.floats = code == FLOAT_LIST || code == FLOAT;
    reader->list.size = reader->list.floats ? reader->float_size : 4;
    reader->list.left = list ? word(reader, 4) : 1;
    if (reader->list.left > hone_x_left(reader) / reader->list.size)
        hone_reading_fail(&reader->file, "%u numbers do not fit in the bytes left", reader->list.left);
}

/* Reads the next token, skipping punctuation and GUIDs. */
static hone_x_token token(hone_x_reader *reader)
{
    while (!reader->file.failed && hone_x_peek(reader) >= 0) {
        uint32_t code = word(reader, 2);
        switch (code) {
        case NAME:
        case STRING:
            text(reader);
            return code == NAME ? HONE_X_NAME : HONE_X_STRING;
        case INTEGER:
        case INTEGER_LIST:
        case FLOAT_LIST:
        case FLOAT:
            open_list(reader, code);
            return HONE_X_NUMBERS;
        case GUID:
            hone_x_bytes(reader, NULL, 16, "a GUID");
            break;
        case OPEN:
            return HONE_X_OPEN;
        case CLOSE:
            return HONE_X_CLOSE;
        case TEMPLATE:
            memcpy(reader->text, "template", sizeof "template");
            reader->text_size = sizeof "template" - 1;
            return HONE_X_NAME;
        default:
            if (!(code >= FIRST_SIGN && code <= LAST_SIGN) && !(code >= FIRST_TYPE && code <= LAST_TYPE))
                hone_reading_fail(&reader->file, "the token %u is unknown", code);
        }
    }
    return HONE_X_END;
}

hone_x_token hone_x_binary_next(hone_x_reader *reader)
{
    uint64_t rest = (uint64_t)reader->list.left * reader->list.size;
    reader->list.left = 0;
    hone_x_bytes(reader, NULL, rest, "a list of numbers");
    return token(reader);
}

static double take(hone_x_reader *reader)
{
    uint8_t b[8];
    reader->list.left--;
    if (!hone_x_bytes(reader, b, reader->list.size, "a list of numbers"))
        return 0;
    uint64_t bits = 0;
    for (int i = reader->list.size; i-- > 0;) bits = bits << 8 | b[i];
    if (!reader->list.floats)
        return (double)bits;
    double value;
    if (reader->list.size == 8) {
        memcpy(&value, &bits, sizeof value);
    } else {
        uint32_t half = (uint32_t)bits;
        float single;
        memcpy(&single, &half, sizeof single);
        value = (double)single;
    }
    return value;
}

double hone_x_binary_number(hone_x_reader *reader)
{
    while (reader->list.left == 0 && !reader->file.failed)
        if (token(reader) != HONE_X_NUMBERS)
            hone_reading_fail(&reader->file, "a number is missing");
    return reader->file.failed ? 0 : take(reader);
}
