#include "format/x/reader.h"
#include "base/builder.h"
#include "base/error.h"
#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- failing, warning ---- */

static uint64_t place(const hone_x_reader *reader)
{
    return reader->binary ? reader->offset + (uint64_t)(reader->at - reader->begin) : reader->line;
}

bool hone_x_fail(hone_x_reader *reader, const char *sentence, ...)
{
    if (reader->failed)
        return false;
    char text[256];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    reader->failed = true;
    return hone_fail(reader->error, HONE_ERROR_FORMAT, place(reader), "%s, %s %" PRIu64, text,
                     reader->binary ? "at byte" : "in line", place(reader));
}

void hone_x_warn(hone_x_reader *reader, const char *what)
{
    hone_builder_warn(reader->out, what, place(reader));
}

void *hone_x_array(hone_x_reader *reader, size_t count, size_t size)
{
    void *array = reader->failed ? NULL : hone_builder_array(reader->scene, count, size);
    if (!array && count && !reader->failed) {
        reader->failed = true;
        hone_builder_fail(reader->scene, reader->error);
    }
    return array;
}

/* ---- header ---- */

static bool open_blocks(hone_x_reader *reader, const uint8_t *bytes, size_t size, const hone_allocator *allocator)
{
    if (size < 4)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 16, "the header is cut short");
    uint64_t most = UINT64_C(1) << 30;
    reader->promised =
        (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24;
    if (reader->promised > most || reader->promised > 1100 * (uint64_t)size + HONE_X_HEADER_SIZE)
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 16, "%zu compressed bytes cannot become %" PRIu64, size,
                         reader->promised);
    reader->begin = reader->at = reader->end = bytes;
    reader->mszip = hone_mszip_open(bytes + 4, size - 4, reader->offset + 4, allocator, reader->error);
    return reader->mszip != NULL;
}

static bool is_float_size(const char *header)
{
    return memcmp(header + 12, "0032", 4) == 0 || memcmp(header + 12, "0064", 4) == 0;
}

bool hone_x_open(hone_x_reader *reader, const void *bytes, size_t size, const hone_allocator *allocator,
                 hone_error *error)
{
    static const char mark[3] = {'\xEF', '\xBB', '\xBF'};
    const char *header = bytes;
    *reader = (hone_x_reader){.error = error, .line = 1, .offset = HONE_X_HEADER_SIZE};
    if (size >= sizeof mark && memcmp(header, mark, sizeof mark) == 0)
        header += sizeof mark, size -= sizeof mark, reader->offset += sizeof mark;
    if (size < HONE_X_HEADER_SIZE || memcmp(header, "xof ", 4) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is not .x: its header is not whole");
    bool text = memcmp(header + 8, "txt ", 4) == 0, packed_text = memcmp(header + 8, "tzip", 4) == 0;
    bool binary = memcmp(header + 8, "bin ", 4) == 0, packed_binary = memcmp(header + 8, "bzip", 4) == 0;
    if (!text && !packed_text && !binary && !packed_binary)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 8, "its header says .x of the kind \"%.4s\", which is not read",
                         header + 8);
    if (!is_float_size(header))
        return hone_fail(error, HONE_ERROR_FORMAT, 12, "its header says numbers of \"%.4s\" bits", header + 12);
    reader->binary = binary || packed_binary;
    reader->float_size = header[13] == '0' && header[14] == '6' ? 8 : 4;
    const uint8_t *body = (const uint8_t *)header + HONE_X_HEADER_SIZE;
    if (packed_text || packed_binary)
        return open_blocks(reader, body, size - HONE_X_HEADER_SIZE, allocator);
    reader->begin = reader->at = body;
    reader->end = body + (size - HONE_X_HEADER_SIZE);
    return true;
}

void hone_x_close(hone_x_reader *reader)
{
    hone_mszip_close(reader->mszip);
    reader->mszip = NULL;
}

/* ---- bytes ---- */

/* False at the end of all bytes. */
static bool refill(hone_x_reader *reader)
{
    const uint8_t *block;
    size_t size;
    if (reader->failed || !reader->mszip)
        return false;
    reader->offset += (uint64_t)(reader->end - reader->begin);
    if (!hone_mszip_next(reader->mszip, &block, &size, reader->error)) {
        reader->failed = true;
        size = 0;
    }
    if (size == 0) {
        reader->begin = reader->end;
        return false;
    }
    reader->begin = reader->at = block;
    reader->end = block + size;
    return true;
}

