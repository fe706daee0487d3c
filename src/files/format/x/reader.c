/* The bytes of a .x file: the header, and decompression. */
#include "files/format/x/reader.h"
#include "base/error.h"
#include "base/text/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- header ---- */

static bool open_blocks(hone_x_reader *reader, const uint8_t *bytes, size_t size, const hone_allocator *allocator)
{
    if (size < 4)
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, 16, "the header is cut short");
    uint64_t most = UINT64_C(1) << 30;
    reader->promised =
        (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24;
    if (reader->promised > most || reader->promised > 1100 * (uint64_t)size + HONE_X_HEADER_SIZE)
        return hone_fail(reader->file.error, HONE_ERROR_FORMAT, 16, "%zu compressed bytes cannot expand to %" PRIu64,
                         size, reader->promised);
    reader->mszip = hone_mszip_open(bytes + 4, size - 4, reader->file.offset + 4, allocator, reader->file.error);
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
    *reader = (hone_x_reader){.file = hone_reading_make(NULL, 0, error)};
    size -= mark;
    reader->file.offset = mark + HONE_X_HEADER_SIZE;
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
    bool packed = packed_text || packed_binary;
    hone_reading_continue(&reader->file, body, packed ? 0 : size - HONE_X_HEADER_SIZE);
    hone_reading_count_lines(&reader->file, reader->binary ? '\0' : '\n');
    return !packed || open_blocks(reader, body, size - HONE_X_HEADER_SIZE, allocator);
}

void hone_x_close(hone_x_reader *reader)
{
    hone_mszip_close(reader->mszip);
    reader->mszip = NULL;
}

void hone_x_warn(hone_x_reader *reader, const char *what)
{
    uint64_t at = hone_reading_place(&reader->file);
    hone_builder_warn(reader->file.builder, what, at);
    if (!reader->in_mesh)
        hone_builder_warn(reader->of_motions, what, at);
}

/* ---- bytes ---- */

bool hone_x_refill(hone_x_reader *reader)
{
    const uint8_t *block = NULL;
    size_t size = 0;
    if (reader->file.failed || !reader->mszip)
        return false;
    hone_reading_continue(&reader->file, reader->file.in.end, 0); /* the next block overwrites this one */
    if (!hone_mszip_next(reader->mszip, &block, &size, reader->file.error))
        reader->file.failed = true;
    if (!reader->file.failed && size)
        hone_reading_continue(&reader->file, block, size);
    return !reader->file.failed && size;
}

bool hone_x_bytes(hone_x_reader *reader, void *out, uint64_t size, const char *what)
{
    uint8_t *to = out;
    while (size) {
        if (reader->file.in.at == reader->file.in.end && !hone_x_refill(reader))
            return hone_reading_fail(&reader->file, "%s is cut short", what);
        size_t here = (size_t)(reader->file.in.end - reader->file.in.at), part = size < here ? (size_t)size : here;
        if (to) {
            memcpy(to, reader->file.in.at, part);
            to += part;
        }
        reader->file.in.at += part;
        size -= part;
    }
    return true;
}

uint64_t hone_x_left(const hone_x_reader *reader)
{
    return (uint64_t)(reader->file.in.end - reader->file.in.at) + (reader->mszip ? hone_mszip_bound(reader->mszip) : 0);
}
