/* The bytes of a .x file: errors and warnings, the header, and decompression. */
#include "files/format/x/reader.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors and warnings ---- */

static uint64_t position(const hone_x_reader *reader)
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
    return hone_fail(reader->error, HONE_ERROR_FORMAT, position(reader),
                     reader->binary ? "%s, at byte %" PRIu64 : "%s, in line %" PRIu64, text, position(reader));
}

void hone_x_warn(hone_x_reader *reader, const char *what)
{
    hone_builder_warn(reader->out, what, position(reader));
}

void *hone_x_array(hone_x_reader *reader, size_t count, size_t size)
{
    void *array = reader->failed ? NULL : hone_arena_array(reader->scene, count, size);
    if (!array && count && !reader->failed) {
        reader->failed = true;
        hone_arena_fail(reader->scene, reader->error);
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
        return hone_fail(reader->error, HONE_ERROR_FORMAT, 16, "%zu compressed bytes cannot expand to %" PRIu64, size,
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
    size_t mark = hone_utf8_mark(bytes, size);
    const char *header = (const char *)bytes + mark;
    *reader = (hone_x_reader){.error = error, .line = 1, .offset = HONE_X_HEADER_SIZE};
    size -= mark;
    reader->offset += mark;
    if (size < HONE_X_HEADER_SIZE || memcmp(header, "xof ", 4) != 0)
        return hone_fail(error, HONE_ERROR_FORMAT, 0, "is not .x: its header is incomplete");
    bool text = memcmp(header + 8, "txt ", 4) == 0, packed_text = memcmp(header + 8, "tzip", 4) == 0;
    bool binary = memcmp(header + 8, "bin ", 4) == 0, packed_binary = memcmp(header + 8, "bzip", 4) == 0;
    if (!text && !packed_text && !binary && !packed_binary)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 8, "is .x of the kind \"%.4s\", which hone does not read",
                         header + 8);
    if (!is_float_size(header))
        return hone_fail(error, HONE_ERROR_FORMAT, 12, "its header gives a number size of \"%.4s\" bits", header + 12);
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

/* Gets the next block of compressed data. Returns false at the end. */
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