int hone_x_peek(hone_x_reader *reader)
{
    return reader->at < reader->end || refill(reader) ? *reader->at : -1;
}

int hone_x_byte(hone_x_reader *reader)
{
    return reader->at < reader->end || refill(reader) ? *reader->at++ : -1;
}

bool hone_x_bytes(hone_x_reader *reader, void *out, uint64_t size, const char *what)
{
    uint8_t *to = out;
    while (size) {
        if (reader->at == reader->end && !refill(reader))
            return hone_x_fail(reader, "%s is cut short", what);
        size_t here = (size_t)(reader->end - reader->at), part = size < here ? (size_t)size : here;
        if (to) {
            memcpy(to, reader->at, part);
            to += part;
        }
        reader->at += part;
        size -= part;
    }
    return true;
}

uint64_t hone_x_left(const hone_x_reader *reader)
{
    return (uint64_t)(reader->end - reader->at) + (reader->mszip ? hone_mszip_bound(reader->mszip) : 0);
}

/* ---- parts of objects ---- */

hone_x_token hone_x_next(hone_x_reader *reader)
{
    reader->text[0] = '\0', reader->text_size = 0;
    reader->token =
        reader->failed ? HONE_X_END : (reader->binary ? hone_x_binary_next(reader) : hone_x_text_next(reader));
    if (reader->failed)
        reader->token = HONE_X_END;
    return reader->token;
}

static double number(hone_x_reader *reader)
{
    if (reader->failed)
        return 0;
    double value = reader->binary ? hone_x_binary_number(reader) : hone_x_text_number(reader);
    return reader->failed ? 0 : value;
}

uint32_t hone_x_unsigned(hone_x_reader *reader)
{
    double value = number(reader);
    if (!(value >= 0 && value < 4294967296.0)) {
        hone_x_fail(reader, "%g stands where a count or an index must", value);
        return 0;
    }
    return (uint32_t)value;
}

float hone_x_float(hone_x_reader *reader)
{
    double wide = number(reader);
    if (reader->binary && !reader->list.floats && wide >= 2147483648.0)
        wide -= 4294967296.0; /* an integer list holds signed ones too */
    float value = (float)wide;
    if (isfinite(value))
        return value;
    reader->odd_numbers++;
    hone_x_warn(reader, "a number that is not finite became 0, and its matrix the identity");
    return 0;
}

void hone_x_floats(hone_x_reader *reader, float *out, size_t count)
{
    for (size_t i = 0; out && i < count; i++) out[i] = hone_x_float(reader);
}

void hone_x_matrix(hone_x_reader *reader, float out[16])
{
    uint32_t before = reader->odd_numbers;
    hone_x_floats(reader, out, 16);
    for (int i = 0; reader->odd_numbers != before && i < 16; i++) out[i] = i % 5 == 0 ? 1.0f : 0.0f;
}

uint32_t hone_x_count(hone_x_reader *reader, const char *what, uint32_t numbers)
{
    uint32_t count = hone_x_unsigned(reader);
    uint64_t size = (uint64_t)numbers * (reader->binary ? 4 : 2); /* a digit and what parts it from the next */
    if (count && count > (hone_x_left(reader) + 1) / size)
        hone_x_fail(reader, "%u %s do not fit in the bytes left", count, what);
    return reader->failed ? 0 : count;
}

const char *hone_x_utf8(hone_x_reader *reader)
{
    if (reader->text_size >= HONE_X_TEXT_SIZE)
        hone_x_fail(reader, "a name or text is longer than %d bytes", HONE_X_TEXT_SIZE - 1);
    if (reader->failed || reader->text_size == 0)
        return "";
    size_t size = reader->text_size;
    if (hone_utf8_is_valid(reader->text, size)) {
        char *text = hone_x_array(reader, size + 1, 1);
        return text ? memcpy(text, reader->text, size) : "";
    }
    char *text = hone_x_array(reader, 3 * size + 1, 1); /* Japanese tools write Shift-JIS */
    if (text)
        hone_utf8_from_cp932((const uint8_t *)reader->text, size, text, NULL);
    return text ? text : "";
}

