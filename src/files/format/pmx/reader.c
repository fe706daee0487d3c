/* Functions that all sections of the PMX reader use: counts, texts, indices. */
#include "files/format/pmx/reader.h"
#include "base/error.h"
#include "base/memory/builder.h"
#include "base/text/text.h"

bool hone_pmx_is_whole(pmx_reader *reader, const char *noun, uint32_t index)
{
    return !reader->file.in.failed || hone_reading_fail(&reader->file, "%s %u is cut short", noun, index);
}

bool hone_pmx_read_count(pmx_reader *reader, const char *noun, size_t record_size, uint32_t *count)
{
    int32_t value = hone_read_i32(&reader->file.in);
    size_t left = hone_reader_left(&reader->file.in);
    *count = 0;
    if (reader->file.in.failed)
        return hone_reading_fail(&reader->file, "the file ends before the count of its %s", noun);
    bool fits = value >= 0 && value <= HONE_PMX_COUNT_LIMIT && (size_t)value * record_size <= left;
    if (!fits) {
        reader->file.in.at -= 4; /* the error refers to the position of the count */
        return value < 0
                   ? hone_reading_fail(&reader->file, "the count of %s is %d", noun, value)
                   : hone_reading_fail(&reader->file, "%d %s do not fit in the %zu bytes left", value, noun, left);
    }
    *count = (uint32_t)value;
    return true;
}

bool hone_pmx_read_array(pmx_reader *reader, const char *noun, size_t record_size, size_t element_size, uint32_t *count,
                         void *array)
{
    return hone_pmx_read_count(reader, noun, record_size, count) &&
           hone_reading_array(&reader->file, *count, element_size, array);
}

static const char *cut_at_nul(pmx_reader *reader, const char *text, size_t size)
{
    if (text && memchr(text, 0, size))
        hone_reading_warn(&reader->file, "text with a NUL inside: cut at the NUL");
    return text;
}

/* Decodes directly into the model's memory, which has room for the longest possible result. */
static const char *decode_text(pmx_reader *reader, const uint8_t *bytes, size_t size, bool *lossy)
{
    bool utf8 = reader->data.pmx.encoding == 1;
    if (utf8 && hone_utf8_is_valid((const char *)bytes, size))
        return cut_at_nul(reader, hone_builder_text(reader->file.builder, (const char *)bytes, size), size);
    size_t longest = utf8 ? 3 * size : size / 2 * 3;
    char *text;
    if (!hone_reading_array(&reader->file, longest + 1, 1, &text))
        return NULL;
    size_t length = utf8 ? hone_utf8_repair((const char *)bytes, size, text, lossy)
                         : hone_utf8_from_utf16(bytes, size, text, lossy);
    text[length] = 0;
    return cut_at_nul(reader, text, length);
}

const char *hone_pmx_read_text(pmx_reader *reader)
{
    static const uint8_t marks[2][3] = {{0xFF, 0xFE}, {0xEF, 0xBB, 0xBF}};
    int32_t size = hone_read_i32(&reader->file.in);
    const uint8_t *bytes = NULL;
    if (size >= 0 && size <= HONE_PMX_TEXT_LIMIT)
        bytes = hone_read_bytes(&reader->file.in, (size_t)size);
    if (!bytes)
        reader->file.in.failed = true;
    if (!bytes || size == 0)
        return "";
    uint64_t at = hone_reader_offset(&reader->file.in) - (uint64_t)size;
    size_t length = (size_t)size, mark = reader->data.pmx.encoding == 1 ? 3 : 2;
    if (length >= mark && memcmp(bytes, marks[reader->data.pmx.encoding], mark) == 0) {
        hone_builder_warn(reader->file.builder, "text that begins with a byte order mark: mark removed", at);
        bytes += mark;
        length -= mark;
    }
    bool lossy = false;
    const char *text = decode_text(reader, bytes, length, &lossy);
    if (lossy)
        hone_builder_warn(reader->file.builder, "text that is not in the file's encoding: invalid bytes replaced", at);
    return text;
}

int32_t hone_pmx_read_index(pmx_reader *reader, pmx_index kind)
{
    size_t size = pmx_index_size(reader, kind);
    const uint8_t *bytes = hone_read_bytes(&reader->file.in, size);
    return bytes ? pmx_load_index(bytes, size) : HONE_NONE;
}

bool hone_pmx_read_bool(pmx_reader *reader, uint32_t at, const char *warning)
{
    uint8_t value = hone_read_u8(&reader->file.in);
    if (value > 1)
        hone_builder_warn(reader->file.builder, warning, at);
    return value != 0;
}
