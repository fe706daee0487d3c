/* Functions that all sections of the PMX writer use: errors, texts, counts, indices. */
#include "files/format/pmx/writer.h"
#include "base/error.h"
#include "base/text/text.h"
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

void hone_pmx_refuse(pmx_writer *writer, uint64_t at, const char *format, ...)
{
    if (writer->refused)
        return;
    va_list arguments;
    va_start(arguments, format);
    hone_fail_list(writer->error, HONE_ERROR_ARGUMENT, at, format, arguments);
    va_end(arguments);
    writer->refused = true;
}

/* Encodes directly into the output: appends zeros for the longest possible result, then cuts them to its size. */
static void write_utf16(hone_writer *out, const char *text, size_t length)
{
    size_t begin = out->bytes.size;
    hone_write_u32(out, 0);
    hone_write_zeros(out, 2 * length);
    if (out->failed)
        return;
    uint8_t *at = out->bytes.data + begin;
    size_t size = hone_utf16_from_utf8(text, length, at + 4, NULL);
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(size >> 8 * i);
    out->bytes.size = begin + 4 + size;
}

void hone_pmx_write_text(pmx_writer *writer, const char *text)
{
    size_t length = strlen(text);
    if (length > HONE_PMX_TEXT_LIMIT / 2) { /* UTF-16 may take twice as many bytes */
        hone_pmx_refuse(writer, 0, "a text of %zu bytes is too long for PMX", length);
        return;
    }
    if (writer->header.encoding == 0) {
        write_utf16(&writer->out, text, length);
        return;
    }
    hone_write_u32(&writer->out, (uint32_t)length);
    hone_write_bytes(&writer->out, text, length);
}

void hone_pmx_write_count(pmx_writer *writer, uint32_t count)
{
    if (count > HONE_PMX_COUNT_LIMIT)
        hone_pmx_refuse(writer, count, "%" PRIu32 " elements of one kind are too many for PMX", count);
    hone_write_u32(&writer->out, count);
}

static void write_sized(pmx_writer *writer, uint32_t value, uint8_t size)
{
    if (size == 1)
        hone_write_u8(&writer->out, (uint8_t)value);
    else if (size == 2)
        hone_write_u16(&writer->out, (uint16_t)value);
    else
        hone_write_u32(&writer->out, value);
}

void hone_pmx_write_vertex(pmx_writer *writer, uint32_t vertex)
{
    uint8_t size = writer->header.index_sizes[PMX_VERTEX];
    if (size < 4 && vertex >> 8 * size)
        hone_pmx_refuse(writer, vertex, "vertex %" PRIu32 " does not fit in indices of %u bytes", vertex, size);
    write_sized(writer, vertex, size);
}

/* HONE_NONE becomes all ones. */
void hone_pmx_write_index(pmx_writer *writer, int32_t index, pmx_index kind)
{
    uint8_t size = writer->header.index_sizes[kind];
    if (size < 4 && index >= (1 << 8 * size) - 1)
        hone_pmx_refuse(writer, (uint64_t)index, "index %" PRId32 " does not fit in %u bytes", index, size);
    write_sized(writer, (uint32_t)index, size);
}