const char *hone_x_string(hone_x_reader *reader)
{
    hone_x_token token = hone_x_next(reader);
    if (token != HONE_X_STRING && token != HONE_X_NAME)
        hone_x_fail(reader, "a text is missing");
    return hone_x_utf8(reader);
}

/* ---- objects ---- */

static bool open(hone_x_reader *reader)
{
    if (++reader->depth > HONE_X_DEPTH)
        return hone_x_fail(reader, "objects lie in each other more than %d deep", HONE_X_DEPTH);
    return true;
}

/* Behind "{": a name, perhaps as a string, and "}". */
static hone_x_child reference(hone_x_reader *reader)
{
    char text[HONE_X_TEXT_SIZE];
    hone_x_token token = hone_x_next(reader);
    size_t size = reader->text_size;
    if (token == HONE_X_CLOSE)
        return HONE_X_REFERENCE; /* of nothing */
    memcpy(text, reader->text, sizeof text);
    if ((token != HONE_X_NAME && token != HONE_X_STRING) || hone_x_next(reader) != HONE_X_CLOSE) {
        hone_x_fail(reader, "\"{\" begins neither an object nor a reference");
        return HONE_X_NO_CHILD;
    }
    memcpy(reader->text, text, sizeof text);
    reader->text_size = size;
    return HONE_X_REFERENCE;
}

/* Behind the type: perhaps a name, then "{". */
static hone_x_child object(hone_x_reader *reader)
{
    snprintf(reader->type, sizeof reader->type, "%.*s", HONE_X_NAME_SIZE - 1, reader->text);
    hone_x_token token = hone_x_next(reader);
    if (token == HONE_X_NAME) {
        char text[HONE_X_TEXT_SIZE];
        size_t size = reader->text_size;
        memcpy(text, reader->text, sizeof text);
        token = hone_x_next(reader);
        memcpy(reader->text, text, sizeof text);
        reader->text_size = size;
    }
    if (token != HONE_X_OPEN) {
        hone_x_fail(reader, "\"%.60s\" is no object: \"{\" is missing", reader->type);
        return HONE_X_NO_CHILD;
    }
    return open(reader) ? HONE_X_OBJECT : HONE_X_NO_CHILD;
}

hone_x_child hone_x_next_child(hone_x_reader *reader)
{
    while (!reader->failed) {
        switch (hone_x_next(reader)) {
        case HONE_X_NAME:
            return object(reader);
        case HONE_X_OPEN:
            return reference(reader);
        case HONE_X_NUMBERS: /* left over from what its object did not ask for */
            break;
        case HONE_X_STRING:
            hone_x_fail(reader, "a text stands where an object must");
            break;
        case HONE_X_CLOSE:
            if (reader->depth == 0)
                hone_x_fail(reader, "\"}\" closes nothing");
            else
                reader->depth--;
            return HONE_X_NO_CHILD;
        case HONE_X_END:
            if (reader->depth)
                hone_x_fail(reader, "the file ends inside an object");
            return HONE_X_NO_CHILD;
        }
    }
    return HONE_X_NO_CHILD;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool hone_x_is(const hone_x_reader *reader, const char *type)
{
    const char *mine = reader->type;
    while (*mine && lower(*mine) == lower(*type)) mine++, type++;
    return *mine == *type;
}

void hone_x_end(hone_x_reader *reader)
{
    hone_x_token token = hone_x_next(reader);
    if (reader->failed)
        return;
    if (token != HONE_X_CLOSE)
        hone_x_fail(reader, token == HONE_X_END ? "the file ends inside an object"
                                                : "an object holds more than it says, or less");
    reader->depth--;
}

void hone_x_skip(hone_x_reader *reader)
{
    for (uint32_t outside = reader->depth - 1; reader->depth > outside && !reader->failed;) {
        switch (hone_x_next(reader)) {
        case HONE_X_OPEN:
            open(reader);
            break;
        case HONE_X_CLOSE:
            reader->depth--;
            break;
        case HONE_X_END:
            hone_x_fail(reader, "the file ends inside an object");
            break;
        default:
            break;
        }
    }
}
